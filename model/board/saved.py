"""Boards as JSON data, and boards that begin with a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from ..cards.card import Card
from ..data.admission import validate
from ..data.record import LIST, TEXT, WrongTypeError, listed, table
from ..effects.node import to_data
from ..events.base import Event, read_event
from ..rules.edition import Edition
from ..support.limits import check
from ..support.signatures import keywords_checked
from .start import Start

DEFAULT_PLAYERS: Final = ("A", "B")
"""The players of a board for which no players are given."""


class Saved:
    """The data of a board."""

    start: Start | None
    _given: tuple[Card | Mapping[str, Any], ...]
    _events: list[Event]

    if TYPE_CHECKING:

        def __init__(
            self, players: Iterable[str], edition: str | Edition | None, cards: Iterable[Card | Mapping[str, Any]],
            start: Start | None = None,
        ) -> None: ...  # fmt: skip

        @property
        def players(self) -> tuple[str, ...]: ...

        @property
        def edition(self) -> Edition: ...

        @property
        def own_cards(self) -> Mapping[str, Card]: ...

        def push(self, event: Event) -> tuple[str, ...]: ...

    @classmethod
    @keywords_checked
    def from_state(
        cls, state: Mapping[str, Any] | msgspec.Struct, *, edition: str | Edition | None = None,
        cards: Iterable[Card | Mapping[str, Any]] = (), abilities: Mapping[str, Any] | None = None,
        players: Sequence[str] = (),
    ) -> Self:  # fmt: skip
        """Return a board that begins with a state: objects, effects and players (docs/state.md).

        Args:
            state: the state as JSON data, or as the record that `state_data` returns.
            edition: the edition of the rules.
            cards: the board's own cards.
            abilities: trees by key, to which the state refers, in addition to its own.
            players: the players' names, if the state does not contain them.

        Raises:
            StateError: entries of the state are not valid, or need what the edition does not have; the error lists all
                of them.

        >>> from mtglayers import Board
        >>> bear = {"id": "c17", "card": "Grizzly Bears", "timestamp": 12}
        >>> growth = {"name": "e4", "timestamp": 31, "text": "Target creature gets +3/+3.", "targets": ["c17"]}
        >>> Board.from_state({"objects": [bear], "effects": [growth]}).objects["c17"].stamp
        12
        """
        from .state_reading import read_start

        empty = cls(players or DEFAULT_PLAYERS, edition, cards)
        given = msgspec.to_builtins(state) if isinstance(state, msgspec.Struct) else state
        start = read_start(given, empty.own_cards, empty.players, empty.edition, abilities)
        if players and tuple(players) not in (start.players, DEFAULT_PLAYERS):
            raise WrongTypeError("`players` differs from the players of the state; leave one of them out", ("players",))
        return cls(start.players, edition, empty._given, start)

    def to_data(self) -> dict[str, Any]:
        """Return the players, edition, cards and timeline as JSON data with the same keys as a puzzle."""
        state = {} if self.start is None else {"state": self.start.data}
        return {**self._written(), **state, "timeline": [event.to_data() for event in self._events]}

    def _written(self) -> dict[str, Any]:
        return {
            "players": list(self.players),
            "edition": self.edition.since.isoformat(),  # a key would select the last version with that key
            "cards": [to_data(given) if isinstance(given, Card) else dict(given) for given in self._given],
        }

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """Return the board described by JSON data from `to_data`.

        Raises:
            BoardDataError: the data is not valid.
            IllegalEventError: an event is not allowed.
            LimitError: the data exceeds the limits (`limits.Limits`).
        """
        validate(data)
        fields = table(data, (), ("players", "edition", "cards", "state", "timeline"))
        players = LIST.read(fields.get("players", DEFAULT_PLAYERS), ("players",))
        edition = fields.get("edition")
        if edition is not None:
            edition = TEXT.read(edition, ("edition",))
        if (state := fields.get("state")) is None:
            board = cls(players, edition, listed(fields, "cards"))
        else:
            board = cls.from_state(state, edition=edition, cards=listed(fields, "cards"), players=players)
        timeline = listed(fields, "timeline")
        check("events", len(timeline), ("timeline",))
        for place, event in enumerate(timeline):
            board.push(read_event(event, ("timeline", place)))
        return board
