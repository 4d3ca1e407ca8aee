"""The methods over HTTP: ``POST /v1/solve`` and the like, as an ASGI application."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.to_thread
import click
import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from mtglayers import wire
from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError, LimitError, UnknownChoiceError
from mtglayers.version import __version__

from ..errors import (
    CancelledError,
    InternalError,
    InvalidRequestError,
    UnknownMethodError,
    failure_of,
    incident_line,
    status_of,
)
from ..jsonrpc import read_data
from ..limits import ANSWER, SECONDS, HttpLimits, ServerLimits
from ..methods import METHODS, Method, perform
from ..session import Session
from ..tasks import Task
from ..validation import read_params
from .admission import AdmissionControl, BodyBudget
from .guards import HostGuard
from .openapi import document, path_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp

JSON: Final = "application/json"
AGAIN: Final = "1"
"""Seconds after which a refused client may try again."""
SMALL: Final = 16384
"""Bytes of a body up to which it is parsed in the event loop; longer ones are parsed in a thread."""


_CORS: Final[Any] = {
    "allow_methods": ("GET", "POST"), "expose_headers": ("retry-after",), "allow_private_network": True,
}  # fmt: skip


class Refused(Exception):  # noqa: N818 - it carries an error
    """An error, its HTTP status, and headers."""

    def __init__(self, status: int, error: LayersError, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(str(error))
        self.status = status
        self.error = error
        self.headers = headers or {}


class Service:
    """The methods as an HTTP service: its boards and its admitted requests.

    Attributes:
        limits: its limits.
        session: its boards; their ids cannot be guessed.
        app: the ASGI application.
        full: the application that refuses connections beyond the limit.
    """

    def __init__(
        self, limits: HttpLimits | None = None, *, hosts: Collection[str] | None = None,
        origins: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Set up a service.

        Args:
            limits: its limits.
            hosts: the host names of the service; None: any.
            origins: the origins of web pages that may use it.
        """
        self.limits = limits or HttpLimits()
        self._began = time.monotonic()
        self._closing = self._stopped = False
        self._tasks: set[Task] = set()
        self._reading: set[anyio.CancelScope] = set()
        self._alone: dict[str, tuple[anyio.Lock, int]] = {}
        self.session = Session(self.limits, lambda: token_hex(16))
        self.gate = AdmissionControl(self.limits.at_work, self.limits.queue, self.limits.bodies)
        self.full: ASGIApp = refusal(503, LimitError("connections", self.limits.connections), {"connection": "close"})
        self.app = Starlette(
            routes=[
                Route("/health", self._health),
                Route("/openapi.json", self._openapi),
                Route("/v1/schemas/{name}", self._schema),
                *(Route(path_of(name), self._endpoint(method), methods=["POST"]) for name, method in METHODS.items()),
            ],
            middleware=[
                Middleware(
                    HostGuard,
                    refuse=refusal,
                    closing=lambda: self._closing,
                    head=self.limits.head,
                    hosts=hosts,
                    origins=origins,
                ),
                *([Middleware(CORSMiddleware, allow_origins=origins, **_CORS)] if origins else ()),
            ],
            exception_handlers={HTTPException: _nothing_there},
        )
        self.app.router.redirect_slashes = False

    # --- Its life ---

    def tidy(self) -> None:
        """Drop the boards that were not used for a while."""
        self.session.drop_idle(self.limits.idle_board_seconds)

    def close(self) -> None:
        """Begin to end: connections are closed after their answer, and /health reports it."""
        self._closing = True

    def stop(self) -> None:
        """Stop all requests that arrive, wait or run; each is answered."""
        self._stopped = True
        for task in self._tasks:
            task.stop(CancelledError("the service ends"))
        for scope in self._reading:
            scope.cancel()

    # --- What there is to read ---

    async def _health(self, _: Request) -> Response:
        found = {
            "status": "ending" if self._closing else "ok",
            "version": __version__,
            "seconds": int(time.monotonic() - self._began),
            "boards": len(self.session),
            "at_work": self.gate.at_work,
            "waiting": self.gate.inside - self.gate.at_work,
        }
        return answer(found, 503 if self._closing else 200)

    async def _openapi(self, _: Request) -> Response:
        return answer(document())

    async def _schema(self, request: Request) -> Response:
        try:
            return answer(wire.schema(request.path_params["name"]), media_type="application/schema+json")
        except UnknownChoiceError as error:
            return refusal(404, error)

    # --- The methods ---

    def _endpoint(self, method: Method) -> Any:
        async def endpoint(request: Request) -> Response:
            try:
                with self.gate.entered() as room:
                    return await self._called(method, await self._body(request, room), request)
            except LimitError as error:
                return refusal(503, error)
            except Refused as refused:
                return refusal(refused.status, refused.error, refused.headers)
            except ClientDisconnect:
                return Response(status_code=400)  # the connection is closed

        return endpoint

    async def _body(self, request: Request, room: BodyBudget) -> bytes:
        allowed, seconds = self.limits.message, self.limits.body_seconds
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length) > allowed:
            raise Refused(413, LimitError("bytes in a request", allowed, int(length)))
        if length not in {"", "0"} or "transfer-encoding" in request.headers:
            _is_json(request.headers)
        body = bytearray()
        with anyio.move_on_after(seconds) as scope:
            self._reading.add(scope)
            try:
                async for chunk in request.stream():
                    room.take(len(chunk))
                    body += chunk
                    if len(body) > allowed:
                        raise Refused(413, LimitError("bytes in a request", allowed))
            finally:
                self._reading.discard(scope)
        if scope.cancelled_caught:
            late = LimitError("seconds to send a request", seconds)
            error = CancelledError("the service ends") if self._closing else late
            raise Refused(503 if self._closing else 408, error, {"connection": "close"})
        return bytes(body)

    async def _called(self, method: Method, body: bytes, request: Request) -> Response:
        seconds = self.limits.seconds
        task = Task(seconds, LimitError(SECONDS, seconds))
        answered: list[Response] = []

        async def work() -> None:
            answered.append(await self._worked(method, body, task))
            group.cancel_scope.cancel()

        self._tasks.add(task)
        if self._stopped:
            task.stop(CancelledError("the service ends"))
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(work)
                await _disconnected(request)
                task.stop(CancelledError("the client has disconnected"))
                group.cancel_scope.cancel()
        finally:
            self._tasks.discard(task)
        return answered[0] if answered else Response(status_code=400)  # the connection is closed

    async def _worked(self, method: Method, body: bytes, task: Task) -> Response:
        try:
            params = await self._params(method, body)
            board = getattr(params, "board", None)
            async with self._board(board if isinstance(board, str) else None), self.gate.working():
                return await anyio.to_thread.run_sync(
                    lambda: task.run(self._run, method, params), limiter=self.gate.threads
                )
        except LayersError as error:
            return refusal(status_of(error), error)
        except Exception as error:  # noqa: BLE001 - reported as an incident
            return refusal(500, _logged(method.name, error))

    async def _params(self, method: Method, body: bytes) -> Any:
        if len(body) <= SMALL:
            return _read(method, body, self.limits)
        async with self.gate.working():
            return await anyio.to_thread.run_sync(_read, method, body, self.limits, limiter=self.gate.threads)

    def _run(self, method: Method, params: Any) -> Response:
        """Run a method; errors are put into words here, too, as that may take long."""
        try:
            data = msgspec.json.encode(perform(self.session, method, params))
            if len(data) > self.limits.answer and not method.fills:  # else the client would not learn what was made
                raise LimitError(ANSWER, self.limits.answer, len(data))
            return Response(data, media_type=JSON)
        except LayersError as error:
            return refusal(status_of(error), error)

    @asynccontextmanager
    async def _board(self, id: str | None) -> AsyncGenerator[None]:
        """Lock a board, so that requests that wait for it do not take a place."""
        if id is None:
            yield
            return
        lock, users = self._alone.get(id, (anyio.Lock(), 0))
        self._alone[id] = lock, users + 1
        try:
            async with lock:
                yield
        finally:
            lock, users = self._alone.pop(id)
            if users > 1:
                self._alone[id] = lock, users - 1


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None, media_type: str = JSON) -> Response:
    """Return data as a response."""
    return Response(msgspec.json.encode(data), status, dict(headers or {}), media_type)


def refusal(status: int, error: LayersError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as a response."""
    again = {"retry-after": AGAIN} if status in {429, 503} else {}
    return answer({"error": failure_of(error)}, status, {**again, **(headers or {})})


def _read(method: Method, body: bytes, limits: ServerLimits) -> Any:
    data = read_data(body, limits) if body else {}
    if not isinstance(data, dict):
        raise InvalidRequestError("the body is a JSON object: the parameters by name")
    return read_params(data, method.params)


def _is_json(headers: Headers) -> None:
    """Refuse a body of another type, such as web pages of other origins can send."""
    kind, _, parameters = headers.get("content-type", "").partition(";")
    if kind.strip().lower() != JSON or parameters.strip().lower() not in {"", "charset=utf-8"}:
        raise Refused(
            415, InvalidRequestError(f"a body is `{JSON}`, not `{abbreviated(headers.get('content-type', ''))}`")
        )
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise Refused(
            415, InvalidRequestError(f"a body has no encoding, not `{abbreviated(headers['content-encoding'])}`")
        )


def _logged(method: str, error: Exception) -> InternalError:
    incident = token_hex(4)
    click.echo(incident_line(incident, method, error), err=True)
    return InternalError(incident)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _nothing_there(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 405:
        allowed = ", ".join(sorted({*(error.headers or {}).get("Allow", "").split(", "), "OPTIONS"}))
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": allowed})
        wrong = InvalidRequestError(f"`{abbreviated(path)}` takes {allowed}, not {abbreviated(request.method)}")
        return refusal(405, wrong, {"allow": allowed})
    if path.startswith("/v1/") and not path.startswith("/v1/schemas"):
        return refusal(404, UnknownMethodError(path.removeprefix("/v1/").replace("/", "."), tuple(METHODS)))
    return refusal(404, InvalidRequestError(f"there is nothing at `{abbreviated(path)}`"))


__all__ = ["Refused", "Service", "answer", "refusal"]
