"""The ASGI application, in which each method is a route such as ``POST /v1/solve``."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread
import click
import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from mtglayers import wire
from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError, LimitError, UnknownChoiceError
from mtglayers.version import __version__
from mtglayers.web.files import FIRST, HEADERS, page_files

from ..bodies import answer_body, read_body, refusal_body
from ..errors import (
    CancelledError,
    InternalError,
    InvalidRequestError,
    UnknownMethodError,
    incident_line,
    status_of,
)
from ..limits import SECONDS, HttpLimits
from ..methods import METHODS, Method
from ..session import Session
from ..tasks import Task
from .connections import Connections
from .openapi import document, path_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

JSON: Final = "application/json"
AGAIN: Final = "1"
"""Number of seconds that a refused client should wait before it tries again."""
SMALL: Final = 16384
"""Maximum size in bytes of a body that the event loop parses; a thread parses longer bodies."""


_CORS: Final[Any] = {
    "allow_methods": ("GET", "POST"), "expose_headers": ("retry-after",), "allow_private_network": True,
}  # fmt: skip
_ENDS: Final = "the service is shutting down"


class Refused(Exception):  # noqa: N818 - it carries an error
    """An exception that carries an error, its HTTP status and headers."""

    def __init__(self, status: int, error: LayersError, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(str(error))
        self.status = status
        self.error = error
        self.headers = headers


class OriginGuard:
    """ASGI middleware that refuses requests from web pages on other origins.

    A web page in a browser can send requests to a service on the same machine.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        """Wrap an application.

        Args:
            app: the application.
            origins: the other origins whose pages may use the application; "*" allows all origins.
        """
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward or refuse a request."""
        app = self._app
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            own = origin is None or origin.partition("://")[2] == headers.get("host", "")
            if not own and "*" not in self._origins and origin not in self._origins:
                said = f"web pages from `{abbreviated(str(origin))}` are not allowed to use this service"
                app = refusal(403, InvalidRequestError(said))
        await app(scope, receive, send)


class LastAnswers:
    """ASGI middleware that closes each connection after its answer while the service shuts down."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        """Wrap an application.

        Args:
            app: the application.
            service: the service, which knows whether it shuts down.
        """
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request."""

        async def last(message: Message) -> None:
            if message["type"] == "http.response.start" and self._service.closing:
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        await self._app(scope, receive, last)


class ConnectionGuard:
    """ASGI middleware that refuses requests if there are too many connections; /health is always answered."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        """Wrap an application.

        Args:
            app: the application.
            service: the service, which counts its connections.
        """
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward or refuse a request."""
        app, allowed = self._app, self._service.limits.connections
        if scope["type"] == "http" and self._service.connections() > allowed:
            close = {"connection": "close"}
            if scope["path"] == "/health":
                app = self._service.health(close)
            else:
                app = refusal(503, LimitError("connections", allowed), close)
        client = tuple(scope.get("client") or ())  # ASGI allows a list
        self._service.open.begins(client)
        try:
            await app(scope, receive, send)
        finally:
            self._service.open.ends(client)


class Service:
    """The HTTP service, which stores boards and answers admitted requests.

    Attributes:
        limits: the limits that the service enforces.
        session: the session that stores the boards under ids that cannot be guessed.
        app: the ASGI application.
        threads: the limiter for the threads that process requests.
        admitted: number of running and waiting requests.
        bytes: total number of bytes in the bodies of admitted requests.
        connections: a function that counts the open connections.
        open: the open connections, of which idle ones end if there are too many.
        closing: whether the service shuts down.
    """

    def __init__(
        self, limits: HttpLimits | None = None, *, hosts: Collection[str] | None = None,
        origins: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Set up a service.

        Args:
            limits: the limits of the service.
            hosts: the accepted host names and patterns; None accepts all host names.
            origins: the origins whose web pages may use the service; "*" allows all origins.
        """
        self.limits = limits or HttpLimits()
        self.session = Session(self.limits, lambda: token_hex(16))
        self.threads = anyio.CapacityLimiter(self.limits.at_work)
        self.admitted = self.bytes = 0
        self.connections: Callable[[], int] = lambda: 0
        self.open = Connections()
        self._began = time.monotonic()
        self.closing = self._stopped = False
        self._tasks: set[Task] = set()
        self._reading: set[anyio.CancelScope] = set()
        self._locks: WeakValueDictionary[str, anyio.Lock] = WeakValueDictionary()
        allowed = None if hosts is None else list(hosts)
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/page/{name:path}", self._page),
                Route("/health", self._health),
                Route("/openapi.json", self._openapi),
                Route("/v1/schemas/{name}", self._schema),
                *(Route(path_of(name), self._endpoint(method), methods=["POST"]) for name, method in METHODS.items()),
            ],
            middleware=[
                Middleware(LastAnswers, service=self),
                Middleware(TrustedHostMiddleware, allowed_hosts=allowed, www_redirect=False),
                Middleware(OriginGuard, origins=origins),
                *([Middleware(CORSMiddleware, allow_origins=origins, **_CORS)] if origins else ()),
                Middleware(ConnectionGuard, service=self),
            ],
            exception_handlers={
                HTTPException: _not_found, Refused: _refused,
                ClientDisconnect: lambda *_: Response(status_code=400),  # the connection is closed
            },
        )  # fmt: skip
        self.app.router.redirect_slashes = False

    # --- Life cycle ---

    @property
    def boards(self) -> int:
        """Number of stored boards."""
        return len(self.session)

    async def start(self) -> None:
        """Start what the service needs before it accepts connections."""

    async def end(self) -> None:
        """End what `start` started."""

    def tidy(self) -> None:
        """Drop boards that have not been used for `limits.idle_board_seconds`."""
        self.session.drop_idle(self.limits.idle_board_seconds)

    def close(self) -> None:
        """Make /health report that the service is shutting down."""
        self.closing = True

    def stop(self) -> None:
        """Stop all requests and answer each request with an error."""
        self._stopped = True
        for task in self._tasks:
            task.stop(CancelledError(_ENDS))
        for scope in self._reading:
            scope.cancel()

    # --- Resources ---

    async def _page(self, request: Request) -> Response:
        file = page_files().get(request.path_params.get("name", FIRST))
        if file is None:
            return refusal(404, InvalidRequestError(f"unknown path `{abbreviated(request.url.path)}`"))
        headers = {**HEADERS, "etag": file.tag}
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(file.data, headers={**headers, "content-type": file.type})

    async def _health(self, _: Request) -> Response:
        return self.health()

    def health(self, headers: Mapping[str, str] | None = None) -> Response:
        """Return the status and the load of the service."""
        at_work = self.threads.borrowed_tokens
        found = {
            "status": "ending" if self.closing else "ok",
            "version": __version__,
            "seconds": int(time.monotonic() - self._began),
            "boards": self.boards,
            "at_work": at_work,
            "waiting": self.admitted - at_work,
        }
        return answer(found, 503 if self.closing else 200, headers)

    async def _openapi(self, _: Request) -> Response:
        return answer(document())

    async def _schema(self, request: Request) -> Response:
        try:
            return answer(wire.schema(request.path_params["name"]), media_type="application/schema+json")
        except UnknownChoiceError as error:
            return refusal(404, error)

    # --- Methods ---

    def _endpoint(self, method: Method) -> Any:
        async def endpoint(request: Request) -> Response:
            if self.admitted >= self.limits.at_work + self.limits.queue:
                raise Refused(503, LimitError("waiting requests", self.limits.queue))
            self.admitted += 1
            body = bytearray()
            try:
                await self._receive(request, body)
                return await self._called(method, bytes(body), request)
            finally:
                self.admitted -= 1
                self.bytes -= len(body)

        return endpoint

    async def _receive(self, request: Request, body: bytearray) -> None:
        allowed, seconds = self.limits.message, self.limits.body_seconds
        length = request.headers.get("content-length", "")
        if length.isdecimal() and int(length) > allowed:
            raise Refused(413, LimitError("bytes in a request", allowed, int(length)))
        if length not in {"", "0"} or "transfer-encoding" in request.headers:
            _check_headers(request.headers)
        with anyio.move_on_after(seconds) as scope:
            self._reading.add(scope)
            try:
                async for chunk in request.stream():
                    total = self.bytes + len(chunk)
                    if total > self.limits.bodies:
                        raise Refused(503, LimitError("bytes in all requests at once", self.limits.bodies, total))
                    self.bytes = total
                    body += chunk
                    if len(body) > allowed:
                        raise Refused(413, LimitError("bytes in a request", allowed))
            finally:
                self._reading.discard(scope)
        if scope.cancelled_caught and self.closing:
            raise Refused(503, CancelledError(_ENDS))
        if scope.cancelled_caught:
            raise Refused(408, LimitError("seconds to send a request", seconds), {"connection": "close"})

    async def _called(self, method: Method, body: bytes, request: Request) -> Response:
        seconds = self.limits.seconds
        task = Task(seconds, LimitError(SECONDS, seconds))
        answered: list[Response] = []

        async def work() -> None:
            answered.append(await self._worked(method, body, task))
            group.cancel_scope.cancel()

        self._tasks.add(task)
        if self._stopped:
            task.stop(CancelledError(_ENDS))
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
        in_thread = partial(anyio.to_thread.run_sync, limiter=self.threads)
        try:
            if len(body) <= SMALL:
                params = read_body(method, body, self.limits)
            else:
                params = await in_thread(read_body, method, body, self.limits)
            board = getattr(params, "board", None)
            # While a request waits for its board, it does not occupy a thread.
            async with self._locks.setdefault(board, anyio.Lock()) if isinstance(board, str) else nullcontext():
                return await in_thread(lambda: task.run(self._run, method, params))
        except LayersError as error:
            return refusal(status_of(error), error)
        except Exception as error:  # noqa: BLE001 - reported as an incident
            return refusal(500, _logged(method.name, error))

    def _run(self, method: Method, params: Any) -> Response:
        """Run a method and return its response, even if it is an error, which can be slow to create."""
        try:
            return Response(answer_body(self.session, method, params), media_type=JSON)
        except LayersError as error:
            return refusal(status_of(error), error)


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None, media_type: str = JSON) -> Response:
    """Return a response that contains the given data as JSON."""
    return Response(msgspec.json.encode(data), status, dict(headers or {}), media_type)


def refusal(status: int, error: LayersError, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response that contains the given error as JSON."""
    again = {"retry-after": AGAIN} if status in {429, 503} else {}
    return Response(refusal_body(error), status, {**again, **(headers or {})}, JSON)


def _check_headers(headers: Headers) -> None:
    if "content-length" in headers and "transfer-encoding" in headers:
        # RFC 9112, 6.1: a proxy could see a different end of the body and treat the rest as another request.
        said = "a body must have `Content-Length` or `Transfer-Encoding`, not both"
        raise Refused(400, InvalidRequestError(said), {"connection": "close"})
    # A web page cannot send JSON to another origin without permission.
    kind, encoding = headers.get("content-type", ""), headers.get("content-encoding", "identity")
    name, _, parameters = kind.partition(";")
    if name.strip().lower() != JSON or parameters.strip().lower() not in {"", "charset=utf-8"}:
        raise Refused(415, InvalidRequestError(f"a body must be `{JSON}`, not `{abbreviated(kind)}`"))
    if encoding.lower() != "identity":
        raise Refused(415, InvalidRequestError(f"a body must not be encoded with `{abbreviated(encoding)}`"))


def _logged(method: str, error: Exception) -> InternalError:
    incident = token_hex(4)
    click.echo(incident_line(incident, method, error), err=True)
    return InternalError(incident)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _refused(_: Request, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    return refusal(refused.status, refused.error, refused.headers)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 405:
        allowed = ", ".join(sorted({*(error.headers or {}).get("Allow", "").split(", "), "OPTIONS"}))
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"allow": allowed})
        wrong = InvalidRequestError(f"`{abbreviated(path)}` supports {allowed}, not {abbreviated(request.method)}")
        return refusal(405, wrong, {"allow": allowed})
    if path.startswith("/v1/") and not path.startswith("/v1/schemas") and "/." not in path:
        name = path.removeprefix("/v1/").strip("/").replace("/", ".")
        if name in METHODS:
            meant = f"/v1/{name.replace('.', '/')}"
            return refusal(404, InvalidRequestError(f"unknown path `{abbreviated(path)}`; did you mean `{meant}`?"))
        return refusal(404, UnknownMethodError(name, tuple(METHODS)))
    return refusal(404, InvalidRequestError(f"unknown path `{abbreviated(path)}`"))
