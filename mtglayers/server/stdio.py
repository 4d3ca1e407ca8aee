"""A JSON-RPC 2.0 server on standard input and output, with one message per line.

A second thread reads the input, so that a request can be cancelled while another request runs. The main thread
answers requests in order.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from select import select
from threading import Condition, Lock, Thread
from types import FrameType
from typing import Any, Final

import msgspec
from msgspec import UNSET

from mtglayers.model.errors import LayersError, LimitError
from mtglayers.wire import ErrorData

from . import jsonrpc as rpc
from .errors import CancelledError, InternalError, ParamsError, failure_of, incident_line
from .jsonrpc import Message, Request
from .limits import ANSWER, SECONDS, ServerLimits
from .methods import METHODS, call
from .session import Session
from .tasks import Task

Log = Callable[[str], None]
Read = Callable[[int], bytes]
Write = Callable[[bytes], object]

CANCEL: Final = "$/cancelRequest"
_PATIENCE: Final = 0.5
_PIECE: Final = 4096
"""Maximum number of bytes in one write to a pipe (PIPE_BUF)."""
_CHUNK: Final = 1 << 16
_MARK: Final = b"\xef\xbb\xbf"
"""The UTF-8 byte order mark."""


class Overlong(msgspec.Struct, frozen=True):
    """A line that exceeds the limit, represented only by its length."""

    bytes: int


class _Waiting(msgspec.Struct, frozen=True):
    message: Message
    tasks: tuple[Task, ...]
    bytes: int


def to_stderr(line: str) -> None:
    """Write a log line to standard error, if it is open."""
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)  # noqa: T201


class StdioServer:
    """A server that answers messages in order of arrival.

    Attributes:
        session: the session that stores the boards.
        ending: whether the server is shutting down.
    """

    def __init__(self, session: Session | None = None, log: Log = to_stderr) -> None:
        """Set up a server.

        Args:
            session: the session that stores the boards; by default, a new session.
            log: a function that writes a log line about an unexpected error.
        """
        self.session = Session() if session is None else session
        self._log = log
        self.ending = False
        self._incidents = 0
        self._inbox: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._room = Condition(Lock())
        self._held = [0, 0]  # waiting requests and bytes
        self._tasks: dict[rpc.Id, list[Task]] = {}
        self._working: Task | None = None

    def run(self, read: Read, write: Write) -> None:
        """Answer messages until the input ends.

        Args:
            read: a function that returns at most the given number of bytes, and b"" at the end of the input.
            write: a function that writes the bytes of an answer.
        """
        Thread(target=self._take_in, args=(read,), name="reader", daemon=True).start()
        while (waiting := self._next()) is not None:
            line = self._answered(waiting.message, waiting.tasks)
            self._let_go(waiting)
            if line:
                write(line)

    def _next(self) -> _Waiting | None:
        while True:
            try:
                return self._inbox.get(timeout=_PATIENCE)
            except Empty:
                continue  # on waking up, the main thread handles signals

    def end(self) -> None:
        """Shut down, and answer running and waiting requests with a cancellation error."""
        self.ending = True
        if self._working is not None:
            self._working.stop(CancelledError(_ENDS))
        self._inbox.put(None)

    def answered(self, line: bytes) -> bytes:
        r"""Return the line that answers the given line, or b"" if no answer is needed.

        >>> StdioServer().answered(b'{"jsonrpc": "2.0", "id": 7, "method": "board.new"}')
        b'{"jsonrpc":"2.0","id":7,"result":{"board":"b1","events":0,"made":[]}}\n'
        """
        if not line.strip():
            return b""
        message = rpc.read_message(line, self.session.limits)
        return self._answered(message, self._tasks_of(message))

    # --- Answering ------------------------------------------------------------------------------------------

    def _answered(self, message: Message, tasks: tuple[Task, ...]) -> bytes:
        answers: list[bytes] = []
        left = self.session.limits.answer
        for request, task in zip(message.requests, tasks, strict=True):
            found = self._answer(request, task, left)
            if found is not None:
                left -= len(found)
                answers.append(found)
        return rpc.line_of(answers, batch=message.batch)

    def _answer(self, request: Request, task: Task, left: int) -> bytes | None:
        """Return the answer to a request; None for a notification."""
        id = None if request.id is UNSET else request.id
        if request.problem is not None:
            return rpc.refusal(id, request.problem)
        self._working = task
        if self.ending:
            task.stop(CancelledError(_ENDS))
        try:
            found = self._result(request, id, task, left)
        except LayersError as error:
            found = rpc.refusal(id, error)
        finally:
            self._working = None
        return None if request.id is UNSET else found

    def _result(self, request: Request, id: rpc.Id, task: Task, left: int) -> bytes:
        if request.method == CANCEL:  # the reader has cancelled the request
            _cancelled_id(request)
            return rpc.answer(id, {})
        try:
            result = task.run(_answer_of, self.session, request.method, request.params)
            if isinstance(result, ErrorData):
                return rpc.refusal(id, result)
            found = rpc.answer(id, result)
        except LayersError:
            raise
        except Exception as error:  # noqa: BLE001 - reported as an incident
            raise self._incident(request.method, error) from None
        if len(found) > left and not METHODS[request.method].fills:  # the client must be notified of a change
            raise LimitError(ANSWER, self.session.limits.answer, len(found))
        return found

    def _incident(self, method: str, error: Exception) -> InternalError:
        self._incidents += 1
        self._log(incident_line(str(self._incidents), method, error))
        return InternalError(str(self._incidents))

    def _tasks_of(self, message: Message) -> tuple[Task, ...]:
        seconds = self.session.limits.seconds
        return tuple(Task(seconds, LimitError(SECONDS, seconds)) for _ in message.requests)

    # --- Reading --------------------------------------------------------------------------------------------

    def _take_in(self, read: Read) -> None:
        try:
            for line in lines(read, self.session.limits.message):
                if isinstance(line, bytes) and not line.strip():
                    continue
                self._take(line)
        except Exception as error:  # noqa: BLE001
            self._log(f"reading from standard input failed: {type(error).__name__}: {error}")
        finally:
            self._inbox.put(None)

    def _take(self, line: bytes | Overlong) -> None:
        limits = self.session.limits
        if isinstance(line, Overlong):
            message, size = rpc.problem(LimitError("bytes in a request", limits.message, line.bytes)), 0
        else:
            message, size = rpc.read_message(line, limits), len(line)
        tasks = self._tasks_of(message)
        for request, task in zip(message.requests, tasks, strict=True):
            if request.method == CANCEL and request.problem is None:
                self._cancel(request)
            elif request.id is not UNSET:
                with self._room:
                    self._tasks.setdefault(request.id, []).append(task)
        self._wait_for_room(limits, len(tasks), size)
        self._inbox.put(_Waiting(message, tasks, size))

    def _wait_for_room(self, limits: ServerLimits, requests: int, size: int) -> None:
        with self._room:
            while self._held[0] >= limits.queue or self._held[1] >= limits.message:
                self._room.wait()
            self._held[0] += requests
            self._held[1] += size

    def _let_go(self, waiting: _Waiting) -> None:
        for request, task in zip(waiting.message.requests, waiting.tasks, strict=True):
            if request.id is UNSET:
                continue
            with self._room:
                tasks = self._tasks.get(request.id, [])
                if task in tasks:
                    tasks.remove(task)
                if not tasks:
                    self._tasks.pop(request.id, None)
        with self._room:
            self._held[0] -= len(waiting.tasks)
            self._held[1] -= waiting.bytes
            self._room.notify()

    def _cancel(self, request: Request) -> None:
        try:
            id = _cancelled_id(request)
        except ParamsError:
            return  # reported in the answer
        with self._room:
            for task in self._tasks.get(id, ()):
                task.stop(CancelledError("the request was cancelled"))


_ENDS: Final = "the server is shutting down"


def _answer_of(session: Session, method: str, params: Any) -> Any:
    """Return a method's answer, or the error that it raised as data.

    The time needed to find similar names for an error counts toward the time limit.
    """
    try:
        return call(session, method, params)
    except LayersError as error:
        return failure_of(error)


def _cancelled_id(request: Request) -> rpc.Id:
    params = request.params
    if not isinstance(params, dict) or set(params) != {"id"} or not rpc.is_id(params["id"]):
        raise ParamsError(f"`{CANCEL}` requires the `id` of a request", "id")
    id: rpc.Id = params["id"]
    return id


def lines(read: Read, limit: int) -> Iterator[bytes | Overlong]:
    r"""Yield the lines of the input without their newlines.

    Args:
        read: a function that returns at most the given number of bytes, and b"" at the end of the input.
        limit: the maximum number of bytes in a line; a longer line becomes an `Overlong`.

    >>> import io
    >>> list(lines(io.BytesIO(b"one\r\ntoo long\ntwo").read, 4))
    [b'one\r', Overlong(bytes=8), b'two']
    """
    kept, size, first = bytearray(), 0, True
    while chunk := read(_CHUNK):
        if first:
            chunk, first = chunk.removeprefix(_MARK), False
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            size += len(part)
            kept += part
            yield Overlong(size) if size > limit else bytes(kept)
            kept, size = bytearray(), 0
        size += len(rest)
        if size <= limit:
            kept += rest
        else:
            kept.clear()
    if size:
        yield Overlong(size) if size > limit else bytes(kept)


def serve_stdio(session: Session) -> int:
    """Run the server on standard input and output, and return the exit code.

    Only answers go to standard output; all other output goes to standard error.

    Raises:
        BrokenPipeError: standard output is closed.
    """
    try:
        source = os.dup(0)
    except OSError:
        return 0  # standard input is closed
    target = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    server, code = StdioServer(session), 0

    def end(number: int, _frame: FrameType | None) -> None:
        nonlocal code
        code = 130 if number == signal.SIGINT else 0
        signal.signal(number, signal.SIG_DFL)  # a second signal ends the process at once
        server.end()

    def write(line: bytes) -> None:
        left = memoryview(line)
        while left:
            while not _is_writable(target):
                if server.ending:
                    raise _UnreadError
            left = left[os.write(target, left[:_PIECE]) :]

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    with suppress(_UnreadError):
        server.run(lambda size: os.read(source, size), write)
    return code


class _UnreadError(Exception):
    """The server is shutting down while the client is not reading the answers."""


def _is_writable(target: int) -> bool:
    return os.name == "nt" or bool(select([], [target], [], _PATIENCE)[1])  # no `select` on pipes
