"""Boards whose history is silent: no event can have locked anything in."""

from __future__ import annotations

from functools import lru_cache

from mtglayers.model.board.board import Board
from mtglayers.model.objects.gameobject import Base

from .bonds import bonds
from .copies import has_copy_effect
from .entered import asked_of
from .entered_with import entry_abilities
from .entering import reach


def is_silent(board: Board) -> bool:
    """Return whether nothing on a board depends on earlier boards, so that no event needs to be considered again.

    >>> is_silent(Board.of("Blood Moon; Life and Limb")), is_silent(Board.of("Mirran Safehouse; Clone copying Memnite"))
    (True, False)
    """
    fresh = board.start is None and not board.effects
    return fresh and all(map(_asks_nothing, board.bases)) and not board.copies() and not bonds(board)


@lru_cache(maxsize=8192)
def _asks_nothing(base: Base) -> bool:
    return not (reach(base.values.abilities) or has_copy_effect(base) or entry_abilities(base.values) or asked_of(base))
