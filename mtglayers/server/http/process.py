"""The HTTP service as a process: it listens, and on SIGTERM or SIGINT it ends without losing what it accepted."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable, Collection, Generator
from functools import partial
from ipaddress import ip_address
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import click
import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from mtglayers.model.errors import MissingLibraryError

from ..limits import HttpLimits
from .connection import Connection, ConnectionTimeouts

if TYPE_CHECKING:
    from .app import Service

BETWEEN: Final = 0.5
"""Seconds in which connections that are kept alive may still ask, and are told that they close, once we end."""


LAST: Final = 5
"""Seconds after the time of grace in which what is stopped must have ended."""


class HttpServer(uvicorn.Server):
    """A server that ends in peace: exit code 0, what runs may end in a time of grace, and is then stopped."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Mind the signals that end the server; uvicorn would raise them again at the end."""
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Look after things, ten times a second; return whether to end."""
        if counter % 10 == 0:
            self._service.tidy()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: nobody new, then those who ask once more, then what still runs."""
        self._service.close()
        for server in self.servers:
            server.close()
        stopping = self._loop.call_later(self._service.limits.grace_seconds, self._service.stop)
        end = self._loop.time() + BETWEEN
        # uvicorn has no event for it
        while self.server_state.connections and self._loop.time() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)
        stopping.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end at a signal; at a second one, stop what still runs."""
        if self.should_exit and self.started:
            self._loop.call_soon_threadsafe(self._service.stop)
        self.should_exit = True


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; port 0 is any that is free.

    Raises:
        OSError: it cannot be had.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = socket.socket(family, kind, protocol)  # asyncio sets TCP_NODELAY where the protocol is told
    try:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(1024)
    except OSError:
        found.close()
        raise
    return found


def address_of(listener: socket.socket) -> str:
    """Return where a socket listens, as the beginning of a URL."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if listener.family == socket.AF_INET6 else f"http://{host}:{port}"


def is_loopback(listener: socket.socket) -> bool:
    """Return whether only programs of this machine can reach a socket."""
    return ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def serve(service: Service, listener: socket.socket, ready: Callable[[], object]) -> None:
    """Answer requests until the process is told to end; call `ready` as soon as it can be."""
    limits = service.limits
    patience = ConnectionTimeouts(
        limits.head, limits.head_seconds, limits.answer_seconds, limits.connections, service.full
    )
    protocol: Any = partial(Connection, patience)
    config = uvicorn.Config(
        service.app, http=protocol, ws="none", lifespan="off", loop="asyncio", log_config=None, log_level="error",
        access_log=False, proxy_headers=False, server_header=False, timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=limits.grace_seconds + LAST, h11_max_incomplete_event_size=limits.head,
    )  # fmt: skip
    HttpServer(config, service, ready).run([listener])


def serve_http(
    host: str, port: int, limits: HttpLimits, *, origins: Collection[str] = (), hosts: Collection[str] = ()
) -> None:
    """Answer requests until the process is told to end; the first line on standard output is the service's URL.

    Args:
        host: where to listen: a name or an address.
        port: the port; 0: any that is free.
        limits: how much the service keeps and takes.
        origins: the origins of web pages that may ask.
        hosts: names by which the service may be asked for; where only this machine can reach it, besides the usual.

    Raises:
        MissingLibraryError: the extra `service` is not installed.
        OSError: it cannot listen there.
    """
    try:
        from .app import Service
        from .guards import LOOPBACK
    except ImportError as error:
        raise MissingLibraryError("the HTTP service", "mtglayers[service]") from error
    listener = listening(host, port)
    if is_loopback(listener):
        known: Collection[str] | None = {*LOOPBACK, host.lower(), *hosts}
    else:
        known = hosts or None
        click.echo(f"warning: anyone who can reach `{host}` can use this service", err=True)
    service = Service(limits, hosts=known, origins=origins)
    serve(service, listener, lambda: click.echo(address_of(listener)))


__all__ = ["BETWEEN", "LAST", "HttpServer", "address_of", "is_loopback", "listening", "serve", "serve_http"]
