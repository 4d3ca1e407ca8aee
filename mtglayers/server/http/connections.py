"""The open connections of a service, and a listening socket that ends idle ones if there are too many."""

from __future__ import annotations

import contextlib
import socket
from collections import OrderedDict
from typing import Any, Final

RESERVE: Final = 64
"""Connections beyond the limit that can be open, so that their requests are answered or refused."""
_FILES: Final = 100
"""Files that a service needs for anything but connections."""


class Connections:
    """The open connections, by the address of the client; the longest idle one is first.

    Attributes:
        allowed: the number of connections beyond which idle ones end; None means that none ends.
    """

    def __init__(self, allowed: int | None = None) -> None:
        """Set up without connections."""
        self.allowed = allowed
        self._open: OrderedDict[tuple[Any, ...], socket.socket] = OrderedDict()
        self._ending: list[socket.socket] = []
        self._busy: set[tuple[Any, ...]] = set()

    def opened(self, connection: socket.socket, address: Any) -> None:
        """Record a new connection."""
        self._open[address[:2]] = connection

    def begins(self, client: tuple[Any, ...]) -> None:
        """Record that a request has arrived on a client's connection."""
        self._busy.add(client)

    def ends(self, client: tuple[Any, ...]) -> None:
        """Record that a client's request has been answered."""
        self._busy.discard(client)
        if client in self._open:
            self._open.move_to_end(client)

    def full(self) -> bool:
        """Return whether no connection can be accepted now; one that is idle then ends, so that another can."""
        if self.allowed is None or len(self._open) + len(self._ending) < self.allowed:
            return False
        self._ending = [each for each in self._ending if each.fileno() >= 0]
        for address in [address for address, each in self._open.items() if each.fileno() < 0]:
            del self._open[address]
        if len(self._open) + len(self._ending) < self.allowed:
            return False
        idle = next((address for address in self._open if address not in self._busy), None)
        if idle is None:
            return False
        connection = self._open.pop(idle)
        self._ending.append(connection)
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # the event loop, which owns it, then closes it
        return True


class Listener(socket.socket):
    """A listening socket that accepts no connection while there are too many.

    Attributes:
        connections: the connections that it has accepted.
    """

    connections = Connections()

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection.

        Raises:
            BlockingIOError: there is none, or there are too many.
        """
        if self.connections.full():
            raise BlockingIOError
        connection, address = super().accept()
        self.connections.opened(connection, address)
        return connection, address


def possible(limit: int) -> int:
    """Return how many connections can be open for a limit on connections, given the files that the process can open."""
    try:
        import resource
    except ImportError:  # Windows
        return limit + RESERVE
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return limit + RESERVE if files == resource.RLIM_INFINITY else max(1, min(limit + RESERVE, files - _FILES))
