"""Earlier states of a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from operator import or_
from typing import Protocol

from mtglayers.model.board.board import Board
from mtglayers.model.board.preview import Entering
from mtglayers.model.board.start import BEFORE
from mtglayers.model.effects.view import Mask
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.records import Record

from ..engine.choose import BOARD_ORDER, TimestampOrder
from ..engine.effect import ResolvedEffects
from ..engine.state import State
from ..readings import Readings

StateAfter = Callable[[int], State]
"""A function that returns the state after a given number of timeline events."""


class SolveBoard(Protocol):
    """A function that applies the layers to a board."""

    def __call__(
        self, board: Board, edition: Edition, readings: Readings, resolved: ResolvedEffects, until: str | None = None,
        how: TimestampOrder = BOARD_ORDER, wider: State | None = None,
    ) -> State:  # fmt: skip
        """Return the state after layer `until`, or after all layers; `wider` is as in `engine.state.initial`."""
        ...


class PastStates(Protocol):
    """An earlier result that can provide states of earlier boards."""

    def state_of(
        self, board: Board, events: int, edition: Edition, readings: Readings, until: str | None = None
    ) -> State | None:
        """Return the state after the first `events` events of `board`, or None if unknown."""
        ...


class Before(Record, frozen=True):
    """What was there before an event.

    Attributes:
        board: the board before the event; if objects have only entered, the present board.
        events: the number of earlier events.
        everything: the objects that were there.
    """

    board: Board
    events: int
    everything: Mask

    def having(self, base: Base) -> Mask:
        """Return the objects that had a base."""
        return self.board.bases.get(base, 0) & self.everything

    def copies(self) -> bool:
        """Return whether an object had entered as a copy."""
        return any(self.everything >> found.number & 1 for found in self.board.copies())


def is_steady(board: Board) -> bool:
    """Return whether objects have only entered: each is still there, with the facts with which it entered."""
    kinds = set(map(type, board.events))
    if Entering in kinds:
        kinds = {type(event.event if isinstance(event, Entering) else event) for event in board.events}
    return not board.phased_out and all(issubclass(kind, Enters) for kind in kinds)


def earlier(board: Board, events: int) -> Board:
    """Return a copy of a board after its first `events` events."""
    past = board.copy()
    past.rewind(min(events, len(past.events)))
    return past


def with_events(board: Board, events: Sequence[Event]) -> Board:
    """Return the board that a board was when its timeline consisted of the given events."""
    if board.events == events:
        return board
    return earlier(board, len(events)) if board.events[: len(events)] == events else board.under(board.edition, events)


def has_unordered(board: Board) -> bool:
    """Return whether objects came together in an unspecified order, so that an earlier board may have no result."""
    entered = any(isinstance(each, Enters) and each.unordered for each in board.events)  # 613.7m
    begun = () if board.start is None else board.start.objects  # some may have left
    return entered or any(each.unordered for each in (*begun, *board.numbered().values()))


def there_before(objects: Mapping[int, GameObject], events: int) -> dict[int, Mask]:
    """Return the objects that were there before each event, the state at the beginning and a next event."""
    entered = dict.fromkeys(range(BEFORE, events + 1), 0)
    for number, found in objects.items():
        entered[found.entered] |= 1 << number
    return dict(zip(entered, accumulate(entered.values(), or_, initial=0), strict=False))
