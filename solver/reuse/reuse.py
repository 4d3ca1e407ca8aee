"""Reuse of the layers of an earlier result that a new board does not affect.

Effects declare the columns (`model.effects.language`) and the facts (`facts`) that they read. If two states have
the same effects and are equal in everything that these effects read, the effects apply in the same order to the
same objects. If the states before a layer differ in other values, only the states after its steps are computed
again. If the effects decide for each object by itself, only the objects that differ are looked at (`apart`). If the
effects read a difference that cannot change their order (`order`), only their footprints and states are computed again,
without any search for dependencies.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cached_property
from operator import is_
from typing import Final, Literal

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.view import ANY, Mask, union
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition, Layer
from mtglayers.model.support.progress import checkpoint

from ..engine.choose import Choose
from ..engine.dependency import PendingGraph
from ..engine.effect import Effect
from ..engine.footprint import ABSENT, Footprint, Locks, apply, footprint
from ..engine.gather import Sources
from ..engine.independence import without_dependencies
from ..engine.state import Columns, Snapshot, State, initial
from ..engine.straight import apply_layer_straight, unordered
from ..engine.trace import AppliedLayer, Choice, Taken, Trace
from ..readings import Readings
from .apart import OF_OTHERS, BoardDifferences, Replayed, as_before, by_time, replayed
from .basis import Basis, applied_in, basis_of
from .begun import Begun, rebased
from .differences import THERE, WHOLLY, Comparison, Differences, column_differences, fact_differences
from .order import Differing

_EVERYWHERE: Final = frozenset((family, ANY) for family in (THERE, "zone", "owner", "token"))
"""The facts that every effect can read."""

_FEW: Final = 20
"""The number of steps and trials below which a board is plain."""

_OTHER: Final = "its effects differ"
_LATER: Final = "an earlier layer was solved again"
_MOVED: Final = "objects came, left or changed zones"


class LayerReuse(msgspec.Struct, frozen=True):
    """A report on the reuse of one layer of an earlier result.

    Attributes:
        layer: the name of the layer.
        steps: the number of steps that were taken over; if `why` is not "", only their order was taken over.
        why: the reason why the effects were applied again; "" if the layer was taken over.
    """

    layer: str
    steps: int = 0
    why: str = ""

    @property
    def taken(self) -> bool:
        """Whether the layer was taken over."""
        return not self.why


def comparable(last: Trace, sources: Sources, rules: Edition, readings: Readings, world: Snapshot) -> bool:
    """Return whether a board can be compared with the board of an earlier trace, given with the sources of its effects.

    For this, the rules, the readings and the players must be the same.
    """
    old = last.start.world
    moved = old.everything ^ world.everything
    if 2 * moved.bit_count() > world.everything.bit_count():
        return False
    return (
        not last.unfinished
        and last.edition == rules
        and last.readings == readings
        and readings.words == "operation"  # effects do not declare the values compared under "outcome"
        and (old.players, old.entering) == (world.players, world.entering)
        and not (moved and is_plain(last, sources))
    )


def is_plain(trace: Trace, sources: Sources) -> bool:
    """Return whether solving the board of a trace takes little more than applying effects in timestamp order.

    If objects came or left, such a board is solved from scratch. Otherwise, its layers are taken over as they are up to
    the first that cannot be.
    """
    trials = trace.spent[0]
    if trials or trace.length < _FEW:
        return trace.length + trials < _FEW
    found = ((sources.at_start(layer), layer) for layer in trace.layer_names)
    return all(not effects or without_dependencies(effects, layer) for effects, layer in found)


class Reuse:
    """A `Run` that reuses layers of an earlier trace.

    Attributes:
        sources: the sources of the effects of the earlier trace.
        layers: a report on the reuse of each layer of the earlier trace.
        bases: the known bases of the layers of the new trace, by name.
    """

    def __init__(self, trace: Trace, sources: Sources, begun: Begun, bases: dict[str, Basis], world: Snapshot) -> None:
        """Compare the board of an earlier trace with a new board.

        Args:
            trace: the earlier trace, which must be `comparable`.
            sources: the sources of the effects in the earlier trace.
            begun: the start of the earlier solve.
            bases: the known bases of the earlier trace's layers, by name; missing bases are added when needed.
            world: the snapshot of the new board.
        """
        self.sources = sources
        self.layers: list[LayerReuse] = []
        self.bases: dict[str, Basis] = {}
        self._trace, self._begun, self._known, self._world = trace, begun, bases, world
        self._places = {name: place for place, name in enumerate(trace.layer_names)}
        self._needs_ability = trace.readings.existence == "ability"
        self._differing_now: Mask | None = None  # the objects whose values differ now, if this is known
        self._gives_up = False  # whether later layers are not compared with the earlier trace
        self._changes = Comparison()
        self._columns: dict[str, tuple[Columns, Differences]] = {}  # those of the known changes

    def start(self, board: Board, world: Snapshot, begun: Begun) -> State:
        """Return the state before layer 1, which shares equal columns with the earlier trace."""
        if self._begun == begun:
            self._differing_now = 0
            return State(self._trace.start.families, world)
        if self._begun.merged or begun.merged:
            return initial(board, world)
        state, self._differing_now = rebased(self._trace.start, world, self.changed)
        return state

    def __call__(self, trace: Trace, layer: Layer, sources: Sources, choose: Choose) -> Trace:
        """Return the trace after one layer, which is reused if possible."""
        place = self._places.get(layer.name)
        if place is None:
            return apply_layer_straight(trace, layer, sources, choose)
        if self._gives_up:
            return self._given_up(layer, trace, apply_layer_straight(trace, layer, sources, choose))
        basis = self._known.get(layer.name)
        if basis is None:
            basis = self._known[layer.name] = basis_of(self._trace, self.sources, self._trace.layer(place))
        effects = sources.gather(trace, layer.name)
        if not effects and not basis.effects:
            return self._done(basis, trace.entering(layer), 0)
        old = self._trace.layer(place)
        why = _OTHER if not _same(effects, basis.effects) else _MOVED if self._moved else ""
        if why and self._plain:
            return self._given_up(layer, trace, apply_layer_straight(trace, layer, sources, choose), why)
        now: Basis | None = basis
        if why:
            now = None if not basis.order.fixed else basis if why == _MOVED else self._with_others(basis, old, effects)
        if now is None:
            self.layers.append(LayerReuse(layer.name, 0, why))
            return self._solved(old, apply_layer_straight(trace, layer, sources, choose))
        differences: list[Differences] = []
        if not self._moved:
            state, differences = self._compared(trace.state, old.before)
            trace = trace.on(state)
            why = why or self._why_not(basis, old, trace, differences)
        if not why:
            same = not differences and trace.spent == old.spent
            trace = _taken_over(trace, old, same=not differences)
            for effect in basis.met if basis.grows else ():  # `sources` contains every effect gathered so far
                if effect.held is not None and effect.source is not None:
                    sources.effect(effect.held, effect.source)
            basis = basis if same else basis.starting(basis.footprints, basis.lacking)
            return self._done(basis, trace, len(old.steps))
        if self._plain:
            return self._given_up(layer, trace, apply_layer_straight(trace, layer, sources, choose), why)
        again = self._one_by_one(basis, now, old, trace)
        if isinstance(again, Replayed):
            return self._done(now.starting({}, again.lacking, again.done), again.trace, again.steps, why)
        footprints: dict[str, Footprint] = {}
        if (
            again == "reordered"
            or now.order.free
            or not self._keeps_order(basis, now, old, trace, differences, footprints)
        ):
            self.layers.append(LayerReuse(layer.name, 0, why))
            known = _knowing(footprints, trace.state, choose)
            return self._solved(old, apply_layer_straight(trace, layer, sources, known))
        if now is basis:
            trace, steps = _in_order(trace, old, basis, footprints), len(old.steps)
        else:
            trace, steps = _in_timestamp_order(trace, old, basis, now, footprints)
        self._follow(old, trace)
        return self._done(now.starting(footprints), trace, steps, why)

    @cached_property
    def _plain(self) -> bool:
        return is_plain(self._trace, self.sources)

    @cached_property
    def _found(self) -> tuple[Differences, Mask, Mask]:
        return fact_differences(self._trace.start.world, self._world)

    @property
    def changed(self) -> Mask:
        """The objects that are not the same as on the earlier board, and those that came or left."""
        return self._found[2]

    @cached_property
    def _facts(self) -> Differences:
        return self._found[0]

    @cached_property
    def _objects(self) -> Mask:
        return self._found[1]

    @cached_property
    def _moved(self) -> bool:
        return not self._facts.keys().isdisjoint(_EVERYWHERE)

    @cached_property
    def _board_differences(self) -> BoardDifferences:
        facts, others = {}, set()
        for fact, objects in self._facts.items():
            if objects == WHOLLY:
                others.add(fact)
            elif fact not in _EVERYWHERE:
                facts[fact] = objects
        return BoardDifferences(self.changed, facts, others - {(ANY, ANY)})

    def _given_up(self, layer: Layer, before: Trace, after: Trace, why: str = _LATER) -> Trace:
        # The trace after a layer that was solved; later layers are not compared with those of the earlier trace.
        self._gives_up = True
        self.layers.append(LayerReuse(layer.name, 0, why if after.length > before.length else ""))
        return after

    def _follow(self, old: AppliedLayer, trace: Trace) -> None:
        # What steps did otherwise than before differs, too; it may not have been known at the start of the layer.
        then = applied_in(old)
        for taken, _ in trace.layer(len(trace.layer_names) - 1).steps:
            now, was = taken.footprint, then.get(taken.effect, ABSENT)
            if self._differing_now is not None and now != was:
                self._differing_now |= now.touched | was.touched

    def _one_by_one(
        self, basis: Basis, now: Basis, old: AppliedLayer, trace: Trace
    ) -> Replayed | Literal["unknown", "reordered"]:  # fmt: skip
        # The layer if all that does not differ stays the same; see `replayed`.
        if self._needs_ability:
            return "unknown"
        if self._differing_now is None:
            self._differing_now = self._differing(self._compared(trace.state, old.before)[1]).objects
        again = replayed(trace, self._trace, old, basis, now, self._differing_now, self._board_differences)
        if isinstance(again, Replayed):
            self._differing_now = again.differing
        return again

    def _solved(self, old: AppliedLayer, trace: Trace) -> Trace:
        # What differs after a layer that was solved is known only if the same happened as before.
        steps = trace.layer(len(trace.layer_names) - 1).steps
        if len(steps) != len(old.steps) or any(
            one.effect is not two.effect
            or one.footprint != two.footprint
            or any(done.kind in OF_OTHERS for _, done, _ in one.footprint.operations)
            for (one, _), (two, _) in zip(steps, old.steps, strict=True)
        ):
            self._differing_now = None
        return trace

    def _with_others(self, basis: Basis, old: AppliedLayer, effects: tuple[Effect, ...]) -> Basis | None:
        # The basis with other effects if timestamps alone determined the order, and still do; otherwise None.
        readings = self._trace.readings
        ordinary = readings.is_ordinary
        return basis.having(effects) if basis.order.free or (ordinary and basis.is_ordered_by_timestamps(old)) else None

    def _done(self, basis: Basis, trace: Trace, steps: int, why: str = "") -> Trace:
        self.bases[basis.layer] = basis
        self.layers.append(LayerReuse(basis.layer, steps, why))
        return trace

    def _compared(self, now: State, then: State) -> tuple[State, list[Differences]]:
        # Return a state that shares equal families with the earlier state, and the differences between other families.
        equal: dict[str, Columns] = {}
        found: list[Differences] = []
        for family, new in now.families.items():
            old = then.families[family]
            if new is old:
                continue
            changed = self._changes.between(family, old, new)
            if not changed:
                equal[family] = old
                continue
            known = self._columns.get(family)
            if known is None or known[0] is not changed:
                known = self._columns[family] = changed, column_differences(family, changed)
            found.append(known[1])
        return now.replaced(equal) if equal else now, found

    def _why_not(self, basis: Basis, old: AppliedLayer, trace: Trace, differences: list[Differences]) -> str:
        # The reason why a layer with the same effects cannot be taken over; "" if it can.
        if basis.sources & self._objects:
            return "the source of an effect differs"
        for found in (self._facts, *differences):
            if not basis.reads.isdisjoint(found):
                names = {family for family, _ in basis.reads.intersection(found)}
                return f"its effects read values that differ: {', '.join(sorted(names))}"
        if all(each.taken for each in self.layers):
            return ""
        started = [effect.name for effect in basis.effects]  # 613.6
        same = all(self._trace.locks_of(name, old.first) == trace.locks_of(name) for name in started)
        return "" if same else "an effect that has started applies to different objects"

    def _keeps_order(
        self, basis: Basis, now: Basis, old: AppliedLayer, trace: Trace, differences: list[Differences],
        new: dict[str, Footprint],
    ) -> bool:  # fmt: skip
        # Whether effects apply in the same order; `new` gets their footprints at the start of the layer.
        order = now.order
        if not order.fixed or unordered(now.effects, trace.state.world.objects):
            return False
        if self._moved and any(member.wide for member in order.members.values()):
            return False
        differing = self._differing(differences)
        applied = {taken.effect.name: taken.footprint for taken, _ in old.steps}
        shared = dict.fromkeys(basis.effects) if now is basis else _shared(basis.effects, now.effects)
        for effect in now.effects:
            name = effect.name
            locks, known = trace.locks_of(name), None
            if effect in shared:
                then = self._trace.locks_of(name, old.first)
                known = self._footprint(basis, old, effect, then)
                if differing.met_by(effect, order, known):
                    return False
                if not self._moved and then == locks and not differing.concerns(effect, order):
                    new[name] = known
                    continue
                if (then is None) != (locks is None):
                    return False
            try:
                new[name] = footprint(effect, old.name, trace.state, locks, self._needs_ability)
            except LayersError:
                return False  # it is an error only if the effect applies
            if known is not None and new[name].exists != known.exists:
                return False
            if differing.met_by(effect, order, new[name]):
                return False
        if self._moved:
            differing = self._differing(self._compared(trace.state, old.before)[1])
        if now is not basis and not self._leaves_others(basis, now, shared, applied, new, differing):
            return False
        kept = differing.keep_all(shared, order, basis.footprints, new)
        self._differing_now = differing.objects | differing.written
        return kept

    def _leaves_others(
        self, basis: Basis, now: Basis, shared: Container[Effect], applied: Mapping[str, Footprint],
        new: Mapping[str, Footprint], differing: Differing,
    ) -> bool:  # fmt: skip
        # Whether effects that came or left cannot matter to other effects; what they change differs.
        came = [effect for effect in now.effects if effect not in shared]
        left = [effect for effect in basis.effects if effect not in shared]
        if any(
            basis.footprints[each.name].exists != (each.name in applied) for each in basis.effects if each in shared
        ):
            return False  # an effect began or ended during the layer
        if any(now.order.members[effect.name].changes and not differing.has(effect) for effect in came):
            return False  # the effects that others can depend on reach no source that differs
        found = [*(new[effect.name] for effect in came), *(applied.get(effect.name, ABSENT) for effect in left)]
        differing.written |= union(each.touched for each in found)
        return True

    def _differing(self, differences: list[Differences]) -> Differing:
        mask = self._objects
        for found in (self._facts, *differences):
            for objects in found.values():
                if objects > 0:
                    mask |= objects
        return Differing(frozenset(self._facts).union(*differences), mask, self._moved)

    def _footprint(self, basis: Basis, old: AppliedLayer, effect: Effect, locks: Locks | None) -> Footprint:
        # The footprint of an effect at the start of a layer of the earlier trace.
        if not basis.footprints:
            members = basis.order.members
            for taken, _ in old.steps:
                if not members[taken.effect.name].changes:
                    basis.footprints[taken.effect.name] = taken.footprint
        known = basis.footprints.get(effect.name)
        if known is None:
            known = footprint(effect, old.name, old.before, locks, self._needs_ability)
            basis.footprints[effect.name] = known
        return known


def _taken_over(trace: Trace, old: AppliedLayer, *, same: bool) -> Trace:
    steps = as_before(trace, old.spent, old.steps)
    end = State(old.after.families, trace.state.world) if same else None
    return trace.ending(steps, end, old.rule)


def _knowing(footprints: Mapping[str, Footprint], state: State, choose: Choose) -> Choose:
    # `choose`, with known footprints in a state.
    def chosen(graph: PendingGraph) -> Choice | None:
        if graph.state is state:
            graph.know(footprints)
        return choose(graph)

    return chosen if footprints else choose


def _in_order(trace: Trace, old: AppliedLayer, basis: Basis, footprints: Mapping[str, Footprint]) -> Trace:
    # The trace after a layer whose effects apply in the same order to other objects.
    needs_ability = trace.readings.existence == "ability"
    steps = as_before(trace, old.spent, old.steps)
    trace = trace.entering(old.rule)
    for taken, choice in steps:
        checkpoint("step")
        effect = taken.effect
        found = footprints[effect.name]
        if taken.footprint != basis.footprints[effect.name]:  # it has changed since the layer began
            found = footprint(effect, old.name, trace.state, trace.locks_of(effect.name), needs_ability)
        after = apply(found, trace.state, effect.context)
        trace = trace.followed(Taken(effect, found, taken.candidates, taken.spent), choice, after)
    return trace


def _in_timestamp_order(
    trace: Trace, old: AppliedLayer, basis: Basis, now: Basis, footprints: Mapping[str, Footprint]
) -> tuple[Trace, int]:
    # The trace after a layer in which timestamps alone determine the order, and the number of steps taken over.
    needs_ability = trace.readings.existence == "ability"
    known = applied_in(old)
    trace, steps = trace.entering(old.rule), 0

    there = {effect for effect in now.effects if footprints[effect.name].exists}
    for effect, pending, choice in by_time(old.rule, trace.edition, now.effects, there):
        checkpoint("step")
        found = footprints[effect.name]
        if effect in known:
            steps += 1
            if known[effect] != basis.footprints[effect.name]:  # it has changed since the layer began
                found = footprint(effect, old.name, trace.state, trace.locks_of(effect.name), needs_ability)
        after = apply(found, trace.state, effect.context)
        trace = trace.followed(Taken(effect, found, pending, trace.spent), choice, after)
    return trace, steps


def _shared(effects: Sequence[Effect], others: Sequence[Effect]) -> dict[Effect, None]:
    known = set(others)
    return {effect: None for effect in effects if effect in known}


def _same(effects: Sequence[Effect], others: Sequence[Effect]) -> bool:
    return len(effects) == len(others) and all(map(is_, effects, others))


__all__ = ["LayerReuse", "Reuse", "comparable"]
