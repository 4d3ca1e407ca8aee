"""What a board holds besides its events and objects: its own cards, and whatever is told at length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board

_USUAL: Final = 512
"""So many bytes an event or a card may have and count as one."""
_PIECE: Final = 256
"""So many bytes beyond that count as one more."""


def told_weights(board: Board, known: Sequence[int] = ()) -> list[int]:
    """Return what a board's own cards weigh, and after each event what they and the lengths of all events so far do.

    Args:
        board: the board.
        known: what this returned for the board, or for the one that it was copied from, earlier; the events that it
            has since had taken back, or played, are at the end.

    >>> board = Board(cards=[{"name": "Ogre", "type_line": "Creature", "oracle_text": "Ogre is big. " * 200}])
    >>> board.enters("Ogre")
    'ogre'
    >>> told_weights(board)
    [8, 8]
    """
    found = list(known[: len(board.events) + 1]) or [sum(1 + _beyond(card) for card in board.cards)]
    for event in board.events[len(found) - 1 :]:
        found.append(found[-1] + _beyond(event))
    return found


def _beyond(told: Any) -> int:
    """Return how much more than one an event or a card counts."""
    return max(0, len(msgspec.json.encode(told, enc_hook=str)) - _USUAL) // _PIECE


__all__ = ["told_weights"]
