"""Being watched: long work says again and again that it goes on, and whoever watches may stop it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal

Work = Literal["event", "object", "solve", "step", "trial", "walk", "line", "candidate", "sentence"]
"""What goes on: an event played or taken back, an object made or told, a solve begun, an effect applied or tried, an
order walked, a line of text read, one of many possibilities looked at, a sentence of an explanation found."""

Watch = Callable[[Work], None]

_watch: Final[ContextVar[Watch | None]] = ContextVar("watch", default=None)


class Stopped(BaseException):
    """Raised by a watch to stop the work; nothing on the way catches it, as it is no error of the work."""


@contextmanager
def watched(watch: Watch) -> Generator[None]:
    """Let `watch` be told of all work inside the block; what it raises ends that work.

    >>> seen = []
    >>> with watched(seen.append):
    ...     checkpoint("step")
    >>> seen
    ['step']
    """
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


@contextmanager
def uninterrupted() -> Generator[None]:
    """Let nobody watch what is done inside the block: it goes through to its end, as taking back half a work must."""
    with watched(_look_away):
        yield


def _look_away(_work: Work) -> None:
    pass


def checkpoint(work: Work) -> None:
    """Tell whoever watches that work goes on."""
    watch = _watch.get()
    if watch is not None:
        watch(work)


__all__ = ["Stopped", "Watch", "Work", "checkpoint", "uninterrupted", "watched"]
