"""Copiable values and the operations of layer 1 (613.2, 707.2)."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

import msgspec

from ...rules.edition import Edition
from ...rules.vocabulary import joined
from ..ability import is_cda
from ..copiable import Copiable
from ..language import Ability, Kind, Operation, Selector
from ..mana_abilities import refresh_mana
from ..phrase import Wording
from ..selectors import Target
from ..view import ANY, Column, Context, Draft, Held, Mask, View, columns
from .abilities import Gain
from .colors import AddColors, SetColors
from .power_toughness import SetPT
from .types import AddSubtypes, SetSubtypes


class BecomeCopy(Operation, frozen=True):
    """ "Becomes a copy of ..., except ...": the values are fixed as the effect begins (707.2b, 707.2c).

    Attributes:
        of: the object copied.
        exceptions: operations on the copied values, part of the copiable values (707.9).
        word: the verb, for printing.
    """

    kind: ClassVar[Kind] = "copy"
    of: Selector = Target()
    exceptions: tuple[Operation, ...] = ()
    word: str = "becomes"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        values = view.fixed_copy(context.effect)
        return () if values is None else ((TakeValues(values, self.exceptions), scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        """Do nothing: evaluated, or fixed as it resolves, it is a `TakeValues`."""

    def writes(self) -> frozenset[Column]:
        return COPIED


class TakeValues(Operation, frozen=True):
    """A copy effect with its values at hand (613.2a)."""

    kind: ClassVar[Kind] = "copy"
    values: Copiable
    exceptions: tuple[Operation, ...] = ()

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        kept = {
            exception.family: {word: having & mask for word, having in draft.column(exception.family).items()}
            for exception in self.exceptions
            if isinstance(exception, DontCopy)
        }
        exceptions = evaluated(self.exceptions, draft, mask, context)
        overwrite(self.values, draft, mask, context.stamp if draft.edition.brought_later else ())
        lost = _defining(self.values, given_families(self.exceptions, draft.edition), draft.edition)
        for held in [held for held in draft.column("ability") if held.origin == "copiable" and held.ability in lost]:
            draft.drop("ability", held, mask)  # 707.9d
        for family, words in kept.items():
            draft.clear(family, mask)
            for word, having in words.items():
                draft.put(family, word, having)
        apply_exceptions(exceptions, draft, mask, context)

    def writes(self) -> frozenset[Column]:
        return COPIED

    def describe(self, wording: Wording) -> str:
        said = [each.describe(wording) for exception in self.exceptions for each in exception.primitives()]
        name = self.values.name or "an object without a name"
        return f"copies {name}, except that it {joined(said)}" if said else f"copies {name}"


FACE_DOWN: Final = Copiable(types=("Creature",), power=2, toughness=2)
"""What a permanent is face down where nothing is listed of it (708.2a)."""


class TurnedDown(Operation, frozen=True):
    """Face-down values: a 2/2 creature with no name, cost, subtypes or text, unless told otherwise (708.2)."""

    kind: ClassVar[Kind] = "face down"
    values: Copiable = FACE_DOWN

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        overwrite(self.values, draft, mask)

    def writes(self) -> frozenset[Column]:
        return COPIED

    def describe(self, wording: Wording) -> str:
        return f"makes it a face-down {self.values.describe(wording)}"


def given_families(exceptions: tuple[Operation, ...], edition: Edition) -> frozenset[str]:
    """Return the families for which exceptions give values of their own, or keep the old ones (707.9d)."""
    found: set[str] = set()
    if edition.exceptions_suppress == "none":
        return frozenset()
    for primitive in (p for exception in exceptions for p in exception.primitives()):
        match primitive:
            case SetPT(power=power, toughness=toughness):
                found |= {f for f, amount in (("power", power), ("toughness", toughness)) if amount is not None}
            case SetColors():
                found.add("color")
            case SetSubtypes():
                found.add("subtype")
            case DontCopy(family=family):
                found.add(family)
            case AddColors() if edition.exceptions_suppress == "all":
                found.add("color")
            case AddSubtypes() if edition.exceptions_suppress == "all":
                found.add("subtype")
            case _:
                pass
    return frozenset(found)


def overwrite(values: Copiable, draft: Draft, mask: Mask, stamp: tuple[int, ...] = ()) -> None:
    """Let the objects of `mask` have these values and no others.

    Args:
        values: the values.
        draft: the board.
        mask: the objects.
        stamp: the timestamp key that the abilities carry, if they have one apart from their object's.
    """
    for family, _ in sorted(COPIED):
        draft.clear(family, mask)
    values.put_on(draft, mask, stamp)
    refresh_mana(draft, mask)


def _defining(values: Copiable, given: frozenset[str], edition: Edition) -> frozenset[Ability]:
    return frozenset(
        ability
        for ability in values.abilities
        if given and is_cda(ability, edition) and given & {family for family, _ in _written(ability)}
    )


def _written(ability: Ability) -> frozenset[Column]:
    return frozenset(
        column for clause in ability.clauses() for operation in clause.flat() for column in operation.writes()
    )


Evaluated = list[tuple[Operation, Mask]]


def evaluated(exceptions: tuple[Operation, ...], draft: Draft, mask: Mask, context: Context) -> Evaluated:
    """Return exceptions with constant operands: "this creature's power" is that of the copy before it copies."""
    found: Evaluated = []
    granted = 0
    for exception in exceptions:
        for primitive in exception.primitives():
            placed = primitive
            if isinstance(primitive, Gain):
                placed = msgspec.structs.replace(primitive, first=granted + 1)
                granted += len(primitive.abilities)
            found.extend(placed.evaluate(draft, context, mask))
    return found


def values_of(view: View, mask: Mask) -> Copiable:
    """Return the values that the one object of `mask` has now."""

    def one(family: str, default: Any = None) -> Any:
        return next((value for value, having in view.column(family).items() if having & mask), default)

    def all_of(family: str) -> tuple[str, ...]:
        return tuple(word for word, having in view.column(family).items() if having & mask)

    held = sorted(
        (h for h, having in view.column("ability").items() if having & mask and h.origin == "copiable"),
        key=lambda h: h.place,
    )
    return Copiable(
        one("name", ""), one("mana_cost", ""), one("mana_value"), all_of("color"), all_of("type"), all_of("supertype"),
        all_of("subtype"), tuple(h.ability for h in held), one("power"), one("toughness"), one("loyalty"),
        one("defense"),
    )  # fmt: skip


def apply_exceptions(exceptions: Evaluated, draft: Draft, mask: Mask, context: Context) -> None:
    """Apply the exceptions of a copy effect; what they add is copiable, not granted (707.9a)."""
    before = set(draft.column("ability"))
    for operation, part in exceptions:
        operation.apply(draft, part, context)
    taken = max((held.place for held in before if draft.column("ability").get(held, 0) & mask), default=0)
    for held in [held for held in draft.column("ability") if held not in before and held.origin == "granted"]:
        taken += 1
        having = draft.column("ability")[held] & mask
        draft.drop("ability", held, mask)
        stamp = context.stamp if draft.edition.brought_later else ()
        draft.put("ability", Held(held.ability, "copiable", taken, "except", stamp), having)


COPIED = columns(
    *((family, ANY) for family in (
        "name", "mana_cost", "mana_value", "color", "type", "supertype", "subtype", "ability",
        "power", "toughness", "loyalty", "defense",
    ))
)  # fmt: skip


class AsEnters(Operation, frozen=True):
    """Values set by an "as ... enters" or "as ... is turned face up" choice; they are copiable (613.2a)."""

    kind: ClassVar[Kind] = "copy"
    operations: tuple[Operation, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        apply_exceptions(evaluated(self.operations, draft, mask, context), draft, mask, context)

    def writes(self) -> frozenset[Column]:
        return COPIED

    def describe(self, wording: Wording) -> str:
        return joined(each.describe(wording) for each in self.operations)


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

    def describe(self, wording: Wording) -> str:
        return "keeps its own colour"


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

    def describe(self, wording: Wording) -> str:
        return "has this ability"
