"""The operations of layer 1, which set copiable values (613.2, 707.2)."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

import msgspec

from ...rules.edition import Edition
from ...rules.vocabulary import joined
from ..ability import is_cda
from ..copiable import Copiable
from ..language import Ability, Filter, Inert, Kind, Operation, Selector
from ..mana_abilities import refresh_mana
from ..phrase import Wording
from ..selectors import Target
from ..view import ABILITIES, ANY, Columns, Context, Draft, Held, Mask, View, columns
from .abilities import Gain, refers_to_itself
from .colors import AddColors, SetColors
from .power_toughness import SetPT
from .types import AddSubtypes, SetSubtypes

COPIED: Final = columns(*(
    (family, ANY) for family in (
        "name", "mana_cost", "mana_value", "color", "type", "supertype", "subtype", "ability",
        "power", "toughness", "loyalty", "defense",
    )
))  # fmt: skip
"""The columns that contain copiable values (707.2)."""


class BecomeCopy(Operation, frozen=True):
    """Makes objects copies of another object, as in "becomes a copy of ..., except ...".

    The copied values are determined when the effect begins (707.2b, 707.2c). `TakeValues` replaces this operation as
    the operation is evaluated or as the spell or ability resolves.

    Attributes:
        of: the copied object.
        exceptions: operations that change the copied values; the results are also copiable (707.9).
        word: the verb.
    """

    FACTS: ClassVar[frozenset[str]] = frozenset({"copied"})
    kind: ClassVar[Kind] = "copy"
    WRITES: ClassVar[Columns] = COPIED
    of: Selector = Target()
    exceptions: tuple[Operation, ...] = ()
    word: str = "becomes"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        values = view.fixed_copy(context.effect)
        return () if values is None else ((TakeValues(values, self.exceptions), scope),)

    def reads(self) -> Columns:
        return frozenset()

    def consults(self) -> Columns:
        return _consulted(self.exceptions)

    def lenders(self) -> Selector:
        return self.of


class TakeValues(Operation, frozen=True):
    """Sets the copiable values of objects to values that are already known (613.2a)."""

    kind: ClassVar[Kind] = "copy"
    WRITES: ClassVar[Columns] = COPIED
    values: Copiable
    exceptions: tuple[Operation, ...] = ()

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        plain = tuple(exception for exception in self.exceptions if not isinstance(exception, Conditional))
        self._copy(plain, draft, mask, context)
        for exception in self.exceptions:
            if isinstance(exception, Conditional):  # "if it's a creature": as it would be as a copy
                asked = mask & exception.filter.select(draft, context)
                apply_exceptions(evaluated(exception.operations, draft, asked, context), draft, asked, context)

    def _copy(self, plain: tuple[Operation, ...], draft: Draft, mask: Mask, context: Context) -> None:
        kept = {
            exception.family: {word: having & mask for word, having in draft.column(exception.family).items()}
            for exception in plain
            if isinstance(exception, DontCopy)
        }
        exceptions = evaluated(plain, draft, mask, context)
        overwrite(self.values, draft, mask, context.stamp if draft.edition.brought_later else ())
        lost = self.not_copied(draft.edition)
        for held in [held for held in draft.column("ability") if held.origin == "copiable" and held.ability in lost]:
            draft.drop("ability", held, mask)  # 707.9d
        for family, words in kept.items():
            draft.clear(family, mask)
            for word, having in words.items():
                draft.put(family, word, having)
        apply_exceptions(exceptions, draft, mask, context)

    def not_copied(self, edition: Edition) -> frozenset[Ability]:
        """Return the abilities that define what an exception sets or keeps, which are not copied (707.9d)."""
        plain = tuple(exception for exception in self.exceptions if not isinstance(exception, Conditional))
        return _defining(self.values, given_families(plain, edition), edition)

    def consults(self) -> Columns:
        return _consulted(self.exceptions)

    def describe(self, wording: Wording) -> str:
        said = [each.describe(wording) for exception in self.exceptions for each in exception.primitives()]
        name = self.values.name or "an object without a name"
        return f"copies {name}, except that it {joined(said)}" if said else f"copies {name}"


FACE_DOWN: Final = Copiable(types=("Creature",), power=2, toughness=2)
"""Default values of a face-down permanent (708.2a)."""


class TurnedDown(Operation, frozen=True):
    """Sets face-down values, by default those of a 2/2 creature with no name, cost, subtypes or text (708.2)."""

    kind: ClassVar[Kind] = "face down"
    WRITES: ClassVar[Columns] = COPIED
    values: Copiable = FACE_DOWN

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        overwrite(self.values, draft, mask)

    def describe(self, wording: Wording) -> str:
        return f"makes it a face-down {self.values.describe(wording)}"


def given_families(exceptions: tuple[Operation, ...], edition: Edition) -> frozenset[str]:
    """Return the families of values that the exceptions set or keep (707.9d)."""
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
    """Replace the copiable values of the objects in `mask`; `Copiable.put_on` explains `stamp`."""
    for family, _ in sorted(COPIED):
        draft.clear(family, mask)
    values.put_on(draft, mask, stamp)
    refresh_mana(draft, mask)


def _defining(values: Copiable, given: frozenset[str], edition: Edition) -> frozenset[Ability]:
    return frozenset(
        ability for ability in values.abilities if given and is_cda(ability, edition) and given & _written(ability)
    )


def _consulted(exceptions: tuple[Operation, ...]) -> Columns:
    # Exceptions are evaluated when the values are copied.
    primitives = [primitive for exception in exceptions for primitive in exception.primitives()]
    return frozenset().union(*(each.reads() | each.consults() for each in primitives))


def _written(ability: Ability) -> set[str]:
    operations = (operation for clause in ability.clauses() for operation in clause.flat())
    return {family for operation in operations for family, _ in operation.writes()}


Evaluated = list[tuple[Operation, Mask]]


def evaluated(exceptions: tuple[Operation, ...], draft: Draft, mask: Mask, context: Context) -> Evaluated:
    """Evaluate the exceptions to a copy effect before the object becomes a copy."""
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
    """Return the current values of the only object in `mask`."""

    def one(family: str, default: Any = None) -> Any:
        return next((value for value, having in view.column(family).items() if having & mask), default)

    def all_of(family: str) -> tuple[str, ...]:
        return tuple(sorted(word for word, having in view.column(family).items() if having & mask))

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
    """Apply the exceptions to a copy effect; the abilities that they add are copiable, not granted (707.9a)."""
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


class Conditional(Inert, frozen=True):
    """Exceptions to a copy effect that apply only if the copy fits a filter, as in "if it's a creature, it has flying".

    Attributes:
        filter: what the object must be as a copy.
        operations: the exceptions.
        word: the condition, as the text states it.
        last: whether the text states the condition last.
    """

    kind: ClassVar[Kind] = "copy"
    WRITES: ClassVar[Columns] = COPIED
    STYLE_FIELDS: ClassVar[frozenset[str]] = Operation.STYLE_FIELDS | {"last"}
    filter: Filter
    operations: tuple[Operation, ...]
    word: str
    last: bool = False

    def describe(self, wording: Wording) -> str:
        said = [each.describe(wording) for operation in self.operations for each in operation.primitives()]
        return f"{joined(said)} if {self.word}"


class NoManaCost(Operation, frozen=True):
    """The exception "it has no mana cost" (202.1b); its mana value is 0 (202.3a)."""

    kind: ClassVar[Kind] = "copy"
    WRITES: ClassVar[Columns] = columns(("mana_cost", ANY), ("mana_value", ANY))

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.clear("mana_cost", mask)
        draft.assign("mana_value", 0, mask)

    def describe(self, wording: Wording) -> str:
        return "has no mana cost"


class AsEnters(Operation, frozen=True):
    """Sets copiable values chosen "as ... enters" or "as ... is turned face up" (613.2a)."""

    kind: ClassVar[Kind] = "copy"
    WRITES: ClassVar[Columns] = COPIED
    operations: tuple[Operation, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        apply_exceptions(evaluated(self.operations, draft, mask, context), draft, mask, context)

    def consults(self) -> Columns:
        return _consulted(self.operations)

    def describe(self, wording: Wording) -> str:
        return joined(done.describe(wording) for each in self.operations for done in each.primitives())


class DontCopy(Inert, frozen=True):
    """The exception "it doesn't copy that creature's color", which `TakeValues` implements (707.9d)."""

    kind: ClassVar[Kind] = "copy"
    family: Literal["color"] = "color"
    word: str = "that creature's"

    def describe(self, wording: Wording) -> str:
        return "keeps its own color"


class KeepOthers(Inert, frozen=True):
    """The exception "it has ~'s other abilities": all but the ability that makes it a copy (707.9a).

    Also the effect "it gains this card's other abilities". The abilities are known once the ability is on an object.
    """

    kind: ClassVar[Kind] = "ability"
    WRITES: ClassVar[Columns] = ABILITIES
    word: str = ""  # "gains" if it is not an exception

    def describe(self, wording: Wording) -> str:
        return "has its other abilities"


class KeepThis(Inert, frozen=True):
    """The exception "it has this ability": the copy keeps the ability that made it a copy (707.9a)."""

    kind: ClassVar[Kind] = "ability"
    WRITES: ClassVar[Columns] = ABILITIES

    def fits(self, ability: Ability) -> bool:
        """Return whether an ability refers to itself as "this ability"."""
        return refers_to_itself(ability, "has this ability", KeepThis)

    def describe(self, wording: Wording) -> str:
        return "has this ability"
