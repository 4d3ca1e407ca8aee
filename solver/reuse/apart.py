"""Layers in which objects that are the same on two boards stay the same.

If the effects of a layer decide for each object by itself, what they do to an object does not depend on other objects.
Only objects that differ between the boards are then looked at, and the effects apply only to these. The states between
the steps are made when they are needed.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final, Literal, NamedTuple

from mtglayers.model.effects.view import Column, Mask, union
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition, Layer

from ..engine.effect import Effect, Part
from ..engine.footprint import ABSENT, Footprint, active, footprint
from ..engine.layers import groups_of
from ..engine.state import State
from ..engine.straight import in_timestamp_order, unordered
from ..engine.trace import AppliedLayer, Choice, Steps, Taken, Trace, after_all, timestamp_choice
from .basis import Basis, Done
from .differences import Differences
from .order import Member

_NO_FOOTPRINTS: Final[Mapping[Effect, Footprint]] = {}


class BoardDifferences(NamedTuple):
    """The differences between the facts about two boards.

    Attributes:
        objects: the objects that are not the same on both boards.
        facts: the objects for which each fact differs that not every effect can read.
        others: the differences that do not belong to objects, such as a life total.
    """

    objects: Mask
    facts: Differences
    others: AbstractSet[Column]


class Replayed(NamedTuple):
    """A layer that was replayed.

    Attributes:
        trace: the trace after the layer.
        differing: the objects that may now differ from those of the earlier trace; others are the same.
        steps: the number of steps that were taken over.
        lacking: the names of the effects whose conditions are known not to hold at the start of the layer.
        done: what was done in the layer.
    """

    trace: Trace
    differing: Mask
    steps: int
    lacking: AbstractSet[str]
    done: Done


def replayed(
    trace: Trace, last: Trace, old: AppliedLayer, basis: Basis, now: Basis, differing: Mask,
    recorded: BoardDifferences,
) -> Replayed | Literal["unknown", "reordered"]:  # fmt: skip
    """Return a layer of an earlier trace, replayed on the objects that differ.

    The result is "unknown" if other objects could differ, too, and "reordered" if the order of the effects could.

    Args:
        trace: the trace before the layer.
        last: the earlier trace.
        old: its layer.
        basis: what its steps depend on.
        now: the same with the effects that exist now.
        differing: the objects whose values differ at the start of the layer, or where they are.
        recorded: the differences in facts.
    """
    objects = trace.state.world.objects
    if trace.state.entering or not now.order.fixed:
        return "unknown"
    changed, facts, others = recorded
    if facts:
        differing |= union(facts[fact] for fact in now.order.reads.intersection(facts))
    layer = _Layer(trace, last, old, basis, now, differing)
    if not layer.done.whole:
        return "unknown"
    if layer.done.reached & differing and not layer.free:
        return "reordered"  # an effect that others may depend on applied to an object that differs
    applied, members = layer.done.applied, now.order.members
    changed |= differing
    known = None if now is basis else set(basis.effects)
    for effect in now.effects:
        source, member = effect.source, members[effect.name]
        then, found = applied.get(effect, ABSENT), None
        if (
            member.apart
            and (known is None or effect in known)
            and not (source is not None and changed >> source & 1)
            and (not others or member.reads.isdisjoint(others))
        ):
            found = layer.on_differing(effect, member, then)
        if found is None:
            found = None if unordered((effect,), objects) else layer.found_again(effect, then)
            if found is None:
                return "reordered" if layer.reordered else "unknown"
        if found is not then:
            layer.new[effect] = found
            if found.exists is not then.exists:
                layer.same = False
    if known is not None:
        layer.left = known.difference(now.effects)
        for effect in layer.left:
            layer.differing |= applied.get(effect, ABSENT).touched
    return layer.finished() or "unknown"


class _Layer:
    # The layer as it is replayed. `new` contains the footprints that differ from the earlier ones, `left` the effects
    # that left; `same` is true if those that stay apply if they did before, `reordered` if an effect that others may
    # depend on applies to an object that differs.
    def __init__(
        self, trace: Trace, last: Trace, old: AppliedLayer, basis: Basis, now: Basis, differing: Mask
    ) -> None:  # fmt: skip
        self.done = basis.done_in(old)
        self.new: dict[Effect, Footprint] = {}
        self.left: AbstractSet[Effect] = frozenset()
        self.same = True
        self.reordered = False
        self.differing = differing
        self._at_first = differing
        self._there = differing & trace.state.everything
        self._trace = trace
        self._last = last
        self._old = old
        self._basis = basis
        self._now = now
        self._lacking: set[str] = set()
        self.free = now.order.free or self._is_alone()

    def _is_alone(self) -> bool:
        readings, effects = self._trace.readings, self._now.effects
        ordinary = readings.is_ordinary
        return ordinary and len(effects) == 1 and not effects[0].plan.parts[self._old.name].moves

    def found_again(self, effect: Effect, then: Footprint) -> Footprint | None:
        # The footprint, if nothing is known of what it has in common with the earlier one.
        if not self.free:
            return None
        try:
            found = footprint(effect, self._old.name, self._trace.state, self._trace.locks_of(effect.name))
        except LayersError:
            return None  # it is an error only if the effect applies
        if any(done.kind in OF_OTHERS for _, done, _ in found.operations):
            return None
        if found == then:
            return then
        self.differing |= then.touched | found.touched
        return found

    def on_differing(self, effect: Effect, member: Member, then: Footprint) -> Footprint | None:
        # The footprint if it is the earlier one for objects that are the same; None if it may not be.
        locks, condition = None, member.condition
        if member.continues:  # it may have started in an earlier layer (613.6)
            locks = self._trace.locks_of(effect.name)
            if locks is not None:
                condition = None
            elif self._last.locks_of(effect.name, self._old.first) is not None:
                return None
        if condition is not None and not self._holds_as_before(effect, then):
            return None
        if not then.exists:
            # It may have ended during the layer without having applied.
            same = self.free or condition is not None or self._reaches_nothing(effect, member.part)
            return then if same and locks is None else None
        if then.text is not effect.held:
            return None
        differing, there, state = self._at_first, self._there, self._trace.state
        reached: dict[int, Mask] = {}
        for place, mask in then.scopes:
            if locks is None:
                scope = there and member.part.selectors[place].within(there, state, effect.context)
            elif place in locks and not (locks[place] ^ mask) & ~differing:
                scope = locks[place] & differing
            else:
                return None
            if scope or mask & differing:
                reached[place] = scope
        if not reached:
            return then
        if not self.free and member.writes:
            self.reordered = True
            return None
        scopes = {place: mask & ~differing | reached.get(place, 0) for place, mask in then.scopes}
        return self._done(effect, then, scopes)

    def _holds_as_before(self, effect: Effect, then: Footprint) -> bool:
        # Whether the condition of an effect holds exactly if it held before.
        held = effect.held
        assert held is not None
        if self.free:
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
        if not self.free:  # on objects that are the same, it may do something else than when the layer began
            if [found[:2] for found in operations] != [found[:2] for found in then.operations]:
                return None
            differing = self._at_first
            operations = [
                (place, done, mask & differing | before & ~differing)
                for (place, done, mask), (_, _, before) in zip(operations, then.operations, strict=True)
            ]
        return Footprint(True, then.text, tuple(scopes.items()), tuple(operations), then.generated)

    def finished(self) -> Replayed | None:
        trace, old, applied, new, left = self._trace, self._old, self.done.applied, self.new, self.left
        if self.same and len(self._now.effects) == len(self._basis.effects) - len(left):
            steps = as_before(trace, old.spent, self.done.steps, new, left)
            applied, taken_over = {**applied, **new}, len(steps)
            for effect in left:
                applied.pop(effect, None)
        elif self.free or self._now is not self._basis:  # timestamps alone determine the order
            there = {
                effect: found for effect in self._now.effects
                if (found := new.get(effect) or applied.get(effect, ABSENT)).exists
            }  # fmt: skip
            spent = trace.spent
            steps = [
                (Taken(effect, there[effect], pending, spent), choice)
                for effect, pending, choice in by_time(old.rule, trace.edition, self._now.effects, there)
            ]
            applied, taken_over = there, len(applied.keys() & there.keys())
        else:
            return None
        done, after = Done(steps, applied, self.done.reached), self._after(steps)
        return Replayed(trace.ending(steps, after, old.rule), self.differing, taken_over, self._lacking, done)

    def _after(self, steps: Steps) -> State:
        # The state after all steps, in which objects that do not differ are as they were after the earlier layer.
        differing, same, state = self.differing, ~self.differing, self._trace.state
        now = after_all(state, steps, differing & state.everything)
        for family, values in self._basis.changed_in(self._old).items():
            old = self._old.after.families[family]
            column = now.families[family] if family in now.changed else now.own(family)
            for value in values:
                mask = old.get(value, 0) & same | column.get(value, 0) & differing
                if mask:
                    column[value] = mask
                else:
                    column.pop(value, None)
        return State(now.families, now.world)


def by_time(
    rule: Layer, edition: Edition, effects: Iterable[Effect], there: Container[Effect]
) -> Iterator[tuple[Effect, tuple[Effect, ...], Choice]]:  # fmt: skip
    """Yield the effects of a layer as `in_timestamp_order` does, characteristic-defining abilities first (613.3).

    Args:
        rule: the layer.
        edition: the edition of the rules.
        effects: the effects, oldest first.
        there: those of them that exist.
    """
    for cda in groups_of(rule, edition):
        yield from in_timestamp_order([each for each in effects if cda is None or each.plan.cda is cda], there)


def as_before(
    trace: Trace, spent: tuple[int, int], steps: Steps, new: Mapping[Effect, Footprint] = _NO_FOOTPRINTS,
    left: AbstractSet[Effect] = frozenset(),
) -> Steps:  # fmt: skip
    """Return the steps of a layer of an earlier trace.

    Args:
        trace: the trace before the layer.
        spent: what the earlier trace had spent before it.
        steps: the steps of the earlier trace.
        new: the footprints that are no longer the same.
        left: the effects that no longer exist, in a layer in which timestamps alone determine the order.
    """
    now = trace.spent
    if now == spent and not new and not left:
        return steps
    trials, edges = now[0] - spent[0], now[1] - spent[1]
    found: list[tuple[Taken, Choice]] = []
    for step in steps:
        taken, choice = step
        effect, candidates = taken.effect, taken.candidates
        if left and not left.isdisjoint(candidates):
            if effect in left:
                continue
            candidates = tuple([each for each in candidates if each not in left])
            choice = timestamp_choice(effect, candidates)
        elif effect not in new and now == spent:
            found.append(step)
            continue
        footprint, before = new.get(effect, taken.footprint), taken.spent
        found.append((Taken(effect, footprint, candidates, (before[0] + trials, before[1] + edges)), choice))
    return found


OF_OTHERS: Final = ("copy", "face down", "text")
"""The kinds of operations whose results can depend on other objects."""
