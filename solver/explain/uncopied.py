"""What a copy has and what it does not have of the copied object: only its copiable values (707.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.objects.gameobject import printed_counters

from ..engine.state import numbers
from ..wording import joined, number_word
from .names import Names

if TYPE_CHECKING:
    from mtglayers.model.objects.gameobject import GameObject

    from ..result.result import Result
    from ..result.steps import Step

MAX_UNCOPIED: Final = 3
"""Maximum number of effects that a phrase names."""


def uncopied_words(step: Step, number: int, names: Names) -> str:
    """Return what a copy effect does not copy to an object, such as "not its two +1/+1 counters", or ""."""
    there, found = step.before.world.objects, dict[str, None]()
    for source in dict.fromkeys(_copied(step, number)):
        if source == number or source not in there:
            continue
        found |= dict.fromkeys(_counters(there[source]))
        others = list(dict.fromkeys(_effects(source, number, step, names)))
        if 0 < len(others) <= MAX_UNCOPIED:
            found[f"what {joined(others)} {'do' if others[1:] else 'does'} to it"] = None
    return f"not {joined(found, 'or')}" if found else ""


def copies_prototype(step: Step, number: int) -> bool:
    """Return whether what a copy effect copies to an object is a prototyped permanent (718.3d)."""
    there = step.before.world.objects
    copied = [there[source] for source in _copied(step, number) if source in there]
    return step.trace.edition.until is None and any("prototype" in each.facts for each in copied)


def prototype_words(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, about an object that was cast prototyped (718.3b)."""
    found = result.trace.start.world.objects[number]
    if "prototype" in found.facts and found.copy is None and result.edition.until is None:
        begins = "it begins with the mana cost, color, power and toughness of its prototype"
        yield f"{names.object(found.id)} was cast prototyped, so {begins} (718.3b)"


def _counters(source: GameObject) -> Iterator[str]:
    # The counters on an object, apart from the loyalty and defense that it entered with.
    printed = printed_counters(source.base.values)
    counters = [each for each in source.counters if each.count and printed.get(each.kind) != each.count]
    if len(counters) == 1:
        one = counters[0]
        yield f"its {number_word(one.count)} {one.kind} counters" if one.count > 1 else f"its {one.kind} counter"
    elif counters:
        yield "its counters"


def _effects(source: int, number: int, copying: Step, names: Names) -> Iterator[str]:
    # The effects on a copied object after layer 1 (613.2), which its copy does not have (707.2).
    for step in copying.result.steps:
        touched, origin = step.footprint.touched, step.applied.origin
        own = step.applied.held is not None and step.applied.source in (source, number)
        visible = touched >> source & 1 and not touched >> number & 1 and not own and origin != "counters"
        if visible and not {operation.kind for _, operation, _ in step.footprint.operations} <= {"copy", "face down"}:
            yield names.effect(step.effect, step.layer)


def _copied(step: Step, number: int) -> Iterator[int]:
    # The objects that a step copies to an object.
    there = step.before.world.objects
    record, resolved = there[number].copy, step.result.sources.resolved.get(step.effect)
    if record is not None and step.effect == there[number].id:
        yield from (other for other, found in there.items() if found.id == record.of)
    if resolved is not None:
        copies = (each for clause in resolved.clauses for each in clause.flat() if isinstance(each, BecomeCopy))
        for copy in copies:
            yield from numbers(copy.of.select(step.result.trace.start, resolved.context))
