"""The readings under which a board is solved in the same way, found while it is solved under one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import msgspec

from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.view import Mask
from mtglayers.model.errors import LayersError

from ..engine.choose import components
from ..engine.dependency import PendingGraph
from ..engine.effect import Effect
from ..engine.trace import Choice
from ..readings import Readings

Decided = tuple[Choice | None, tuple[tuple[str, ...], ...]]
"""The choice of a layer's next effect, and what else must be the same: the effects that could have been next."""

Decide = Callable[[PendingGraph], Decided]
"""A function that chooses a layer's next effect."""

CHOOSING: Final = ("loop", "after", "existence", "judged", "words")
"""The fields of `Readings` that affect only the choice of the next effect."""

_Values = tuple[str, ...]
_Memory = tuple[dict[str, frozenset[str]], dict[str, tuple[frozenset[str], tuple[str, ...]]]]


class SameChoices:
    """Finds the readings that lead to the same solves as the given ones.

    For each choice, the effect is also chosen under the other readings. Readings that have led to the same choices so
    far lead to the same state, so nothing else needs to be solved again.

    Attributes:
        choosing: the values of the fields in `CHOOSING` that lead to the same choices.
        matter: the other fields, except `ties`, that could change an effect.
    """

    def __init__(self, readings: Readings, values: Mapping[str, Sequence[str]]) -> None:
        self._readings = readings
        self._own = values_of(readings)
        self.choosing: dict[_Values, None] = dict.fromkeys(
            product(*(values.get(field, (own,)) for field, own in zip(CHOOSING, self._own, strict=True)))
        )
        self._numbers = [len(values.get(field, ("",))) for field in CHOOSING]
        known = {"ties", "copied", "fallen", "face_down", *CHOOSING}
        self.matter = {field for field in Readings.__struct_fields__ if field not in known}
        self._copies: Mask = 0
        self._falling: set[str] = set()
        self._rising: set[str] = set()
        self._noted: dict[tuple[int, str], Effect] = {}
        self._layers: dict[int, _Layer] = {}

    def leave_out(self, known: Callable[[Readings], bool]) -> None:
        """Leave out readings for which the solves are known."""
        for values in list(self.choosing):
            if known(_with(self._readings, values)):
                del self.choosing[values]

    @property
    def differing(self) -> set[str]:
        """The fields in `CHOOSING` whose values decide whether the choices are the same."""
        found: set[str] = set()
        for place, field in enumerate(CHOOSING):
            like: dict[_Values, int] = {}
            for values in self.choosing:
                rest = (*values[:place], *values[place + 1 :])
                like[rest] = like.get(rest, 0) + 1
            if any(number < self._numbers[place] for number in like.values()):
                found.add(field)
        return found

    def begin(self) -> None:
        """Prepare for another solve."""
        self._noted, self._layers = {}, {}

    def decided(self, layer: PendingGraph, decide: Decide) -> Decided:
        """Return what `decide` returns, and compare it with its answers under other readings."""
        before = _copied((layer.waits, layer.judged))
        try:
            found = decide(layer)
        except LayersError as error:
            self._compare(layer, decide, type(error), before)
            raise
        choice = found[0]
        self._note_effects(layer, choice)
        if choice is None:
            self._layers.pop(id(layer), None)
        else:
            self._compare(layer, decide, (choice.effect, found[1]), before)
        return found

    def _compare(self, layer: PendingGraph, decide: Decide, mine: object, before: _Memory) -> None:
        others = [values for values in self.choosing if values != self._own]
        if len(layer.candidates) < 2 or not others:
            return
        graphs = _graphs(layer, others)
        if layer.free and all(graph is layer for graph in graphs.values()):
            return
        known = self._layers.setdefault(id(layer), _Layer())
        known.memories[known.key(self._own)] = before
        known.distinguish(_distinguished(layer, graphs), self.choosing)
        same = {known.key(self._own): True}
        for values in others:
            key = known.key(values)
            if key not in same:
                memory = known.memories.setdefault(key, ({}, {}))
                same[key] = _decided_under(graphs[_graph_key(values)], values, memory, decide) == mine
            if not same[key]:
                del self.choosing[values]

    def _note_effects(self, layer: PendingGraph, chosen: Choice | None) -> None:
        for effect in layer.candidates:
            if (id(effect), layer.name) not in self._noted:
                self._noted[id(effect), layer.name] = effect
                self._note_operations(layer, effect)
            if effect.held is not None and self._copies >> (effect.source or 0) & 1:
                self.matter.add("copied")  # its ability could have the timestamp of the copy
        if self._falling and len(self._falling | self._rising) > 1:
            self.matter.add("fallen")
        if chosen is not None:
            effect = layer.effects[chosen.effect]
            operations = list(_operations(layer, effect))
            if any(operation.kind == "copy" for operation in operations):
                self._copies |= layer.footprint(effect).touched
            if effect.name in self._falling and len(operations) > 1:
                self.matter.add("fallen")

    def _note_operations(self, layer: PendingGraph, effect: Effect) -> None:
        for operation in _operations(layer, effect):
            if operation.kind == "face down":
                self.matter.add("face_down")
            elif operation.kind == "text":
                self.matter.add("copied")
            if _loses_types(operation):  # subtypes are lost with their card type
                self._falling.add(effect.name)
            if any(family == "fallen" for family, _ in operation.writes() | operation.consults()):
                self._rising.add(effect.name)
            if any(map(_loses_types, _nested(operation))):
                self.matter.add("fallen")


def _loses_types(operation: Operation) -> bool:
    return any(family == "fallen" for family, _ in operation.writes())


def _nested(operation: Operation) -> Iterator[Operation]:
    # The operations that are part of another operation, such as the exceptions of a copy effect.
    for field in operation.__struct_fields__:
        value = getattr(operation, field)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Operation):
                for primitive in each.primitives():
                    yield primitive
                    yield from _nested(primitive)


class _Layer:
    """What `choose` remembers of a layer under other readings.

    Readings share a memory until the layer distinguishes the values of the fields in which they differ.
    """

    def __init__(self) -> None:
        self.fields: frozenset[str] = frozenset({"after", "judged"})
        self.memories: dict[_Values, _Memory] = {}

    def key(self, values: _Values) -> _Values:
        """Return the values of the fields that the layer distinguishes."""
        return tuple(value for field, value in zip(CHOOSING, values, strict=True) if field in self.fields)

    def distinguish(self, fields: frozenset[str], readings: Iterable[_Values]) -> None:
        """Distinguish the values of more fields."""
        if fields <= self.fields:
            return
        old = {values: self.memories.get(self.key(values), ({}, {})) for values in readings}
        self.fields |= fields
        self.memories = {self.key(values): _copied(memory) for values, memory in old.items()}


def _copied(memory: _Memory) -> _Memory:
    waits, judged = memory
    return {name: frozenset(others) for name, others in waits.items()}, dict(judged)


def _distinguished(layer: PendingGraph, graphs: Mapping[_Values, PendingGraph]) -> frozenset[str]:
    found = {"existence", "words"} if any(graph is not layer for graph in graphs.values()) else set[str]()
    if any(map(_has_loops, graphs.values())):
        found.add("loop")
    return frozenset(found)


def values_of(readings: Readings) -> _Values:
    """Return the values of the fields in `CHOOSING`."""
    return tuple(getattr(readings, field) for field in CHOOSING)


def _with(readings: Readings, values: _Values) -> Readings:
    return msgspec.structs.replace(readings, **dict(zip(CHOOSING, values, strict=True)))


def _operations(layer: PendingGraph, effect: Effect) -> Iterator[Operation]:
    return (operation for _, operation in layer.part(effect).steps)


def _graph_key(values: _Values) -> _Values:
    return values[CHOOSING.index("existence")], values[CHOOSING.index("words")]


def _graphs(layer: PendingGraph, others: Sequence[_Values]) -> dict[_Values, PendingGraph]:
    # The graphs for readings that change what depends on what.
    existence, words = layer.readings.existence, layer.readings.words
    at_stake = _abilities_are_at_stake(layer)
    in_text = layer.name == layer.state.edition.place("text")
    made: dict[_Values, PendingGraph] = {(existence, words): layer}
    found: dict[_Values, PendingGraph] = {}
    for key in dict.fromkeys(map(_graph_key, others)):
        same = key[0] if at_stake else existence, key[1] if in_text else words
        if same not in made:
            made[same] = layer.under(msgspec.structs.replace(layer.readings, existence=same[0], words=same[1]))
        found[key] = made[same]
    return found


def _abilities_are_at_stake(layer: PendingGraph) -> bool:
    # B5: whether an effect that has started can lose its ability.
    if layer.free:
        return False
    return any(
        layer.locks_of(effect) is not None
        and any(layer.part(other).touches(effect.gate) for other in layer.candidates if other is not effect)
        for effect in layer.candidates
    )


def _has_loops(graph: PendingGraph) -> bool:
    if graph.free:
        return False
    found = graph.waits_for([effect for effect in graph.candidates if graph.exists(effect)])
    return any(len(loop) > 1 for loop in components(found).values())


def _decided_under(graph: PendingGraph, values: _Values, memory: _Memory, decide: Decide) -> object:
    own = graph.readings, graph.waits, graph.judged
    graph.readings = _with(graph.readings, values)
    graph.waits, graph.judged = memory
    try:
        choice, others = decide(graph)
    except LayersError as error:
        return type(error)
    else:
        return None if choice is None else choice.effect, others
    finally:
        graph.readings, graph.waits, graph.judged = own
