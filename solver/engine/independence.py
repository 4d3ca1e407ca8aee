"""Whether effects of a layer can depend on each other, found without trial applications (613.8a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from mtglayers.model.effects.view import Columns, Mask
from mtglayers.model.rules.edition import Edition

from .effect import Effect, Part, Plan, overlaps


def without_dependencies(effects: Sequence[Effect], layer: str) -> bool:
    """Return whether the effects read nothing that any of them writes, and none of them can add or remove another."""
    if len(effects) == 1:
        return not effects[0].plan.parts[layer].moves
    plans, gates = _kinds(effects)
    return (
        not any(plan.parts[layer].moves for plan in plans)
        and not _reads(plans, layer)
        and not _at_stake(plans, gates, layer)
    )


def out_of_reach(effects: Sequence[Effect], layer: str, scope_of: Callable[[Effect], Mask]) -> bool:
    """Return whether the effects read nothing that any of them writes, except for their abilities.

    No effect may reach the source of another effect whose ability it can remove. An effect may still add others.

    Args:
        effects: the effects.
        layer: the name of the layer.
        scope_of: returns the objects that an effect applies to.
    """
    if len(effects) == 1:
        return True
    plans, gates = _kinds(effects)
    if _reads(plans, layer):
        return False
    abilities = _at_stake(plans, gates, layer)
    return not abilities or all(
        _spares(on, effects, layer, scope_of) for on in effects if on.plan.parts[layer].touches(abilities)
    )


def only_decider(effects: Sequence[Effect], layer: str) -> Effect | None:
    """Return the effect that can decide whether others exist, if it is the only one; or None.

    It is also None if an effect reads anything else that an effect writes, or if another effect can add effects.
    """
    plans, gates = _kinds(effects)
    if _reads(plans, layer):
        return None
    abilities = _at_stake(plans, gates, layer)
    deciders = [each for each in effects if each.plan.parts[layer].moves or each.plan.parts[layer].touches(abilities)]
    return deciders[0] if len(deciders) == 1 and not deciders[0].plan.parts[layer].rewords else None


def _kinds(effects: Sequence[Effect]) -> tuple[frozenset[Plan], frozenset[Columns]]:
    return frozenset({effect.plan for effect in effects}), frozenset({effect.gate for effect in effects})


@lru_cache(maxsize=4096)
def _reads(plans: frozenset[Plan], layer: str) -> bool:
    # Whether an effect can read what an effect writes.
    parts = [plan.parts[layer] for plan in plans]
    writes: Columns = frozenset().union(*[part.writes for part in parts])
    return overlaps(writes, frozenset().union(*[part.gate for part in parts]))


@lru_cache(maxsize=4096)
def _at_stake(plans: frozenset[Plan], gates: frozenset[Columns], layer: str) -> Columns:
    # The gates of all effects if an effect can decide whether one of them exists.
    writes: Columns = frozenset().union(*[plan.parts[layer].writes for plan in plans])
    abilities: Columns = frozenset().union(*gates)
    return abilities if overlaps(writes, abilities) else frozenset()


def _spares(on: Effect, effects: Sequence[Effect], layer: str, scope_of: Callable[[Effect], Mask]) -> bool:
    # Whether an effect that removes abilities cannot end any other effect.
    part = on.plan.parts[layer]
    if part.rewords:
        return False
    scope = scope_of(on)
    return not any(can_end(effect, part, scope) for effect in effects if effect is not on)


def can_end(effect: Effect, part: Part, scope: Mask) -> bool:
    """Return whether an effect may no longer exist after a part of another effect, which rewords nothing, applies.

    Args:
        effect: the effect.
        part: the part of the other effect.
        scope: the objects that the part applies to.
    """
    return part.touches(effect.gate) and (effect.condition is not None or bool(scope >> (effect.source or 0) & 1))


def can_depend(cda: bool | None, edition: Edition) -> bool:
    """Return whether effects in a group of a layer can depend on each other (613.8a, clause c).

    `cda` specifies whether the group contains only characteristic-defining abilities (613.3).
    """
    return not cda or edition.cda_dependency != "never"
