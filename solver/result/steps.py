"""Steps and layers as users hold them: views of what a trace records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from mtglayers.model.effects.view import Mask
from mtglayers.model.errors import UnknownStepError
from mtglayers.model.rules.edition import Layer
from mtglayers.model.support.display import Shown

from ..engine.choose import loops
from ..engine.dependency import Edge, PendingGraph
from ..engine.effect import Effect
from ..engine.footprint import Locks, changed_operations
from ..engine.state import State, numbers
from ..engine.trace import Application, AppliedLayer, Trace
from .doors import begun_after, dependencies

if TYPE_CHECKING:
    from .doors import Dependency
    from .graph import DependencyGraph
    from .result import Result


class Step(Shown):
    """One application: the state before it, the effect chosen and why, and the state after it.

    Attributes:
        result: the result that it is a step of.
        serial: 1-based number in the whole trace.
        number: 1-based number in its layer.
        layer: the layer's name.
        effect: name of the effect applied.
        applied: the effect itself.
        choice: why it was its turn.
        cda: whether it was chosen among characteristic-defining abilities (613.3).
        before, after: the state.
        footprint: what was applied.
        spent: trial applications, and dependencies found, of the whole solve up to its choice.
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
        self._candidates = taken.candidates
        self._dependencies: dict[str, tuple[Dependency, ...]] = {}

    def __repr__(self) -> str:
        return f"<step {self.number} of layer {self.layer}: {self.effect}>"

    @cached_property
    def undecided(self) -> PendingGraph:
        """The unapplied effects and the state before, for trial applications."""
        return PendingGraph(self.trace.before(self._made), self.layer, self._candidates, self.cda)

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
        from .graph import DependencyGraph

        layer = self.undecided
        graph = layer.graph([effect for effect in self._candidates if layer.exists(effect)])
        for name, _, data in graph.edges(data=True):
            data["witness"] = self.witness(layer.effects[name], data["witness"])
        return DependencyGraph(graph, self)

    def witness(self, effect: Effect, mask: Mask) -> tuple[str, ...]:
        """Return the ids of the objects where a dependency shows.

        For an effect that would cease to exist this is its source.
        """
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
        """The layer's last step before which the effect did not exist.

        None if the effect existed all along.
        """
        return begun_after(self)

    @property
    def trace(self) -> Trace:
        """The trace that it is a step of."""
        return self.result.trace

    @property
    def locks(self) -> Locks | None:
        """Clause -> the objects that its effect had been fixed on before; None: it had not started (613.6)."""
        return self.trace.locks_of(self.effect, self.serial - 1)

    @property
    def pending(self) -> tuple[str, ...]:
        """Names of the unapplied effects, oldest first.

        Those that did not exist at that moment are included.
        """
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
            self._dependencies[effect] = dependencies(self, effect)
        return self._dependencies[effect]

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
            return self.trace.edition.rule("loop")
        if self.choice.why in ("waited", "released"):
            return self.trace.edition.rule("order")
        if not self.ahead:
            return self.trace.edition.rule("timestamp")
        sizes = self.layer == self.trace.edition.place("define")  # 613.4a, where 613.3 is about the other layers
        return self.result.layer(self.layer).rule if sizes else self.trace.edition.rule("cda")

    @property
    def ahead(self) -> bool:
        """Whether it came, as characteristic-defining, before effects of its layer that are not (613.3)."""
        steps = self.result.layer(self.layer).steps
        return all(each.cda for each in steps[: self.number]) and not all(each.cda for each in steps)

    @property
    def going_on(self) -> bool:
        """Whether its ability no longer exists: it goes on because it had started in an earlier layer (613.6)."""
        held, source = self.applied.held, self.applied.source
        if held is None or source is None:
            return False
        return not self.before.column("ability").get(held, 0) >> source & 1


class LayerResult(Shown):
    """What happened in one layer.

    Attributes:
        result: the result that it is a layer of.
        name: "4", "7b".
        rule: the number of the rule that defines it.
        title: what it is about.
        steps: the applications, in order.
        before, after: the state.
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

    @classmethod
    def view(cls, result: Result, layer: AppliedLayer) -> LayerResult:
        """Return a layer of a trace as users hold it."""
        return cls(
            result, layer.rule, tuple(Step(result, made) for made in layer.applications), layer.before, layer.after
        )

    def of(self, result: Result) -> LayerResult:
        """Return it as a layer of another result with the same steps."""
        return LayerResult(result, self._of, self.steps, self.before, self.after)

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
        after = self.steps[steps - 1].after if steps else self.before
        return LayerResult(self.result, self._of, self.steps[:steps], self.before, after)

    @property
    def order(self) -> tuple[str, ...]:
        """Names of the effects in the order in which they applied."""
        return tuple(step.effect for step in self.steps)

    @cached_property
    def loops(self) -> tuple[tuple[str, ...], ...]:
        """The dependency loops at any moment of the layer, in order of appearance, each once."""
        return tuple(dict.fromkeys(loop for step in self.steps for loop in step.loops))
