"""The operations of layer 6: abilities gained, lost and barred (613.1f)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ..amounts.base import reads_of
from ..keyword_parameters import chosen, counts_x, of_choice, with_x
from ..language import Ability, Amount, Kind, Operation
from ..phrase import Wording
from ..view import ANY, Column, Context, Draft, Held, Mask, View, columns
from .colors import SetColors
from .types import LoseSubtypes, SetSubtypes, SetTypes


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
        # Colors and names were set in place of all others by the phrase that gives the new ones.
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

    def describe(self, wording: Wording) -> str:
        return "takes the ability it comes from"


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
        given = tuple(with_x(ability, number) for ability in self.abilities)
        return msgspec.structs.replace(self, abilities=given, x=None)

    def reads(self) -> frozenset[Column]:
        return reads_of(self.x)

    def writes(self) -> frozenset[Column]:
        if self.x is not None or any(counts_x(ability) or of_choice(ability) for ability in self.abilities):
            return columns(("ability", ANY))
        return columns(*(("ability", ability) for ability in self.abilities))

    def consults(self) -> frozenset[Column]:
        return columns(("cant_have", ANY))

    def describe(self, wording: Wording) -> str:
        return f"gives {wording.abilities(self.abilities)}"


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

    def describe(self, wording: Wording) -> str:
        return f"takes {wording.abilities(self.abilities)}"


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

    def describe(self, wording: Wording) -> str:
        return "takes all other abilities" if self.other else "takes all abilities"


def same_ability(held: Ability, lost: Ability) -> bool:
    """Return whether "loses `lost`" takes `held`: equal, or a form of a keyword named without a parameter."""
    if held == lost:
        return True
    bare = type(lost) is type(held) and not getattr(lost, "parameter", "x")
    return bare and getattr(held, "name", None) == getattr(lost, "name", 0) and not _detail(lost)


def _detail(keyword: Ability) -> str:
    return getattr(keyword, "color", "") or getattr(keyword, "subtype", "")
