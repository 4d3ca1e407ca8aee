"""A fast path: effects that cannot depend on each other apply in the order of their timestamps (613.7).

`apply_layer` comes to the same result, but asks before each application which effect is next.
"""

from __future__ import annotations

from mtglayers.model.rules.edition import Layer

from .choose import Choose, choose
from .effect import ORDER, Effect
from .footprint import footprint
from .gather import Sources
from .independence import without_dependencies
from .layers import apply_group, groups_of
from .trace import Choice, Taken, Trace


def apply_layer_straight(trace: Trace, layer: Layer, sources: Sources, chooser: Choose) -> Trace:
    """Return the trace after one layer, as `apply_layer` does."""
    trace = trace.entering(layer)
    if not sources.gather(trace, layer.name):
        return trace
    for cda in groups_of(layer, trace.edition):
        effects = sources.gather(trace, layer.name, cda)
        if not effects:
            continue
        if chooser is choose and _is_straight(trace, layer.name, effects):
            trace = _in_time_order(trace, layer.name, effects)
        else:
            trace = apply_group(trace, layer, cda, effects, sources, chooser)
    return trace


def _is_straight(trace: Trace, layer: str, effects: tuple[Effect, ...]) -> bool:
    readings, objects = trace.readings, trace.state.world.objects
    if readings.tied or readings.words == "outcome":
        return False
    for effect in effects:
        if effect.origin == "static" and effect.source is not None and objects[effect.source].unordered:
            return False  # 613.7m
    return without_dependencies(effects, layer)


def _in_time_order(trace: Trace, layer: str, effects: tuple[Effect, ...]) -> Trace:
    # No footprint depends on the other effects, so all are those of the state before them.
    needs_ability, spent, before = trace.readings.existence == "ability", trace.spent, trace.state
    pending = sorted(effects, key=ORDER)
    steps: list[tuple[Taken, Choice]] = []
    for effect in pending.copy():
        found = footprint(effect, layer, before, trace.locks_of(effect.name), needs_ability)
        if found.exists:
            choice = Choice(effect.name, "alone" if len(pending) == 1 else "oldest")
            steps.append((Taken(effect, found, tuple(pending), spent), choice))
            pending.remove(effect)
    return trace.ending(steps) if steps else trace
