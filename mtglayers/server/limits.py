"""Limits that keep clients from exhausting the memory or the time of a server."""

from __future__ import annotations

from typing import Final

import msgspec

from mtglayers.model.support import limits as model

BOARDS: Final = "boards in a session"
WEIGHT: Final = "events, objects and own cards on all boards of a session"
SECONDS: Final = "seconds of work"
ANSWER: Final = "bytes in an answer"
"""Names of limits (`LimitError.limit`) that several modules use."""


class ServerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The largest sizes that a server accepts; it refuses larger ones with a `LimitError`.

    Attributes:
        boards: boards of a session; `board.drop` frees one.
        objects: objects on a board, including objects that have left.
        events: events on a board's timeline.
        weight: events, objects and own cards on all boards of a session, including objects that have left; a long
            event or card counts more than once.
        results: results that a session keeps to speed up the next solve, fewer for boards with more than a thousand
            objects; the oldest result is dropped first.
        message: bytes of a request.
        depth: levels of nesting in a request.
        batch: requests in a batch.
        queue: waiting requests; standard input is not read while there are more.
        answer: bytes of an answer, except answers of methods that add or change boards.
        seconds: seconds of work on a request; 0: no limit.
    """

    boards: int = 256
    objects: int = 5_000
    events: int = 10_000
    weight: int = 250_000
    results: int = 64
    message: int = 4_000_000
    depth: int = 60
    batch: int = 100
    queue: int = 256
    answer: int = 64_000_000
    seconds: float = 30.0

    @property
    def of_boards(self) -> model.Limits:
        """The limits of boards and their events."""
        return msgspec.structs.replace(
            model.DEFAULT, bytes=self.message, depth=min(self.depth, model.DEFAULT.depth), events=self.events,
            objects=self.objects, count=min(self.objects, model.DEFAULT.count),
        )  # fmt: skip


DEFAULT = ServerLimits()


class HttpLimits(ServerLimits, frozen=True, kw_only=True):
    """Limits of a service over HTTP.

    Attributes:
        at_work: requests that are processed at once.
        head: bytes of the head of a request that has not arrived completely.
        bodies: bytes of the bodies of all requests at once.
        connections: connections at once.
        body_seconds: seconds in which the body of a request must arrive.
        idle_seconds: seconds after which an idle connection is closed.
        idle_board_seconds: seconds after which an unused board is dropped.
        grace_seconds: seconds that running requests have to finish when the service shuts down.
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
