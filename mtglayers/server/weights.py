"""The weight of a board's own cards and of long events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board

_USUAL: Final = 512
"""Bytes up to which an event or a card counts as one."""
_PIECE: Final = 256
"""Further bytes that count as one more."""


def text_weights(board: Board, known: Sequence[int] = ()) -> list[int]:
    """Return cumulative weights: own cards, then after each event's extra weight.

    Args:
        board: the board.
        known: an earlier return value for the board, or for the one that it was copied from; only events at the end
            may have been undone or played since.

    >>> board = Board(cards=[{"name": "Ogre", "type_line": "Creature", "oracle_text": "Ogre is big. " * 200}])
    >>> board.enters("Ogre")
    'ogre'
    >>> text_weights(board)
    [8, 8]
    """
    found = list(known[: len(board.events) + 1]) or [sum(1 + _beyond(card) for card in board.cards)]
    for event in board.events[len(found) - 1 :]:
        found.append(found[-1] + _beyond(event))
    return found


def _beyond(told: Any) -> int:
    return max(0, len(msgspec.json.encode(told, enc_hook=str)) - _USUAL) // _PIECE
