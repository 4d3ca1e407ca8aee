"""Sessions: a client's boards by id, and their results for reuse."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from itertools import count
from threading import Lock, RLock
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LimitError
from mtglayers.model.support.progress import checkpoint
from mtglayers.solver.result.result import Result

from .errors import UnknownBoardError
from .limits import BOARDS, DEFAULT, WEIGHT, ServerLimits
from .weights import text_weights

_ADVICE: Final = "drop a board first"
"""How to make room in a session."""

_PATIENCE: Final = 0.05
"""Seconds between checkpoints of a thread that waits for a board."""


_LARGE: Final = 1000
"""Number of objects on a board above which fewer results are kept."""
_ELSEWHERE: Final = -1
"""In place of a number of events: a result of a different timeline."""


class SessionBoard:
    """A board of a session.

    Attributes:
        id: its id.
        board: the board.
        used: when it was last asked for, by `time.monotonic`.
        weight: its weight when last measured.
        measured: the weights that `text_weights` returned then.
    """

    def __init__(self, id: str, board: Board, measured: Sequence[int] = ()) -> None:
        self.id = id
        self.board = board
        self.used = time.monotonic()
        self.weight = 0
        self.measured = measured
        self.lock = Lock()


class Session:
    """Boards by id, within limits.

    Several threads may use one session: each board is worked on by one of them at a time.

    Attributes:
        limits: how much it keeps.

    >>> session = Session()
    >>> session.add(Board(["Ana", "Ben"]))
    'b1'
    >>> with session.board("b1") as held:
    ...     held.board.players
    ('Ana', 'Ben')
    """

    def __init__(self, limits: ServerLimits = DEFAULT, ids: Callable[[], str] | None = None) -> None:
        """Set up a session without boards.

        Args:
            limits: how much it keeps.
            ids: makes the id of each new board; default: b1, b2, b3 ...
        """
        self.limits = limits
        numbers = count(1)
        self._ids = ids or (lambda: f"b{next(numbers)}")
        self._secret = ids is not None  # secret ids are never suggested
        self._boards: dict[str, SessionBoard] = {}
        self._weight = 0
        self._results: OrderedDict[tuple[str, Hashable, int], Result] = OrderedDict()
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._boards)

    def make_room(self) -> None:
        """Check that there is room for one more board.

        Raises:
            LimitError: there is none.
        """
        if len(self._boards) >= self.limits.boards:
            raise LimitError(BOARDS, self.limits.boards, len(self._boards) + 1, advice=_ADVICE)

    def add(self, board: Board, like: SessionBoard | None = None) -> str:
        """Keep a board; return its id.

        Args:
            board: the board.
            like: the one that it was copied from.

        Raises:
            LimitError: there are too many boards, or they weigh too much.
        """
        with self._lock:
            self.make_room()
            held = SessionBoard("", board, () if like is None else like.measured)
            self._count(held)
            held.id = self._ids()
            self._boards[held.id] = held
        return held.id

    def weigh(self, held: SessionBoard) -> None:
        """Update the weight of a board, unless it was dropped meanwhile.

        Raises:
            LimitError: the boards of the session would weigh too much; nothing changes.
        """
        with self._lock:
            if self._boards.get(held.id) is held:
                self._count(held)

    def _count(self, held: SessionBoard) -> None:
        measured = text_weights(held.board, held.measured)
        now = held.board.weight + measured[-1]
        total = self._weight - held.weight + now
        if total > self.limits.weight and now > held.weight:
            raise LimitError(WEIGHT, self.limits.weight, total, advice=_ADVICE)
        self._weight, held.weight, held.measured = total, now, measured

    @contextmanager
    def board(self, id: str) -> Generator[SessionBoard]:
        """Lock the board of that id inside the block; other threads wait.

        Raises:
            UnknownBoardError: there is none.
        """
        held = self._held(id)
        while not held.lock.acquire(timeout=_PATIENCE):
            checkpoint("solve")  # a waiting request may be cancelled
        try:
            if self._boards.get(id) is not held:
                raise UnknownBoardError(id)
            held.used = time.monotonic()
            yield held
        finally:
            held.lock.release()

    def drop(self, id: str) -> None:
        """Drop a board and its results.

        Raises:
            UnknownBoardError: there is none.
        """
        with self._lock:
            self._weight -= self._held(id).weight
            del self._boards[id]
            for key in [key for key in self._results if key[0] == id]:
                del self._results[key]

    def drop_idle(self, seconds: float) -> tuple[str, ...]:
        """Drop the boards that were not used for so many seconds; return their ids."""
        with self._lock:
            then = time.monotonic() - seconds
            idle = tuple(held.id for held in self._boards.values() if held.used < then and not held.lock.locked())
            for id in idle:
                self.drop(id)
        return idle

    def kept(self, held: SessionBoard, asked: Hashable) -> tuple[Result | None, Result | None]:
        """Return the kept result of a board in its present state, and that of its nearest state.

        Args:
            held: the board.
            asked: the parameters of the solve.
        """
        now = len(held.board.events)
        with self._lock:
            known = [key for key in self._results if key[:2] == (held.id, asked)]
            if not known:
                return None, None
            best = min(known, key=lambda key: (abs(key[2] - now), key[2]))
            self._results.move_to_end(best)
            result = self._results[best]
        return (result if best[2] == now and result.is_of(held.board) else None), result

    def keep(self, held: SessionBoard, asked: Hashable, result: Result) -> None:
        """Keep the result of a board in its present state; beyond the limit, the least recently used is dropped."""
        with self._lock:
            if held.id in self._boards:
                self._results[held.id, asked, len(held.board.events)] = result
            self._forget_some()

    def share(self, held: SessionBoard, id: str) -> None:
        """Reuse the results of a board for the first solves of its copy."""
        with self._lock:
            nearest: dict[Hashable, tuple[int, Result]] = {}
            for (of, asked, events), result in self._results.items():
                if of == held.id and (asked not in nearest or events > nearest[asked][0]):
                    nearest[asked] = events, result
            for asked, (_, result) in nearest.items():
                self._results[id, asked, _ELSEWHERE] = result
            self._forget_some()

    def _forget_some(self) -> None:
        objects = sum(map(len, self._results.values()))
        while len(self._results) > self.limits.results or objects > self.limits.results * _LARGE:
            _, gone = self._results.popitem(last=False)
            objects -= len(gone)

    def forget_after(self, held: SessionBoard, events: int) -> None:
        """Drop the results of a board for more than so many events, as those were undone.

        If no other result for the same parameters is left, the next solve still reuses the last of them.
        """
        with self._lock:
            gone = [key for key in self._results if key[0] == held.id and key[2] > events]
            for key in sorted(gone, key=lambda key: key[2]):
                result = self._results.pop(key)
                if not any(other[:2] == key[:2] and other[2] != _ELSEWHERE for other in self._results):
                    self._results[key[0], key[1], _ELSEWHERE] = result

    def _held(self, id: str) -> SessionBoard:
        held = self._boards.get(id)
        if held is None:
            raise UnknownBoardError(id, () if self._secret else tuple(self._boards))
        return held
