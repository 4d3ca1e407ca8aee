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
from typing import Any, Final

import click
import uvicorn

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

_SIGNALS: Final[tuple[int, ...]] = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
)
"""The signals after which the service shuts down; only Windows has the last one."""


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
    asyncio.run(_serve(uvicorn.Server(config), service, listener, ready))


async def _serve(server: uvicorn.Server, service: Service, listener: Listener, ready: Callable[[], object]) -> None:
    service.connections = lambda: len(server.server_state.connections)
    loop, ends = asyncio.get_running_loop(), asyncio.Event()

    def end() -> None:
        # The first signal shuts the service down; the second one stops running requests.
        if ends.is_set():
            service.stop()
        ends.set()

    def handle(*_: Any) -> None:
        loop.call_soon_threadsafe(end)

    with _signals_restored():
        _handle_signals(handle)
        await service.start()
        others = [asyncio.create_task(_tidied(service)), asyncio.create_task(_ended(server, service, listener, ends))]
        try:
            serving = asyncio.create_task(server.serve([listener]))
            await asyncio.sleep(0)  # until uvicorn handles signals, which it would raise again after the shutdown
            _handle_signals(handle)
            ready()
            await serving
        finally:
            for each in others:
                each.cancel()
            await service.end()


async def _tidied(service: Service) -> None:
    """Drop idle boards once a second."""
    while True:
        service.tidy()
        await asyncio.sleep(1)


async def _ended(server: uvicorn.Server, service: Service, listener: Listener, ends: asyncio.Event) -> None:
    """Shut down after `ends`: accept no connection, and stop requests after the grace period."""
    await ends.wait()
    service.close()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, OSError):  # where not possible, uvicorn does it when it shuts down
        loop.remove_reader(listener)
        listener.shutdown(socket.SHUT_RDWR)
    began = loop.time()
    # uvicorn has no event for this
    while service.connections() and loop.time() < began + BETWEEN:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    server.should_exit = True
    await asyncio.sleep(began + service.limits.grace_seconds - loop.time())
    service.stop()


def _handle_signals(handle: Callable[..., object]) -> None:
    for number in _SIGNALS:
        signal.signal(number, handle)


@contextlib.contextmanager
def _signals_restored() -> Generator[None]:
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
