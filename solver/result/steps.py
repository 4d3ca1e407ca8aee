"""The steps and layers of a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, SupportsIndex, TypeVar, overload

from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.operations.types import AddSubtypes, AddTypes, SetSubtypes, SetTypes
from mtglayers.model.effects.view import Mask
from mtglayers.model.errors import UnknownLayerError
from mtglayers.model.rules.edition import Layer
from mtglayers.model.support.display import Shown
from mtglayers.model.support.records import Record

from ..engine.choose import loops
from ..engine.dependency import Graph, PendingGraph
from ..engine.effect import Effect
from ..engine.footprint import Locks
from ..engine.state import State, numbers
from ..engine.trace import Application, Trace
from ..engine.trials import Edge
from .doors import begun_after, dependencies

if TYPE_CHECKING:
    from ..engine.footprint import Reason
    from .doors import Dependency
    from .graph import DependencyGraph
    from .result import Result


Part = TypeVar("Part")


class Arrow(Record, frozen=True):
    """A dependency of one effect on another.

    Attributes:
        reasons: text, existence, scope or result (613.8a).
        witness: the ids of the objects that the effect would treat differently, or the id of the source of the effect
            if the effect would cease to exist.
    """

    reasons: tuple[Reason, ...]
    witness: tuple[str, ...] = ()


class Step(Shown):
    """One application of an effect.

    Attributes:
        result: the result that it belongs to.
        serial: its 1-based number in the whole trace.
        number: its 1-based number in the layer.
        layer: the name of the layer.
        effect: the name of the effect.
        applied: the effect that was applied.
        choice: the reason why this effect was chosen.
        cda: whether it was chosen from the characteristic-defining abilities (613.3).
        before, after: the states before and after the step.
        footprint: the existence, text, scope and operations of the effect before the step.
        spent: the number of trial applications and the number of dependencies found, in all layers, before the
            effect was chosen.
        pending_effects: the effects that had not yet applied, oldest first.
    """

    def __init__(self, result: Result, made: Application) -> None:
        self.result = result
        self._made = made
        taken = made.taken
        self.serial = made.serial
        self.number = made.number
        self.layer = made.layer
        self.applied = taken.effect
        self.effect = taken.effect.name
        self.choice = made.choice
        self.cda = made.cda
        self.before = made.before
        self.after = made.after
        self.footprint = taken.footprint
        self.spent = taken.spent
        self.pending_effects = taken.candidates
        self._dependencies: dict[str, tuple[Dependency, ...]] = {}

    def __repr__(self) -> str:
        return f"<step {self.number} of layer {self.layer}: {self.effect}>"

    @cached_property
    def undecided(self) -> PendingGraph:
        """The unapplied effects and the state before the step, for trial applications."""
        return PendingGraph(self.trace.before(self._made), self.layer, self.pending_effects, self.cda)

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The names of the effects that existed and had not applied yet, oldest first."""
        return tuple(effect.name for effect in self.pending_effects if self.undecided.exists(effect))

    @cached_property
    def arrows(self) -> Mapping[tuple[str, str], Arrow]:
        """The dependencies before this application: (u, v) -> why effect u depends on effect v."""
        pending = self.undecided
        return {
            (edge.effect, edge.on): Arrow(edge.reasons, self.witness(effect, edge.witness))
            for effect in map(pending.effects.__getitem__, self.candidates)
            for edge in pending.edges(effect)
        }

    @cached_property
    def graph(self) -> DependencyGraph:
        """The dependency graph before this application, for networkx; see `DependencyGraph`."""
        from .graph import DependencyGraph  # slow to import

        graph = DependencyGraph(step=self)
        graph.add_nodes_from(self.candidates)
        for (effect, on), arrow in self.arrows.items():
            graph.add_edge(effect, on, reasons=arrow.reasons, witness=arrow.witness)
        return graph

    @cached_property
    def waits_for(self) -> Graph:
        """The names of the effects on which each effect depends, as in `graph`."""
        layer = self.undecided
        return layer.waits_for(layer.effects[name] for name in self.candidates)

    def witness(self, effect: Effect, mask: Mask) -> tuple[str, ...]:
        """Return the ids of the objects in `mask`, or the id of the source if `mask` is empty."""
        objects = self.before.world.objects
        if not mask and effect.source is not None:
            return (objects[effect.source].id,)
        return tuple(objects[number].id for number in numbers(mask))

    @cached_property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The dependency loops that existed before this step, oldest members first (613.8b)."""
        return loops(self.undecided, self.waits_for)

    @cached_property
    def begun_after(self) -> Step | None:
        """The last step before which the effect did not exist, if there is one."""
        return begun_after(self)

    @property
    def trace(self) -> Trace:
        """The trace of the result that this step belongs to."""
        return self.result.trace

    @property
    def locks(self) -> Locks | None:
        """The objects locked in for each clause of its effect, or None (613.6)."""
        return self.trace.locks_of(self.effect, self.serial - 1)

    @property
    def pending(self) -> tuple[str, ...]:
        """The names of the unapplied effects, oldest first, including those that did not exist."""
        return tuple(effect.name for effect in self.pending_effects)

    def candidate(self, name: str) -> Effect:
        """Return the pending effect with the given name."""
        return next(effect for effect in self.pending_effects if effect.name == name)

    def dependencies(self, effect: str) -> tuple[Dependency, ...]:
        """Return the dependencies of an effect just before it applied, oldest first."""
        if effect not in self._dependencies:
            self._dependencies[effect] = dependencies(self, effect)
        return self._dependencies[effect]

    def edge(self, effect: str, on: str) -> Edge | None:
        """Return the dependency between two effects before this application, if there is one."""
        effects = self.undecided.effects
        if effect not in effects or on not in effects:
            return None
        return self.undecided.edge(effects[effect], effects[on])

    @property
    def scope(self) -> tuple[str, ...]:
        """The ids of the objects that the effect applied to."""
        objects = self.before.world.objects
        return tuple(objects[number].id for number in numbers(self.footprint.scope))

    @property
    def operations(self) -> tuple[object, ...]:
        """The distinct operations of the effect, with their operands."""
        return tuple(dict.fromkeys(operation for _, operation, _ in self.footprint.operations))

    @cached_property
    def stated(self) -> list[tuple[int, Operation, Mask]]:
        """The operations of the footprint as sentences state them, in text order.

        Operations that others make redundant are left out; see `without_redundant`. Those that differ only in their
        values, such as "4/4" and "3/3", are in the order of their objects.
        """
        similar = groupby(without_redundant(self.footprint.operations), key=lambda each: (each[0], type(each[1])))
        return [each for _, group in similar for each in sorted(group, key=lambda each: each[2] & -each[2])]

    @cached_property
    def repeated(self) -> list[tuple[Operation, int, Mask]]:
        """The stated operations, each once for the objects on which the step performs it equally often.

        Only operations that add up are performed more than once, such as "gets +1/+1" for a target chosen twice.
        """
        often: dict[Operation, dict[int, int]] = {}
        for _, operation, mask in self.stated:
            found = often.setdefault(operation, {})
            for number in numbers(mask):
                found[number] = found.get(number, 0) + 1 if operation.kind in ("modify", "switch") else 1
        return [
            (operation, count, sum(1 << number for number, each in found.items() if each == count))
            for operation, found in often.items()
            for count in dict.fromkeys(found.values() or (1,))
        ]

    @property
    def timestamp(self) -> int:
        """The timestamp of the effect (613.7)."""
        return self.applied.key[0]

    @property
    def source(self) -> str | None:
        """The id of the object that the effect comes from, if there is one."""
        number = self.applied.source
        found = None if number is None else self.before.world.objects.get(number)
        return None if found is None else found.id

    @property
    def rule(self) -> str:
        """The number of the rule that determined the choice of the effect."""
        if self.choice.loop:
            return self.trace.edition.rule("loop")
        if self.choice.why in ("waited", "released"):
            return self.trace.edition.rule("order")
        if not self.ahead:
            return self.trace.edition.rule("timestamp")
        sizes = self.layer == self.trace.edition.place("define")  # 613.4a instead of 613.3
        return self.result.layer(self.layer).rule if sizes else self.trace.edition.rule("cda")

    @property
    def ahead(self) -> bool:
        """Whether the effect applied early as a characteristic-defining ability (613.3)."""
        steps = self.result.layer(self.layer).steps
        return all(each.cda for each in steps[: self.number]) and not all(each.cda for each in steps)

    @property
    def going_on(self) -> bool:
        """Whether the effect continued without its ability (613.6)."""
        held, source = self.applied.held, self.applied.source
        if held is None or source is None:
            return False
        return not self.before.column("ability").get(held, 0) >> source & 1


def without_redundant(made: Sequence[tuple[Part, Operation, Mask]]) -> list[tuple[Part, Operation, Mask]]:
    """Return the operations of a step without those that another one makes redundant.

    An operation that adds or sets types is redundant if another one sets all of these types, such as "adds the card
    types Artifact and Creature" beside "sets the card types to Artifact and Creature". `made` contains triples in text
    order, with the operation and its objects in the second and third place.
    """
    return [
        one
        for place, one in enumerate(made)
        if not any(_covers(other, one, later=later > place) for later, other in enumerate(made) if later != place)
    ]


def _covers(other: tuple[object, Operation, Mask], one: tuple[object, Operation, Mask], *, later: bool) -> bool:
    if one[2] & ~other[2]:
        return False
    match one[1], other[1]:
        case AddTypes(types=types), SetTypes(types=whole):
            return set(types) <= set(whole)
        case AddSubtypes(subtypes=types), SetSubtypes(subtypes=whole):
            return set(types) <= set(whole)
        case SetSubtypes(subtypes=types), SetSubtypes(subtypes=whole):
            return later and set(types) <= set(whole)
        case _:
            return False


class LayerResult(Shown):
    """One layer of a result.

    Attributes:
        result: the result that it belongs to.
        name: the name of the layer, such as "4" or "7b".
        rule: the number of the rule that defines it.
        title: a description of the changes that apply in the layer.
        steps: the applications, in order.
        before, after: the states before and after the layer.
    """

    def __init__(self, result: Result, rule: Layer, steps: tuple[Step, ...], before: State, after: State) -> None:
        self.result = result
        self._of = rule
        self.name = rule.name
        self.rule = rule.rule
        self.title = rule.title
        self.steps = steps
        self.before = before
        self.after = after

    def of(self, result: Result, length: int | None = None) -> LayerResult:
        """Return a copy of the layer, or of its first steps, for another result."""
        steps = self.steps[:length]
        after = self.after if len(steps) == len(self.steps) else steps[-1].after if steps else self.before
        return LayerResult(result, self._of, steps, self.before, after)

    def __repr__(self) -> str:
        return f"<layer {self.name}: {', '.join(self.order) or 'nothing'}>"

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @property
    def order(self) -> tuple[str, ...]:
        """The names of the effects, in the order in which they applied."""
        return tuple(step.effect for step in self.steps)

    @cached_property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The dependency loops that exist before at least one step of the layer."""
        return tuple(dict.fromkeys(loop for step in self.steps for loop in step.loops))


class Layers(tuple[LayerResult, ...]):
    """The layers of a result, by place or by name."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex | str) -> LayerResult: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[LayerResult, ...]: ...
    def __getitem__(self, key: SupportsIndex | slice | str) -> LayerResult | tuple[LayerResult, ...]:
        if not isinstance(key, str):
            return super().__getitem__(key)
        for layer in self:
            if layer.name == key.lower():
                return layer
        raise UnknownLayerError(key, [layer.name for layer in self])
