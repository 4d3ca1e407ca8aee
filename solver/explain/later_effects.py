"""How a step affects later ones: what they cannot give, or no longer apply to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.view import ANY

from .explanation import NoLongerApplies
from .names import Names

if TYPE_CHECKING:
    from ..result.result import Result
    from ..result.steps import LayerResult, Step


def prevented_words(step: Step, number: int, steps: Sequence[Step], names: Names) -> tuple[str, ...]:
    """Return abilities that an object can't have after a step, and that later steps give (113.11).

    Args:
        step: the step.
        number: number of the object.
        steps: all steps of its layer.
        names: what effects and objects are called.
    """
    found = []
    for keyword in _prevented_keywords(step, number):
        for other in steps[step.number :]:
            for gain in _gains(other, number, keyword):
                called, rule = names.effect(other.effect, other.layer), step.trace.edition.rule("cant have")
                found.append(
                    f"{called} gives it {keyword.lower()} all the same: that rule does not speak of counters yet"
                    if gain.unbarred
                    else f"so {called} gives it no {keyword.lower()} ({rule})"
                )
    return tuple(dict.fromkeys(found))


def _prevented_keywords(step: Step, number: int) -> Iterator[str]:
    found = (
        keyword
        for (family, keyword), mask in step.after.changes().items()
        if family == "cant_have" and isinstance(keyword, str) and mask >> number & 1 and keyword != ANY
    )
    yield from sorted(found)


def _gains(step: Step, number: int, keyword: str) -> Iterator[Gain]:
    for _, operation, mask in step.footprint.operations:
        if not isinstance(operation, Gain) or not mask >> number & 1:
            continue
        if any(isinstance(each, Keyword) and each.name == keyword for each in operation.abilities):
            yield operation


def no_longer_applying(
    step: Step, number: int, changing: Collection[str], result: Result, names: Names
) -> Iterator[NoLongerApplies]:
    """Yield the effects that no longer apply to an object because of a step (613.8a).

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
        yield NoLongerApplies(other.effect, other.number, words)


def no_longer_waiting(
    step: Step, layer: LayerResult, shown: Collection[int], result: Result, names: Names
) -> Iterator[str]:
    """Yield that a step's effect no longer depends on one that it waited for.

    Args:
        step: the step.
        layer: its layer.
        shown: the numbers of the steps whose dependencies are listed.
        result: the result.
        names: what effects are called.
    """
    done = set(layer.order[: step.number - 1])
    seen: set[str] = set()
    for earlier in layer.steps[: step.number - 1]:
        if earlier.number not in shown or step.effect not in (*earlier.choice.waiting, *earlier.choice.loop):
            continue
        for found in earlier.dependencies(step.effect):
            if found.on in done or found.on in seen or step.edge(step.effect, found.on) is not None:
                continue
            seen.add(found.on)
            since = layer.steps[earlier.number : step.number]
            free = next(each for each in since if each.edge(step.effect, found.on) is None)
            last = layer.steps[free.number - 2]
            by, on = names.effect(last.effect, layer.name), names.effect(found.on, layer.name)
            there = "" if found.on in free.candidates else ", which does not exist any more"
            rule = result.edition.rule("again")
            yield f"after {by} (step {last.number}) it no longer depends on {on}{there} ({rule})"
