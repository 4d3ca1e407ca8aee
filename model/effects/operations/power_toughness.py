"""Operations: primitive changes, each in one layer, with operands that are evaluated before they are compared.

This module holds the base and the operations of layers 2, 3, 5, 6 and 7; those of layer 1 stand in
`copying`, those of layer 4 in `type_operation`, the composite "becomes a ..." in `becomes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

import msgspec

from ...data.admission import digits
from ...rules.vocabulary import BASIC_LAND_TYPES, COLOR_WORDS, COLORS, families
from ...support.limits import check
from ..amounts.counting import Amount, Number
from ..keyword_parameters import chosen, counts_x, of_choice, with_x
from ..node import Node
from ..players import ControllerOf, Holder
from ..view import ANY, Column, Context, Draft, Held, Mask, View, Who, columns, players

if TYPE_CHECKING:
    from ..ability import Ability

# What an operation is about; an edition says in which layer that is (613.1).
Kind = Literal[
    "copy", "face down", "control", "text", "type", "color", "ability", "define", "set", "modify", "switch",
    "player", "rule", "cost",
]  # fmt: skip


class Operation(Node, frozen=True):
    """One change to the objects in a clause's scope."""

    kind: ClassVar[Kind]
    SETS_TYPES: ClassVar[bool] = False  # whether it gives card types or supertypes (405.2)
    GIVES_ABILITIES: ClassVar[bool] = False  # whether its object "has" abilities by it (405.2 of 2003)

    def primitives(self) -> tuple[Operation, ...]:
        """Return the operations that this one consists of, each in one layer."""
        return (self,)

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        """Return what it does now: operations with constant operands, each with its share of `scope` (613.8a)."""
        return ((self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Change `draft`; only called on an evaluated operation."""
        raise NotImplementedError

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide the operands."""
        return frozenset()

    def writes(self) -> frozenset[Column]:
        """Return the columns that it may change, ANY standing for a whole family."""
        raise NotImplementedError

    def consults(self) -> frozenset[Column]:
        """Return the columns that decide how `apply` plays out beyond the operands (fallen subtypes ...)."""
        return frozenset()

    def defines(self) -> bool:
        """Return whether it defines colours, subtypes, power or toughness, as a CDA does (604.3a)."""
        return False


class GainControl(Operation, frozen=True):
    """Change of controller (613.1b): "you control enchanted creature"."""

    kind: ClassVar[Kind] = "control"
    who: Who | ControllerOf | Holder = "you"
    player: int | None = None  # evaluated
    word: str = ""  # "you control", "gain control of"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if self.player is not None:
            return ((self, scope),)
        new = players(view, context, self.who)
        if self.who == "an opponent" and len(new) > 1:  # which of them is for the event to say
            new = context.target_players
        return tuple((GainControl(self.who, player), scope) for player in new[:1])

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        # 108.4: only permanents and spells have a controller.
        draft.assign("controller", self.player, mask & ~_elsewhere(draft))

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY)).union(*(child.reads() for child in self._whose()))

    def _whose(self) -> tuple[ControllerOf | Holder, ...]:
        return () if isinstance(self.who, str) else (self.who,)

    def writes(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class ChangeWords(Operation, frozen=True):
    """Change of colour words or subtype words in type line and rules text (612.2).

    Attributes:
        what: which kind of word may be changed.
        old, new: evaluated: a colour (W U B R G) or a subtype.
    """

    kind: ClassVar[Kind] = "text"
    what: tuple[Literal["color", "basic_land_type", "land_type", "creature_type"], ...]
    old: str = ""
    new: str = ""

    def may_change(self, word: str) -> bool:
        """Return whether `word` is of a kind that this may change or put in place (612.2)."""
        kinds = {
            "color": word in COLORS or word in COLOR_WORDS,
            "basic_land_type": word in BASIC_LAND_TYPES,
            "land_type": "land" in families(word),
            "creature_type": "creature" in families(word),
        }
        return any(kinds[kind] for kind in self.what)

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        choices = view.choices(context)
        old, new = (choices.word_from or ("",))[0], (choices.word_to or ("",))[0]
        return ((ChangeWords(self.what, COLOR_WORDS.get(old, old), COLOR_WORDS.get(new, new)), scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        reword(draft, mask, {self.old: self.new})
        if self.old not in COLORS:
            having = draft.column("subtype").get(self.old, 0) & mask
            draft.drop("subtype", self.old, having)
            draft.put("subtype", self.new, having)
            refresh_mana(draft, having)

    def writes(self) -> frozenset[Column]:
        return columns(("ability", ANY), ("subtype", ANY))

    def consults(self) -> frozenset[Column]:
        return columns(("ability", ANY), ("subtype", ANY))


def reword(draft: Draft, mask: Mask, swap: dict[str, str]) -> None:
    """Replace words in the rules text of the objects in `mask`; never in what effects grant (612.3)."""
    for held, having in list(draft.column("ability").items()):
        if having & mask and held.origin == "copiable":
            changed = held.ability.with_words(swap)
            if changed != held.ability:
                draft.drop("ability", held, mask)
                draft.put("ability", msgspec.structs.replace(held, ability=changed), having & mask)


class SetName(Operation, frozen=True):
    """A name in place of all others (612.8)."""

    kind: ClassVar[Kind] = "text"
    name: str

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.assign("name", self.name, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("name", ANY))


class SetColors(Operation, frozen=True):
    """Colours in place of all others (105.3); none of them means colourless, `chosen` the chosen colour."""

    kind: ClassVar[Kind] = "color"
    colors: tuple[str, ...] = ()
    chosen: bool = False

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        return ((SetColors(view.choices(context).color) if self.chosen else self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.clear("color", mask)
        for color in self.colors:
            draft.put("color", color, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("color", ANY))

    def defines(self) -> bool:
        return True


class AddColors(Operation, frozen=True):
    """Colours "in addition to its other colors" (105.3)."""

    kind: ClassVar[Kind] = "color"
    colors: tuple[str, ...] = ()
    chosen: bool = False

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        return ((AddColors(view.choices(context).color) if self.chosen else self, scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for color in self.colors:
            draft.put("color", color, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("color", ANY)) if self.chosen else columns(*(("color", color) for color in self.colors))

    def defines(self) -> bool:
        return True


class Gain(Operation, frozen=True):
    """Abilities added (613.1f): "has flying"."""

    kind: ClassVar[Kind] = "ability"
    GIVES_ABILITIES: ClassVar[bool] = True
    abilities: tuple[Ability, ...]
    word: str = "has"  # has, gains
    style: str = ""  # "each color", of protection from all five
    first: int = 1  # the place of the first one among all that the effect grants
    unbarred: bool = False  # whether no "can't have" keeps it away
    x: Amount | None = None  # the number of a keyword that the text calls X: "ward {X}, where X is ..."

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if self.x is not None:
            numbers = sorted(self.x.values(view, context, scope).items())
            return tuple((self._numbered(number), having) for number, having in numbers)
        if context.x is not None and any(map(counts_x, self.abilities)):
            return ((self._numbered(context.x), scope),)
        if not any(map(of_choice, self.abilities)):
            return ((self, scope),)
        choices = view.choices(context)
        given = tuple(
            each
            for ability in self.abilities
            for each in (chosen(ability, choices) if of_choice(ability) else [ability])
        )
        return ((msgspec.structs.replace(self, abilities=given), scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for place, ability in enumerate(self.abilities, start=self.first):
            # 113.11: what can't have the ability does not get it.
            barred = 0 if self.unbarred else draft.having("cant_have", getattr(ability, "name", None))
            draft.put("ability", Held(ability, "granted", place, context.effect, context.stamp), mask & ~barred)

    def _numbered(self, number: int) -> Gain:
        """Return the operation with `number` for the X of its keywords."""
        given = tuple(with_x(ability, number) for ability in self.abilities)
        return msgspec.structs.replace(self, abilities=given, x=None)

    def reads(self) -> frozenset[Column]:
        return _amount_reads(self.x)

    def writes(self) -> frozenset[Column]:
        if self.x is not None or any(counts_x(ability) or of_choice(ability) for ability in self.abilities):
            return columns(("ability", ANY))
        return columns(*(("ability", ability) for ability in self.abilities))

    def consults(self) -> frozenset[Column]:
        return columns(("cant_have", ANY))


class Lose(Operation, frozen=True):
    """Abilities removed (613.1f): "loses flying"; a keyword without a parameter takes every form of it."""

    kind: ClassVar[Kind] = "ability"
    abilities: tuple[Ability, ...]
    word: str = "loses"
    style: str = ""

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for held in list(draft.column("ability")):
            if any(same_ability(held.ability, lost) for lost in self.abilities):
                draft.drop("ability", held, mask)

    def writes(self) -> frozenset[Column]:
        return columns(*(("ability", ability) for ability in self.abilities))


class LoseAll(Operation, frozen=True):
    """All abilities removed; with `other`, all but those that the same effect gives."""

    kind: ClassVar[Kind] = "ability"
    other: bool = False
    word: str = "loses"  # "has": "has no abilities"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for held in list(draft.column("ability")):
            if not (self.other and held.granter == context.effect and held.origin == "granted"):
                draft.drop("ability", held, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("ability", ANY))


class CantHave(Operation, frozen=True):
    """An ability lost for good: "can't have or gain flying" (613.1f, 113.11)."""

    kind: ClassVar[Kind] = "ability"
    keyword: str
    word: str = "can't have or gain"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        if draft.edition.cant_have:
            draft.put("cant_have", self.keyword, mask)
        for held in list(draft.column("ability")):
            if getattr(held.ability, "name", None) == self.keyword:
                draft.drop("ability", held, mask)

    def writes(self) -> frozenset[Column]:
        from ..ability import Keyword

        return columns(("cant_have", self.keyword), ("ability", Keyword(self.keyword)))


class SetPT(Operation, frozen=True):
    """Base power and/or toughness set to a value (613.4b), or defined by a CDA (613.4a)."""

    kind: ClassVar[Kind] = "set"
    power: Amount | None = None
    toughness: Amount | None = None
    word: str = "has base"  # how the text says it

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if isinstance(self.power, Number) and isinstance(self.toughness, Number):
            return ((SetPT(self.power, self.toughness), scope),)
        return tuple(
            (SetPT(power, toughness), mask)
            for (power, toughness), mask in _pairs(self.power, self.toughness, view, context, scope)
        )

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        if isinstance(self.power, Number):
            draft.assign("power", self.power.number, mask)
        if isinstance(self.toughness, Number):
            draft.assign("toughness", self.toughness.number, mask)

    def reads(self) -> frozenset[Column]:
        return _amount_reads(self.power, self.toughness)

    def writes(self) -> frozenset[Column]:
        return columns(("power", ANY), ("toughness", ANY))

    def defines(self) -> bool:
        return True


class ModifyPT(Operation, frozen=True):
    """Power and/or toughness modified: "gets +1/+1" (613.4c)."""

    kind: ClassVar[Kind] = "modify"
    power: Amount
    toughness: Amount
    word: str = "gets"  # "gets an additional"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if isinstance(self.power, Number) and isinstance(self.toughness, Number):
            return ((ModifyPT(self.power, self.toughness), scope),)
        return tuple(
            (ModifyPT(power or Number(0), toughness or Number(0)), mask)
            for (power, toughness), mask in _pairs(self.power, self.toughness, view, context, scope)
        )

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for family, amount in (("power", self.power), ("toughness", self.toughness)):
            if isinstance(amount, Number) and amount.number:
                moved = [(n, having & mask) for n, having in draft.column(family).items() if having & mask]
                for number, having in moved:
                    draft.drop(family, number, having)
                for number, having in moved:
                    draft.put(family, number + amount.number, having)

    def reads(self) -> frozenset[Column]:
        return _amount_reads(self.power, self.toughness)

    def writes(self) -> frozenset[Column]:
        return columns(("power", ANY), ("toughness", ANY))


class SwitchPT(Operation, frozen=True):
    """Power and toughness switched (613.4d)."""

    kind: ClassVar[Kind] = "switch"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        powers = [(n, having & mask) for n, having in draft.column("power").items() if having & mask]
        toughnesses = [(n, having & mask) for n, having in draft.column("toughness").items() if having & mask]
        draft.clear("power", mask)
        draft.clear("toughness", mask)
        for number, having in toughnesses:
            draft.put("power", number, having)
        for number, having in powers:
            draft.put("toughness", number, having)

    def writes(self) -> frozenset[Column]:
        return columns(("power", ANY), ("toughness", ANY))


def same_ability(held: Ability, lost: Ability) -> bool:
    """Return whether "loses `lost`" takes `held`: equal, or a form of a keyword named without a parameter."""
    if held == lost:
        return True
    bare = type(lost) is type(held) and not getattr(lost, "parameter", "x")
    return bare and getattr(held, "name", None) == getattr(lost, "name", 0) and not _detail(lost)


def _detail(keyword: Ability) -> str:
    return getattr(keyword, "color", "") or getattr(keyword, "subtype", "")


def refresh_mana(draft: Draft, mask: Mask) -> None:
    """Give the lands of `mask` the mana ability of each basic land type they have, and no other (305.6)."""
    from ..mana_abilities import INTRINSIC

    lands = draft.having("type", "Land") & mask
    for subtype, held in INTRINSIC.items():
        draft.drop("ability", held, mask)
        draft.put("ability", held, draft.having("subtype", subtype) & lands)


def drop_mana(draft: Draft, mask: Mask) -> None:
    """Take from the objects of `mask` the mana abilities of basic land types that they do not have (any more)."""
    from ..mana_abilities import INTRINSIC

    lands = draft.having("type", "Land")
    for subtype, held in INTRINSIC.items():
        draft.drop("ability", held, mask & ~(draft.having("subtype", subtype) & lands))


def _elsewhere(view: View) -> Mask:
    return view.everything & ~(view.still("zone", "battlefield") | view.still("zone", "stack"))


def _amount_reads(*amounts: Amount | None) -> frozenset[Column]:
    return frozenset().union(*(amount.reads() for amount in amounts if amount is not None))


def _pairs(
    power: Amount | None, toughness: Amount | None, view: View, context: Context, scope: Mask
) -> list[tuple[tuple[Number | None, Number | None], Mask]]:
    """Return (power, toughness) -> objects, lowest first, for amounts that may differ from object to object."""
    powers = {None: scope} if power is None else power.values(view, context, scope)
    toughnesses = {None: scope} if toughness is None else toughness.values(view, context, scope)
    found = [
        ((p, t), these & those) for p, these in powers.items() for t, those in toughnesses.items() if these & those
    ]
    found.sort(key=lambda pair: (pair[0][0] or 0, pair[0][1] or 0))
    return [((_number(p), _number(t)), mask) for (p, t), mask in found]


def _number(value: int | None) -> Number | None:
    if value is None:
        return None
    if value.bit_length() > _USUAL:
        check("computed", digits(value))
    return Number(value)


_USUAL: Final = 64
