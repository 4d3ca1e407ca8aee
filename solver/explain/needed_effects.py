"""The effects that an object depends on, directly or indirectly."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from mtglayers.model.effects.view import Column
from mtglayers.model.support.progress import checkpoint

if TYPE_CHECKING:
    from mtglayers.model.effects.language import Condition

    from ..engine.effect import Effect
    from ..engine.state import State
    from ..result.result import Result
    from ..result.steps import Step


class NeededEffects:
    """A search for the effects that other effects need.

    An effect needs each effect that changed a column, in the same layer or an earlier one, on which its own
    existence, scope, operations or results depend. A solve with only the needed effects yields the same object.
    """

    def __init__(self, result: Result) -> None:
        self._result = result
        self._known: dict[str, set[str]] = {}
        self._others: dict[str, Effect] = {}

    def of(self, direct: Iterable[str]) -> tuple[str, ...]:
        """Return the given effects and the effects that they need, in order of application."""
        found: set[str] = set()
        pending = [name for name in direct if self._is_known(name)]
        while pending:
            checkpoint("sentence")
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending.extend(self._needed_by(name))
        applied = tuple(name for name in self._steps if name in found)
        return applied + tuple(sorted(found.difference(applied), key=lambda name: self._others[name].order))

    def _is_known(self, name: str) -> bool:
        if name not in self._steps and name not in self._others:
            effect = self._result.sources.known(name)
            if effect is None:
                return False
            self._others[name] = effect
        return True

    @cached_property
    def _steps(self) -> dict[str, list[Step]]:
        steps: dict[str, list[Step]] = {}
        for step in self._result.steps:
            steps.setdefault(step.effect, []).append(step)
        return steps

    @cached_property
    def _places(self) -> dict[str, int]:
        return {layer.name: place for place, layer in enumerate(self._result.layers)}

    @cached_property
    def _writers(self) -> dict[Column, list[tuple[int, str]]]:
        writers: dict[Column, list[tuple[int, str]]] = {}
        for step in self._result.steps:
            for column in step.after.changes():
                writers.setdefault(column, []).append((self._places[step.layer], step.effect))
        return writers

    def _needed_by(self, name: str) -> set[str]:
        if name not in self._known:
            if name in self._steps:
                found = {other for step in self._steps[name] for other in self._needed_by_step(step)}
            else:
                found = set(self._needed_by_unapplied(self._others[name]))
            self._known[name] = found
        return self._known[name]

    def _needed_by_step(self, step: Step) -> Iterator[str]:
        yield from self._writing(self._columns_of(step), self._places[step.layer])
        if step.applied.held is not None:  # 612: the text of a started effect can change
            words = self._places.get(self._result.edition.place("text"), 0)
            for place, writer in self._writers.get(("ability", step.applied.held), ()):
                if place == words:
                    yield writer
        # The effect was chosen because these effects had to wait.
        for other in (*step.choice.waiting, *step.choice.loop):
            for name in (other, *(edge.on for edge in step.undecided.edges(step.candidate(other)))):
                self._others.setdefault(name, step.candidate(name))
                yield name

    def _needed_by_unapplied(self, effect: Effect) -> Iterator[str]:
        parts = effect.plan.parts.values()
        columns = {column for part in parts for column in part.reads | part.consults} | existence_columns(effect)
        yield from self._writing(columns, len(self._places))

    def _columns_of(self, step: Step) -> frozenset[Column]:
        part = step.applied.plan.parts[step.layer]
        columns = part.reads | part.consults
        first = step is self._steps[step.effect][0]  # 613.6: an effect needs its ability only to start
        return columns | existence_columns(step.applied) if first else columns

    def steps(self, name: str) -> tuple[Step, ...]:
        """Return the steps of an effect, in order."""
        return tuple(self._steps.get(name, ()))

    def _writing(self, columns: Iterable[Column], until: int) -> Iterator[str]:
        for column in columns:
            for place, writer in self._writers.get(column, ()):
                if place <= until:
                    yield writer


def existence_columns(effect: Effect, *, clauses: bool = False) -> frozenset[Column]:
    """Return the columns that determine whether an effect exists.

    Args:
        effect: the effect.
        clauses: whether to include the conditions of its clauses.
    """
    held: frozenset[Column] = frozenset() if effect.held is None else frozenset({("ability", effect.held)})
    return held.union(*(condition.reads() for condition in conditions(effect, None if clauses else ())))


def conditions(effect: Effect, places: Container[int] | None = None) -> list[Condition]:
    """Return the conditions of an effect's ability and of its clauses, or only of the clauses in `places`."""
    clauses = enumerate(effect.plan.clauses)
    found = [clause.condition for place, clause in clauses if places is None or place in places]
    return list(dict.fromkeys(each for each in (effect.condition, *found) if each is not None))


def unmet_conditions(effect: Effect, state: State) -> list[Condition]:
    """Return the conditions of an effect that are not met in a state."""
    return [condition for condition in conditions(effect) if not condition.holds(state, effect.context)]
