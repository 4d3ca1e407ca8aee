"""Layers in which objects that are the same on two boards stay the same.

If the effects of a layer decide for each object by itself, what they do to an object does not depend on other objects.
Only objects that differ between the boards are then looked at, and the effects apply only to these. The states between
the steps are made when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final, Literal, NamedTuple

from mtglayers.model.effects.view import Column, Mask, union
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition, Layer
from mtglayers.model.support.progress import checkpoint

from ..engine.effect import ORDER, Effect, Part, condition_of
from ..engine.footprint import ABSENT, Footprint, Locks, active, footprint, functions
from ..engine.layers import groups_of
from ..engine.state import State
from ..engine.trace import AppliedLayer, Choice, Taken, Trace
from .basis import Basis

Steps = list[tuple[Taken, Choice]]


class Replayed(NamedTuple):
    """A layer that was replayed.

    Attributes:
        trace: the trace after the layer.
        differing: the objects that may now differ from those of the earlier trace; others are the same.
        steps: the number of steps that were taken over.
        lacking: as for `Basis`.
    """

    trace: Trace
    differing: Mask
    steps: int
    lacking: AbstractSet[str]


def replayed(
    trace: Trace, last: Trace, old: AppliedLayer, basis: Basis, now: Basis, differing: Mask,
    others: frozenset[Column],
) -> Replayed | Literal["unknown", "reordered"]:  # fmt: skip
    """Return a layer of an earlier trace, replayed on the objects that differ.

    The result is "unknown" if other objects could differ, too, and "reordered" if the order of the effects could.

    Args:
        trace: the trace before the layer.
        last: the earlier trace.
        old: its layer.
        basis: what its steps depend on.
        now: the same with the effects that exist now.
        differing: the objects that differ at the start of the layer.
        others: the differences that do not belong to objects, such as a life total.
    """
    objects = trace.state.world.objects
    if trace.state.entering or not now.order.fixed:
        return "unknown"
    layer = _Layer(trace, last, old, basis, now, differing)
    applied = {made.taken.effect: made.taken.footprint for made in old.applications}
    if layer.reaches(applied):
        return "reordered"
    shared = applied if now is basis else set(basis.effects)
    for effect in now.effects:
        source = effect.source
        if effect.origin == "static" and objects[source or 0].unordered:
            return "unknown"  # 613.7m
        then = applied.get(effect, ABSENT)
        if now is not basis and effect not in shared:
            found = layer.found_again(effect, ABSENT)
        else:
            concerned = (source is not None and differing >> source & 1) or (
                others and not now.order.members[effect.name].reads.isdisjoint(others)
            )
            found = None if concerned else layer.on_differing(effect, then)
            if found is None:
                found = layer.found_again(effect, then)
        if found is None:
            return "reordered" if layer.reordered else "unknown"
        if found.exists:
            layer.found[effect.name] = found
    if now is not basis:
        left = set(basis.effects).difference(now.effects)
        layer.differing |= union(found.touched for effect, found in applied.items() if effect in left)
    return layer.finished(now is basis) or "unknown"


class _Layer:
    # The layer as it is replayed. `found` contains the footprints of the effects that apply; `reordered` is true if an
    # effect that others may depend on applies to an object that differs.
    def __init__(
        self, trace: Trace, last: Trace, old: AppliedLayer, basis: Basis, now: Basis, differing: Mask
    ) -> None:  # fmt: skip
        self.found: dict[str, Footprint] = {}
        self.reordered = False
        self.differing = differing
        self._at_first = differing
        self._trace = trace
        self._last = last
        self._old = old
        self._basis = basis
        self._now = now
        self._lacking: set[str] = set()
        self._free = now.order.free or self._is_alone()

    def reaches(self, applied: Mapping[Effect, Footprint]) -> bool:
        # Whether an effect that others may depend on applied to an object that differs.
        if self._free:
            return False
        members, differing = self._now.order.members, self._at_first
        return any(
            (found.scope | found.touched) & differing and effect.name in members and members[effect.name].writes
            for effect, found in applied.items()
        )

    def _is_alone(self) -> bool:
        readings, effects = self._trace.readings, self._now.effects
        ordinary = readings.after == "delay" and readings.judged == "each step"
        return ordinary and len(effects) == 1 and not effects[0].plan.parts[self._old.name].moves

    def found_again(self, effect: Effect, then: Footprint) -> Footprint | None:
        # The footprint, if nothing is known of what it has in common with the earlier one.
        if not self._free:
            held = effect.held  # an ability that does not function does not begin to
            return then if not then.exists and held and not functions(effect, held, self._trace.state) else None
        try:
            found = footprint(effect, self._old.name, self._trace.state, self._trace.locks_of(effect.name))
        except LayersError:
            return None  # it is an error only if the effect applies
        if any(done.kind in OF_OTHERS for _, done, _ in found.operations):
            return None
        if found != then:
            self.differing |= then.touched | found.touched
        return found

    def on_differing(self, effect: Effect, then: Footprint) -> Footprint | None:
        # The footprint if it is the earlier one for objects that are the same; None if it may not be.
        part, differing = effect.plan.parts[self._old.name], self._at_first
        if not part.single or effect.plan.cda:
            return None
        locks = None
        if len(effect.plan.parts) > 1:  # it may have started in an earlier layer (613.6)
            locks, before = self._trace.locks_of(effect.name), self._last.locks_of(effect.name, self._old.first)
            if locks != before and not _same_locks(locks, before, differing):
                return None
        held = effect.held
        condition = None if locks is not None or held is None else condition_of(held, effect.plan.edition)
        if condition is not None and not self._holds_as_before(effect, then):
            return None
        if not then.exists:
            if self._free or condition is not None:
                return then
            # It may have ended during the layer without having applied.
            return then if locks is None and self._reaches_nothing(effect, part) else None
        if then.text is not held:
            return None
        same, scopes = True, dict[int, Mask]()
        for place, mask in then.scopes:
            if locks is None:
                scope = part.selectors[place].within(differing, self._trace.state, effect.context)
            elif place in locks:
                scope = locks[place] & differing
            else:
                return None
            same = same and not scope and not mask & differing
            scopes[place] = mask & ~differing | scope
        if same:
            return then
        if not self._free and self._now.order.members[effect.name].writes:
            self.reordered = True
            return None
        return self._done(effect, then, scopes)

    def _holds_as_before(self, effect: Effect, then: Footprint) -> bool:
        # Whether the condition of an effect holds if it held before.
        held = effect.held
        assert held is not None
        if self._free:
            return active(effect, held, self._trace.state) == then.exists
        if self._now.order.members[effect.name].conditional:
            return False
        # No effect of the layer changes whether the condition holds.
        holds = active(effect, held, self._trace.state)
        if holds or then.exists:
            return holds and then.exists
        lacked = effect.name in self._basis.lacking or not active(effect, held, self._old.before)
        if lacked:
            self._basis.lacking.add(effect.name)
            self._lacking.add(effect.name)
        return lacked

    def _reaches_nothing(self, effect: Effect, part: Part) -> bool:
        # Whether an effect would have applied and would apply to no object that differs, while it existed.
        if not self._now.order.members[effect.name].writes:
            return True  # no other effect depends on it
        return not any(
            selector.within(self._at_first, state, effect.context)
            for selector in part.selectors.values()
            for state in (self._old.before, self._trace.state)
        )

    def _done(self, effect: Effect, then: Footprint, scopes: dict[int, Mask]) -> Footprint | None:
        operations = [
            (place, done, mask)
            for place, operation in effect.plan.parts[self._old.name].steps
            for done, mask in operation.evaluate(self._trace.state, effect.context, scopes[place])
        ]
        if not self._free:  # on objects that are the same, it may do something else than when the layer began
            if [found[:2] for found in operations] != [found[:2] for found in then.operations]:
                return None
            differing = self._at_first
            operations = [
                (place, done, mask & differing | before & ~differing)
                for (place, done, mask), (_, _, before) in zip(operations, then.operations, strict=True)
            ]
        return Footprint(True, then.text, tuple(scopes.items()), tuple(operations), then.generated)

    def finished(self, same_effects: bool) -> Replayed | None:
        before = [made.taken.effect.name for made in self._old.applications]
        if same_effects and len(before) == len(self.found) and all(map(self.found.__contains__, before)):
            steps, taken_over = as_before(self._trace, self._old, self.found), len(before)
        elif self._free or not same_effects:  # timestamps alone determine the order
            edition, exists = self._trace.edition, self.found.__contains__
            steps = [
                (Taken(effect, self.found[effect.name], pending, self._trace.spent), choice)
                for effect, pending, choice in by_time(self._old.rule, edition, self._now.effects, exists)
            ]
            taken_over = len({taken.effect.name for taken, _ in steps}.intersection(before))
        else:
            return None
        end = _after_differing(self._trace.state, self._old, steps, self.differing)
        again = self._trace.entering(self._old.rule).ending(steps, end)
        return Replayed(again, self.differing, taken_over, self._lacking)


def by_time(
    rule: Layer, edition: Edition, effects: Iterable[Effect], exists: Callable[[str], bool]
) -> Iterator[tuple[Effect, tuple[Effect, ...], Choice]]:  # fmt: skip
    """Yield the effects of a layer in which timestamps alone determine the order (613.7).

    With each come the effects that have not yet applied, and the reason for the choice.

    Args:
        rule: the layer.
        edition: the edition of the rules.
        effects: the effects.
        exists: returns whether the effect with a name exists.
    """
    for cda in groups_of(rule, edition):
        pending = sorted((each for each in effects if cda in (None, each.plan.cda)), key=ORDER)
        for effect in pending.copy():
            if exists(effect.name):
                yield effect, tuple(pending), Choice(effect.name, "alone" if len(pending) == 1 else "oldest")
                pending.remove(effect)


def _same_locks(one: Locks | None, other: Locks | None, differing: Mask) -> bool:
    # Whether an effect has started, and for the same objects, apart from those that differ.
    if one is None or other is None or one.keys() != other.keys():
        return False
    return all(not (one[place] ^ other[place]) & ~differing for place in one)


def as_before(trace: Trace, old: AppliedLayer, found: Mapping[str, Footprint] | None = None) -> Steps:
    """Return the steps of a layer of an earlier trace, with other footprints if they are given."""
    trials, edges = (now - then for now, then in zip(trace.spent, old.spent, strict=True))
    steps: Steps = []
    for made in old.applications:
        taken = made.taken
        footprint = taken.footprint if found is None else found[taken.effect.name]
        if trials or edges or footprint is not taken.footprint:
            spent = taken.spent[0] + trials, taken.spent[1] + edges
            taken = Taken(taken.effect, footprint, taken.candidates, spent)
        steps.append((taken, made.choice))
    return steps


def after_all(state: State, steps: Steps) -> State:
    """Return the state after all steps, without a record of its changes."""
    return State(_applied(state, steps).families, state.world)


def _applied(state: State, steps: Steps, only: Mask = -1) -> State:
    # A draft after all steps, which apply to some objects only
    draft = state.draft()
    for taken, _ in steps:
        checkpoint("step")
        for _, operation, mask in taken.footprint.operations:
            if mask & only:
                operation.apply(draft, mask & only, taken.effect.context)
    return draft


def _after_differing(state: State, old: AppliedLayer, steps: Steps, differing: Mask) -> State:
    # The state after all steps, in which objects that do not differ are as they were after the earlier layer.
    draft = _applied(state, steps, differing)
    same = state.everything & ~differing
    families = draft.families.copy()
    for family, new in draft.families.items():
        then = old.after.families[family]
        if new is not state.families[family] or then is not old.before.families[family]:
            families[family] = {
                value: mask
                for value in {**then, **new}
                if (mask := then.get(value, 0) & same | new.get(value, 0) & differing)
            }
    return State(families, state.world)


OF_OTHERS: Final = ("copy", "face down", "text")
"""The kinds of operations whose results can depend on other objects."""
