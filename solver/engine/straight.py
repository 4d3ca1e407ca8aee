"""Fast paths: effects that cannot depend on each other apply in the order of their timestamps (613.7).

`apply_layer` comes to the same result, but asks before each application which effect is next.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.edition import Layer

from .choose import Choose, choose, loop_reading
from .deciding import deciding_first
from .effect import Effect
from .footprint import footprint
from .gather import Sources
from .independence import can_depend, without_dependencies
from .layers import apply_group, groups_of
from .trace import Choice, Taken, Trace, timestamp_choice


def apply_layer_straight(trace: Trace, layer: Layer, sources: Sources, chooser: Choose) -> Trace:
    """Return the trace after one layer, as `apply_layer` does."""
    trace = trace.entering(layer)
    if not sources.gather(trace, layer.name):
        return trace
    for cda in groups_of(layer, trace.edition):
        effects = sources.gather(trace, layer.name, cda)
        if not effects:
            continue
        ordered = chooser is choose and _are_ordered(trace, effects)
        if ordered and without_dependencies(effects, layer.name):
            trace = _in_time_order(trace, layer.name, effects)
        elif ordered and _is_usual(trace, cda) and (first := deciding_first(trace, layer.name, effects)) is not None:
            taken, choice, after = first
            trace = trace.applied(taken, choice, after)
            left = [each for each in sources.gather(trace, layer.name, cda) if each.name != choice.effect]
            trace = _in_time_order(trace, layer.name, left)
        else:
            trace = apply_group(trace, layer, cda, effects, sources, chooser)
    return trace


def _are_ordered(trace: Trace, effects: Iterable[Effect]) -> bool:
    readings = trace.readings
    return not (readings.tied or readings.words == "outcome" or unordered(effects, trace.state.world.objects))


def unordered(effects: Iterable[Effect], objects: Mapping[int, GameObject]) -> bool:
    """Return whether any of the effects comes from an object whose place among others is unspecified (613.7m)."""
    for effect in effects:
        if effect.origin == "static" and effect.source is not None and objects[effect.source].unordered:
            return True
    return False


def _is_usual(trace: Trace, cda: bool | None) -> bool:
    # Whether dependencies are possible, and no reading changes what they do (B2, B4 to B6, B12).
    readings, edition = trace.readings, trace.edition
    default = readings.is_ordinary and loop_reading(readings, edition) == "default" and readings.existence == "effect"
    return default and can_depend(cda, edition)


def _in_time_order(trace: Trace, layer: str, effects: Iterable[Effect]) -> Trace:
    # No footprint depends on the other effects, so all are those of the state before them.
    needs_ability, spent, before = trace.readings.existence == "ability", trace.spent, trace.state
    found = {each: footprint(each, layer, before, trace.locks_of(each.name), needs_ability) for each in effects}
    there = {effect: each for effect, each in found.items() if each.exists}
    steps = [(Taken(effect, there[effect], left, spent), why) for effect, left, why in in_timestamp_order(found, there)]
    return trace.ending(steps) if steps else trace


def in_timestamp_order(
    effects: Iterable[Effect], there: Container[Effect]
) -> Iterator[tuple[Effect, tuple[Effect, ...], Choice]]:  # fmt: skip
    """Yield the effects of a group in which timestamps alone determine the order (613.7).

    With each come the effects that have not yet applied, and the reason for the choice.

    Args:
        effects: the effects, oldest first.
        there: those of them that exist.
    """
    pending = list(effects)
    for effect in pending.copy():
        if effect in there:
            yield effect, tuple(pending), timestamp_choice(effect, pending)
            pending.remove(effect)
