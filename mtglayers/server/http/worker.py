"""A worker process of the HTTP service, which stores a part of the boards and answers the requests about them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from secrets import token_hex
from typing import BinaryIO, Final

import click
import msgspec

from mtglayers.model.errors import LayersError, LimitError
from mtglayers.wire import BoardData

from ..bodies import answer_body, read_body, refusal_body
from ..errors import CancelledError, InternalError, incident_line, status_of
from ..limits import SECONDS, HttpLimits
from ..methods import METHODS, Method
from ..params import OfBoard
from ..session import Session
from ..tasks import Task
from .frames import Answer, Ask, Stop, Usage, framed, received

BETWEEN: Final = 1.0
"""Seconds between two searches for boards that have not been used for too long."""

DATA: Final = "board.data"
"""Name of the method, for the service alone, that returns a stored board as data."""


def board_data(session: Session, params: OfBoard) -> BoardData:
    """Return a stored board as data."""
    with session.board(params.board) as held:
        return BoardData(**held.board.to_data())


_METHODS: Final = {**METHODS, DATA: Method(DATA, OfBoard, BoardData, board_data, fills=True)}


class Worker:
    """Answers the requests of a service until the service closes the stream."""

    def __init__(self, number: int, limits: HttpLimits, shares: int, stream: BinaryIO) -> None:
        """Set up a worker without boards.

        Args:
            number: the number of the worker, with which the ids of its boards begin.
            limits: the limits of the whole service.
            shares: the number of workers, which share the limits on results.
            stream: the stream for answers.
        """
        self._limits = limits
        self._session = Session(limits, lambda: f"{number}-{token_hex(16)}", shares)
        self._stream = stream
        self._tasks: dict[int, Task] = {}
        self._writing = threading.Lock()
        self._threads = ThreadPoolExecutor(limits.at_work)

    def run(self, requests: BinaryIO) -> None:
        """Answer requests; return when the service no longer exists."""
        threading.Thread(target=self._tidy, daemon=True).start()
        self._send()
        while (message := received(requests)) is not None:
            if isinstance(message, Stop):
                if task := self._tasks.get(message.number):
                    task.stop(CancelledError("the client has disconnected"))
                continue
            self._session.elsewhere = message.elsewhere.boards, message.elsewhere.weight
            seconds = self._limits.seconds
            self._tasks[message.number] = Task(seconds, LimitError(SECONDS, seconds))
            self._threads.submit(self._answer, message)

    def _answer(self, ask: Ask) -> None:
        task = self._tasks[ask.number]
        try:
            status, body = 200, task.run(self._body, _METHODS[ask.method], ask.body)
        except LayersError as error:
            status, body = status_of(error), refusal_body(error)
        except Exception as error:  # noqa: BLE001 - reported as an incident
            incident = token_hex(4)
            click.echo(incident_line(incident, ask.method, error), err=True)
            status, body = 500, refusal_body(InternalError(incident))
        del self._tasks[ask.number]
        self._send(partial(Answer, ask.number, status, body))

    def _body(self, method: Method, body: bytes) -> bytes:
        return answer_body(self._session, method, read_body(method, body, self._limits))

    def _tidy(self) -> None:
        pause = threading.Event()
        while not pause.wait(BETWEEN):
            if self._session.drop_idle(self._limits.idle_board_seconds):
                self._send()

    def _send(self, message: Callable[[Usage], Answer | Usage] = lambda usage: usage) -> None:
        with self._writing:  # a later message has a later usage
            self._stream.write(framed(message(Usage(len(self._session), self._session.weight))))
            self._stream.flush()


def main(number: int, limits: str, shares: int) -> None:
    """Run a worker on standard input and output; it ends when its input does."""
    for each in (signal.SIGINT, signal.SIGTERM):  # the service ends its workers, after their last answers
        signal.signal(each, signal.SIG_IGN)
    stream = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may write between the messages
    worker = Worker(number, msgspec.json.decode(limits, type=HttpLimits), shares, stream)
    worker.run(sys.stdin.buffer)
    os._exit(0)  # no answer is awaited any longer
