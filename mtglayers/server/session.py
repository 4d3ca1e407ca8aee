"""Sessions, which store a client's boards and their results for reuse."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from itertools import count
from threading import Lock, RLock
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LimitError
from mtglayers.model.support.progress import checkpoint, uninterrupted
from mtglayers.solver.result.result import Result

from .changes import Versions
from .errors import UnknownBoardError
from .given import GivenBoards
from .kept import KeptResults
from .limits import BOARDS, DEFAULT, WEIGHT, ServerLimits

_ADVICE: Final = "drop a board first"
_PATIENCE: Final = 0.05
"""Seconds between the checkpoints of a thread that is waiting for a board."""
_USUAL: Final = 512
"""Maximum size in bytes of an event or a card that counts only once toward the weight."""
_PIECE: Final = 256
"""Number of additional bytes that increase the weight of an event or a card by one."""


class SessionBoard:
    """A board in a session.

    Attributes:
        id: the id of the board.
        board: the board.
        used: the time when the board was last used, from `time.monotonic`.
        weight: the weight of the board when it was last measured.
        measured: the weights that `text_weights` returned when the board was last measured.
        versions: the answers about the board for which changes were requested.
    """

    def __init__(self, id: str, board: Board, versions: Versions, measured: Sequence[int] = ()) -> None:
        self.id = id
        self.board = board
        self.used = time.monotonic()
        self.weight = 0
        self.measured = measured
        self.versions = versions
        self.lock = Lock()


class Session:
    """A client's boards by id, whose number and size are limited.

    Several threads can use a session, but only one thread at a time can use a board.

    Attributes:
        limits: the limits of the session.
        elsewhere: the number and the weight of boards in other sessions that share the limits.
        given: boards that recent requests gave as data; by default, none is kept.

    >>> session = Session()
    >>> session.add(Board(["Ana", "Ben"]))
    'b1'
    >>> with session.board("b1") as held:
    ...     held.board.players
    ('Ana', 'Ben')
    """

    def __init__(self, limits: ServerLimits = DEFAULT, ids: Callable[[], str] | None = None, shares: int = 1) -> None:
        """Set up a session that contains no boards.

        Args:
            limits: the limits of the session.
            ids: a function that returns an id for a new board; by default, the ids are b1, b2, b3 and so on.
            shares: the number of sessions that share the limits on results.
        """
        self.limits = limits
        numbers = count(1)
        self._ids = ids or (lambda: f"b{next(numbers)}")
        self._secret = ids is not None  # secret ids are never suggested
        self._boards: dict[str, SessionBoard] = {}
        self.elsewhere: tuple[int, int] = (0, 0)
        self.given = GivenBoards(0)
        self._weight = 0
        self._version_numbers = count(1)
        self._results = KeptResults(max(1, limits.results // shares), limits.result_bytes // shares)
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._boards)

    @property
    def weight(self) -> int:
        """The weight of all boards."""
        return self._weight

    def make_room(self) -> None:
        """Check that the session can store another board.

        Raises:
            LimitError: the session already contains the maximum number of boards.
        """
        boards = len(self._boards) + self.elsewhere[0] + 1
        if boards > self.limits.boards:
            raise LimitError(BOARDS, self.limits.boards, boards, advice=_ADVICE)

    def add(self, board: Board, like: SessionBoard | None = None) -> str:
        """Store a board and return its id.

        Args:
            board: the board.
            like: the stored board that `board` was copied from, if it is a copy.

        Raises:
            LimitError: the number or the weight of the boards would exceed a limit.
        """
        with self._lock:
            self.make_room()
            versions = Versions(self._version_numbers) if like is None else like.versions.copy()
            held = SessionBoard("", board, versions, () if like is None else like.measured)
            self._count(held)
            held.id = self._ids()
            self._boards[held.id] = held
        return held.id

    def weigh(self, held: SessionBoard) -> None:
        """Update the weight of a board, unless the session has dropped it.

        Raises:
            LimitError: the weight of all boards would exceed the limit. In this case, the session does not change.
        """
        with self._lock:
            if self._boards.get(held.id) is held:
                self._count(held)

    def _count(self, held: SessionBoard) -> None:
        measured = text_weights(held.board, held.measured)
        now = held.board.weight + measured[-1]
        total = self._weight - held.weight + now
        everywhere = total + self.elsewhere[1]
        if everywhere > self.limits.weight and now > held.weight:
            raise LimitError(WEIGHT, self.limits.weight, everywhere, advice=_ADVICE)
        self._weight, held.weight, held.measured = total, now, measured

    @contextmanager
    def board(self, id: str) -> Generator[SessionBoard]:
        """Return a context manager that locks a board against use by other threads.

        Raises:
            UnknownBoardError: there is no board with this id.
        """
        held = self._held(id)
        while not held.lock.acquire(timeout=_PATIENCE):
            checkpoint("solve")  # the waiting request can be cancelled here
        try:
            if self._boards.get(id) is not held:
                raise UnknownBoardError(id)
            held.used = time.monotonic()
            yield held
        finally:
            try:
                with self._lock, uninterrupted():
                    self._results.measure(id)
            finally:
                held.lock.release()

    def drop(self, id: str) -> None:
        """Drop a board and its results.

        Raises:
            UnknownBoardError: there is no board with this id.
        """
        with self._lock:
            self._weight -= self._held(id).weight
            del self._boards[id]
            self._results.drop(id)

    def drop_idle(self, seconds: float) -> tuple[str, ...]:
        """Drop boards that have not been used for `seconds`, and return their ids."""
        with self._lock:
            then = time.monotonic() - seconds
            idle = tuple(held.id for held in self._boards.values() if held.used < then and not held.lock.locked())
            for id in idle:
                self.drop(id)
        return idle

    def kept(self, held: SessionBoard, asked: Hashable) -> tuple[Result | None, Result | None]:
        """Return the stored results of a board's current state and nearest state.

        The nearest state is the state whose number of events is closest to the current number. If no result is
        stored for a state, None is returned in its place.

        Args:
            held: the board.
            asked: the parameters of the solve.
        """
        now = len(held.board.events)
        with self._lock:
            found = self._results.nearest(held.id, asked, now)
        if found is None:
            return None, None
        result, events = found
        return (result if events == now and result.is_of(held.board) else None), result

    def keep(self, held: SessionBoard, asked: Hashable, result: Result) -> None:
        """Store the result of a board's current state.

        If the session stores too many or too large results, the least recently used results are dropped.
        """
        with self._lock:
            if held.id in self._boards:
                self._results.keep(held.id, asked, len(held.board.events), result)

    def share(self, held: SessionBoard, id: str) -> None:
        """Make a board's results available for reuse when its copy is first solved."""
        with self._lock:
            self._results.share(held.id, id)

    def forget_after(self, held: SessionBoard, events: int) -> None:
        """Drop a board's results for timelines of more than `events` events.

        If these are the only results for some parameters, the last result is kept so that the next solve can reuse it.
        """
        with self._lock:
            self._results.forget_after(held.id, events)

    def _held(self, id: str) -> SessionBoard:
        held = self._boards.get(id)
        if held is None:
            raise UnknownBoardError(id, () if self._secret else tuple(self._boards))
        return held


def text_weights(board: Board, known: Sequence[int] = ()) -> list[int]:
    """Return running totals of the additional weight of long cards and events.

    The first total is for the board's own cards and the state from which it begins; the list then has one total per
    event.

    Args:
        board: the board.
        known: an earlier return value for the board, or for the board that it was copied from. Since then, events
            can only have been added or removed at the end of the timeline.

    >>> board = Board(cards=[{"name": "Ogre", "type_line": "Creature", "oracle_text": "Ogre is big. " * 200}])
    >>> board.enters("Ogre")
    'ogre'
    >>> text_weights(board)
    [8, 8]
    """
    found = list(known[: len(board.events) + 1])
    if not found:
        start = 0 if board.start is None else _beyond(board.start.data)
        found = [start + sum(1 + _beyond(card) for card in board.cards)]
    for event in board.events[len(found) - 1 :]:
        found.append(found[-1] + _beyond(event))
    return found


def _beyond(data: Any) -> int:
    return max(0, len(msgspec.json.encode(data, enc_hook=str)) - _USUAL) // _PIECE
