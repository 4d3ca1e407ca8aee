"""Effects that never applied: what they would have applied to, and why their condition failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..engine.effect import condition_of, selector_of, static_plan
from ..engine.footprint import footprint, present
from ..engine.state import numbers
from ..wording import joined
from .causes import changes_seen, minimal_changes
from .changes import changes_made
from .choices import Unapplied
from .needed_effects import existence_columns
from .paragraphs import ranges

if TYPE_CHECKING:
    from mtglayers.model.effects.view import Mask

    from ..engine.effect import Effect
    from ..result.result import Result
    from ..result.steps import LayerResult, Step
    from .names import Names


def failed_conditions(result: Result, known: Sequence[Unapplied]) -> Iterator[Unapplied]:
    """Yield the effects whose condition failed before the layer in which they act.

    Args:
        result: the result.
        known: the effects that are already known never to have applied.
    """
    trace = result.trace
    found = {(lost.layer, lost.effect) for lost in known}
    applied = {step.effect for step in result.steps}
    after = {layer.name for layer in result.edition.after}
    done = [layer for layer in result.layers if layer.name not in after and layer.name != trace.unfinished]
    for held, mask in trace.start.column("ability").items():
        laid = static_plan(held, result.edition)
        if laid is None:
            continue
        if condition_of(held, result.edition) is None and all(
            would_clause.condition is None for would_clause in laid.clauses
        ):
            continue
        for number in numbers(mask):
            effect = result.sources.effect(held, number)
            for layer in done:
                if layer.name not in effect.plan.parts or effect.name in applied or (layer.name, effect.name) in found:
                    continue
                step = _end(effect, layer, result)
                if step is not None:
                    source = trace.start.world.objects[number].id
                    at = step.layer, step.number
                    yield Unapplied(layer.name, effect.name, source, step.effect, at, "condition")


def _end(effect: Effect, layer: LayerResult, result: Result) -> Step | None:
    """Return the step of an earlier layer that made an effect's condition fail, or None."""

    def there(step: Step, *, after: bool) -> bool:
        return footprint(effect, layer.name, step.after if after else step.before, None).exists

    if layer.steps and any(there(step, after=False) for step in layer.steps):
        return None
    families = {family for family, _ in existence_columns(effect, clauses=True)}
    earlier = result.layers[: result.layers.index(layer)]
    for step in reversed([step for each in earlier for step in each.steps]):
        if families.isdisjoint(family for family, _ in step.after.changes()):
            continue
        if there(step, after=True):
            return None
        if there(step, after=False):
            return step if present(effect, step.after) is not None else None
    return None


def condition_ended_by(lost: Unapplied, result: Result, names: Names) -> str:
    """Return how a step made a condition fail, or ""."""
    effect, step = result.sources.known(lost.effect), result.layer(lost.at[0]).steps[lost.at[1] - 1]
    if effect is None:
        return ""

    def gone(state: object) -> bool:
        return not footprint(effect, lost.layer, state, None).exists  # type: ignore[arg-type]

    seen = minimal_changes(
        step.before, changes_seen(existence_columns(effect, clauses=True), step.after.changes()), 0, gone
    )
    return changes_made(step, seen, names) if seen else ""


def affected_objects(lost: Unapplied, result: Result) -> Mask:
    """Return the objects that an effect would have applied to if it had applied.

    They are those that it means before it lost what it had, or before the layer, or after it.
    """
    effect, layer = result.sources.known(lost.effect), result.layer(lost.layer)
    part = None if effect is None else effect.plan.parts.get(lost.layer)
    if effect is None or part is None:
        return 0
    first = layer.steps[lost.at[1] - 1].before if lost.at[0] == lost.layer else layer.before
    clauses, found = effect.plan.clauses, 0
    whole = None if effect.held is None else condition_of(effect.held, result.edition)
    for state in (first, layer.after):
        for place in dict.fromkeys(place for place, _ in part.steps):
            asked = [each for each in (whole, clauses[place].condition) if each is not None]
            if lost.gone == "condition" or all(each.holds(state, effect.context) for each in asked):
                found |= selector_of(clauses, place).select(state, effect.context)
    return found


def unapplied_words(found: Unapplied, names: Names, result: Result) -> str:
    """Return an effect that never applied as a sentence, without a full stop."""
    return _words((found,), (found.layer,), names, result)


def all_words(found: Sequence[Unapplied], names: Names, result: Result) -> tuple[str, ...]:
    """Return effects that never applied as sentences, those with the same cause together."""
    layers: dict[tuple[str, str, tuple[str, int], str], list[Unapplied]] = {}
    for lost in found:
        layers.setdefault((lost.effect, lost.by, lost.at, lost.gone), []).append(lost)
    similar: dict[tuple[object, ...], list[Unapplied]] = {}
    for each in layers.values():
        acting = tuple(lost.layer for lost in each)
        apart = each[0].effect if each[0].gone == "condition" else ""
        similar.setdefault((acting, each[0].by, each[0].at, apart), []).append(each[0])
    return tuple(_words(each, acting, names, result) for (acting, *_), each in similar.items())  # type: ignore[arg-type]


def _words(found: Sequence[Unapplied], layers: Sequence[str], names: Names, result: Result) -> str:
    one, many = found[0], len(found) > 1
    called = joined(ranges([names.effect(lost.effect, lost.layer) for lost in found]))
    by = names.effect(one.by, one.at[0])
    where = f"layer {one.at[0]}, step {one.at[1]}"
    rule = result.edition.rule("gone")
    acts = "do" if many else "does"
    said = f"{called} {acts} not apply in layer{'s' if layers[1:] else ''} {joined(layers)}"
    if one.gone == "condition":
        did = condition_ended_by(one, result, names)
        how = f", which {did}," if did else ""
        return f"{said}: after {by} ({where}){how} its condition fails ({rule})"
    lost = "their abilities" if many else "its ability"
    its = "their" if many else "its"
    started = result.edition.rule("started")
    said = f"{said}: {by} took {lost} ({where}) before {its} turn"
    if one.at[0] in layers:  # 613.8a is about what happens inside one layer
        said = f"{said} ({rule})"
    had = "they had" if many else "it had"
    if result.edition.same_set:
        return f"{said}, and {had} not started ({started})"
    began = any(step.effect == lost.effect for lost in found for step in result.steps)
    return f"{said}, and by the rules of that day nothing goes on without its ability ({started})" if began else said
