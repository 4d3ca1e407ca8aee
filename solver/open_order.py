"""Who is next where timestamps are open: only the comparisons that can make a difference are asked for (613.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtglayers.model.errors import LayersError
from mtglayers.model.further_operation import LandPlays, MaxHandSize
from mtglayers.model.operation import AddColors, CantHave, Gain, Lose, LoseAll, ModifyPT, Operation, SwitchPT
from mtglayers.model.type_operation import AddSubtypes, AddSupertypes, AddTypes, LoseSubtypes, SetSubtypes
from mtglayers.model.view import ANY

from .dependency import Layer
from .effects import Effect, Part, existence_gate, gate_column, touches
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
        while left:
            group, fresh = [], [left.pop(0)]
            while fresh:
                one = fresh.pop()
                group.append(one)
                near = [other for other in left if meet(one, other, layer)]
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


def meet(one: Effect, other: Effect, layer: Layer) -> bool:
    """Return whether it may ever make a difference in a layer which of two effects applies first."""
    mine, theirs = layer.part(one), layer.part(other)
    if _disturbs(mine, other, layer) or _disturbs(theirs, one, layer):
        return True
    return any(
        not _commute(this, that) and _same_columns(this, that) for _, this in mine.steps for _, that in theirs.steps
    )


def _disturbs(part: Part, effect: Effect, layer: Layer) -> bool:
    """Return whether a part writes what decides about an effect: scope, operands, existence, how it plays out."""
    of = layer.part(effect)
    if touches(part.writes, of.gate | frozenset(map(gate_column, of.consults))):
        return True
    return effect.held is not None and touches(part.writes, existence_gate(effect.held, effect.plan.edition))


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


__all__ = ["OpenChooser", "OpenReadingError", "Timestamps", "meet"]
