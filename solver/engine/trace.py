"""The walk as it goes: the state, what has started, and the steps taken so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from mtglayers.model.effects.view import Mask
from mtglayers.model.errors import UnknownLayerError, UnknownStepError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import Layer as LayerRule
from mtglayers.model.support.display import Shown

from ..readings import Readings
from ..reuse.noting import Notes, plain
from .choose import BOARD_ORDER, Choice, Chooser, choose_next, loops
from .dependency import Counts, Edge, PendingGraph, changed_operations
from .effect import Effect
from .footprint import Footprint
from .state import State, numbers

if TYPE_CHECKING:
    from ..explain.dependencies import Dependency
    from ..explain.names import Names
    from ..result.graph import DependencyGraph
    from ..result.result import Result
    from ..reuse.reuse import LayerReuse
    from .gather import Sources


class Trace:
    """A solve under way; when it is done, what a `Result` is made from.

    Attributes:
        edition: the rules.
        readings: how open questions are read.
        sources: what generates effects on this board.
        counts: the work done.
        facts: the state now.
        start: the state before layer 1.
        locks: effect -> clause -> the objects it was fixed on when it started (613.6).
        started: the effects one of whose parts has applied.
        layers: what happened in each layer so far.
        chooser: who says which effect is next.
        how: how timestamps were taken, and which effects were left out.
        noting: whether layers note what they ask, so that a later solve can take them over.
        twin: the same walk with notes, gone once it was wanted.
        began: what the state before layer 1 was made from.
        reuse: what became of each layer of an earlier result; empty where there was none.
        unfinished: the name of the last layer where steps of it are left out; else "".
        result: what was made of it, so that a step that is shown alone can tell why it was its turn.
    """

    result: Result

    def __init__(self, edition: Edition, readings: Readings, sources: Sources, counts: Counts, facts: State) -> None:
        self.edition = edition
        self.readings = readings
        self.sources = sources
        self.counts = counts
        self.facts = self.start = facts
        self.locks: dict[str, dict[int, Mask]] = {}
        self.started: dict[str, Effect] = {}
        self.layers: list[LayerResult] = []
        self.unfinished = ""
        self.chooser: Chooser = choose_next
        self.how = BOARD_ORDER
        self.noting = False
        self.twin: Trace | None = None
        self.began: tuple[object, ...] = ()
        self.reuse: list[LayerReuse] = []
        self._locked_at: dict[tuple[str, int], int] = {}
        self._steps = 0
        self._in_layer = 0

    def add_layer(self, rule: LayerRule, steps: Iterable[Step], notes: Notes | None = None) -> None:
        """Run the steps of a layer and keep them."""
        self._in_layer = 0
        before = self.facts
        taken = tuple(steps)
        self.facts = plain(self.facts)
        self.layers.append(LayerResult(rule, taken, before, self.facts, self))
        self.layers[-1].notes = notes

    def step(
        self, layer: str, effect: Effect, choice: Choice, candidates: tuple[Effect, ...], cda: bool,
        before: State, after: State, found: Footprint,
    ) -> Step:  # fmt: skip
        """Note an application; what has started keeps its objects from now on (613.6)."""
        self._steps += 1
        self._in_layer += 1
        step = Step(self, self._steps, self._in_layer, layer, effect, choice, candidates, cda, before, after, found)
        step.spent = self.counts.trials, self.counts.edges
        if not self.edition.same_set and effect.origin == "static":
            return step
        locks = self.locks.setdefault(effect.name, {})
        for clause, scope in found.scopes:
            if clause not in locks:
                locks[clause] = scope
                self._locked_at[effect.name, clause] = self._steps
        self.started.setdefault(effect.name, effect)
        return step

    def cut(self, layer: str, step: int | None = None) -> Trace:
        """Return the walk as it stood after a step of a layer, 0 for before its first; default: the last step.

        Raises:
            UnknownLayerError: there is no such layer.
            UnknownStepError: the layer has no such step.
        """
        place = next((place for place, each in enumerate(self.layers) if each.name == layer), None)
        if place is None:
            raise UnknownLayerError(layer, [each.name for each in self.layers])
        last = self.layers[place].first(step)
        taken = [each for found in (*self.layers[:place], last) for each in found.steps]
        serial = len(taken)
        spent = taken[-1].spent if taken else (0, 0)
        walk = Trace(self.edition, self.readings, self.sources, Counts(*spent), self.start)
        walk.facts, walk.layers = last.after, [each.of(walk) for each in (*self.layers[:place], last)]
        walk.locks = {name: dict(locks) for name, locks in self.locks_before(serial + 1).items()}
        walk.started = {name: effect for name, effect in self.started.items() if self._started_at(name) <= serial}
        walk._locked_at, walk._steps, walk._in_layer = self._locked_at, serial, len(last.steps)
        walk.unfinished = layer if len(last.steps) < len(self.layers[place].steps) else ""
        return walk

    def layer(self, name: str) -> LayerResult:
        """Return what happened in layer `name` ("4", "7b").

        Raises:
            UnknownLayerError: the edition has no such layer, or the solve ended before it.
        """
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise UnknownLayerError(name, [layer.name for layer in self.layers])

    @cached_property
    def names(self) -> Names:
        """What its objects and effects are called."""
        from ..explain.names import Names

        return Names(self)

    def after_setting(self) -> State | None:
        """Return the state after everything that sets power and toughness, if the walk got there (208.4b)."""
        place = self.edition.place("set")
        if place == self.edition.place("modify", "resolved"):
            return None  # before 2009-07-11 nothing came between the two
        return next((layer.after for layer in self.layers if layer.name == place), None)

    def started_with(self, layer: str) -> tuple[Effect, ...]:
        """Return the effects of abilities that have started and have a part in a layer: they go on (613.6)."""
        return tuple(e for e in self.started.values() if e.origin == "static" and layer in e.plan.parts)

    def started_in(self, name: str) -> str:
        """Return the layer in which an effect started, or nothing if it never did (613.6)."""
        serial = self._started_at(name)
        return next((step.layer for layer in self.layers for step in layer.steps if step.serial == serial), "")

    def locks_before(self, serial: int) -> dict[str, Mapping[int, Mask]]:
        """Return `locks` as they were before step number `serial` of the whole walk."""
        found = ((name, self.locks_of(name, serial)) for name in self.locks)
        return {name: locks for name, locks in found if locks is not None}

    def locks_of(self, name: str, serial: int) -> Mapping[int, Mask] | None:
        """Return the objects that an effect had been fixed on before step number `serial`; None: not started."""
        if name not in self.locks or self._started_at(name) >= serial:
            return None
        return {clause: mask for clause, mask in self.locks[name].items() if self._locked_at[name, clause] < serial}

    def _started_at(self, name: str) -> int:
        return self._first.get(name, self._steps + 1)

    @cached_property
    def _first(self) -> dict[str, int]:
        first: dict[str, int] = {}
        for layer in self.layers:
            for step in layer.steps:
                first.setdefault(step.effect, step.serial)
        return first


class Step(Shown):
    """One application: what was there before, who was chosen and why, and what came of it.

    Attributes:
        serial: 1-based number in the whole walk.
        number: 1-based number in its layer.
        layer: the layer's name.
        effect: name of the effect applied.
        applied: the effect itself.
        choice: why it was its turn.
        cda: whether it was chosen among characteristic-defining abilities (613.3).
        before, after: the state.
        footprint: what was applied.
        spent: trial applications, and dependencies found, of the whole walk up to its choice.
    """

    def __init__(
        self, walk: Trace, serial: int, number: int, layer: str, effect: Effect, choice: Choice,
        candidates: tuple[Effect, ...], cda: bool, before: State, after: State, footprint: Footprint,
    ) -> None:  # fmt: skip
        self._walk = walk
        self._candidates = candidates
        self.applied = effect
        self._meet = walk.edition.cda_dependency != "never" or not cda
        self.serial = serial
        self.number = number
        self.layer = layer
        self.effect = effect.name
        self.choice = choice
        self.cda = cda
        self.before = before
        self.after = after
        self.footprint = footprint
        self.spent: tuple[int, int] = 0, 0
        self._dependencies: dict[str, tuple[Dependency, ...]] = {}

    @property
    def result(self) -> Result:
        """The result that it is a step of."""
        return self._walk.result

    def __repr__(self) -> str:
        return f"<step {self.number} of layer {self.layer}: {self.effect}>"

    @cached_property
    def undecided(self) -> PendingGraph:
        """The effects that had not applied, and the state before: what trial applications are made on."""
        walk = self._walk
        layer = PendingGraph(
            self.layer, self.before, walk.locks_before(self.serial), Counts(), walk.readings, self._meet
        )
        layer.add(self._candidates)
        return layer

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """Names of the effects that existed and had not applied, oldest first."""
        return tuple(effect.name for effect in self._candidates if self.undecided.exists(effect))

    @cached_property
    def graph(self) -> DependencyGraph:
        """The whole dependency graph before this application: u -> v means that u depends on v.

        Edges carry `reasons` (text, existence, scope, result) and `witness` (ids of the objects where it
        shows; for an effect that would cease to exist, its source).
        """
        from ..result.graph import DependencyGraph

        layer = self.undecided
        graph = layer.graph([effect for effect in self._candidates if layer.exists(effect)])
        for name, _, data in graph.edges(data=True):
            data["witness"] = self._witness(layer.effects[name], data["witness"])
        return DependencyGraph(graph, self)

    def _witness(self, effect: Effect, mask: Mask) -> tuple[str, ...]:
        objects = self.before.world.objects
        if not mask and effect.source is not None:
            return (objects[effect.source].id,)
        return tuple(objects[number].id for number in numbers(mask))

    @cached_property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The dependency loops before this application, each oldest first (613.8b)."""
        return loops(self.undecided, self.graph)

    @cached_property
    def begun_after(self) -> Step | None:
        """The last step of the layer before which its effect did not exist; None where it was there all along."""
        from ..explain.existence import last_step_without

        return last_step_without(self)

    @property
    def walk(self) -> Trace:
        """The walk that it is a step of."""
        return self._walk

    @property
    def pending(self) -> tuple[str, ...]:
        """Names of the effects that had not applied, oldest first, those that did not exist just then included."""
        return tuple(effect.name for effect in self._candidates)

    @property
    def pending_effects(self) -> tuple[Effect, ...]:
        """The effects that had not applied, oldest first."""
        return self._candidates

    def candidate(self, name: str) -> Effect:
        """Return the effect of that name among the pending ones."""
        return next(effect for effect in self._candidates if effect.name == name)

    def dependencies(self, effect: str) -> tuple[Dependency, ...]:
        """Return what an effect depended on before this application, oldest first, and how that shows."""
        if effect not in self._dependencies:
            self._dependencies[effect] = self._spelt_out(effect)
        return self._dependencies[effect]

    def _spelt_out(self, effect: str) -> tuple[Dependency, ...]:
        from ..explain.dependencies import spell_out

        layer = self.undecided
        if effect not in layer.effects or not layer.exists(layer.effects[effect]):
            return ()
        asking, names = layer.effects[effect], self._walk.names
        found = layer.edges(asking)
        return tuple(spell_out(layer, edge, self._witness(asking, edge.witness), names) for edge in found)

    def edge(self, effect: str, on: str) -> Edge | None:
        """Return the dependency of one effect on another before this application, or None."""
        effects = self.undecided.effects
        if effect not in effects or on not in effects:
            return None
        return self.undecided.edge(effects[effect], effects[on])

    @property
    def scope(self) -> tuple[str, ...]:
        """Ids of the objects it applied to."""
        objects = self.before.world.objects
        return tuple(objects[number].id for number in numbers(self.footprint.scope))

    @property
    def operations(self) -> tuple[object, ...]:
        """The operations it applied, with their operands."""
        return changed_operations(self.footprint)

    @property
    def timestamp(self) -> int:
        """The timestamp it was ordered by (613.7)."""
        return self.applied.key[0]

    @property
    def source(self) -> str | None:
        """Id of the object the effect comes from, or None."""
        number = self.applied.source
        found = None if number is None else self.before.world.objects.get(number)
        return None if found is None else found.id

    @property
    def rule(self) -> str:
        """The number of the rule by which it was its turn."""
        if self.choice.loop:
            return self._walk.edition.rule("loop")
        if self.choice.why in ("waited", "released"):
            return self._walk.edition.rule("order")
        if not self.ahead:
            return self._walk.edition.rule("timestamp")
        sizes = self.layer == self._walk.edition.place("define")  # 613.4a, where 613.3 is about the other layers
        return self._walk.layer(self.layer).rule if sizes else self._walk.edition.rule("cda")

    @property
    def ahead(self) -> bool:
        """Whether it came, as characteristic-defining, before effects of its layer that are not (613.3)."""
        steps = self._walk.layer(self.layer).steps
        return all(each.cda for each in steps[: self.number]) and not all(each.cda for each in steps)

    @property
    def going_on(self) -> bool:
        """Whether its ability is gone by now: it goes on because it had started in an earlier layer (613.6)."""
        held, source = self.applied.held, self.applied.source
        if held is None or source is None:
            return False
        return not self.before.column("ability").get(held, 0) >> source & 1


class LayerResult(Shown):
    """What happened in one layer.

    Attributes:
        name: "4", "7b".
        rule: the number of the rule that defines it.
        title: what it is about.
        steps: the applications, in order.
        before, after: the state.
        notes: what it rested on, where that was noted.
    """

    notes: Notes | None = None

    def __init__(
        self, rule: LayerRule, steps: tuple[Step, ...], before: State, after: State, walk: Trace
    ) -> None:  # fmt: skip
        self._of = rule
        self._walk = walk
        self.name = rule.name
        self.rule = rule.rule
        self.title = rule.title
        self.steps = steps
        self.before = before
        self.after = after

    def of(self, walk: Trace) -> LayerResult:
        """Return it as a layer of another walk through the same steps."""
        return LayerResult(self._of, self.steps, self.before, self.after, walk)

    @property
    def result(self) -> Result:
        """The result that it is a layer of."""
        return self._walk.result

    def __repr__(self) -> str:
        return f"<layer {self.name}: {', '.join(self.order) or 'nothing'}>"

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def first(self, steps: int | None = None) -> LayerResult:
        """Return what had happened after that many steps; default: all.

        Raises:
            UnknownStepError: there are not as many.
        """
        if steps is None:
            return self
        if not 0 <= steps <= len(self.steps):
            raise UnknownStepError(f"layer {self.name}", len(self.steps), steps)
        return LayerResult(
            self._of, self.steps[:steps], self.before, self.steps[steps - 1].after if steps else self.before, self._walk
        )

    @property
    def order(self) -> tuple[str, ...]:
        """Names of the effects in the order in which they applied."""
        return tuple(step.effect for step in self.steps)

    @cached_property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The dependency loops at any moment of the layer, in order of appearance, each once."""
        return tuple(dict.fromkeys(loop for step in self.steps for loop in step.loops))
