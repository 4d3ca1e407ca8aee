"""Effects that never applied, and without which an amount would have another value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.language import Amount
from mtglayers.model.support.progress import checkpoint

from ..engine.effect import selector_of
from ..engine.footprint import footprint

if TYPE_CHECKING:
    from ..engine.effect import Effect
    from ..engine.state import State
    from ..result.result import Result
    from ..result.steps import Step
    from .not_applied import Unapplied


def is_counted(lost: Unapplied, number: int, result: Result) -> bool:
    """Return whether an object's size depends on an amount that an effect that never applied would change."""
    effect = result.sources.known(lost.effect)
    layers = [layer.name for layer in result.layers]
    if effect is None or lost.layer not in effect.plan.parts or lost.gone != "ability":
        return False
    for layer in result.layers[layers.index(lost.layer) + 1 :]:
        for step in layer.steps:
            if step.footprint.touched >> number & 1 and _asks_for_amounts(step):
                checkpoint("trial")
                after = _as_if_applied(effect, lost.layer, step.before)
                if _operations(step, number, step.before) != _operations(step, number, after):
                    return True
    return False


def _asks_for_amounts(step: Step) -> bool:
    part = step.applied.plan.parts.get(step.layer)
    operations = (operation for _, operation in part.steps) if part is not None else ()
    return any(isinstance(each, Amount) and not isinstance(each, Number) for op in operations for each in op.children())


def _as_if_applied(effect: Effect, layer: str, state: State) -> State:
    draft = state.draft()
    for place, operation in effect.plan.parts[layer].steps:
        there = selector_of(effect.plan.clauses, place).select(state, effect.context)
        for done, mask in operation.evaluate(state, effect.context, there):
            done.apply(draft, mask, effect.context)
    return draft


def _operations(step: Step, number: int, state: State) -> list[object]:
    locks = step.trace.locks_of(step.effect, step.serial - 1)
    found = footprint(step.applied, step.layer, state, locks).operations
    return [(place, done) for place, done, mask in found if mask >> number & 1]
