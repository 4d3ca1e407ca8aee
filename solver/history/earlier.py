"""Earlier states of a board."""

from __future__ import annotations

from collections.abc import Callable

from mtglayers.model.board.board import Board

from ..engine.state import State

StateAfter = Callable[[int], State]
"""A function that returns the state after a given number of timeline events."""


def earlier(board: Board, events: int) -> Board:
    """Return a copy of a board after its first `events` events."""
    past = board.copy()
    past.rewind(min(events, len(past.events)))
    return past
