"""Whether effects of a layer can depend on each other, found without trial applications (613.8a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mtglayers.model.effects.view import Column, Mask

from .effect import Effect, Part, overlaps, touches


def without_dependencies(effects: Sequence[Effect], layer: str) -> bool:
    """Return whether the effects read nothing that any of them writes, and none of them can add or remove another."""
    gates: set[Column] = set()
    writes: set[Column] = set()
    known: Part | None = None
    for effect in effects:
        part = effect.plan.parts[layer]
        if part is not known:
            if part.moves:
                return False
            known = part
            gates |= part.gate
            writes |= part.writes
        gates |= effect.gate
    return not overlaps(writes, gates)


def out_of_reach(effects: Sequence[Effect], layer: str, scope_of: Callable[[Effect], Mask]) -> bool:
    """Return whether the effects read nothing that any of them writes, except for their abilities.

    No effect may reach the source of another effect whose ability it can remove. An effect may still add others.

    Args:
        effects: the effects.
        layer: the name of the layer.
        scope_of: returns the objects that an effect applies to.
    """
    gates: set[Column] = set()
    writes: set[Column] = set()
    abilities: set[Column] = set()
    known: Part | None = None
    for effect in effects:
        part = effect.plan.parts[layer]
        if part is not known:
            known = part
            gates |= part.gate
            writes |= part.writes
        abilities |= effect.gate
    if len(effects) > 1 and overlaps(writes, gates):
        return False
    if len(effects) == 1 or not overlaps(writes, abilities):
        return True
    return all(_spares(on, effects, layer, scope_of) for on in effects if overlaps(_part(on, layer).writes, abilities))


def _part(effect: Effect, layer: str) -> Part:
    return effect.plan.parts[layer]


def _spares(on: Effect, effects: Sequence[Effect], layer: str, scope_of: Callable[[Effect], Mask]) -> bool:
    # Whether an effect that removes abilities cannot end any other effect.
    part = _part(on, layer)
    if part.rewords:
        return False
    scope = scope_of(on)
    for effect in effects:
        if effect is on or effect.held is None or effect.source is None:
            continue
        beyond = not scope >> effect.source & 1 and effect.condition is None
        if not beyond and touches(part.writes, effect.gate):
            return False
    return True
