"""The order of a layer's effects, which is often the same although objects have come, gone or changed.

Objects that differ between two boards cannot change the order of effects in a layer if

* the effects that others could depend on apply to none of them,
* every other effect applies to the same other objects, and does the same to them, and
* whatever a trial application can change is decided for each object by itself, or does not read what differs.

Every dependency is then one between objects that are the same on both boards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final

from mtglayers.model.effects.language import Clause, Condition, Operation, Selector, Term, facts_read
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import ANY, Column, Mask
from mtglayers.model.support.records import Identity

from ..engine.effect import Effect, Part, gate_column, selector_of, touches
from ..engine.footprint import Footprint

Reads = frozenset[Column]

_IDS: Final[Reads] = frozenset({("id", ANY)})
"""Every effect can read the ids of objects."""


class Member(Identity, frozen=True, eq=False):
    """What decides whether a difference matters to an effect in a layer.

    Attributes:
        part: the effect's part in the layer.
        condition: the condition on which the effect exists, if it has one.
        continues: whether the effect has parts in several layers (613.6).
        apart: whether the effect decides for each object by itself what it does.
        reads: the columns and facts that the effect reads.
        writes: whether other effects in the layer can depend on the effect, or consult what it writes.
        changes: whether an effect in the layer can change what the effect reads.
        wide: the columns and facts of the terms that can change in the layer and are not decided for each object by
            itself.
        conditional: the number of the effect's clauses if one of its conditions can change in the layer; otherwise 0.
    """

    part: Part
    condition: Condition | None
    continues: bool
    apart: bool
    reads: Reads
    writes: bool = False
    changes: bool = False
    wide: Reads = frozenset()
    conditional: int = 0


class Order:
    """What the order of a layer's effects depends on.

    Attributes:
        free: whether no effect can depend on another.
        fixed: whether the order can be taken over at all.
    """

    def __init__(self, effects: tuple[Effect, ...], layer: str, grows: bool) -> None:
        """Describe the effects at the start of a layer; `grows` means that effects are added during the layer."""
        self._effects = effects
        self._layer = layer
        parts = list({part.signature: part for part in (effect.plan.parts[layer] for effect in effects)}.values())
        self._writes: Reads = frozenset().union(*(part.writes for part in parts))
        self._gates: Reads = frozenset().union(*(part.gate for part in parts), *(effect.gate for effect in effects))
        self._looked_at = self._gates.union(*(_gates(part.consults) for part in parts))
        self.free = not any(part.moves for part in parts) and not touches(self._writes, self._gates)
        self.fixed = not grows and (self.free or not any(part.rewords for part in parts))

    def having(self, effects: tuple[Effect, ...]) -> Order | None:
        """Return the order with other effects, or None if others could depend on one that came or left.

        An effect that came may lose its ability, but what it does cannot change otherwise.
        """
        old, new = set(self._effects), set(effects)
        left = [effect for effect in self._effects if effect not in new]
        came = [effect for effect in effects if effect not in old]
        if not self.fixed or any(not self.free and self.members[effect.name].writes for effect in left):
            return None
        if not came:
            return self._of(effects, came, self._writes, self._gates, self._looked_at)
        writes = self._writes.union(*(effect.plan.parts[self._layer].writes for effect in came))
        gates = self._gates.union(*(effect.plan.parts[self._layer].gate | effect.gate for effect in came))
        consults = (_gates(effect.plan.parts[self._layer].consults) for effect in came)
        looked_at = gates.union(self._looked_at, *consults)
        for effect in came:
            part = effect.plan.parts[self._layer]
            if part.moves or part.rewords or part.touches(looked_at) or touches(writes, part.gate):
                return None
            if touches(writes, effect.gate) and (self.free or effect.condition is not None):
                return None
        return self._of(effects, came, writes, gates, looked_at)

    def _of(
        self, effects: tuple[Effect, ...], came: Collection[Effect], writes: Reads, gates: Reads, looked_at: Reads
    ) -> Order:  # fmt: skip
        known, reads, twin = self.members, self.reads, Order.__new__(Order)
        vars(twin).update(vars(self), _effects=effects, _writes=writes, _gates=gates, _looked_at=looked_at)
        vars(twin).pop("writing", None)
        made = twin._member  # noqa: SLF001 (its own)
        if came:
            twin.members = {each.name: made(each) if each in came else known[each.name] for each in effects}
            twin.reads = reads.union(*(twin.members[each.name].reads for each in came))
        return twin

    @cached_property
    def members(self) -> dict[str, Member]:
        """The effects, by name, and perhaps others."""
        return {effect.name: self._member(effect) for effect in self._effects}

    @cached_property
    def reads(self) -> Reads:
        """The columns and facts that the effects, and perhaps others, read."""
        return frozenset().union(*(member.reads for member in self.members.values()))

    @cached_property
    def writing(self) -> tuple[Effect, ...]:
        """The effects that others can depend on."""
        return () if self.free else tuple(each for each in self._effects if self.members[each.name].writes)

    def _member(self, effect: Effect) -> Member:
        part, plan = effect.plan.parts[self._layer], effect.plan
        terms, reads = _terms(plan.clauses, part.steps, effect.condition, effect.gate)
        single = not plan.cda and _is_single(plan.clauses, part.steps)
        known = part, effect.condition, len(plan.parts) > 1, single, reads
        if self.free:
            return Member(*known)
        changing = [(term, columns) for term, columns in terms if touches(self._writes, columns)]
        wide: Reads = frozenset()
        for term, columns in changing:
            if not (isinstance(term, Selector) and term.by_itself()) or touches(self._writes, _players(columns)):
                wide |= columns | facts_read(term) | _IDS
        conditional = any(isinstance(term, Condition) for term, _ in changing)
        return Member(
            *known,
            part.moves or part.touches(self._looked_at),
            bool(changing) or touches(self._writes, effect.gate),
            wide,
            len({place for place, _ in part.steps}) if conditional else 0,
        )


def reads_of(effect: Effect, layer: str) -> Reads:
    """Return the columns and facts that an effect reads in a layer."""
    plan = effect.plan
    return _terms(plan.clauses, plan.parts[layer].steps, effect.condition, effect.gate)[1]


@lru_cache(maxsize=8192)
def _terms(
    clauses: tuple[Clause, ...], steps: tuple[tuple[int, Operation], ...], condition: Condition | None, gate: Reads
) -> tuple[tuple[tuple[Node, Reads], ...], Reads]:  # fmt: skip
    # The terms that decide what an effect does in a layer, each with the columns that it reads, and all columns and
    # facts that the effect reads.
    found: list[Term | Operation | None] = [condition]
    for place, operation in steps:
        found += selector_of(clauses, place), operation, clauses[place].condition
    terms = tuple((term, _gates(term.reads())) for term in found if term is not None)
    return terms, gate.union(_IDS, *(columns | facts_read(term) for term, columns in terms))


@lru_cache(maxsize=8192)
def _is_single(clauses: tuple[Clause, ...], steps: tuple[tuple[int, Operation], ...]) -> bool:
    # Whether a part decides for each object by itself and always does the same to it.
    return all(
        clauses[place].condition is None and selector_of(clauses, place).by_itself() for place, _ in steps
    ) and not any(
        operation.reads() or facts_read(operation) or operation.kind in ("copy", "face down", "text")
        for _, operation in steps
    )


@lru_cache(maxsize=8192)
def _gates(columns: Reads) -> Reads:
    return frozenset(map(gate_column, columns))


def _players(columns: Reads) -> Reads:
    # "You" means the controller of the source, even where other objects are selected.
    return frozenset(column for column in columns if column[0] == "controller")


class Differing:
    """The differences between two boards at the start of a layer.

    Attributes:
        columns: the columns and facts that differ.
        objects: the objects that differ, including those that exist on only one board.
        written: the objects that effects make differ in values that no effect in the layer reads.
        moved: whether objects came, left or changed zones.
    """

    def __init__(self, columns: frozenset[Column], objects: Mask, moved: bool) -> None:
        self.columns = columns
        self.objects = objects
        self.written: Mask = 0
        self.moved = moved

    def concerns(self, effect: Effect, order: Order) -> bool:
        """Return whether a difference can change what an effect does at the start of the layer."""
        return self.moved or self.has(effect) or not order.members[effect.name].reads.isdisjoint(self.columns)

    def has(self, effect: Effect) -> bool:
        """Return whether the source of an effect differs."""
        return effect.source is not None and bool(self.objects >> effect.source & 1)

    def met_by(self, effect: Effect, order: Order, new: Footprint) -> bool:
        """Return whether an effect that others can depend on applies to an object that differs."""
        return order.members[effect.name].writes and bool((new.scope | new.touched) & self.objects)

    def keep_all(
        self, effects: Iterable[Effect], order: Order, old: Mapping[str, Footprint], new: Mapping[str, Footprint]
    ) -> bool:
        """Return whether all effects keep their places in the order, given their old and new footprints."""
        reached: Mask = 0
        for effect in effects:
            member, then, now = order.members[effect.name], old[effect.name], new[effect.name]
            if not self._keeps(effect, member, then, now):
                return False
            if member.writes:
                reached |= then.scope | then.touched | now.scope | now.touched
        return not reached & (self.objects | self.written)

    def _keeps(self, effect: Effect, member: Member, old: Footprint, new: Footprint) -> bool:
        # Whether an effect keeps its place if no effect that others can depend on reaches what differs.
        if (old.exists, old.text, old.generated) != (new.exists, new.text, new.generated):
            return False
        if member.changes and (self.has(effect) or (self.moved and member.wide)):
            return False
        if not member.wide.isdisjoint(self.columns) or len(new.scopes) < member.conditional:
            return False
        same = old == new or _elsewhere(old, self.objects) == _elsewhere(new, self.objects)
        if not same:
            self.written |= old.touched | new.touched
        return same or not (member.changes or member.writes)


def _elsewhere(found: Footprint, objects: Mask) -> list[object]:
    # The footprint on other objects.
    done = [(place, op, mask & ~objects) for place, op, mask in found.operations if mask & ~objects]
    return [*((place, mask & ~objects) for place, mask in found.scopes), *done]
