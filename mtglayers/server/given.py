"""Boards that recent requests gave as data, so that the next request about them need not play and solve them again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, ValuesView
from typing import Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.solver.result.result import Result
from mtglayers.wire import BoardData

_RESULTS: Final = 4
"""Maximum number of results for a board."""


class GivenBoards:
    """The latest boards that were given as data, and their results; at most one thread can use them.

    Nobody changes a board that is kept here; a request that changes it works with a copy.

    Attributes:
        number: the maximum number of boards; 0 means that none is kept.

    >>> given = GivenBoards(2)
    >>> given.keep(BoardData(players=("Ana",)), Board(["Ana"]))
    >>> given.find(BoardData(players=("Ana",))).players
    ('Ana',)
    """

    def __init__(self, number: int) -> None:
        """Set up without boards."""
        self.number = number
        self._boards: OrderedDict[bytes, tuple[Board, dict[Hashable, Result]]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._boards)

    def values(self) -> ValuesView[tuple[Board, dict[Hashable, Result]]]:
        """Return the boards, each with its results by the parameters of the solve."""
        return self._boards.values()

    def find(self, data: BoardData) -> Board | None:
        """Return the board that was kept for the same data."""
        if not self._boards:
            return None
        key = msgspec.json.encode(data)
        if key not in self._boards:
            return None
        self._boards.move_to_end(key)
        return self._boards[key][0]

    def keep(self, data: BoardData, board: Board) -> None:
        """Keep a board for its data."""
        if not self.number:
            return
        self._boards[msgspec.json.encode(data)] = board, {}
        while len(self._boards) > self.number:
            self._boards.popitem(last=False)

    def result(self, board: Board, asked: Hashable) -> Result | None:
        """Return the result of a kept board for the parameters of a solve, if it is kept."""
        return next((results.get(asked) for kept, results in self.values() if kept is board), None)

    def keep_result(self, board: Board, asked: Hashable, result: Result) -> None:
        """Keep a result if its board is kept."""
        for kept, results in self.values():
            if kept is board:
                while len(results) >= _RESULTS:
                    del results[next(iter(results))]
                results[asked] = result
