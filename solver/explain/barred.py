"""What effects give in vain to an object that can't have it (113.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mtglayers.model.effects.ability import Keyword
from mtglayers.model.effects.operations.abilities import Gain
from mtglayers.model.effects.view import ANY

from ..wording import Names

if TYPE_CHECKING:
    from ..engine.trace import Step


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


__all__ = ["barred_words"]
