"""Reuse of the layers of an earlier result that a new board does not affect.

Effects declare the columns (`model.effects.language`) and the facts (`facts`) that they read. If two states have
the same effects and are equal in everything that these effects read, the effects apply in the same order to the
same objects. If the states before a layer differ in other values, only the states after its steps are computed
again. If the effects read a difference that cannot change their order (`order`), only their footprints and states
are computed again, without any search for dependencies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from operator import is_
from typing import Any, Final, NamedTuple

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import ANY, FAMILIES, Column, Mask, union
from mtglayers.model.errors import LayersError
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.rules.edition import Edition, Layer
from mtglayers.model.support.progress import checkpoint

from ..engine.choose import Choose, TimestampOrder
from ..engine.effect import Effect, condition_of, existence_gate, gate_column, overlaps, selector_of
from ..engine.footprint import Footprint, Locks, apply, footprint
from ..engine.gather import Sources
from ..engine.layers import apply_layer
from ..engine.state import Columns, Snapshot, State, initial
from ..engine.trace import AppliedLayer, Taken, Trace
from ..readings import Readings
from .facts import facts_read
from .order import Differing, Order, order_of

Differences = dict[Column, Mask]
"""A map from columns and facts to the objects for which two states differ."""

WHOLLY: Final[Mask] = -1
"""The mask for a difference in a value that does not belong to objects, such as a life total."""

_ID: Final = "id"
_STAMP: Final = "timestamp"
_THERE: Final = "there"

_EVERYWHERE: Final = frozenset((family, ANY) for family in (_THERE, "zone", "owner", "token"))
"""The facts that every effect can read."""


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


class Begun(NamedTuple):
    """The timestamps of a solve, and the data for the state before layer 1."""

    how: TimestampOrder
    start: tuple[object, ...]

    @classmethod
    def of(cls, board: Board, world: Snapshot, how: TimestampOrder) -> Begun:
        """Return the start of solving `board`, whose snapshot is `world`."""
        merged = world.facts.get("merged", {}).get(True, 0)
        found = world.objects.values()
        together = tuple((each.merged, each.host) for each in found if each.merged) if merged else ()
        bases: tuple[tuple[Base, Mask], ...] = tuple((base, mask) for base, mask in board.bases.items() if mask)
        return cls(how, (bases, merged, together, world.everything))


class Basis:
    """The effects and values on which the steps of a layer depend.

    Attributes:
        layer: the name of the layer.
        effects: the effects at the start of the layer.
        reads: the columns and facts that the effects in the layer read, with each ability replaced by its
            `ability_key`.
        sources: the mask of the objects that effects in the layer come from.
        grows: whether effects are added during the layer.
        footprints: the footprints at the start of the layer that are known so far, by the name of the effect.
    """

    def __init__(
        self, layer: str, effects: tuple[Effect, ...], reads: frozenset[Column], sources: Mask, grows: bool
    ) -> None:
        self.layer = layer
        self.effects = effects
        self.reads = reads
        self.sources = sources
        self.grows = grows
        self.footprints: dict[str, Footprint] = {}

    @cached_property
    def order(self) -> Order:
        """What the order of the effects depends on."""
        return order_of(self.effects, self.layer, self.grows)

    def starting(self, footprints: dict[str, Footprint]) -> Basis:
        """Return the basis of the same layer of another board, with its footprints."""
        twin = copy(self)
        twin.footprints = footprints
        return twin


def basis_of(trace: Trace, sources: Sources, layer: AppliedLayer) -> Basis:
    """Return the basis for reusing the steps of a layer."""
    name = layer.name
    effects = tuple(sources.gather(trace.at(name, 0), name))
    met = dict.fromkeys(effects)
    moves = any(effect.plan.parts[name].moves for effect in effects)
    for step in range(1, len(layer.applications) + 1) if moves else ():
        met.update(dict.fromkeys(sources.gather(trace.at(name, step), name)))
    grows = len(met) > len(effects)
    reads: set[Column] = {(_ID, ANY), (_STAMP, ANY)} if grows else {(_ID, ANY)}
    writes: set[Column] = set()
    consults: set[Column] = set()
    trees: list[Node | None] = []
    for plan in {id(effect.plan): effect.plan for effect in met}.values():
        part = plan.parts[name]
        reads |= part.gate
        writes |= part.writes
        consults |= part.consults
        for place, operation in part.steps:
            trees += [selector_of(plan.clauses, place), operation, plan.clauses[place].condition]
        if part.rewords:  # an effect with changed text can read anything
            reads |= {(ANY, ANY), *((family, ANY) for family in FAMILIES)}
    for held, edition in {(effect.held, effect.plan.edition) for effect in met if effect.held is not None}:
        reads |= existence_gate(held, edition)
        trees.append(condition_of(held, edition))
    if moves or overlaps(writes, reads):
        # The new values of a column can depend on everything that the operation consults or writes.
        reads |= {gate_column(column) for column in consults} | {(family, ANY) for family, _ in writes}
    reads = reads.union(*(facts_read(tree) for tree in trees if tree is not None))
    source = union(1 << effect.source for effect in met if effect.source is not None)
    return Basis(name, effects, frozenset(reads), source, grows)


def comparable(last: Trace, rules: Edition, readings: Readings, world: Snapshot) -> bool:
    """Return whether a board can be compared with the board of an earlier trace.

    For this, the rules, the readings and the players must be the same.
    """
    old = last.start.world
    return (
        not last.unfinished
        and last.edition == rules
        and last.readings == readings
        and readings.words == "operation"  # effects do not declare the values compared under "outcome"
        and (old.players, old.entering) == (world.players, world.entering)
    )


class Reuse:
    """A `Run` that reuses layers of an earlier trace.

    Attributes:
        sources: the sources of the effects of the earlier trace.
        layers: a report on the reuse of each layer of the earlier trace.
        bases: the bases of the layers that were taken over (reused), by name.
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
        self._trace, self._begun, self._known = trace, begun, bases
        self._earlier: Mapping[str, AppliedLayer] = {layer.name: layer for layer in trace.layers}
        self._facts, self._objects = fact_differences(trace.start.world, world)
        self._needs_ability = trace.readings.existence == "ability"
        self._moved = not self._facts.keys().isdisjoint(_EVERYWHERE)
        self._columns: dict[str, tuple[Columns, Columns, Differences]] = {}

    def start(self, board: Board, world: Snapshot, begun: Begun) -> State:
        """Return the state before layer 1, which shares equal columns with the earlier trace."""
        return State(self._trace.start.families, world) if self._begun == begun else initial(board, world)

    def __call__(self, trace: Trace, layer: Layer, sources: Sources, choose: Choose) -> Trace:
        """Return the trace after one layer, which is reused if possible."""
        old = self._earlier.get(layer.name)
        if old is None:
            return apply_layer(trace, layer, sources, choose)
        state, differences = self._compared(trace.state, old.before)
        trace = trace.on(state)
        basis = self._known.get(layer.name)
        if basis is None:
            basis = self._known[layer.name] = basis_of(self._trace, self.sources, old)
        why = self._why_not(basis, old, trace, sources, differences)
        if not why:
            self.layers.append(LayerReuse(layer.name, len(old.applications)))
            self.bases[layer.name] = basis
            return _taken_over(trace, old, sources, same=not differences, grows=basis.grows)
        footprints = self._footprints(basis, old, trace, sources, differences)
        self.layers.append(LayerReuse(layer.name, 0 if footprints is None else len(old.applications), why))
        if footprints is None:
            return apply_layer(trace, layer, sources, choose)
        self.bases[layer.name] = basis.starting(footprints)
        return _in_order(trace, old, basis.order, footprints)

    def _compared(self, now: State, then: State) -> tuple[State, list[Differences]]:
        # Return a state that shares equal families with the earlier state, and the differences between other families.
        equal: dict[str, Columns] = {}
        found: list[Differences] = []
        for family, new in now.families.items():
            old = then.families[family]
            if new is old:
                continue
            known = self._columns.get(family)
            if known is None or known[0] is not old or known[1] is not new:
                known = self._columns[family] = old, new, column_differences(family, old, new)
            if known[2]:
                found.append(known[2])
            else:
                equal[family] = old
        return now.replaced(equal) if equal else now, found

    def _why_not(
        self, basis: Basis, old: AppliedLayer, trace: Trace, sources: Sources, differences: list[Differences]
    ) -> str:
        # The reason why a layer cannot be taken over; "" if it can.
        if basis.effects and self._moved:
            return "objects came, left or changed zones"
        if basis.sources & self._objects:
            return "the source of an effect differs"
        for found in (self._facts, *differences) if basis.effects else ():
            if not basis.reads.isdisjoint(found):
                names = {family for family, _ in basis.reads.intersection(found)}
                return f"its effects read values that differ: {', '.join(sorted(names))}"
        effects = tuple(sources.gather(trace, old.name))
        if not _same(effects, basis.effects):
            return "its effects differ"
        if all(each.taken for each in self.layers):
            return ""
        started = [effect.name for effect in effects]  # 613.6
        same = all(self._trace.locks_of(name, old.first) == trace.locks_of(name) for name in started)
        return "" if same else "an effect that has started applies to other objects"

    def _footprints(
        self, basis: Basis, old: AppliedLayer, trace: Trace, sources: Sources, differences: list[Differences]
    ) -> dict[str, Footprint] | None:
        # The footprints at the start of a layer whose effects apply in the same order; None if the order can differ.
        order, objects = basis.order, trace.state.world.objects
        if not order.fixed or not _same(tuple(sources.gather(trace, old.name)), basis.effects):
            return None
        if any(each.source is not None and objects[each.source].unordered for each in basis.effects):
            return None  # 613.7m
        mask = self._objects | union(
            objects for found in (self._facts, *differences) for objects in found.values() if objects > 0
        )
        differing = Differing(frozenset(self._facts).union(*differences), mask, self._moved)
        footprints: dict[str, Footprint] = {}
        found: list[tuple[Effect, Footprint, Footprint]] = []
        for effect in basis.effects:
            then, now = self._trace.locks_of(effect.name, old.first), trace.locks_of(effect.name)
            if (then is None) is not (now is None):
                return None
            known = self._footprint(basis, old, effect, then)
            new = known
            if then != now or differing.concerns(effect, order.members[effect.name]):
                try:
                    new = footprint(effect, old.name, trace.state, now, self._needs_ability)
                except LayersError:
                    return None  # it is an error only if the effect applies
            footprints[effect.name] = new
            found.append((effect, known, new))
        return footprints if differing.keep(order, found) else None

    def _footprint(self, basis: Basis, old: AppliedLayer, effect: Effect, locks: Locks | None) -> Footprint:
        # The footprint of an effect at the start of a layer of the earlier trace.
        if not basis.footprints:
            changing = basis.order.members
            basis.footprints.update(
                (name, made.taken.footprint)
                for made in old.applications
                if not changing[name := made.taken.effect.name].changes
            )
        known = basis.footprints.get(effect.name)
        if known is None:
            known = footprint(effect, old.name, old.before, locks, self._needs_ability)
            basis.footprints[effect.name] = known
        return known


def _taken_over(trace: Trace, old: AppliedLayer, sources: Sources, *, same: bool, grows: bool) -> Trace:
    trace = trace.entering(old.rule)
    world = trace.state.world
    trials, edges = (now - then for now, then in zip(trace.spent, old.spent, strict=True))
    for made in old.applications:
        checkpoint("step")
        taken = made.taken
        after = made.after.on(world) if same else apply(taken.footprint, trace.state, taken.effect.context)
        spent = taken.spent[0] + trials, taken.spent[1] + edges
        trace = trace.followed(Taken(taken.effect, taken.footprint, taken.candidates, spent), made.choice, after)
        if grows:
            tuple(sources.gather(trace, old.name))  # `sources` contains every effect gathered so far
    return trace


def _in_order(trace: Trace, old: AppliedLayer, order: Order, footprints: Mapping[str, Footprint]) -> Trace:
    # The trace after a layer whose effects apply in the same order to other objects.
    needs_ability = trace.readings.existence == "ability"
    trace = trace.entering(old.rule)
    trials, edges = (now - then for now, then in zip(trace.spent, old.spent, strict=True))
    for made in old.applications:
        checkpoint("step")
        taken, effect = made.taken, made.taken.effect
        found = footprints[effect.name]
        if order.members[effect.name].changes:
            found = footprint(effect, old.name, trace.state, trace.locks_of(effect.name), needs_ability)
        spent = taken.spent[0] + trials, taken.spent[1] + edges
        after = apply(found, trace.state, effect.context)
        trace = trace.followed(Taken(effect, found, taken.candidates, spent), made.choice, after)
    return trace


def _same(effects: Sequence[Effect], others: Sequence[Effect]) -> bool:
    return len(effects) == len(others) and all(map(is_, effects, others))


# --- Differences -----------------------------------------------------------------------------------------


def column_differences(family: str, old: Columns, new: Columns) -> Differences:
    """Return the differences between two versions of a family's columns.

    Each ability is replaced by its `ability_key`.
    """
    found: Differences = {}
    for value in {**old, **new}:
        objects = old.get(value, 0) ^ new.get(value, 0)
        if objects:
            for column in (gate_column((family, value)), (family, ANY)):
                found[column] = found.get(column, 0) | objects
    return found or ({} if list(old) == list(new) else {(family, ANY): WHOLLY})


def fact_differences(old: Snapshot, new: Snapshot) -> tuple[Differences, Mask]:
    """Return the differences between the facts of two snapshots.

    The second value is the mask of the objects that differ in facts that only the objects' own effects can read.
    """
    found: dict[str, Mask] = {}

    def differ(fact: str, objects: Mask = WHOLLY) -> None:
        found[fact] = found.get(fact, 0) | objects

    for family in {**old.facts, **new.facts}:
        one, two = old.facts.get(family, {}), new.facts.get(family, {})
        if one != two or list(one) != list(two):
            objects = union(one.get(value, 0) ^ two.get(value, 0) for value in {**one, **two})
            differ("counter" if family.startswith("counter ") else family, objects or WHOLLY)
    for _, fact in {player_fact for player_fact, _ in old.told.items() ^ new.told.items()}:
        differ(fact)
    if old.active_player != new.active_player:
        differ("active player")
    if old.copied != new.copied:
        differ("copied")
    own = old.everything ^ new.everything
    if own:
        differ(_THERE, own)
    for number, now in new.objects.items():
        then = old.objects.get(number)
        if then is not None and now is not then:
            bit = 1 << number
            own |= bit if _own_facts(now) != _own_facts(then) else 0
            if now.id != then.id:
                differ(_ID, bit)
            if now.attached_to != then.attached_to:
                differ("attached", bit)
            if (now.stamp, now.first_stamp) != (then.stamp, then.first_stamp):
                differ(_STAMP, bit)
    if found:
        differ(ANY)
    return {(fact, ANY): objects for fact, objects in found.items()}, own


def _own_facts(found: GameObject) -> tuple[Any, ...]:
    return found.attached_to, found.attached_player, found.choices, found.unordered


__all__ = ["Basis", "Begun", "LayerReuse", "Reuse", "comparable"]
