"""How many requests are at work at once, and how many may wait for that."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import anyio

from mtglayers.model.errors import LimitError


class BodyBudget:
    """What a request that is inside takes of the room that all share.

    Attributes:
        taken: bytes.
    """

    def __init__(self, gate: AdmissionControl) -> None:
        self._gate = gate
        self.taken = 0

    def take(self, size: int) -> None:
        """Take so many bytes more.

        Raises:
            LimitError: all requests together would take too many.
        """
        allowed = self._gate.bytes_allowed
        if self._gate.bytes + size > allowed:
            raise LimitError("bytes in all requests at once", allowed, self._gate.bytes + size)
        self._gate.bytes += size
        self.taken += size


class AdmissionControl:
    """Lets so many requests in, and so many of them to work; to be used from one event loop.

    Attributes:
        threads: the threads that they work in.
        bytes: how many bytes they have.
        bytes_allowed: how many they may have.
        inside: how many requests are inside.
        at_work: how many of them are at work.
    """

    def __init__(self, at_work: int, waiting: int, bytes_allowed: int) -> None:
        """Set up a gate.

        Args:
            at_work: how many may be at work at once.
            waiting: how many more may be inside.
            bytes_allowed: how many bytes the bodies of all who are inside may have.
        """
        self.threads = anyio.CapacityLimiter(at_work)
        self.bytes = 0
        self.bytes_allowed = bytes_allowed
        self.inside = 0
        self.at_work = 0
        self._waiting = waiting
        self._allowed = at_work + waiting
        self._places = anyio.Semaphore(at_work)

    @contextmanager
    def entered(self) -> Generator[BodyBudget]:
        """Be inside, with room for a body.

        Raises:
            LimitError: too many are.
        """
        if self.inside >= self._allowed:
            raise LimitError("waiting requests", self._waiting)
        self.inside += 1
        room = BodyBudget(self)
        try:
            yield room
        finally:
            self.inside -= 1
            self.bytes -= room.taken

    @asynccontextmanager
    async def working(self) -> AsyncGenerator[None]:
        """Be at work, as soon as there is a place; those who came first are first."""
        async with self._places:
            self.at_work += 1
            try:
                yield
            finally:
                self.at_work -= 1


__all__ = ["AdmissionControl", "BodyBudget"]
