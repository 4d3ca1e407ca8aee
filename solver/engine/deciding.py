"""A fast path: the only effect of a layer that decides whether others exist applies first (613.8a).

It does so if every older effect that exists depends on it. `choose` comes to the same choice, but asks for the
dependencies of each effect separately.
"""

from __future__ import annotations

from collections.abc import Mapping

from mtglayers.model.effects.view import Mask

from .effect import Effect, may_matter_in
from .footprint import Locks, apply, exists, footprint, scope_of
from .independence import can_end, only_decider
from .state import State
from .trace import Choice, Taken, Trace, timestamp_choice


def deciding_first(trace: Trace, layer: str, effects: tuple[Effect, ...]) -> tuple[Taken, Choice, State] | None:
    """Return the effect that ends all older ones, the choice of it and the state after it; or None.

    It is None if another effect could end one, if an older effect exists that it does not end, or if it adds an ability
    with an effect in this layer. The effects that are left after it cannot depend on each other.

    Args:
        trace: the trace before the effects apply.
        layer: the name of the layer.
        effects: the effects of a group in the layer, oldest first.
    """
    decider = only_decider(effects, layer)
    if decider is None:
        return None
    before = trace.state
    found = footprint(decider, layer, before, trace.locks_of(decider.name))
    if not found.exists:
        return None
    part, reach = decider.plan.parts[layer], scope_of(found)
    older: list[Effect] = []
    for effect in effects:
        if effect is decider:
            break
        locks = trace.locks_of(effect.name)
        if locks is None and can_end(effect, part, reach):  # 613.6: a started effect no longer needs its ability
            older.append(effect)
        elif _exists(effect, layer, before, locks):
            return None
    after = apply(found, before, decider.context)
    ended = [each for each in older if _exists(each, layer, before)]
    if _adds(layer, before, after) or any(_exists(each, layer, after) for each in ended):
        return None
    trials, edges = trace.spent
    if ended:  # one trial application shows the dependencies
        waiting = tuple([each.name for each in ended])
        taken = Taken(decider, found, effects, (trials + 1, edges + len(ended)))
        return taken, Choice(decider.name, "waited", waiting), after
    return Taken(decider, found, effects, (trials, edges)), timestamp_choice(decider, effects), after


def _exists(effect: Effect, layer: str, state: State, locks: Locks | None = None) -> bool:
    known = exists(effect, layer, state, locks)
    return footprint(effect, layer, state, locks).exists if known is None else known


def _adds(layer: str, before: State, after: State) -> bool:
    # Whether an object has gained an ability that matters in the layer.
    old: Mapping[object, Mask] = before.families["ability"]
    return any(
        mask & ~old.get(held, 0) and may_matter_in(layer, held, after.edition)
        for held, mask in after.families["ability"].items()
    )
