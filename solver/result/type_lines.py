"""The order of subtypes on the type lines of objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from mtglayers.model.effects.operations.copying import TakeValues
from mtglayers.model.effects.operations.types import AddSubtypes, SetSubtypes
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Mask
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, EVERY_MARKERS, families

if TYPE_CHECKING:
    from ..engine.trace import Trace


class TypeLines:
    """The type lines of the objects of a trace: which subtypes come first.

    The printed or copied subtypes of an object come first, then those that effects give, in the order of the effects
    and of their texts, and then those that are printed on other objects.
    """

    __slots__ = ("_copied", "_others", "_trace")

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._copied: list[tuple[tuple[str, ...], Mask]] = []  # found with `_others`
        self._others: tuple[str, ...] | None = None

    def ordered(self, number: int, words: Sequence[str]) -> tuple[str, ...]:
        """Return subtypes of object `number` as they stand on its type line (`shown_subtypes`)."""
        own = self._trace.start.world.objects[number].base.values.subtypes
        shown = shown_subtypes(tuple(words))
        return _ordered(shown, own if set(shown).issubset(own) else self.order(number))

    def order(self, number: int) -> tuple[str, ...]:
        """Return the subtypes that object `number` can have, in the order of its type line."""
        if self._others is None:
            self._others = self._found()
        own = self._trace.start.world.objects[number].base.values.subtypes
        for words, mask in reversed(self._copied):
            if mask >> number & 1:  # the subtypes copied last are printed, and its own at most an exception
                own = words or own
                break
        return _all_of(own, self._others)

    def _found(self) -> tuple[str, ...]:
        # The subtypes that effects give, and those of all objects, the first object first.
        bases = self._trace.start.world.bases
        first = {base: mask & -mask for base, mask in bases.items()}
        printed = [base.values.subtypes for base in sorted(first, key=first.__getitem__)]
        given: list[str] = []
        copies: list[tuple[TakeValues, Mask, int | None]] = []
        for made in self._trace.applications:
            for _, operation, mask in made.taken.footprint.operations:
                if isinstance(operation, TakeValues):
                    copies.append((operation, mask, made.taken.effect.source))
                elif isinstance(operation, AddSubtypes | SetSubtypes):
                    given += operation.subtypes
        if copies:
            self._copied = list(self._as_printed(copies, printed))
        for own in printed:
            given += own
        return tuple(dict.fromkeys(given))

    def _as_printed(
        self, copies: Iterable[tuple[TakeValues, Mask, int | None]], printed: Sequence[tuple[str, ...]]
    ) -> Iterator[tuple[tuple[str, ...], Mask]]:  # fmt: skip
        # A copy effect has the subtypes in no order; the object that was copied has them in printed order.
        objects = self._trace.start.world.objects
        same = {frozenset(own): own for own in reversed(printed)}
        subtypes_of = {each.id: each.base.values.subtypes for each in objects.values()}
        for copy, mask, source in copies:
            words = copy.values.subtypes
            found = None if source is None else objects.get(source)
            own = () if found is None or found.copy is None else subtypes_of.get(found.copy.of, ())
            copied = own if set(own) == set(words) else same.get(frozenset(words), words)
            yield copied, mask


@lru_cache(maxsize=8192)
def _all_of(own: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*own, *others)))


@lru_cache(maxsize=8192)
def _ordered(words: tuple[str, ...], order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(in_printed_order(words, order))


def in_printed_order(words: Iterable[str], printed: Sequence[str]) -> list[str]:
    """Return subtypes in the order of a type line: the printed ones first, then the others in their order.

    Basic land types among the others have the order of the colors.

    >>> in_printed_order(["Bear", "Cleric", "Human"], ["Human", "Cleric"])
    ['Human', 'Cleric', 'Bear']
    >>> in_printed_order(["Forest", "Island", "Plains", "Saproling"], ["Forest"])
    ['Forest', 'Plains', 'Island', 'Saproling']
    """
    first = sorted([word for word in words if word in printed], key=printed.index)
    others = [word for word in words if word not in printed]
    basic = sorted([word for word in others if word in BASIC_LAND_TYPES], key=list(BASIC_LAND_TYPES).index)
    return [*first, *(basic.pop(0) if word in BASIC_LAND_TYPES else word for word in others)]


@lru_cache(maxsize=8192)
def shown_subtypes(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return subtypes for display, omitting those that "every creature type" includes; the others are sorted."""
    every = [marker for marker in (EVERY_CREATURE_TYPE, EVERY_LAND_TYPE) if marker in words]
    if not every:
        return tuple(sorted(words))
    covered = {family for family, marker in EVERY_MARKERS.items() if marker in words}
    rest = [w for w in words if w not in every and not covered.intersection(families(w))]
    return (*every, *sorted(rest))
