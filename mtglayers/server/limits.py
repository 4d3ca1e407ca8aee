"""Limits of a server, so that no client exhausts its memory or time."""

from __future__ import annotations

from typing import Final

import msgspec

from mtglayers.model.support import limits as model

BOARDS: Final = "boards in a session"
WEIGHT: Final = "events, objects and own cards on all boards of a session"
SECONDS: Final = "seconds of work"
ANSWER: Final = "bytes in an answer"
"""What is limited, in words (`LimitError.limit`), where several modules need it."""


class ServerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The largest sizes that a server accepts; more is refused with a `LimitError`.

    Attributes:
        boards: boards of a session; `board.drop` frees one.
        objects: objects on a board, including those that have left.
        events: events on a board's timeline.
        weight: events, objects and own cards on all boards of a session together, including those that have left; long
            events and cards count for several.
        results: results kept in a session to speed up the next solve, fewer for boards with more than a thousand
            objects; the oldest is dropped first.
        message: bytes of a request.
        depth: levels of nesting in a request.
        batch: requests in a batch.
        queue: waiting requests; while there are more, nothing is read.
        answer: bytes of an answer; answers about what a method has made or changed have no limit.
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
        """The limits for boards and their events."""
        return msgspec.structs.replace(
            model.DEFAULT, bytes=self.message, depth=min(self.depth, model.DEFAULT.depth), events=self.events,
            objects=self.objects, count=min(self.objects, model.DEFAULT.count),
        )  # fmt: skip


DEFAULT = ServerLimits()


class HttpLimits(ServerLimits, frozen=True, kw_only=True):
    """Further limits of a service over HTTP.

    Attributes:
        at_work: requests that are processed at once.
        head: bytes of the head of a request that has not arrived completely.
        bodies: bytes of the bodies of all requests at once.
        connections: connections at once.
        body_seconds: seconds for its body to arrive.
        idle_seconds: seconds for which an idle connection is kept.
        idle_board_seconds: seconds for which an unused board is kept.
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
