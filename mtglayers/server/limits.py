"""Limits that prevent clients from exhausting a server's memory or time."""

from __future__ import annotations

from typing import Final

import msgspec

from mtglayers.model.support import limits as model

BOARDS: Final = "boards in a session"
WEIGHT: Final = "events, objects and own cards on all boards of a session"
SECONDS: Final = "seconds of work"
ANSWER: Final = "bytes in an answer"
"""Names of limits, as in `LimitError.limit`, that several modules use."""


class ServerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """A server's limits; a request that exceeds a limit is refused with a `LimitError`.

    Attributes:
        boards: boards in a session.
        objects: objects on a board, including objects that have left.
        events: events on a board's timeline.
        weight: events, objects and own cards on all boards of a session, including objects that have left; a long
            event or card counts more than once.
        results: results that a session stores for reuse.
        result_bytes: bytes of memory for these results, estimated from the number of objects, effects, steps and
            dependencies, and from the explanations that were requested.
        message: bytes in a request.
        depth: levels of nesting in a request.
        batch: requests in a batch.
        queue: waiting requests; standard input is not read while the queue is full.
        answer: bytes in an answer, except for methods that add boards or events.
        seconds: seconds of processor time on a request; 0 means no limit.
    """

    boards: int = 256
    objects: int = 5_000
    events: int = 10_000
    weight: int = 250_000
    results: int = 64
    result_bytes: int = 256_000_000
    message: int = 4_000_000
    depth: int = 60
    batch: int = 100
    queue: int = 256
    answer: int = 64_000_000
    seconds: float = 30.0

    @property
    def of_boards(self) -> model.Limits:
        """Limits on boards and their events."""
        return msgspec.structs.replace(
            model.DEFAULT, bytes=self.message, depth=min(self.depth, model.DEFAULT.depth), events=self.events,
            objects=self.objects, count=min(self.objects, model.DEFAULT.count),
        )  # fmt: skip


DEFAULT = ServerLimits()


class HttpLimits(ServerLimits, frozen=True, kw_only=True):
    """Limits of an HTTP service.

    Attributes:
        at_work: requests that run concurrently.
        head: bytes in the head of a request that has not arrived completely.
        bodies: bytes in the bodies of all running and waiting requests.
        connections: simultaneous connections.
        body_seconds: seconds within which the body of a request must arrive.
        idle_seconds: seconds after which an idle connection is closed.
        idle_board_seconds: seconds after which an unused board is dropped.
        grace_seconds: seconds in which running requests can finish after a shutdown starts.
    """

    results: int = 256  # for the boards of many clients
    at_work: int = 4
    head: int = 16_384
    bodies: int = 64_000_000
    connections: int = 512
    body_seconds: int = 20
    idle_seconds: int = 30
    idle_board_seconds: int = 3600
    grace_seconds: int = 10
