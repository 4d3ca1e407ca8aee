"""Limits of a server: how much it keeps and takes in, so that no client makes it run out of memory or time."""

from __future__ import annotations

from typing import Final

import msgspec

from mtglayers.model.support import limits as model

BOARDS: Final = "boards in a session"
WEIGHT: Final = "events, objects and own cards on all boards of a session"
SECONDS: Final = "seconds of work"
ANSWER: Final = "bytes in an answer"
"""What is limited, in words, where more than one place has to know it (`LimitError.limit`)."""


class ServerLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How much a server keeps and takes; what goes beyond is refused with a `LimitError`.

    Attributes:
        boards: boards of a session; one is freed with `board.drop`.
        objects: objects on a board, those that have left included.
        events: events on a board's timeline.
        weight: events, objects and own cards on all boards of a session together, those that have left included; what
            is told at length counts for several.
        results: results kept in a session so that the next solve has less to do, fewer of boards with more than a
            thousand objects; the oldest goes first.
        message: bytes of a request.
        depth: levels of lists and tables inside each other in a request.
        batch: requests in a batch.
        queue: requests that wait; while there are more, nothing is read.
        answer: bytes of an answer; what a method has made or changed is told however long it is.
        seconds: how long a request may work; 0: as long as it takes.
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
        """The limits that hold where boards are made and played on."""
        return msgspec.structs.replace(
            model.DEFAULT, bytes=self.message, depth=min(self.depth, model.DEFAULT.depth), events=self.events,
            objects=self.objects, count=min(self.objects, model.DEFAULT.count),
        )  # fmt: skip


DEFAULT = ServerLimits()


class HttpLimits(ServerLimits, frozen=True, kw_only=True):
    """How much a service over HTTP keeps and takes besides.

    Attributes:
        at_work: requests that are worked on at once.
        head: bytes of the head of a request.
        bodies: bytes that the bodies of all requests have at once.
        connections: connections at once.
        head_seconds: how long the head of a request may take to arrive.
        body_seconds: how long its body may take.
        answer_seconds: how long a client may take no byte of its answer.
        idle_seconds: how long a connection is kept on which nothing is asked.
        idle_board_seconds: how long a board is kept that nobody asks for.
        grace_seconds: how long requests may go on once the service is told to end.
    """

    results: int = 256  # for the boards of many clients
    at_work: int = 4
    head: int = 16_384
    bodies: int = 64_000_000
    connections: int = 512
    head_seconds: int = 10
    body_seconds: int = 20
    answer_seconds: int = 60
    idle_seconds: int = 30
    idle_board_seconds: int = 3600
    grace_seconds: int = 10


__all__ = ["ANSWER", "BOARDS", "DEFAULT", "SECONDS", "WEIGHT", "HttpLimits", "ServerLimits"]
