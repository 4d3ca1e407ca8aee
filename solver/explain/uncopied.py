"""What a copy does not have: the effects that change the copied object after its copiable values (707.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mtglayers.model.effects.operations.copying import BecomeCopy

from ..engine.state import numbers
from ..wording import joined

if TYPE_CHECKING:
    from ..result.result import Result
    from ..result.steps import Step
    from .names import Names

MAX_UNCOPIED: Final = 3
"""Maximum number of effects that a sentence names."""


def uncopied_words(number: int, result: Result, names: Names) -> Iterator[str]:
    """Yield a sentence, without a period, about the effects on a copied object that its copy does not have."""
    there, edition = result.trace.start.world.objects, result.edition
    for source in dict.fromkeys(_copied(number, result)):
        if source == number or source not in there:
            continue
        found: dict[str, bool] = {}
        for step in result.steps:
            touched = step.footprint.touched
            own = step.applied.held is not None and step.applied.source in (source, number)
            if touched >> source & 1 and not touched >> number & 1 and not own and not _is_copiable(step):
                found.setdefault(names.effect(step.effect, step.layer), step.applied.origin == "counters")
        others = [called for called, counters in found.items() if not counters]
        called = names.object(there[source].id)
        parts = [f"what {joined(others)} {'does' if len(others) == 1 else 'do'} to {called}"] if others else []
        if len(others) < len(found):
            parts.append("its counters" if others else f"the counters on {called}")
        if parts and len(others) <= MAX_UNCOPIED:
            rule = edition.rule("copiable values")
            yield f"{names.object(there[number].id)} does not copy {' or '.join(parts)} ({rule})"


def _is_copiable(step: Step) -> bool:
    # 613.2: layer 1
    return all(operation.kind in ("copy", "face down") for _, operation, _ in step.footprint.operations)


def _copied(number: int, result: Result) -> Iterator[int]:
    # The objects that copy effects on the object copied.
    there = result.trace.start.world.objects
    record = there[number].copy
    if record is not None:
        yield from (other for other, found in there.items() if found.id == record.of)
    copying = {step.effect for step in result.steps if step.footprint.touched >> number & 1}
    for name, effect in result.sources.resolved.items():
        if name in copying:
            for clause in effect.clauses:
                for operation in clause.flat():
                    if isinstance(operation, BecomeCopy):
                        yield from numbers(operation.of.select(result.trace.start, effect.context))
