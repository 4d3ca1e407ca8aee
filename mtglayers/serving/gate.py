"""How many requests are at work at once, and how many may wait for that."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import anyio

from mtglayers.model.errors import LimitError


class Gate:
    """Lets so many requests in, and so many of them to work; to be used from one event loop.

    Attributes:
        inside: how many requests are inside.
        at_work: how many of them are at work.
    """

    def __init__(self, at_work: int, waiting: int) -> None:
        """Set up a gate.

        Args:
            at_work: how many may be at work at once.
            waiting: how many more may be inside.
        """
        self.inside = 0
        self.at_work = 0
        self._waiting = waiting
        self._allowed = at_work + waiting
        self._places = anyio.Semaphore(at_work)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Be inside.

        Raises:
            LimitError: too many are.
        """
        if self.inside >= self._allowed:
            raise LimitError("waiting requests", self._waiting)
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Be at work, as soon as there is a place; those who came first are first."""
        async with self._places:
            self.at_work += 1
            try:
                yield
            finally:
                self.at_work -= 1


__all__ = ["Gate"]
