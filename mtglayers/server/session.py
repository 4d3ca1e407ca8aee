"""Sessions: the boards that a client keeps in a server, by id, and the results that make its next solve quick."""

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
from .weights import told_weights

_ADVICE: Final = "drop a board first"
"""What makes room in a session."""

_PATIENCE: Final = 0.05
"""Seconds after which whoever waits for a board says that it still does."""


_LARGE: Final = 1000
"""Of boards with more objects than this, fewer results are kept."""
_ELSEWHERE: Final = -1
"""In place of a number of events: the board has moved on from there in another way."""


class SessionBoard:
    """A board of a session.

    Attributes:
        id: its id.
        board: the board.
        used: when it was last asked for, by `time.monotonic`.
        weight: how much it held when that was last looked at.
        told: what its cards weighed then, and after each event what they and the lengths of the events did.
    """

    def __init__(self, id: str, board: Board, told: Sequence[int] = ()) -> None:
        self.id = id
        self.board = board
        self.used = time.monotonic()
        self.weight = 0
        self.told = told
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
        self._secret = ids is not None  # ids that nobody can guess are not told to who misspells one
        self._boards: dict[str, SessionBoard] = {}
        self._weight = 0
        self._results: OrderedDict[tuple[str, Hashable, int], Result] = OrderedDict()
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._boards)

    def make_room(self) -> None:
        """See that there is room for one board more.

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
            LimitError: there are as many as the limits allow, or they hold too much.
        """
        with self._lock:
            self.make_room()
            held = SessionBoard("", board, () if like is None else like.told)
            self._count(held)
            held.id = self._ids()
            self._boards[held.id] = held
        return held.id

    def weigh(self, held: SessionBoard) -> None:
        """Take note of how much a board holds now; one that was dropped meanwhile weighs nothing.

        Raises:
            LimitError: with it, the boards of the session hold more than the limits allow; nothing is noted.
        """
        with self._lock:
            if self._boards.get(held.id) is held:
                self._count(held)

    def _count(self, held: SessionBoard) -> None:
        told = told_weights(held.board, held.told)
        now = held.board.weight + told[-1]
        total = self._weight - held.weight + now
        if total > self.limits.weight and now > held.weight:
            raise LimitError(WEIGHT, self.limits.weight, total, advice=_ADVICE)
        self._weight, held.weight, held.told = total, now, told

    @contextmanager
    def board(self, id: str) -> Generator[SessionBoard]:
        """Work on the board of that id, alone; another thread that wants it waits until the block ends.

        Raises:
            UnknownBoardError: there is none.
        """
        held = self._held(id)
        while not held.lock.acquire(timeout=_PATIENCE):
            checkpoint("solve")  # whoever waits may be cancelled
        try:
            if self._boards.get(id) is not held:
                raise UnknownBoardError(id)
            held.used = time.monotonic()
            yield held
        finally:
            held.lock.release()

    def drop(self, id: str) -> None:
        """Forget a board and its results.

        Raises:
            UnknownBoardError: there is none.
        """
        with self._lock:
            self._weight -= self._held(id).weight
            del self._boards[id]
            for key in [key for key in self._results if key[0] == id]:
                del self._results[key]

    def drop_idle(self, seconds: float) -> tuple[str, ...]:
        """Forget the boards that nobody has asked for since so many seconds; return their ids."""
        with self._lock:
            then = time.monotonic() - seconds
            idle = tuple(held.id for held in self._boards.values() if held.used < then and not held.lock.locked())
            for id in idle:
                self.drop(id)
        return idle

    def kept(self, held: SessionBoard, asked: Hashable) -> tuple[Result | None, Result | None]:
        """Return what is known of a board that was solved so: the result of it as it is, and the one nearest to it.

        Args:
            held: the board.
            asked: under which rules, and how, it is to be solved.
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
        """Keep the result of a board as it is now; beyond the limit, the one not asked for longest is forgotten."""
        with self._lock:
            if held.id in self._boards:
                self._results[held.id, asked, len(held.board.events)] = result
            self._forget_some()

    def share(self, held: SessionBoard, id: str) -> None:
        """Let the first solves of a board begin with the results of the one that it was copied from."""
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
        """Let go of the results of a board for when it had more than so many events: those were taken back.

        Where no other is left that was asked so, the next solve still begins with the last of them.
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


__all__ = ["Session", "SessionBoard"]
