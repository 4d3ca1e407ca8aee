"""The server process of the HTTP service.

On SIGTERM or SIGINT the process answers the accepted requests before it exits.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import Callable, Collection, Generator
from ipaddress import ip_address
from types import FrameType
from typing import Final

import click
import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from ..limits import HttpLimits
from .app import Service
from .connections import Connections, Listener, possible
from .shared import SharedService

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
"""Host names that refer to this machine."""

BETWEEN: Final = 0.5
"""Seconds after the start of a shutdown in which open connections can still send requests."""

LAST: Final = 5
"""Maximum number of seconds that running requests can take to stop after the grace period."""


class HttpServer(uvicorn.Server):
    """A server that, when it shuts down, stops running requests after a grace period."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._service = service
        service.connections = lambda: len(self.server_state.connections)
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Handle termination signals, but do not raise them again as uvicorn does."""
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the service and the server, and call `ready`."""
        self._loop = asyncio.get_running_loop()
        await self._service.start()
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Drop idle boards once a second; return whether the server should exit."""
        if counter % 10 == 0:
            self._service.tidy()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the socket and idle connections; stop requests after the grace period."""
        self._service.close()
        self.server_state.default_headers.append((b"connection", b"close"))
        for server in self.servers:
            server.close()
        stopping = self._loop.call_later(self._service.limits.grace_seconds, self._service.stop)
        end = self._loop.time() + BETWEEN
        # uvicorn has no event for this
        while self.server_state.connections and self._loop.time() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)
        stopping.cancel()
        await self._service.end()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down on the first signal, and stop running requests on the second signal."""
        if self.should_exit and self.started:
            self._loop.call_soon_threadsafe(self._service.stop)
        self.should_exit = True


def listening(host: str, port: int) -> Listener:
    """Return a socket that listens on an address; port 0 selects a free port.

    Raises:
        OSError: the address is not available.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = Listener(family, kind, protocol)  # asyncio sets TCP_NODELAY if the protocol is given
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
    """Return the URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if listener.family == socket.AF_INET6 else f"http://{host}:{port}"


def is_loopback(listener: socket.socket) -> bool:
    """Return whether only this machine can reach a socket."""
    return ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def serve(service: Service, listener: Listener, ready: Callable[[], object]) -> None:
    """Run the server until a signal arrives; call `ready` once it accepts connections."""
    limits = service.limits
    listener.connections = service.open = Connections(possible(limits.connections))
    config = uvicorn.Config(
        service.app, http="h11", ws="none", lifespan="off", loop="asyncio", log_config=None, log_level="error",
        access_log=False, proxy_headers=False, server_header=False, timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=limits.grace_seconds + LAST, h11_max_incomplete_event_size=limits.head,
    )  # fmt: skip
    HttpServer(config, service, ready).run([listener])


def serve_http(
    host: str, port: int, limits: HttpLimits, *, workers: int = 1, origins: Collection[str] = (),
    hosts: Collection[str] = (), ready: Callable[[str], object] = click.echo,
) -> None:  # fmt: skip
    """Run the service until a signal arrives.

    Args:
        host: the name or address to listen on.
        port: the port to listen on; 0 selects a free port.
        limits: the limits of the service.
        workers: the number of processes that store boards and run methods; 1 means that this process does.
        origins: the origins whose web pages may use the service; "*" allows all origins.
        hosts: additional host names and patterns to accept.
        ready: the function to call with the URL once the service accepts connections; by default, it is printed.

    Raises:
        OSError: the address is not available.
        WorkerError: a worker process does not start.
    """
    listener = listening(host, port)
    if is_loopback(listener):
        known: Collection[str] | None = {*LOOPBACK, host.lower(), *hosts}
    else:
        known = hosts or None
        click.echo(f"warning: anyone who can reach `{host}` can use this service", err=True)
    if workers == 1:
        service = Service(limits, hosts=known, origins=origins)
    else:
        service = SharedService(workers, limits, hosts=known, origins=origins)
    serve(service, listener, lambda: ready(address_of(listener)))
