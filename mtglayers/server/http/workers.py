"""The worker processes of an HTTP service: which one stores a board, and what happens when one ends unexpectedly."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from itertools import count
from typing import Any, Final

import anyio
import click
import msgspec

from mtglayers.solver.wording import counted

from ..bodies import read_body
from ..errors import LostBoardError, WorkerError
from ..limits import HttpLimits
from ..methods import METHODS
from ..tasks import Task
from .frames import FROM_WORKER, SIZE, Answer, Ask, Stop, Usage, framed
from .worker import DATA

_CODE: Final = "import sys; sys.path[:] = {path!r}; from mtglayers.server.http.worker import main; main({arguments})"
_AGAIN: Final = 1.0
"""Seconds until another attempt to start a worker."""
_LAST: Final = 5.0
"""Maximum number of seconds that a worker can take to end."""
_HUNG: Final = 30.0
"""Seconds after which a worker is killed if it has not stopped a request; usually it stops in milliseconds."""
_MAKING: Final = frozenset({"board.new", "board.snapshot"})


class _One(msgspec.Struct):
    board: msgspec.Raw = msgspec.Raw()


class _Boards(msgspec.Struct):
    board: msgspec.Raw = msgspec.Raw()
    one: _One | None = None
    other: _One | None = None


class WorkerProcess:
    """A worker process, and the requests that it works on.

    Attributes:
        number: its number; no other worker of the service ever has it.
        usage: what its boards count toward the limits.
        making: how many running requests can add a board.
        answers: number of a request -> the future of its answer.
        ready: whether it has sent its first message.
        ended: whether it has ended.
        process: the process.
    """

    def __init__(self, number: int, process: asyncio.subprocess.Process) -> None:
        self.number = number
        self.usage = Usage()
        self.making = 0
        self.answers: dict[int, asyncio.Future[Answer]] = {}
        self.ready = asyncio.Event()
        self.ended = False
        self.process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout

    async def send(self, message: Ask | Stop) -> None:
        """Send a message; if the process has ended, nothing is sent."""
        with contextlib.suppress(ConnectionError):
            self._stdin.write(framed(message))
            await self._stdin.drain()

    def stop(self, number: int) -> None:
        """Order the process to stop the work on a request."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._stdin.write(framed(Stop(number)))

    async def receive(self) -> None:
        """Receive messages until the process ends or sends anything else; then fail the requests that it worked on."""
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    (size,) = SIZE.unpack(await self._stdout.readexactly(SIZE.size))
                    message = FROM_WORKER.decode(await self._stdout.readexactly(size))
                    self.usage = message if isinstance(message, Usage) else message.usage
                    if isinstance(message, Answer):
                        future = self.answers.get(message.number)
                        if future is not None and not future.done():
                            future.set_result(message)
                    self.ready.set()
        except msgspec.MsgspecError:
            self.kill()
        finally:
            self.ended = True
            for future in self.answers.values():
                if not future.done():
                    future.set_exception(WorkerError())

    def kill(self) -> None:
        """Kill the process, if it has not ended."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """End the process."""
        self._stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), _LAST)
        except TimeoutError:
            self.kill()
        await self.gone()

    async def gone(self) -> int:
        """Wait until the process has ended and its streams are closed; return its exit status."""
        code = await self.process.wait()
        self._stdin.close()
        with contextlib.suppress(ConnectionError):
            await self._stdin.wait_closed()
        return code


class Workers:
    """The worker processes of a service.

    The id of a board begins with the number of the worker that stores it. Other requests go to the worker with the
    fewest running requests, and new boards to the one with the fewest boards.
    """

    def __init__(self, number: int, limits: HttpLimits) -> None:
        """Set up the workers, which `start` then starts.

        Args:
            number: the number of worker processes.
            limits: the limits of the whole service.
        """
        self._number = number
        self._limits = limits
        self._numbers = count(1)
        self._requests = count(1)
        self._last = 0
        self._alive: dict[int, WorkerProcess] = {}
        self._keeping: list[asyncio.Task[None]] = []
        self._ending = False

    @property
    def boards(self) -> int:
        """Number of stored boards."""
        return sum(each.usage.boards for each in self._alive.values())

    async def start(self) -> None:
        """Start all workers, and wait until they are ready.

        Raises:
            WorkerError: a worker ended instead.
        """
        started = [asyncio.Event() for _ in range(self._number)]
        self._keeping = [asyncio.create_task(self._keep(event)) for event in started]
        await asyncio.gather(*(event.wait() for event in started))
        if len(self._alive) < self._number:
            await self.end()
            raise WorkerError("a worker process cannot be started")

    async def end(self) -> None:
        """End all workers."""
        self._ending = True
        for each in self._keeping:
            each.cancel()
        await asyncio.gather(*(each.end() for each in self._alive.values()))
        await asyncio.gather(*self._keeping, return_exceptions=True)

    def kill(self) -> None:
        """Kill all workers; the requests that they work on fail."""
        self._ending = True
        for each in self._alive.values():
            each.kill()

    async def _keep(self, started: asyncio.Event) -> None:
        """Keep one worker running: whenever it ends, start another one in its place."""
        while not self._ending:
            first, ready = not started.is_set(), False
            try:
                ready = await self._run_one(started)
            except OSError as error:
                click.echo(f"a worker cannot be started: {error.strerror}", err=True)
                started.set()
            if not ready:
                if first:
                    return
                await asyncio.sleep(_AGAIN)

    async def _run_one(self, started: asyncio.Event) -> bool:
        """Start a worker, and wait until it ends; return whether it was ever ready.

        Args:
            started: set when the worker is ready, or has ended.

        Raises:
            OSError: the system cannot start a process.
        """
        worker = await self._started()
        receiving = asyncio.create_task(worker.receive())
        ready = asyncio.create_task(worker.ready.wait())
        try:
            await asyncio.wait((receiving, ready), return_when=asyncio.FIRST_COMPLETED)
            if ready.done():
                self._alive[worker.number] = worker
                started.set()
            await receiving
        except asyncio.CancelledError:
            receiving.cancel()
            if worker.number not in self._alive:
                worker.kill()
            raise
        finally:
            ready.cancel()
        known = self._alive.pop(worker.number, None)
        code = await worker.gone()
        if not self._ending:
            lost = counted(worker.usage.boards, "board")
            click.echo(f"worker {worker.number} ended unexpectedly (status {code}); lost: {lost}", err=True)
        started.set()
        return known is not None

    async def _started(self) -> WorkerProcess:
        number = self._last = next(self._numbers)
        arguments = f"{number}, {msgspec.json.encode(self._limits).decode()!r}, {self._number}"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _CODE.format(path=sys.path, arguments=arguments),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Control-C reaches the service, which ends the workers
        )  # fmt: skip
        return WorkerProcess(number, process)

    # --- Requests ---

    async def ask(self, method: str, body: bytes, boards: list[str], task: Task) -> Answer:
        """Return a worker's answer to a request.

        Args:
            method: the name of the method.
            body: its parameters as JSON.
            boards: the ids of the boards in the parameters.
            task: the task of the request, which can be stopped.

        Raises:
            ParamsError: two boards are named, and the parameters are not valid.
            LostBoardError: the worker that stored a board has ended unexpectedly.
            WorkerError: the worker ended unexpectedly while it worked on the request.
            LayersError: the error that stopped the task.
        """
        places = [self._place(board) for board in boards]
        stored = [each for each in places if each is not None]
        if len({each.number for each in stored}) > 1:  # only `compare` names two boards
            await asyncio.to_thread(read_body, METHODS[method], body, self._limits)
            answer = await self._data(boards[0], stored[0], task)
            if answer.status != 200:
                return answer
            body = _compared_with(body, answer.body)
        worker = stored[-1] if stored else self._free(method)
        return await self._asked(worker, method, body, task)

    async def _asked(self, worker: WorkerProcess, method: str, body: bytes, task: Task) -> Answer:
        number = next(self._requests)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        timers: list[asyncio.TimerHandle] = []

        def stop(_: Exception) -> None:
            worker.stop(number)
            timers.append(loop.call_later(_HUNG, worker.kill))

        others = [each for each in self._alive.values() if each is not worker]
        elsewhere = Usage(
            sum(each.usage.boards + each.making for each in others), sum(each.usage.weight for each in others)
        )
        answer: Answer | None = None
        worker.answers[number] = future
        worker.making += method in _MAKING
        try:
            if task.error is not None:
                raise task.error
            task.on_stop = stop
            with anyio.CancelScope(shield=True):  # a stopped request keeps its place until the worker has stopped
                await worker.send(Ask(number, method, body, elsewhere))
                if worker.ended and not future.done():
                    future.set_exception(WorkerError())
                answer = await future
        except WorkerError:
            raise task.error or WorkerError from None
        finally:
            task.on_stop = None
            for timer in timers:
                timer.cancel()
            worker.making -= method in _MAKING
            del worker.answers[number]
            if future.done() and not future.cancelled():
                future.exception()  # not reported as unused
        assert answer is not None
        stopped: Exception | None = task.error
        if stopped is not None and answer.status != 200:
            raise stopped
        return answer

    def _place(self, board: str) -> WorkerProcess | None:
        """Return the worker that stores a board; None if no worker ever stored it."""
        prefix, _, rest = board.partition("-")
        if not rest or len(prefix) > 9 or not (prefix.isascii() and prefix.isdigit()):
            return None
        number = int(prefix)
        if number not in self._alive and 0 < number <= self._last:
            raise LostBoardError(board)
        return self._alive.get(number)

    def _free(self, method: str) -> WorkerProcess:
        if not self._alive:
            raise WorkerError

        def load(worker: WorkerProcess) -> tuple[int, int, int]:
            boards = worker.usage.boards + worker.making if method in _MAKING else 0
            return boards, len(worker.answers), worker.number

        return min(self._alive.values(), key=load)

    async def _data(self, board: str, worker: WorkerProcess, task: Task) -> Answer:
        """Return a board as data."""
        asked = msgspec.json.encode({"board": board})
        return await self._asked(worker, DATA, asked, task)


def _compared_with(body: bytes, board: bytes) -> bytes:
    """Return the body of a comparison whose first board is now data, because another worker stores it."""
    params: dict[str, Any] = msgspec.json.decode(body)
    params["one"]["board"] = msgspec.Raw(board)
    return msgspec.json.encode(params)


def boards_in(body: bytes) -> list[str]:
    """Return the ids of boards in the parameters of a request; the worker validates the request.

    >>> boards_in(b'{"board": "1-ab", "object": "ogre"}'), boards_in(b'{"board": {"timeline": []}}')
    (['1-ab'], [])
    """
    try:
        found = msgspec.json.decode(body or b"{}", type=_Boards)
        raw = [found.board, *(side.board for side in (found.one, found.other) if side is not None)]
        if raw[1:]:
            msgspec.json.decode(body)  # a comparison may be changed, so all of it must be valid JSON
        return [msgspec.json.decode(each) for each in map(bytes, raw) if each.lstrip().startswith(b'"')]
    except (ValueError, RecursionError):
        return []
