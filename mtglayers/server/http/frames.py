"""Messages between the HTTP service and its worker processes, each preceded by its length."""

from __future__ import annotations

import struct
from typing import BinaryIO, Final

import msgspec

SIZE: Final = struct.Struct(">I")
"""The length of a message in bytes, which precedes it."""


class Usage(msgspec.Struct, frozen=True, tag="usage"):
    """What the boards of a worker, or of several, count toward the limits.

    Attributes:
        boards: the number of boards.
        weight: their weight, as `ServerLimits.weight` counts it.
    """

    boards: int = 0
    weight: int = 0


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A request that a worker must answer.

    Attributes:
        number: identifies the request.
        method: the name of a method.
        body: its parameters as JSON.
        elsewhere: what the boards of all other workers count.
    """

    number: int
    method: str
    body: bytes
    elsewhere: Usage


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """The order to stop the work on a request, whose client no longer waits for it.

    Attributes:
        number: identifies the request.
    """

    number: int


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """A worker's answer to a request.

    Attributes:
        number: identifies the request.
        status: the HTTP status.
        body: the answer or the error as JSON.
        usage: what the worker's boards now count.
    """

    number: int
    status: int
    body: bytes
    usage: Usage


FROM_SERVICE: Final = msgspec.msgpack.Decoder(Ask | Stop)
FROM_WORKER: Final = msgspec.msgpack.Decoder(Answer | Usage)
_ENCODER: Final = msgspec.msgpack.Encoder()


def framed(message: Ask | Stop | Answer | Usage) -> bytes:
    """Return a message as the bytes that are sent."""
    data = _ENCODER.encode(message)
    return SIZE.pack(len(data)) + data


def received(stream: BinaryIO) -> Ask | Stop | None:
    """Return the next message from the service, or None at the end of the stream."""
    head = stream.read(SIZE.size)
    if len(head) < SIZE.size:
        return None
    data = stream.read(*SIZE.unpack(head))
    return FROM_SERVICE.decode(data) if len(data) == SIZE.unpack(head)[0] else None
