"""Limits on running and waiting requests and on the bytes of their bodies."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import anyio

from mtglayers.model.errors import LimitError


class BodyBudget:
    """The bytes of one request, counted against the limit for all.

    Attributes:
        taken: bytes.
    """

    def __init__(self, gate: AdmissionControl) -> None:
        self._gate = gate
        self.taken = 0

    def take(self, size: int) -> None:
        """Count `size` more bytes.

        Raises:
            LimitError: all requests together would have too many.
        """
        allowed = self._gate.bytes_allowed
        if self._gate.bytes + size > allowed:
            raise LimitError("bytes in all requests at once", allowed, self._gate.bytes + size)
        self._gate.bytes += size
        self.taken += size


class AdmissionControl:
    """Limits the requests that are admitted and that run; used from one event loop.

    Attributes:
        threads: the limiter of their threads.
        bytes: bytes of their bodies.
        bytes_allowed: the limit of these bytes.
        inside: number of admitted requests.
        at_work: number of running requests.
    """

    def __init__(self, at_work: int, waiting: int, bytes_allowed: int) -> None:
        """Set the limits.

        Args:
            at_work: how many may run at once.
            waiting: how many more may wait.
            bytes_allowed: bytes of the bodies of all admitted requests.
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
        """Admit a request inside the block, with a budget for its body.

        Raises:
            LimitError: there are too many.
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
        """Run inside the block, as soon as there is a place; first come, first served."""
        async with self._places:
            self.at_work += 1
            try:
                yield
            finally:
                self.at_work -= 1


__all__ = ["AdmissionControl", "BodyBudget"]
