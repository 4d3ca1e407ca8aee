"""An HTTP service whose boards and work are shared among worker processes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import AsyncExitStack
from typing import Final

import anyio
import anyio.to_thread
from starlette.responses import Response

from mtglayers.model.errors import LayersError

from ..errors import status_of
from ..limits import HttpLimits
from ..methods import Method
from ..tasks import Task
from .app import AGAIN, JSON, SMALL, Service, refusal
from .workers import Workers, boards_in

_LAST: Final = 2.0
"""Seconds in which the workers must stop all requests when the service stops them."""


class SharedService(Service):
    """The HTTP service, whose worker processes store the boards and run the methods.

    This process admits requests, enforces the limits, and passes each request to the worker that stores its board.

    Attributes:
        workers: the worker processes.
    """

    def __init__(
        self, workers: int, limits: HttpLimits | None = None, *, hosts: Collection[str] | None = None,
        origins: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Set up a service.

        Args:
            workers: the number of worker processes.
            limits: the limits of the whole service.
            hosts: as for `Service`.
            origins: as for `Service`.
        """
        super().__init__(limits, hosts=hosts, origins=origins)
        self.workers = Workers(workers, self.limits)

    @property
    def boards(self) -> int:
        """Number of boards that the workers store."""
        return self.workers.boards

    async def start(self) -> None:
        """Start the workers, and wait until they are ready.

        Raises:
            WorkerError: a worker does not start.
        """
        await self.workers.start()

    async def end(self) -> None:
        """End the workers."""
        await self.workers.end()

    def stop(self) -> None:
        """Stop all requests, and kill the workers that do not stop them."""
        super().stop()
        asyncio.get_running_loop().call_later(_LAST, self.workers.kill)

    def tidy(self) -> None:
        """Do nothing: each worker drops its own boards."""

    async def _worked(self, method: Method, body: bytes, task: Task) -> Response:
        try:
            boards = boards_in(body) if len(body) <= SMALL else await anyio.to_thread.run_sync(boards_in, body)
            async with AsyncExitStack() as stack:
                if len(boards) == 1:  # requests about a board wait here, where they do not occupy a place
                    await stack.enter_async_context(self._locks.setdefault(boards[0], anyio.Lock()))
                await stack.enter_async_context(self.threads)
                answer = await self.workers.ask(method.name, body, boards, task)
        except LayersError as error:
            return refusal(status_of(error), error)
        again = {"retry-after": AGAIN} if answer.status in {429, 503} else None
        return Response(answer.body, answer.status, again, JSON)
