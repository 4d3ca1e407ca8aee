"""Checks of `Host`, `Origin` and the head of a request, as ASGI middleware."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError, LimitError

from ..errors import InvalidRequestError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
"""Host names of this machine."""


class HostGuard:
    """Refuses requests that were not meant for this service: ASGI middleware.

    A web page in a browser could send requests to a service on the same machine. They have a foreign `Origin` or,
    after DNS rebinding, a foreign `Host`: both are refused.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: Callable[[int, LayersError], ASGIApp],
        closing: Callable[[], bool],
        head: int,
        hosts: Collection[str] | None = None,
        origins: Collection[str] = (),
    ) -> None:
        """Guard an application.

        Args:
            app: the application.
            refuse: status and error -> an application that answers with them.
            closing: whether connections are to be closed after their answer.
            head: maximum bytes of the head of a request.
            hosts: the host names of the service, without port; None: any.
            origins: the origins of web pages that may use it besides its own; "*" for any.
        """
        self._app = app
        self._refuse = refuse
        self._closing = closing
        self._head = head
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        refusal = self._refusal(scope, Headers(scope=scope)) if scope["type"] == "http" else None
        app, last = refusal or (self._app, False)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and (last or self._closing()):
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        await app(scope, receive, sending)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[ASGIApp, bool] | None:
        """Return an application that refuses a request, and whether the connection then closes; None: no refusal."""
        if _size(scope) > self._head:  # one in pieces is refused earlier
            return self._refuse(431, LimitError("bytes in the head of a request", self._head, _size(scope))), True
        if "content-length" in headers and "transfer-encoding" in headers:
            # RFC 9112, 6.1: request smuggling, as a proxy may see another end of this body.
            said = "a body has `Content-Length` or `Transfer-Encoding`, not both"
            return self._refuse(400, InvalidRequestError(said)), True
        host = headers.get("host", "")
        if self._hosts is not None and _name(host) not in self._hosts:
            return self._refuse(400, InvalidRequestError(f"unknown host name `{abbreviated(host)}`")), False
        origin = headers.get("origin")
        if origin is None or "*" in self._origins or origin in self._origins or origin.partition("://")[2] == host:
            return None
        return self._refuse(
            403, InvalidRequestError(f"pages of `{abbreviated(origin)}` may not use this service")
        ), False


def _size(scope: Scope) -> int:
    """Return the bytes of the head of a request in its shortest form."""
    line = len(scope["method"]) + len(scope["raw_path"]) + len(scope["query_string"]) + len("  HTTP/1.1\r\n")
    return line + sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"]) + len("\r\n")


def _name(host: str) -> str:
    """Return the name in a `Host` header, in lower case and without port; "" if invalid.

    >>> _name("LocalHost:8613"), _name("[::1]:8613"), _name("a@b:c")
    ('localhost', '[::1]', '')
    """
    try:
        parts = urlsplit(f"//{host}")
        name = parts.hostname if parts.port is None or parts.netloc == host else None
    except ValueError:
        return ""
    if not name or parts.username is not None or parts.path or parts.query or parts.fragment:
        return ""
    return f"[{name}]" if ":" in name else name


__all__ = ["LOOPBACK", "HostGuard"]
