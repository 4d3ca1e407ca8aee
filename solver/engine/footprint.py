"""The footprint of an effect: its existence, text, scope and operations (613.8a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from mtglayers.model.effects.language import Clause, Operation
from mtglayers.model.effects.selectors import PlayerGroup
from mtglayers.model.effects.view import Context, Held, Mask, union
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Leaf

from .effect import Effect, condition_of, functioning_zones, head_of, static_plan
from .state import Snapshot, State

Reason = Literal["text", "existence", "scope", "result"]

Locks = Mapping[int, Mask]
"""The objects locked in for each clause when an effect started (613.6)."""


class Footprint(Leaf, frozen=True):
    """The current existence, text, scope and operations of an effect.

    Attributes:
        exists: whether the effect exists.
        text: the current form of the ability that generates the effect.
        scopes: pairs (clause, objects) for the clauses that apply in the layer.
        operations: triples (clause, operation with constant operands, objects), in text order.
        generated: whether its ability exists; determined only under the reading "ability-existence" (B5).
    """

    exists: bool
    text: Held | None = None
    scopes: tuple[tuple[int, Mask], ...] = ()
    operations: tuple[tuple[int, Operation, Mask], ...] = ()
    generated: bool = True

    @property
    def scope(self) -> Mask:
        """The objects that any clause applies to."""
        return scope_of(self)

    @property
    def touched(self) -> Mask:
        """The objects that any operation applies to."""
        return union(mask for _, _, mask in self.operations)


def scope_of(found: Footprint) -> Mask:
    """Return the objects that any clause applies to; the same as `Footprint.scope`, but faster in compiled code."""
    scope: Mask = 0
    for _, mask in found.scopes:
        scope |= mask
    return scope


ABSENT = Footprint(False)


def footprint(effect: Effect, layer: str, state: State, locks: Locks | None, needs_ability: bool = False) -> Footprint:
    """Return the footprint of `effect` in `layer`.

    Args:
        effect: the effect; if layer 3 has changed its text, the new text is used.
        layer: the name of the layer.
        state: the state to which the effect would apply.
        locks: the scopes locked in when the effect started (613.6), or None if it has not started.
        needs_ability: whether to check that the ability of a started effect still exists (B5).
    """
    checkpoint("trial")
    held, generated = effect.held, True
    clauses, part = effect.plan.clauses, effect.plan.parts.get(layer)
    if held is not None:
        now = present(effect, state)
        if locks is None and (now is None or not active(effect, now, state)):
            return ABSENT
        if needs_ability:
            generated = now is not None and active(effect, now, state)
        if now is not None and now != held:
            held, changed = now, static_plan(now, effect.plan.edition)
            clauses, part = (changed.clauses, changed.parts.get(layer)) if changed else ((), None)
    if part is None:
        return Footprint(True, held)
    scopes: dict[int, Mask] = {}
    operations: list[tuple[int, Operation, Mask]] = []
    for place, operation in part.steps:
        if operation.kind == "set" and effect.plan.cda and _starless(effect, state):
            continue
        scope = scopes.get(place)
        if scope is None:
            scope = None if locks is None else locks.get(place)
            if scope is None:
                condition = clauses[place].condition
                if condition is not None and not condition.holds(state, effect.context):
                    continue
                scope = None if locks is None else _meant(locks, clauses, place)
            if scope is None:
                selector = part.selectors[place]
                scope = selector.select(state, effect.context)
                entering = state.entering
                if held is not None and entering >> (effect.source or 0) & 1:
                    if isinstance(selector, PlayerGroup):
                        continue
                    scope &= entering  # 614.12: an entering object's effects affect only that object
                elif held is not None and entering and not state.edition.knows("effects on what enters"):
                    scope &= ~entering  # 614.12 until 2017: effects from other sources are ignored
            scopes[place] = scope
        for done, mask in operation.evaluate(state, effect.context, scope):
            operations.append((place, done, mask))
    if not scopes:
        return ABSENT  # the conditions of all clauses for this layer fail
    return Footprint(True, held, tuple(scopes.items()), tuple(operations), generated)


def exists(effect: Effect, layer: str, state: State, locks: Locks | None) -> bool | None:
    """Return whether the footprint of an effect that has not started exists, or None if only `footprint` tells."""
    held, part = effect.held, effect.plan.parts.get(layer)
    if held is None or locks is not None or part is None or not part.certain or state.entering:
        return None
    now = present(effect, state)
    if now is not None and now is not held:
        return None
    return now is not None and active(effect, now, state)


def _meant(locks: Locks, clauses: Sequence[Clause], place: int) -> Mask | None:
    # 613.6: the objects locked in for another clause that refers to the same objects
    head = head_of(clauses, place)
    return next((mask for other, mask in locks.items() if head_of(clauses, other) == head), None)


def _starless(effect: Effect, state: State) -> bool:
    # 208.2: in 2005 a * was 0 off the battlefield
    return not (state.edition.cda_size_everywhere or state.still("zone", "battlefield") >> (effect.source or 0) & 1)


def present(effect: Effect, state: State) -> Held | None:
    """Return the current form of a static effect's ability, or None if it does not exist."""
    held, source = effect.held, effect.source
    assert held is not None
    assert source is not None
    if state.families["ability"].get(held, 0) >> source & 1:
        return held
    if held.origin != "copiable":
        return None
    for other in state.abilities(source):  # the same ability with changed text (612.1)
        if other.origin == "copiable" and other.place == held.place and _skeleton(other) == _skeleton(held):
            return other
    return None


class _AnyWord(dict[str, str]):
    def get(self, key: str, default: object = None) -> str:
        return "*"


@lru_cache(maxsize=4096)
def _skeleton(held: Held) -> object:
    # The ability with a wildcard for each color and subtype word that layer 3 can change.
    return held.ability.with_words(_AnyWord())


def active(effect: Effect, held: Held, state: State) -> bool:
    """Return whether an ability functions and its condition holds (113.6, 611.3a)."""
    if held is effect.held:  # it functions, since idle effects are not gathered (113.6)
        condition = effect.condition
    elif functions(effect, held, state.world):
        condition = condition_of(held, effect.plan.edition)
    else:
        return False
    return condition is None or condition.holds(state, effect.context)


def functions(effect: Effect, held: Held, world: Snapshot) -> bool:
    """Return whether an ability functions in the zone of its object, which no effect changes (113.6)."""
    zones = effect.zones if held is effect.held else functioning_zones(held, effect.plan.edition, effect.plan.cda)
    return not zones or world.objects[effect.source or 0].base.zone in zones


def apply(found: Footprint, state: State, context: Context) -> State:
    """Return the state after applying a footprint's operations in text order."""
    draft = state.draft()
    for _, operation, mask in found.operations:
        if mask:
            operation.apply(draft, mask, context)
    return draft


def compare(before: Footprint, after: Footprint) -> tuple[tuple[Reason, ...], Mask]:
    """Return the reasons why two footprints differ, and the affected objects (613.8a).

    Operations are compared by their operands, not by their results: "gains flying" and "loses flying" are
    independent.
    """
    if before.exists != after.exists or before.generated != after.generated:
        return ("existence",), 0
    if not before.exists:
        return (), 0
    reasons: list[Reason] = []
    witness = 0
    if before.text != after.text:
        reasons.append("text")
    if before.scopes != after.scopes:
        old, new = dict(before.scopes), dict(after.scopes)
        for place in {**old, **new}:
            witness |= old.get(place, 0) ^ new.get(place, 0)
        if witness or set(old) != set(new):
            reasons.append("scope")
    if before.operations != after.operations:
        different = _on_shared(before, after) ^ _on_shared(after, before)
        if different:
            reasons.append("result")
            for _, _, mask in different:
                witness |= mask
    return tuple(reasons), witness


@lru_cache(maxsize=4096)
def _plain(operation: Operation) -> Operation:
    return operation.plain()


def _on_shared(found: Footprint, other: Footprint) -> set[tuple[int, Operation, Mask]]:
    others = dict(other.scopes)
    merged: dict[tuple[int, Operation], Mask] = {}
    for place, operation, mask in found.operations:
        shared = mask & others.get(place, 0)
        if shared:
            key = place, _plain(operation)  # the wording does not matter
            merged[key] = merged.get(key, 0) | shared
    return {(place, operation, mask) for (place, operation), mask in merged.items()}
