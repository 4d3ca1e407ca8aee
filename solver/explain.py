"""Why an object is what it is: the reasons as data, and as sentences."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from mtglayers.model.type_operation import SetSubtypes
from mtglayers.model.view import ANY, Mask
from mtglayers.model.vocabulary import BASIC_LAND_TYPES

from .begun import begun, outlived
from .causes import seen_by
from .changes import Change, size_of, told, type_line
from .deeds import deeds
from .explanation import DECIDED, Earlier, Entry, Explanation, Never, Register, Rest
from .footprint import footprint
from .grounds import Grounds
from .lessons import TOLD
from .lines import Line, wrapped
from .pairs import PairTable, table
from .summary import summary
from .turns import Turn, Unapplied, turn, unapplied, unapplied_words
from .words import operation_words

if TYPE_CHECKING:
    from .facts import Facts
    from .result import Result
    from .walk import Step


class Explainer:
    """Explains the objects of one result; what they share is worked out once."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.names = result.walk.names
        self._turns: dict[int, Turn] = {}
        self._tables: dict[int, PairTable] = {}
        self._numbers = {found.id: number for number, found in result.walk.start.world.objects.items()}

    @cached_property
    def unapplied(self) -> tuple[Unapplied, ...]:
        """The effects that never applied in a layer although they existed (613.8a)."""
        return unapplied(self.result)

    def turn(self, step: Step) -> Turn:
        """Return why a step was the next one."""
        if step.serial not in self._turns:
            self._turns[step.serial] = turn(step, self.result.walk, self.names)
        return self._turns[step.serial]

    def table(self, step: Step) -> PairTable:
        """Return who depended on whom before a step, pair by pair, and what was chosen."""
        if step.serial not in self._tables:
            self._tables[step.serial] = table(step, self.result, self.turn(step), self.names)
        return self._tables[step.serial]

    @cached_property
    def _grounds(self) -> Grounds:
        return Grounds(self.result)

    @cached_property
    def _changed(self) -> tuple[tuple[Step, Mapping[Any, Mask], Mask], ...]:
        found = []
        for step in self.result.steps:
            changes = step.after.changes()
            whole = 0
            for (_, value), mask in changes.items():
                whole |= mask if value == ANY else 0
            found.append((step, changes, whole))
        return tuple(found)

    def summary(self, id: str) -> str:
        """Return what an object is, in one sentence."""
        return summary(self.result[id], self.number(id), self.result, self.names)

    def number(self, id: str) -> int:
        """Return the number of an object, its bit in every mask."""
        return self._numbers[id]

    def effects(self, id: str) -> tuple[str, ...]:
        """Return the names of all effects that an object rests on."""
        return self._grounds.of(self._direct(self._numbers[id]))

    def _direct(self, number: int) -> Iterator[str]:
        return (step.effect for step, _, whole in self._changed if whole >> number & 1)

    def is_changed(self, id: str) -> bool:
        """Return whether any application changed the object."""
        number = self._numbers[id]
        return any(whole >> number & 1 for _, _, whole in self._changed)

    def changes(self, step: Step) -> tuple[tuple[str, tuple[Change, ...]], ...]:
        """Return what a step changed: (id, changes) for each object that it changed, oldest first."""
        changes = step.after.changes()
        found = []
        for id in self.result:
            number = self._numbers[id]
            if said := self._told(step, number, changes):
                found.append((id, said))
        return tuple(found)

    def explain(self, id: str) -> Explanation:
        """Return why object `id` is what it is.

        Raises:
            UnknownObjectError: there is no such object.
        """
        found = self.result[id]
        number = self._numbers[found.id]
        never = tuple(self._never(number, self.effects(found.id)))
        told = (name for each in never for name in (each.lost.effect, each.lost.by))
        effects = self._grounds.of((*self._direct(number), *told))
        named = frozenset(effects)
        entries: list[Entry] = []
        decided: dict[int, Step] = {}
        for step, changes, whole in self._changed:
            if whole >> number & 1 and (said := self._told(step, number, changes)):
                entries.append(self._entry(step, said, {entry.serial for entry in entries}, named))
                for other in (*self._before(step, entries[-1].before), step):
                    if other.choice.why in DECIDED:
                        decided[other.serial] = other
        started = self.result.edition.rule("started")
        explained = Explanation(
            found.id,
            self.summary(found.id),
            tuple(entries),
            tuple(each.words for each in never),
            effects,
            started,
            tuple(self.table(decided[serial]) for serial in sorted(decided)),
            never,
            (),
            tuple((what, self.result.edition.rule(what)) for what in TOLD),
        )
        return self._with_rest(explained)

    def _told(self, step: Step, number: int, changes: Mapping[Any, Mask]) -> tuple[Change, ...]:
        families = {family for (family, value), mask in changes.items() if value == ANY and mask >> number & 1}
        return tuple(told(step, number, families, unsized=self._unsized(number, step.before))) if families else ()

    def _before(self, step: Step, earlier: Sequence[Earlier]) -> Iterator[Step]:
        steps = self.result.layer(step.layer).steps
        return (steps[each.step - 1] for each in earlier)

    def _entry(self, step: Step, changes: tuple[Change, ...], done: Container[int], named: Container[str]) -> Entry:
        layer = self.result.layer(step.layer)
        earlier = [
            Earlier(other.number, other.effect, self.names.effect(other.effect, layer.name), self.turn(other))
            for other in layer.steps[: step.number - 1]
            if step.effect in (*other.choice.loop, *other.choice.waiting) and other.serial not in done
        ]
        return Entry(
            layer.name,
            layer.title,
            layer.rule,
            step.number,
            step.effect,
            self.names.effect(step.effect, step.layer),
            step.timestamp,
            tuple(operation_words(op, step.before.world.players) for op in step.operations),  # type: ignore[arg-type]
            changes,
            self.turn(step),
            step.going_on,
            tuple((each.called, each.turn) for each in earlier),
            step.serial,
            tuple(each for each in earlier if each.effect in named),
            begun(step, layer, self.names, named),
            outlived(step, self.result, self.names, named),
            step.cda and len(layer.steps) > 1,
            len(step.candidates) - 1,
            any(
                isinstance(operation, SetSubtypes) and not BASIC_LAND_TYPES.keys().isdisjoint(operation.subtypes)
                for operation in step.operations
            ),
        )

    def _never(self, number: int, named: Container[str]) -> Iterator[Never]:
        """Yield the effects that never applied and are the object's own, or would have applied to it."""
        id = self.result.walk.start.world.objects[number].id
        for lost in self.unapplied:
            if lost.source == id or (lost.by in named and self._aimed(lost, number)):
                yield Never(lost, unapplied_words(lost, self.names, self.result))

    def _aimed(self, lost: Unapplied, number: int) -> bool:
        """Return whether an effect would have applied to the object if it had come just before it lost what it had."""
        layer, at = lost.at
        step = self.result.layer(layer).steps[at - 1]
        if layer != lost.layer or lost.effect not in step.candidates:
            return False
        locks = step.walk.locks_before(step.serial).get(lost.effect)
        return bool(footprint(step.candidate(lost.effect), layer, step.before, locks).scope >> number & 1)

    def _with_rest(self, found: Explanation) -> Explanation:
        """Return an explanation that names all effects which the object rests on."""
        known = found.told
        others = [*(name for name in found.effects if name in known), *found.effects]
        rests = tuple(self._rest(name, others) for name in found.effects if name not in known)
        return msgspec.structs.replace(found, rests=rests)

    def _rest(self, name: str, others: Sequence[str]) -> Rest:
        ground = self._grounds.ground(name, others)
        layers = [layer.name for layer in self.result.layers]
        if ground is None or ground.step is None:
            place = next((layer for layer in layers if name in self.result.layer(layer).order), layers[0])
            called = self.names.effect(name, place)
            why = "it had part in what had to wait for what"
            if ground is not None:
                why = f"it decided when the turn of {self.names.effect(ground.effect, place)} came"
            return Rest(name, called, "", why)
        step = ground.step
        called, on = self.names.effect(name, step.layer), self.names.effect(ground.effect, step.layer)
        did = deeds(step, seen_by(ground.columns, step.after.changes()), self.names)
        return Rest(name, called, step.layer, f"it {did or 'changed the board'}, which {on} looks at")

    def _unsized(self, number: int, state: Facts) -> bool:
        """Return whether the object has had no power and toughness but those of 208.5 so far."""
        place = self.result.edition.place("define")
        layers = self.result.layers
        sizes = next((i for i, layer in enumerate(layers) if layer.name == place), 0)
        if not sizes or size_of(layers[sizes - 1].after, number):
            return False
        return size_of(state, number) == "0/0"


def explain(result: Result, id: str) -> Explanation:
    """Return why object `id` of a result is what it is.

    Raises:
        UnknownObjectError: there is no such object.
    """
    return Explainer(result).explain(id)


__all__ = [
    "Change", "Entry", "Explainer", "Explanation", "Line", "Register", "explain", "summary", "type_line", "wrapped",
]  # fmt: skip
