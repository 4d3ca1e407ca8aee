"""Who is next where timestamps are open: only the comparisons that can make a difference are asked for (613.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtglayers.model.errors import LayersError
from mtglayers.model.further_operation import LandPlays, MaxHandSize
from mtglayers.model.operation import (
    AddColors,
    CantHave,
    Gain,
    GainControl,
    Lose,
    LoseAll,
    ModifyPT,
    Operation,
    SwitchPT,
)
from mtglayers.model.type_operation import AddSubtypes, AddSupertypes, AddTypes, LoseSubtypes, SetSubtypes
from mtglayers.model.view import ANY, Column, Mask

from .dependency import Layer
from .effects import Effect, Part, condition_of, existence_gate, gate_column, selector_of, touches
from .order import Choice, components
from .poset import Pair, Poset
from .readings import Readings

if TYPE_CHECKING:
    import networkx as nx

    from .walk import Walk

Term = frozenset[int] | int
"""One place of a timestamp key: the latest of some timestamps, or a number that is none."""

_ADDING = (AddTypes, AddSubtypes, AddSupertypes, AddColors)
_TAKING = (LoseAll, Lose, CantHave, SetSubtypes, LoseSubtypes)


class OpenReadingError(LayersError, ValueError):
    """A reading under which timestamps cannot be left open."""


class Timestamps:
    """What is known of an order of timestamps, and what it was asked about on the way.

    A question that is open is decided: by `script` as far as that goes, then as the board has it. `asked` keeps the
    decisions, so that the other answers can be tried.

    Attributes:
        known: the order as far as it is known by now.
        asked: (older, younger) as decided, in the order asked.
    """

    def __init__(self, known: Poset, script: Sequence[Pair] = ()) -> None:
        self.known = known.copy()
        self.asked: list[Pair] = []
        self._script = tuple(script)

    def is_older(self, one: int, other: int) -> bool:
        """Return whether one timestamp is older than another, deciding it where it is open."""
        known = self.known.is_older(one, other)
        if known is None:
            place = len(self.asked)
            pair = self._script[place] if place < len(self._script) else (min(one, other), max(one, other))
            assert set(pair) == {one, other}, "the same decisions lead to the same questions"
            self.asked.append(pair)
            self.known.add(*pair)
            known = pair[0] == one
        return known

    def latest(self, stamps: frozenset[int]) -> int:
        """Return the youngest of some timestamps."""
        first, *rest = sorted(stamps)
        for other in rest:
            first = other if self.is_older(first, other) else first
        return first


class OpenChooser:
    """Chooses the next effect of a layer with timestamps that are open: in place of `order.choose`.

    Effects that cannot meet, whatever else applies, fall into classes; what goes on in one class does not depend on
    when it happens among the others. So only inside a class timestamps are compared, and only those of effects that
    may be next.
    """

    def __init__(self, stamps: Timestamps) -> None:
        self.stamps = stamps
        self._known: dict[str, Effect] = {}  # what was chosen: it may have granted abilities

    def __call__(self, layer: Layer, walk: Walk) -> Choice | None:
        """Return who applies next, or None when no effect is left.

        Raises:
            OpenReadingError: the readings look at more than what is ready now.
        """
        readings = walk.readings
        if readings.ties == "reversed" or readings.judged == "once" or readings.after == "advance":
            raise OpenReadingError("orders are asked for only where ties, waiting and judging are read by default")
        existing = [effect for effect in layer.candidates if layer.exists(effect)]
        if not existing:
            return None
        present = {effect.name for effect in existing}
        groups = [[e for e in group if e.name in present] for group in self._classes(layer)]
        group = min((group for group in groups if group), key=len)
        chosen = group[0] if len(group) == 1 else self._first(layer, group, readings)
        self._known[chosen.name] = chosen
        return Choice(chosen.name, "alone" if len(existing) == 1 else "oldest")

    def _first(self, layer: Layer, group: Sequence[Effect], readings: Readings) -> Effect:
        graph = layer.graph(group)
        loops_of = components(graph)
        ready = [effect for effect in group if _may_go(graph, effect.name, loops_of, readings, layer)]
        first = self._oldest(ready)
        loop = loops_of[first.name]
        if len(loop) > 1:  # inside a loop timestamps alone decide, characteristic-defining or not (418.5d)
            first = self._oldest([effect for effect in ready if effect.name in loop], cdas_first=False)
        return first

    def _oldest(self, effects: Sequence[Effect], *, cdas_first: bool = True) -> Effect:
        first, *rest = effects
        for other in rest:
            if self._precedes(other, first, cdas_first):
                first = other
        return first

    def _precedes(self, one: Effect, other: Effect, cdas_first: bool) -> bool:
        if cdas_first and one.order[0] != other.order[0]:
            return bool(one.order[0] < other.order[0])
        for mine, theirs in zip(self._key(one), self._key(other), strict=False):
            compared = self._compare(mine, theirs)
            if compared:
                return compared < 0
        return (one.key, one.name) < (other.key, other.name)

    def _compare(self, mine: Term, theirs: Term) -> int:
        if mine == theirs:
            return 0
        one, other = (term if isinstance(term, int) else self.stamps.latest(term) for term in (mine, theirs))
        if one == other:
            return 0
        if isinstance(mine, int) or isinstance(theirs, int):
            return -1 if one < other else 1
        return -1 if self.stamps.is_older(one, other) else 1

    def _key(self, effect: Effect) -> tuple[Term, ...]:
        """Return an effect's key with its timestamps told from its other numbers (613.7a)."""
        key = effect.key
        if effect.held is None:
            return (frozenset({key[0]}), frozenset({key[1]})) if len(key) == 2 else (frozenset({key[0]}), *key[1:])
        if not effect.held.stamp:
            return (frozenset({key[0]}), *key[1:])
        own, granted = frozenset({key[2]}), self._granted(effect)
        when = own | granted if effect.plan.edition.granted_later else own
        return when, granted, own, key[3]

    def _granted(self, effect: Effect) -> frozenset[int]:
        assert effect.held is not None
        granter = self._known.get(effect.held.granter)
        when = self._key(granter)[0] if granter is not None else effect.held.stamp[0]
        return frozenset({when}) if isinstance(when, int) else when

    def _classes(self, layer: Layer) -> list[list[Effect]]:
        """Return the effects that have not applied, those together that may meet, directly or through others."""
        left, found = list(layer.candidates), []
        if any(_brings(layer.part(effect), layer) for effect in left):
            return [left]  # nobody knows what will come
        meetings = Meetings(layer)
        while left:
            group, fresh = [], [left.pop(0)]
            while fresh:
                one = fresh.pop()
                group.append(one)
                near = [other for other in left if meetings.meet(one, other)]
                left = [other for other in left if other not in near]
                fresh += near
            group.sort(key=lambda effect: effect.order)
            found.append(group)
        return found


def _may_go(graph: nx.DiGraph[str], name: str, loops_of: dict[str, set[str]], readings: Readings, layer: Layer) -> bool:
    """Return whether an effect may apply now if it is the oldest such, as a reading of 613.8b has it."""
    reading, loop = readings.loop, loops_of[name]
    if reading == "default" and layer.facts.edition.independent_first:
        reading = "ready-first"
    if reading == "literal":
        return len(loop) > 1 or not graph.out_degree(name)
    if reading == "component":
        return all(set(graph.successors(member)) <= loop for member in loop)
    if reading == "ready-first" and any(not graph.out_degree(other) for other in graph):
        return not graph.out_degree(name)
    return set(graph.successors(name)) <= loop


def _brings(part: Part, layer: Layer) -> bool:
    """Return whether a part may bring abilities that act in the layer themselves."""
    if not part.moves:
        return False
    return any(_gives_effects(operation, layer) for _, operation in part.steps)


def _gives_effects(operation: Operation, layer: Layer) -> bool:
    if isinstance(operation, _TAKING):
        return False
    if isinstance(operation, Gain):
        edition = layer.facts.edition
        return any(
            edition.place(op.kind) == layer.name or op.kind == "set"
            for ability in operation.abilities
            for clause in ability.clauses()
            for op in clause.flat()
        )
    return any(
        family == "ability" and (value == ANY or bool(value.clauses()))  # type: ignore[attr-defined]
        for family, value in operation.writes()
    )


class Meetings:
    """Tells which effects of a layer may ever make a difference to each other, by what they read and write.

    An effect that nothing in the layer can bring to other objects is known to reach those that it applies to now.
    """

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self._writes = frozenset().union(*(layer.part(effect).writes for effect in layer.candidates))
        self._reached: dict[str, Mask | None] = {}

    def meet(self, one: Effect, other: Effect) -> bool:
        """Return whether it may ever make a difference which of two effects applies first."""
        if self._disturbs(one, other) or self._disturbs(other, one):
            return True
        if self._apart(one, other) and not (self._sets_players(one) and self._sets_players(other)):
            return False
        return any(
            not _commute(this, that) and _same_columns(this, that)
            for _, this in self._layer.part(one).steps
            for _, that in self._layer.part(other).steps
        )

    def _reach(self, effect: Effect) -> Mask | None:
        """Return the objects that an effect applies to whenever it applies, or None where that is open."""
        if effect.name not in self._reached:
            settled = self._layer.exists(effect) and not touches(self._writes, _scope_gate(effect, self._layer.name))
            self._reached[effect.name] = self._layer.footprint(effect).scope if settled else None
        return self._reached[effect.name]

    def _sets_players(self, effect: Effect) -> bool:
        """Return whether a part is about players, who are no objects that it could reach."""
        return any(isinstance(op, MaxHandSize | LandPlays) for _, op in self._layer.part(effect).steps)

    def _apart(self, one: Effect, other: Effect) -> bool:
        mine, theirs = self._reach(one), self._reach(other)
        return mine is not None and theirs is not None and not mine & theirs

    def _disturbs(self, one: Effect, other: Effect) -> bool:
        """Return whether `one` writes what decides about `other`: scope, operands, existence, how it plays out."""
        writes, part, reach = self._layer.part(one).writes, self._layer.part(other), self._reach(one)
        beyond = reach is not None and other.source is not None and not reach >> other.source & 1
        if other.held is not None:
            condition = condition_of(other.held, other.plan.edition)
            asked = existence_gate(other.held, other.plan.edition)
            if touches(writes, asked) and not (beyond and condition is None):
                return True
        scope = _scope_gate(other, self._layer.name)
        if touches(writes, scope):
            return True
        if touches(writes, part.gate - scope) and not (beyond and _asks_for_you_alone(part)):
            return True
        consulted = frozenset(map(gate_column, part.consults))
        return touches(writes, consulted) and not self._apart(one, other)


def _scope_gate(effect: Effect, layer: str) -> frozenset[Column]:
    """Return the columns that decide what a part of an effect applies to, as gates have them."""
    clauses = effect.plan.clauses
    reads: frozenset[Column] = frozenset()
    for place, _ in effect.plan.parts[layer].steps:
        condition = clauses[place].condition
        reads |= selector_of(clauses, place).reads() | (condition.reads() if condition is not None else frozenset())
    return frozenset(map(gate_column, reads))


def _asks_for_you_alone(part: Part) -> bool:
    """Return whether the operands of a part rest on nothing but who controls its source."""
    return all(isinstance(op, GainControl) and op.who == "you" for _, op in part.steps)


def _same_columns(one: Operation, other: Operation) -> bool:
    if isinstance(one, MaxHandSize | LandPlays) and isinstance(other, MaxHandSize | LandPlays):
        return True  # they write no column; the last to set a number is right
    mine, theirs = one.writes(), other.writes()
    return touches(mine, theirs) or touches(theirs, mine)


def _commute(one: Operation, other: Operation) -> bool:
    """Return whether two operations come to the same in either order, as long as nothing else comes between them."""
    if one == other and not isinstance(one, Gain):
        return not one.reads()  # what sets, takes or switches the same does so in either order
    for kind in ((ModifyPT,), (Gain,), (SwitchPT,), _ADDING, (LandPlays,)):
        if isinstance(one, kind) and isinstance(other, kind):
            return True
    return False


__all__ = ["Meetings", "OpenChooser", "OpenReadingError", "Timestamps"]
