"""The boards that a query allows, made from its events and values for the unknowns."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.replay import push_as, spoken_of
from mtglayers.model.data.record import WrongTypeError
from mtglayers.model.errors import IllegalEventError, LayersError
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event, read_event
from mtglayers.model.events.departures import Leaves
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.events.turns import Order
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.query import Constraint, Query, Unknown, put

from ...engine.timestamps import bearers
from .constraints import Rule, Values


class CandidateBoards:
    """Boards made by playing a query's events with given values for its unknowns.

    The value of an unknown is None if the event that contains the unknown does not happen.
    """

    def __init__(self, query: Query) -> None:
        self._query = query
        self._events = [entry.event for entry in query.puzzle.timeline if entry.event is not None]
        self._unknowns = [[u for u in query.unknowns if u.entry == place] for place in range(len(self._events))]
        self._presence = {u.name for u in query.unknowns if not u.path}
        self._needs = [self._needed(place) for place in range(len(self._events))]
        self._known: dict[tuple[Any, ...], Event] = {}

    # --- For the search ---

    def is_presence(self, name: str) -> bool:
        """Return whether an unknown determines whether an event happens."""
        return name in self._presence

    def values(self, unknown: Unknown) -> tuple[Any, ...]:
        """Return the values of an unknown, including None if its event is optional."""
        return (*unknown.values, None) if unknown.path and self._needs[unknown.entry] else unknown.values

    def rules(self, domains: Mapping[str, Sequence[Any]]) -> Iterator[Rule]:
        """Yield rules that require None for the unknowns of events that do not happen."""
        for unknown in self._query.unknowns:
            needs = [name for name in self._needs[unknown.entry] if name in domains]
            if unknown.path and unknown.name in domains and needs:
                yield Rule((unknown.name, *needs), lambda value, *there: (value is None) != all(there))

    def rule(self, constraint: Constraint, fixed: Values, domains: Mapping[str, Sequence[Any]]) -> Rule | None:
        """Return a constraint as a rule, or None if it compares timestamps.

        An absent object meets every constraint on its values.
        """
        verb = constraint.verb
        if verb == "older":
            return None
        if verb in ("same", "different"):
            return _about_values(constraint, fixed, domains)
        needs = [tuple(n for n in self._needs[self._maker(name)] if n in domains) for name in constraint.names]
        asked = tuple(dict.fromkeys(name for names in needs for name in names))

        def holds(*values: bool) -> bool:
            there = dict(zip(asked, values, strict=True))
            present = [all(there[name] for name in names) for names in needs]
            if verb == "if":
                return present[1] or not present[0]
            count = sum(present)
            return {"at_most": count <= constraint.count, "at_least": count >= constraint.count}.get(
                verb, count == constraint.count
            )

        single = all(len(names) == 1 for names in needs) and len(asked) == len(needs)
        most = constraint.count if single and verb in ("at_most", "exactly") else None
        least = constraint.count if single and verb in ("at_least", "exactly") else None
        return Rule(asked, holds, least, most)

    def required(self, expect: Expectation, domains: Mapping[str, Sequence[Any]]) -> Iterator[Rule]:
        """Yield rules that require the presence of objects that an expectation mentions."""
        for name, wanted in expect.objects:
            makers = [place for place, names in enumerate(self._query.names) if name in names]
            if wanted.exists is not False and len(makers) == 1:
                yield from (Rule((need,), bool) for need in self._needs[makers[0]] if need in domains)

    def key(self, values: Values) -> object:
        """Return a key that is equal for assignments that produce the same events."""
        return tuple(
            None if not self._is_there(place, values) else tuple(repr(values[u.name]) for u in unknowns if u.path)
            for place, unknowns in enumerate(self._unknowns)
        )

    # --- Playing ---

    def played(self, values: Values) -> Board:
        """Return the board after playing the events with the given values.

        Raises:
            LayersError: an event is refused.
        """
        board = self._query.puzzle.board()
        for event, names in self._happening(values):
            push_as(board, event, names)
        return board

    def ordered(self, values: Values, order: Sequence[str]) -> Board | None:
        """Return the board with its events rearranged into the given order, or None if impossible."""
        happening = list(self._happening(values))
        moving = [
            place
            for place, (event, names) in enumerate(happening)
            if isinstance(event, Enters | Resolves) and len(names) == 1 and names[0] in order
        ]
        ranked = sorted(moving, key=lambda place: order.index(happening[place][1][0]))
        moved = dict(zip(moving, ranked, strict=True))
        board = self._query.puzzle.board()
        try:
            for place in range(len(happening)):
                event, names = happening[moved.get(place, place)]
                push_as(board, event, names)
        except LayersError:
            return None
        stamps = {name: stamp for stamp, name in bearers(board).items()}
        if any(name not in stamps for name in order):
            return None
        found = [stamps[name] for name in order]
        return board if found == sorted(found) else None

    def _happening(self, values: Values) -> Iterator[tuple[Event, tuple[str, ...]]]:
        gone: set[str] = set()
        for place, names in enumerate(self._query.names):
            event = self._event(place, values) if self._is_there(place, values) else None
            event = None if event is None else _spared(event, gone)
            if event is None:
                gone.update(names)
            else:
                yield event, names

    def _event(self, place: int, values: Values) -> Event:
        unknowns = [unknown for unknown in self._unknowns[place] if unknown.path]
        key = (place, *(repr(values[unknown.name]) for unknown in unknowns))
        if key not in self._known:
            data = copy.deepcopy(dict(self._query.events[place]))
            for unknown in unknowns:
                put(data, unknown.path, values[unknown.name])
            try:
                self._known[key] = read_event(data, ("timeline", place))
            except WrongTypeError as error:
                raise IllegalEventError(data, str(error)) from None
        return self._known[key]

    def _is_there(self, place: int, values: Values) -> bool:
        return all(values.get(name) is not False for name in self._needs[place])

    # --- Events that require other events ---

    def _maker(self, name: str) -> int:
        own = next((unknown.entry for unknown in self._query.unknowns if unknown.name == name), None)
        if own is not None:
            return own
        return next(place for place, names in enumerate(self._query.names) if name in names)

    def _needed(self, place: int) -> tuple[str, ...]:
        found = [unknown.name for unknown in self._unknowns[place] if not unknown.path]
        if isinstance(self._events[place], Leaves | Order):
            return tuple(found)  # these events need only some of their objects
        spoken = set(spoken_of(self._events[place]))
        for unknown in self._unknowns[place]:
            if unknown.path:  # the event mentions an object that is not yet known
                spoken -= set(map(str, unknown.values))
        for earlier, names in enumerate(self._query.names[:place]):
            if spoken.intersection(names):
                found += self._needed(earlier)
        return tuple(dict.fromkeys(found))


def _about_values(constraint: Constraint, fixed: Values, domains: Mapping[str, Sequence[Any]]) -> Rule:
    asked = tuple(name for name in constraint.names if name in domains)
    known = [fixed[name] for name in constraint.names if name not in domains]

    def holds(*values: Any) -> bool:
        known_values = [repr(value) for value in (*known, *values) if value is not None]
        return len(set(known_values)) <= 1 if constraint.verb == "same" else len(set(known_values)) == len(known_values)

    return Rule(asked, holds)


def _spared(event: Event, gone: set[str]) -> Event | None:
    # The event without absent objects, or None if it does not happen.
    spoken = spoken_of(event)
    if not gone.intersection(spoken):
        return event
    left = tuple(name for name in spoken if name not in gone)
    if isinstance(event, Leaves):
        return msgspec.structs.replace(event, leaves=left) if left else None
    if isinstance(event, Order):
        return msgspec.structs.replace(event, order=left) if len(left) > 1 else None
    return None
