"""Operations that the basic ones do not cover: what "other" things are lost, effects on players, and rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal, Self

import msgspec

from ..amounts.counting import Amount
from ..rewording import reworded
from ..selectors import Selector
from ..view import ANY, EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Column, Context, Draft, Held, Mask, View, columns
from .power_toughness import GainControl, Kind, LoseAll, Operation, SetColors
from .types import AddSubtypes, LoseSubtypes, SetSubtypes, SetTypes

if TYPE_CHECKING:
    from ..ability import Ability
    from .copying import Copiable


class LoseOther(Operation, frozen=True):
    """ "Loses all other abilities, card types, and creature types": all but what the same effect gives.

    Attributes:
        what: the words of the text, in its order.
        types: the card types that the effect gives, which stay.
        subtypes: the creature types that it gives, which stay.
        word: the verb.
        other: whether what the effect gives is spared: "loses all land types and abilities" spares nothing.
    """

    kind: ClassVar[Kind] = "ability"
    what: tuple[str, ...]
    types: tuple[str, ...] = ()
    word: str = "loses"
    other: bool = True
    subtypes: tuple[str, ...] = ()

    def primitives(self) -> tuple[Operation, ...]:
        found: list[Operation] = []
        if not self.other:
            found.extend(LoseSubtypes(family=f) for f in ("creature", "land") if f"{f} types" in self.what)
            if "colors" in self.what:
                found.append(SetColors())
            return (*found, LoseAll()) if "abilities" in self.what else tuple(found)
        # Colours and names were set in place of all others by the phrase that gives the new ones.
        if "card types" in self.what and self.types:
            found.append(SetTypes(self.types))
        if "creature types" in self.what and self.subtypes:
            # 101.1: the card's own words win over the 205.1b by which an "artifact creature" once kept them.
            found.append(SetSubtypes(self.subtypes))
        if "abilities" in self.what:
            found.append(LoseAll(other=True))
        return tuple(found)

    def writes(self) -> frozenset[Column]:
        return frozenset().union(*(operation.writes() for operation in self.primitives()))


class LoseThis(Operation, frozen=True):
    """ "Loses this ability": the ability that the effect comes from goes (Licids)."""

    kind: ClassVar[Kind] = "ability"
    word: str = "loses"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for held in list(draft.column("ability")):
            resolution = getattr(held.ability, "resolution", None)
            told = "loses this ability" in getattr(held.ability, "text", "")
            if told or (resolution is not None and any(isinstance(node, LoseThis) for node in resolution.walk())):
                draft.drop("ability", held, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("ability", ANY))


class GainEvery(Operation, frozen=True):
    """ "Gains all creature types", "loses all land types": every type of a family comes or goes."""

    kind: ClassVar[Kind] = "type"
    family: Literal["creature", "land"] = "creature"
    lose: bool = False
    word: str = "gains"

    def primitives(self) -> tuple[Operation, ...]:
        if self.lose:
            return (LoseSubtypes(family=self.family),)
        return (AddSubtypes((EVERY_CREATURE_TYPE if self.family == "creature" else EVERY_LAND_TYPE,)),)

    def writes(self) -> frozenset[Column]:
        return self.primitives()[0].writes()


class ExchangeControl(Operation, frozen=True):
    """ "Exchange control of ...": an object comes to whoever controls another one (701.12b).

    Attributes:
        other: the object whose controller gets this one.
        shown: whether this is the half of the exchange that prints.
    """

    kind: ClassVar[Kind] = "control"
    other: Selector
    shown: bool = True

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        other = self.other.select(view, context)
        new = [player for player, having in view.column("controller").items() if having & other]
        # 701.12b: nothing happens unless both are there and their controllers differ.
        if not new or view.having("controller", new[0]) & scope:
            return ()
        return ((GainControl(player=new[0]), scope),)

    def reads(self) -> frozenset[Column]:
        return self.other.reads() | columns(("controller", ANY))

    def writes(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class OwnersControl(Operation, frozen=True):
    """ "Each player gains control of all creatures they own" (Homeward Path): each object comes to its owner."""

    kind: ClassVar[Kind] = "control"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        owners = sorted(view.still_values("owner").items())
        return tuple((GainControl(player=owner), scope & having) for owner, having in owners if scope & having)

    def writes(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class RuleText(Operation, frozen=True):
    """A part of a sentence that changes no characteristic: "can't attack or block" (613.11)."""

    kind: ClassVar[Kind] = "rule"
    text: str

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return msgspec.structs.replace(self, text=reworded(self.text, swap))

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        del draft, mask, context

    def writes(self) -> frozenset[Column]:
        return frozenset()


class Players(Selector, frozen=True):
    """Players, as what an effect applies to (613.10): no objects."""

    who: str = "you"  # as the text has it: "you", "players", "your opponents", "each player"

    def select(self, view: View, context: Context) -> Mask:
        del view, context
        return 0

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class _PlayerOperation(Operation, frozen=True):
    kind: ClassVar[Kind] = "player"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        del draft, mask, context

    def writes(self) -> frozenset[Column]:
        return frozenset()


class PlayerGains(_PlayerOperation, frozen=True):
    """ "You have hexproof": abilities of players (702.11c)."""

    abilities: tuple[Ability, ...]
    word: str = "has"
    style: str = ""


class MaxHandSize(_PlayerOperation, frozen=True):
    """ "Your maximum hand size is two", "is increased by two"; no amount: there is none (402.2)."""

    kind: ClassVar[Kind] = "rule"  # 613.11
    amount: int | None = None
    how: Literal["set", "add"] = "set"
    equal: Amount | None = None  # "is equal to ..."


class LandPlays(_PlayerOperation, frozen=True):
    """ "You may play an additional land on each of your turns" (305.2); no amount: any number.

    Attributes:
        amount: how many more; None for any number.
        word: how the text has it: "during" each turn, "up to" so many this turn.
    """

    kind: ClassVar[Kind] = "rule"  # 613.11
    amount: int | None = 1
    word: str = ""


class DontCopy(Operation, frozen=True):
    """ "It doesn't copy that creature's color": an exception of a copy effect (707.9d)."""

    kind: ClassVar[Kind] = "copy"
    family: Literal["color"] = "color"
    word: str = "that creature's"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Do nothing: `copying.TakeValues` leaves the family alone."""
        del draft, mask, context

    def writes(self) -> frozenset[Column]:
        return frozenset()


class KeepThis(Operation, frozen=True):
    """ "It has this ability": an exception by which a copy keeps the ability that made it one (707.9a)."""

    kind: ClassVar[Kind] = "ability"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Do nothing: `copying.TakeValues` puts the ability back."""
        del draft, mask, context

    def fits(self, ability: Ability) -> bool:
        """Return whether `ability` is the one that speaks of itself."""
        resolution = getattr(ability, "resolution", None)
        if "has this ability" in getattr(ability, "text", ""):
            return True
        return resolution is not None and any(isinstance(node, KeepThis) for node in resolution.walk())

    def writes(self) -> frozenset[Column]:
        return columns(("ability", ANY))


class HasText(Operation, frozen=True):
    """ "Has the text ...": abilities that become part of the object's text (612.1)."""

    kind: ClassVar[Kind] = "text"
    abilities: tuple[Ability, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        place = 1 + max((held.place for held, on in draft.column("ability").items() if on & mask), default=0)
        for ability in self.abilities:
            draft.put("ability", Held(ability, "copiable", place), mask)
            place += 1

    def writes(self) -> frozenset[Column]:
        return columns(("ability", ANY))


class HasTextOf(Operation, frozen=True):
    """ "Has the full text of that card": all it says, in place of the object's own (612.6, Volrath's Shapeshifter)."""

    kind: ClassVar[Kind] = "text"
    of: Selector

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        from .copying import values_of

        card = self.of.select(view, context)
        return ((TakeText(values_of(view, card)), scope),) if card else ()

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | TEXT_COLUMNS

    def writes(self) -> frozenset[Column]:
        return TEXT_COLUMNS


class TakeText(Operation, frozen=True):
    """The full text of a card, with its values at hand."""

    kind: ClassVar[Kind] = "text"
    values: Copiable

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        before = [held for held, on in draft.column("ability").items() if on & mask]
        last = max((held.place for held in before), default=0)
        had = {held.ability: held for held in reversed(before) if held.origin == "copiable"}
        self.values.write(draft, mask)
        # None of these is the ability that stood at its place before, with other words; with the same words it is:
        # else an object that takes its own text would take it again without end.
        for held, having in [(held, on & mask) for held, on in draft.column("ability").items() if on & mask]:
            if held.origin == "copiable":
                new = Held(held.ability, "copiable", held.place + last, "text")
                draft.drop("ability", held, having)
                draft.put("ability", had.pop(held.ability, new), having)

    def writes(self) -> frozenset[Column]:
        return TEXT_COLUMNS


TEXT_COLUMNS = columns(
    *((family, ANY) for family in (
        "name", "mana_cost", "mana_value", "color", "type", "supertype", "subtype", "ability",
        "power", "toughness", "loyalty", "defense",
    ))
)  # fmt: skip
