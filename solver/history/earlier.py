"""Earlier states of a board."""

from __future__ import annotations

from mtglayers.model.board.board import Board


def earlier(board: Board, events: int) -> Board:
    """Return a copy of a board after its first `events` events."""
    past = board.copy()
    past.rewind(min(events, len(past.events)))
    return past
