"""What effects give in vain to an object that can't have it (113.11)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.view import ANY

from .explanation import Passed
from .names import Names

if TYPE_CHECKING:
    from ..engine.trace import LayerResult, Step
    from ..result.result import Result


def barred_words(step: Step, number: int, steps: Sequence[Step], names: Names) -> tuple[str, ...]:
    """Return what later steps of a layer give in vain, or all the same, because of what a step bars an object from.

    Args:
        step: the step.
        number: number of the object.
        steps: all steps of its layer.
        names: what effects and objects are called.
    """
    told = []
    for keyword in _barred(step, number):
        for other in steps[step.number :]:
            for gain in _gains(other, number, keyword):
                called, rule = names.effect(other.effect, other.layer), step.walk.edition.rule("cant have")
                told.append(
                    f"{called} gives it {keyword.lower()} all the same: that rule does not speak of counters yet"
                    if gain.unbarred
                    else f"so {called} gives it no {keyword.lower()} ({rule})"
                )
    return tuple(dict.fromkeys(told))


def _barred(step: Step, number: int) -> Iterator[str]:
    """Yield the keywords that the object can't have from this step on."""
    found = (
        keyword
        for (family, keyword), mask in step.after.changes().items()
        if family == "cant_have" and isinstance(keyword, str) and mask >> number & 1 and keyword != ANY
    )
    yield from sorted(found)


def _gains(step: Step, number: int, keyword: str) -> Iterator[Gain]:
    """Yield the operations by which a step gives the object that keyword, or would."""
    for _, operation, mask in step.footprint.deeds:
        if not isinstance(operation, Gain) or not mask >> number & 1:
            continue
        if any(isinstance(each, Keyword) and each.name == keyword for each in operation.abilities):
            yield operation


def passed(step: Step, number: int, changing: Collection[str], result: Result, names: Names) -> Iterator[Passed]:
    """Yield the effects that would have applied to an object, but for this step (613.8a).

    Args:
        step: the step, which changed the object.
        number: the object.
        changing: the effects that change it later in the layer.
        result: the result.
        names: what effects are called.
    """
    started = result.edition.rule("started")
    for other in result.layer(step.layer).steps[step.number :]:
        if other.effect in changing or other.footprint.scope >> number & 1 or other.effect not in step.candidates:
            continue
        scope = step.undecided.footprint(step.candidate(other.effect)).scope
        if not scope >> number & 1 or step.edge(other.effect, step.effect) is None:
            continue
        called = names.effect(other.effect, step.layer)
        words = f"after that, {called} does not apply to it any more (step {other.number})"
        later = [each for each in result.steps if each.effect == other.effect and each.serial > other.serial]
        spared = not any(each.footprint.scope >> number & 1 for each in later)
        if len(other.applied.plan.parts) > 1 and result.edition.same_set and spared:
            words += f", nor in later layers ({started})"
        yield Passed(other.effect, other.number, words)


def released(step: Step, layer: LayerResult, shown: Collection[int], result: Result, names: Names) -> Iterator[str]:
    """Yield that the effect of a step depends no longer on one that it waited for and that has not applied yet.

    Args:
        step: the step.
        layer: its layer.
        shown: the numbers of the steps before which the dependencies are told.
        result: the result.
        names: what effects are called.
    """
    done = set(layer.order[: step.number - 1])
    told: set[str] = set()
    for earlier in layer.steps[: step.number - 1]:
        if earlier.number not in shown or step.effect not in (*earlier.choice.waiting, *earlier.choice.loop):
            continue
        for found in earlier.dependencies(step.effect):
            if found.on in done or found.on in told or step.edge(step.effect, found.on) is not None:
                continue
            told.add(found.on)
            since = layer.steps[earlier.number : step.number]
            free = next(each for each in since if each.edge(step.effect, found.on) is None)
            last = layer.steps[free.number - 2]
            by, on = names.effect(last.effect, layer.name), names.effect(found.on, layer.name)
            there = "" if found.on in free.candidates else ", which does not exist any more"
            rule = result.edition.rule("again")
            yield f"after {by} (step {last.number}) it no longer depends on {on}{there} ({rule})"


__all__ = ["barred_words", "passed", "released"]
