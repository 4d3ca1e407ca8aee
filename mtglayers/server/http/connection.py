"""Connections of the HTTP service, with timeouts for slow clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

import h11
import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from mtglayers.model.errors import LayersError, LimitError

from ..errors import InvalidRequestError, failure_of

LINGER: Final = 2.0
"""Seconds in which the rest of a refused request is read and dropped, so that its answer arrives."""


class ConnectionTimeouts(msgspec.Struct, frozen=True):
    """Timeouts of a connection in seconds, and limits.

    Attributes:
        head_bytes: maximum bytes of the head of a request.
        head: for the whole head of a request, from the connection or its first byte.
        answer: for the client to read its answer.
        connections: maximum number of connections; `full` answers those beyond.
        full: the ASGI application that refuses them.
    """

    head_bytes: int
    head: float
    answer: float
    connections: int
    full: Any


class Connection(H11Protocol):
    """A connection that ends if its client is too slow; uvicorn only limits the time between requests."""

    def __init__(
        self,
        patience: ConnectionTimeouts,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._patience = patience
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; a connection beyond the limit is refused with its first request."""
        super().connection_made(transport)
        if len(self.connections) > self._patience.connections:
            self.app = self._patience.full
        self._set("head", self._patience.head, transport.close)

    def data_received(self, data: bytes) -> None:
        """Receive data; a head that has begun must end in time."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._unset("head")
        elif self.timeout_keep_alive_task is None and "head" not in self._timers:
            self._set("head", self._patience.head, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        for name in tuple(self._timers):
            self._unset(name)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Go on after an answer; the rest of a refused request may not arrive forever."""
        refused = self.cycle
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY and self.cycle is refused:

            def give_up() -> None:
                if self.cycle is refused:
                    self.transport.close()

            self._set("linger", LINGER, give_up)

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP; in the middle of a request, stop work on its answer."""
        status = 400
        error: LayersError = InvalidRequestError("not a valid HTTP request")
        if len(self.conn.trailing_data[0]) > self._patience.head_bytes:
            status, error = 431, LimitError("bytes in the head of a request", self._patience.head_bytes)
        cycle = getattr(self, "cycle", None)  # None before the first request, contrary to its type
        unanswered = cycle is not None and not cycle.response_complete
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            self._refuse(status, error, bare=unanswered and self.scope["method"] == "HEAD")
        self.transport.close()
        if unanswered:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def _refuse(self, status: int, error: LayersError, *, bare: bool) -> None:
        body = msgspec.json.encode({"error": failure_of(error)})
        headers = (
            ("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close"),
        )  # fmt: skip
        head = h11.Response(status_code=status, headers=list(headers), reason=HTTPStatus(status).phrase)
        for event in (head, *(() if bare else (h11.Data(data=body),)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")

    def pause_writing(self) -> None:
        """The client does not read its answer: set a timeout."""
        super().pause_writing()
        self._set("answer", self._patience.answer, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads its answer again."""
        self._unset("answer")
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if its last answer was not read."""
        super().timeout_keep_alive_handler()
        self._set("answer", self._patience.answer, self.transport.abort)

    def _set(self, name: str, seconds: float, then: Callable[[], object]) -> None:
        self._unset(name)
        self._timers[name] = self.loop.call_later(seconds, then)

    def _unset(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()


__all__ = ["LINGER", "Connection", "ConnectionTimeouts"]
