"""The choice of the next effect while the order of timestamps is open (613.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mtglayers.model.effects.language import Operation
from mtglayers.model.effects.operations.abilities import Gain, Lose, LoseAll
from mtglayers.model.effects.operations.colors import AddColors, SetColors
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.players_and_rules import LandPlays, MaxHandSize
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT, SwitchPT
from mtglayers.model.effects.operations.text import SetName
from mtglayers.model.effects.operations.types import AddSubtypes, AddSupertypes, AddTypes, LoseSubtypes, SetSubtypes
from mtglayers.model.effects.view import ANY, Column, Mask
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.vocabulary import families
from mtglayers.model.support.progress import checkpoint

from ...engine.choose import components, loop_reading, ready
from ...engine.dependency import PendingGraph
from ...engine.effect import Effect, Part, gate_column, selector_of, touches
from ...engine.footprint import Footprint, apply
from ...engine.trace import Choice
from ...readings import Readings
from .partial_order import OlderThan, Poset

Decision = tuple[OlderThan, ...]
"""The pairs (older, younger) in one possible answer to an open comparison."""

Term = frozenset[int] | int
"""An item of a timestamp key: a set of timestamps, whose youngest is compared, or another number."""

_ADDING = (AddTypes, AddSubtypes, AddSupertypes, AddColors)
_TAKING = (LoseAll, Lose, CantHave, SetSubtypes, LoseSubtypes)


class OpenReadingError(LayersError, ValueError):
    """The readings do not allow open timestamps."""


class DecidedTooLateError(Exception):
    """A decision implies that an effect should have been applied earlier; solve again with all decisions."""


class Timestamps:
    """A partial order of timestamps, extended by a decision for each open comparison.

    Further decisions follow the board's own order if possible. They are recorded, so that the alternatives can be
    tried.

    Attributes:
        known: the order, including all decisions.
        asked: the decisions in order, beginning with the given ones.
        others: the alternatives to each decision; () for the given ones.
    """

    def __init__(self, known: Poset, decided: Sequence[Decision] = ()) -> None:
        self.known = known.extended(pair for decision in decided for pair in decision)
        self.asked = list(decided)
        self.others: list[tuple[Decision, ...]] = [()] * len(self.asked)

    def decide(self, ways: Sequence[Decision]) -> int:
        """Decide which alternative is true, and return its index.

        In every order, exactly one of `ways` holds.
        """
        open_ways = [way for way in ways if self.known.admits(way)]
        chosen = next((way for way in open_ways if all(older < younger for older, younger in way)), open_ways[0])
        self._take(chosen, open_ways)
        return ways.index(chosen)

    def _take(self, chosen: Decision, open_ways: Sequence[Decision]) -> None:
        if len(open_ways) > 1:
            self.asked.append(chosen)
            self.others.append(tuple(way for way in open_ways if way != chosen))
        for pair in chosen:
            self.known.add(*pair)

    def was_older(self, one: int, other: int) -> None:
        """Decide that one timestamp is older than another, because the effects have been applied in that order.

        Raises:
            DecidedTooLateError: earlier decisions imply the opposite.
        """
        if self.known.is_older(other, one):
            raise DecidedTooLateError
        if self.known.is_older(one, other) is None:
            self._take(((one, other),), (((one, other),), ((other, one),)))

    def is_older(self, one: int, other: int) -> bool:
        """Return whether one timestamp is older than another, deciding an open comparison."""
        known = self.known.is_older(one, other)
        return self.decide((((one, other),), ((other, one),))) == 0 if known is None else known

    def extreme(self, stamps: Sequence[int], *, youngest: bool = False) -> int:
        """Return the index of the oldest or youngest of the given timestamps."""
        ways = [
            tuple((other, one) if youngest else (one, other) for other in stamps if other != one) for one in stamps
        ]  # fmt: skip
        return self.decide(ways) if len(ways) > 1 else 0

    def latest(self, stamps: frozenset[int]) -> int:
        """Return the youngest of the given timestamps."""
        among = sorted(stamps)
        return among[self.extreme(among, youngest=True)]


class OpenChooser:
    """Chooses a layer's next effect when timestamps are open; replaces `choose.choose`.

    Effects are divided into classes that cannot affect each other, so the order between classes does not matter.
    Timestamps are compared only within a class, and only for effects that can be next. An effect that would change
    nothing is put off: it is compared with the effects that applied before it only when it would change something.
    """

    def __init__(self, stamps: Timestamps) -> None:
        self.stamps = stamps
        self._idle = IdleEffects(stamps)
        self._known: dict[str, Effect] = {}  # the effects already chosen, which may have granted abilities

    def __call__(self, layer: PendingGraph) -> Choice | None:
        """Return the next effect, or None if none is left.

        Raises:
            OpenReadingError: the readings depend on more than the effects that can apply next.
        """
        readings = layer.readings
        if readings.ties != "printed" or readings.judged == "once" or readings.after == "advance":
            raise OpenReadingError("open orders require the default readings of `ties`, `judged` and `after`")
        self._idle.check(layer)
        existing = [effect for effect in layer.candidates if layer.exists(effect)]
        if not existing:
            return None
        present = {effect.name for effect in existing}
        meetings = Meetings(layer)
        groups = [(group, [e for e in group if e.name in present]) for group in classes(layer, meetings)]
        whole, group = min((pair for pair in groups if pair[1]), key=lambda pair: len(pair[1]))
        if len(group) == 1:
            chosen = group[0]
        elif len(group) == len(whole) and _overwrite(layer, group, meetings):
            self._idle.compare(group)
            chosen = self._overwritten(layer, group)
        else:
            chosen = self._first(layer, group, readings)
        self._idle.forget(chosen)
        self._known[chosen.name] = chosen
        return Choice(chosen.name, "alone" if len(existing) == 1 else "oldest")

    def _first(self, layer: PendingGraph, group: Sequence[Effect], readings: Readings) -> Effect:
        graph = layer.waits_for(group)
        loops_of = components(graph)
        among = ready(graph, group, loops_of, loop_reading(readings, layer.state.edition))
        stamps = _distinct(among)
        if stamps is None or len(among) == 1:
            first = self._oldest(among)
        else:
            idle = [effect for effect in among if is_idle(layer, effect)]
            acting = [effect for effect in among if effect not in idle]
            if not acting:
                return idle[0]
            first = self._oldest(acting)
            for effect in idle:
                older = self.stamps.known.is_older(stamps[effect.name], stamps[first.name])
                if older:
                    return effect
            self._idle.put_off(layer, idle, first)
        loop = loops_of[first.name]
        if len(loop) > 1:  # 418.5d: in a loop, characteristic-defining abilities have no precedence
            first = self._oldest([effect for effect in among if effect.name in loop], cdas_first=False)
        return first

    def _overwritten(self, layer: PendingGraph, group: Sequence[Effect]) -> Effect:
        """Return the first effect of a group in which effects replace older effects."""
        left = {effect.name: layer.footprint(effect).scope for effect in group}
        stamps = _distinct(group)
        assert stamps is not None
        last: list[Effect] = []
        while near := _overlapping(group, left):
            youngest = near[self.stamps.extreme([stamps[effect.name] for effect in near], youngest=True)]
            last.append(youngest)
            covered = left.pop(youngest.name)
            left = {name: mask & ~covered for name, mask in left.items()}
        shown = [*(effect for effect in group if effect not in last), *reversed(last)]
        return shown[0]

    def _oldest(self, effects: Sequence[Effect], *, cdas_first: bool = True) -> Effect:
        stamps = _distinct(effects)
        if stamps is not None:
            return effects[self.stamps.extreme([stamps[effect.name] for effect in effects])]
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
        """Return an effect's key (613.7a); timestamps are sets, other numbers are integers."""
        key = effect.key
        if effect.held is None:
            return (frozenset({key[0]}), frozenset({key[1]})) if len(key) == 2 else (frozenset({key[0]}), *key[1:])
        if not effect.held.stamp:
            return (frozenset({key[0]}), *key[1:])
        if key[1] < 0:  # granted by its own object, which has received a new timestamp
            return frozenset({key[0]}), key[1], frozenset({key[2]}), key[3]
        own, granted = frozenset({key[2]}), self._granted(effect)
        when = own | granted if effect.plan.edition.granted_later else own
        return when, granted, own, key[3]

    def _granted(self, effect: Effect) -> frozenset[int]:
        assert effect.held is not None
        granter = self._known.get(effect.held.granter)
        when = self._key(granter)[0] if granter is not None else effect.held.stamp[0]
        return frozenset({when}) if isinstance(when, int) else when


class IdleEffects:
    """The effects of a layer that have been put off because they would change nothing.

    Such an effect has the same result now or earlier. Only when this changes, it matters which of the effects that
    have applied since are younger.
    """

    def __init__(self, stamps: Timestamps) -> None:
        self._stamps = stamps
        self._layer: PendingGraph | None = None
        self._put_off: dict[str, tuple[Footprint, int, list[int]]] = {}

    def put_off(self, layer: PendingGraph, idle: Iterable[Effect], first: Effect) -> None:
        """Put off idle effects, because `first` applies next."""
        for effect in idle:
            if self._stamps.known.is_older(first.key[0], effect.key[0]) is None:
                start = layer.footprint(effect), effect.key[0], list[int]()
                self._put_off.setdefault(effect.name, start)[2].append(first.key[0])

    def check(self, layer: PendingGraph) -> None:
        """Compare the timestamps of the effects that are no longer idle, or no longer exist."""
        if layer is not self._layer:
            self._layer = layer
            assert not self._put_off, "all effects of the previous layer have applied or ended"
        for name, (found, _, _) in list(self._put_off.items()):
            effect = layer.effects.get(name)
            if effect is None or layer.footprint(effect) != found or not is_idle(layer, effect):
                self._compare(name)

    def compare(self, effects: Iterable[Effect]) -> None:
        """Compare the timestamps of those of the given effects that have been put off."""
        for effect in effects:
            if effect.name in self._put_off:
                self._compare(effect.name)

    def forget(self, effect: Effect) -> None:
        """Record that an effect applies next; if it has been put off, it still changes nothing."""
        self._put_off.pop(effect.name, None)

    def _compare(self, name: str) -> None:
        _, stamp, applied = self._put_off.pop(name)
        for other in applied:
            self._stamps.was_older(other, stamp)


def is_idle(layer: PendingGraph, effect: Effect) -> bool:
    """Return whether an effect depends on nothing and would change nothing if it applied now."""
    if not layer.exists(effect):
        return False
    found = layer.footprint(effect)
    if not all(operation.writes() for _, operation, _ in found.operations):
        return False  # it affects players or the rules of the game
    return not apply(found, layer.state, effect.context).changes() and not layer.edges(effect)


def classes(layer: PendingGraph, meetings: Meetings) -> list[list[Effect]]:
    """Return the unapplied effects of a layer in classes that cannot affect each other."""
    left, found = list(layer.candidates), []
    if any(_brings(layer.part(effect), layer) for effect in left):
        return [left]  # new effects can appear in this layer
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


def _overwrite(layer: PendingGraph, group: Sequence[Effect], meetings: Meetings) -> bool:
    kinds = {_setting(operation) for effect in group for _, operation, _ in layer.footprint(effect).operations}
    return (
        len(kinds) == 1
        and "" not in kinds
        and _distinct(group) is not None
        and all(meetings.only_sets(one, other) for one in group for other in group if one is not other)
    )


def _brings(part: Part, layer: PendingGraph) -> bool:
    if not part.moves:
        return False
    return any(_gives_effects(operation, layer) for _, operation in part.steps)


def _gives_effects(operation: Operation, layer: PendingGraph) -> bool:
    if isinstance(operation, _TAKING):
        return False
    if isinstance(operation, Gain):
        edition = layer.state.edition
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


def _distinct(effects: Sequence[Effect]) -> dict[str, int] | None:
    """Return effect -> timestamp if distinct timestamps determine the order, or None."""
    stamps = {effect.name: effect.key[0] for effect in effects if effect.held is None or not effect.held.stamp}
    same_group = len({effect.order[0] for effect in effects}) == 1
    return stamps if same_group and len(set(stamps.values())) == len(effects) else None


def _setting(operation: Operation) -> str:
    match operation:
        case SetColors() | SetName() | GainControl():
            return operation.kind
        case SetPT(power=power, toughness=toughness) if power is not None and toughness is not None:
            return "size"
        case SetSubtypes(subtypes=subtypes):
            of = {family for word in subtypes for family in families(word)}
            return f"{next(iter(of))} types" if len(of) == 1 else ""
        case _:
            return ""


def _overlapping(group: Sequence[Effect], left: Mapping[str, Mask]) -> list[Effect]:
    # Empty if no two effects share an object.
    for effect in group:
        near, reach = [effect], left.get(effect.name, 0)
        while more := [e for e in group if e not in near and left.get(e.name, 0) & reach]:
            near += more
            for other in more:
                reach |= left[other.name]
        if len(near) > 1:
            return sorted(near, key=lambda each: each.order)
    return []


class Meetings:
    """Finds the effects of a layer that can affect each other.

    Effects are compared by the values that they read and write. An effect whose scope cannot change in the layer
    applies only to the objects in its current scope.
    """

    def __init__(self, layer: PendingGraph) -> None:
        self._layer = layer
        self._writes = frozenset().union(*(layer.part(effect).writes for effect in layer.candidates))
        self._reached: dict[str, Mask | None] = {}

    def meet(self, one: Effect, other: Effect) -> bool:
        """Return whether the order of two effects can affect the result."""
        checkpoint("trial")
        if self._disturbs(one, other) or self._disturbs(other, one):
            return True
        if self._are_disjoint(one, other) and not (self._sets_players(one) and self._sets_players(other)):
            return False
        return any(
            _same_columns(this, that)
            and not _commute(this, that)
            and not self._is_same_operation(one, this, other, that)
            for _, this in self._layer.part(one).steps
            for _, that in self._layer.part(other).steps
        )

    def _is_same_operation(self, one: Effect, this: Operation, other: Effect, that: Operation) -> bool:
        if isinstance(this, Gain | ModifyPT | SwitchPT) or this.reads() or that.reads():
            return False
        facts = self._layer.state
        mine, theirs = (
            operation.evaluate(facts, effect.context, facts.everything)
            for operation, effect in ((this, one), (that, other))
        )
        return mine == theirs

    def _reach(self, effect: Effect) -> Mask | None:
        """Return the objects that an effect applies to, or None if they can change."""
        if effect.name not in self._reached:
            settled = self._layer.exists(effect) and not touches(self._writes, _scope_gate(effect, self._layer.name))
            self._reached[effect.name] = self._layer.footprint(effect).scope if settled else None
        return self._reached[effect.name]

    def _sets_players(self, effect: Effect) -> bool:
        return any(isinstance(op, MaxHandSize | LandPlays) for _, op in self._layer.part(effect).steps)

    def only_sets(self, one: Effect, other: Effect) -> bool:
        """Return whether an effect changes no value that another effect reads."""
        return self._reach(one) is not None and not self._decides(one, other)

    def _are_disjoint(self, one: Effect, other: Effect) -> bool:
        mine, theirs = self._reach(one), self._reach(other)
        return mine is not None and theirs is not None and not mine & theirs

    def _disturbs(self, one: Effect, other: Effect) -> bool:
        consulted = frozenset(map(gate_column, self._layer.part(other).consults))
        if self._layer.part(one).touches(consulted) and not self._are_disjoint(one, other):
            return True
        return self._decides(one, other)

    def _decides(self, one: Effect, other: Effect) -> bool:
        first, part, reach = self._layer.part(one), self._layer.part(other), self._reach(one)
        beyond = reach is not None and other.source is not None and not reach >> other.source & 1
        if first.touches(other.gate) and not (beyond and other.condition is None):
            return True
        scope = _scope_gate(other, self._layer.name)
        if first.touches(scope):
            return True
        return first.touches(part.gate - scope) and not (beyond and _asks_for_you_alone(part))


def _scope_gate(effect: Effect, layer: str) -> frozenset[Column]:
    clauses = effect.plan.clauses
    reads: frozenset[Column] = frozenset()
    for place, _ in effect.plan.parts[layer].steps:
        condition = clauses[place].condition
        reads |= selector_of(clauses, place).reads() | (condition.reads() if condition is not None else frozenset())
    return frozenset(map(gate_column, reads))


def _asks_for_you_alone(part: Part) -> bool:
    return all(isinstance(op, GainControl) and op.who == "you" for _, op in part.steps)


def _same_columns(one: Operation, other: Operation) -> bool:
    if isinstance(one, MaxHandSize | LandPlays) and isinstance(other, MaxHandSize | LandPlays):
        return True  # these operations write no column; the last one determines the number
    mine, theirs = one.writes(), other.writes()
    return touches(mine, theirs) or touches(theirs, mine)


def _commute(one: Operation, other: Operation) -> bool:
    for kind in ((ModifyPT,), (Gain,), (SwitchPT,), _ADDING, (LandPlays,)):
        if isinstance(one, kind) and isinstance(other, kind):
            return True
    return False
