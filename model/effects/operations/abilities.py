"""The operations of layer 6: abilities gained and lost (613.1f)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace

from ..keyword_parameters import chosen, counts_x, of_choice, with_x
from ..language import Ability, Amount, Composite, Kind, Operation
from ..phrase import Wording
from ..view import ABILITIES, ANY, Columns, Context, Draft, Held, Mask, View, columns
from .colors import SetColors
from .types import LoseSubtypes, SetSubtypes, SetTypes


class LoseOther(Composite, frozen=True):
    """Removes all characteristics of some kinds, as in "loses all other abilities and card types".

    Characteristics that the same effect gives are kept.

    Attributes:
        what: the kinds of characteristics, in the order and wording of the card.
        types: the card types that the effect gives, which the object keeps.
        subtypes: the creature types that the effect gives, which the object keeps.
        word: the verb.
        other: whether the object keeps `types` and `subtypes`. If the text is "loses all land types and abilities", it
            does not.
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
        # The phrase that gives new colors or a new name already replaces the old ones.
        if {"card types", "types"} & {*self.what} and self.types:
            found.append(SetTypes(self.types))
        if {"creature types", "types"} & {*self.what} and self.subtypes:
            # 101.1: the words of the card take precedence over 205.1b for an "artifact creature".
            found.append(SetSubtypes(self.subtypes))
        if "abilities" in self.what:
            found.append(LoseAll(other=True))
        return tuple(found)


class LoseThis(Operation, frozen=True):
    """Removes the ability from which the effect comes, as in "loses this ability" (Licids)."""

    kind: ClassVar[Kind] = "ability"
    WRITES: ClassVar[Columns] = ABILITIES
    word: str = "loses"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        remove(draft, mask, lambda held: refers_to_itself(held.ability, "loses this ability", LoseThis))

    def describe(self, wording: Wording) -> str:
        return "removes the ability from which it comes"


class Gain(Operation, frozen=True):
    """Adds abilities (613.1f), as in "has flying"."""

    kind: ClassVar[Kind] = "ability"
    CONSULTS: ClassVar[Columns] = columns(("cant_have", ANY))
    TAKES_ABILITIES: ClassVar[bool] = False
    GIVES_ABILITIES: ClassVar[bool] = True
    abilities: tuple[Ability, ...]
    word: str = "has"  # has, gains
    style: str = ""  # "each color" if the text says "protection from each color"
    first: int = 1  # position of the first of these abilities among those that the effect grants
    unbarred: bool = False  # whether the object gets the ability despite "can't have"
    x: Amount | None = None  # the value of X in a keyword: "ward {X}, where X is ..."

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
        return ((replace(self, abilities=given), scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for place, ability in enumerate(self.abilities, start=self.first):
            # 113.11: an object that can't have the ability does not get it.
            barred = 0 if self.unbarred else draft.having("cant_have", getattr(ability, "name", None))
            draft.put("ability", Held(ability, "granted", place, context.effect, context.stamp), mask & ~barred)

    def _numbered(self, number: int) -> Gain:
        given = tuple(with_x(ability, number) for ability in self.abilities)
        return replace(self, abilities=given, x=None)

    def writes(self) -> Columns:
        if self.x is not None or any(counts_x(ability) or of_choice(ability) for ability in self.abilities):
            return ABILITIES
        return columns(*(("ability", ability) for ability in self.abilities))

    def describe(self, wording: Wording) -> str:
        return f"gives {wording.abilities(self.abilities)}"


def given(abilities: tuple[Ability, ...], view: View, context: Context) -> tuple[Ability, ...]:
    """Return abilities with what was chosen, as for "the color of your choice" (608.2d)."""
    found = (each for each, _ in Gain(abilities).evaluate(view, context, 0) if isinstance(each, Gain))
    return tuple(ability for each in found for ability in each.abilities)


class Lose(Operation, frozen=True):
    """Removes abilities (613.1f), as in "loses flying".

    A keyword without a parameter also matches the same keyword with any parameter.
    """

    kind: ClassVar[Kind] = "ability"
    abilities: tuple[Ability, ...]
    word: str = "loses"
    style: str = ""

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        remove(draft, mask, lambda held: any(same_ability(held.ability, lost) for lost in self.abilities))

    def is_anonymous(self) -> bool:
        return True

    def writes(self) -> Columns:
        return columns(*(("ability", ability) for ability in self.abilities))

    def describe(self, wording: Wording) -> str:
        return f"removes {wording.abilities(self.abilities)}"


class LoseAll(Operation, frozen=True):
    """Removes all abilities, or all except those that the same effect gives."""

    kind: ClassVar[Kind] = "ability"
    WRITES: ClassVar[Columns] = ABILITIES
    other: bool = False
    word: str = "loses"  # "has": "has no abilities"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        if not self.other:
            draft.clear("ability", mask)
            return
        remove(draft, mask, lambda held: not (held.granter == context.effect and held.origin == "granted"))

    def is_anonymous(self) -> bool:
        return not self.other

    def describe(self, wording: Wording) -> str:
        return "removes all other abilities" if self.other else "removes all abilities"


def remove(draft: Draft, mask: Mask, lost: Callable[[Held], bool]) -> None:
    """Remove the abilities of objects for which `lost` returns true."""
    for held in [held for held, having in draft.column("ability").items() if having & mask and lost(held)]:
        draft.drop("ability", held, mask)


def same_ability(held: Ability, lost: Ability) -> bool:
    """Return whether an effect that removes the ability `lost` removes `held`.

    A keyword without a parameter also matches the same keyword with any parameter.
    """
    if held == lost:
        return True
    bare = type(lost) is type(held) and not getattr(lost, "parameter", "x")
    detail = getattr(lost, "color", "") or getattr(lost, "subtype", "")
    return bare and getattr(held, "name", None) == getattr(lost, "name", 0) and not detail


def refers_to_itself(ability: Ability, words: str, operation: type[Operation]) -> bool:
    """Return whether an ability refers to itself, in its text or in an operation of its effects."""
    resolution = getattr(ability, "resolution", None)
    if words in getattr(ability, "text", ""):
        return True
    return resolution is not None and any(isinstance(node, operation) for node in resolution.walk())
