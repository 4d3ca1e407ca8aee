"""Progress and cancellation: long work calls `checkpoint`, where an observer can stop it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal

Work = Literal["event", "object", "solve", "step", "trial", "walk", "line", "candidate", "sentence"]
"""Kind of work: an event played or undone, an object made or reported, a solve begun, an effect applied or tried, an
order solved, a line of text read, one of many candidates considered, a sentence of an explanation found."""

Watch = Callable[[Work], None]

_watch: Final[ContextVar[Watch | None]] = ContextVar("watch", default=None)


class Stopped(BaseException):
    """Raised by an observer to stop the work; not an error of the work, so that nothing catches it."""


@contextmanager
def watched(watch: Watch) -> Generator[None]:
    """Call `watch` at every checkpoint inside the block; an exception that it raises ends the work.

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
    """Observe nothing inside the block: work such as an undo, which must not stop halfway."""
    with watched(_look_away):
        yield


def _look_away(_work: Work) -> None:
    pass


def checkpoint(work: Work) -> None:
    """Report to the observer that work goes on."""
    watch = _watch.get()
    if watch is not None:
        watch(work)


__all__ = ["Stopped", "Watch", "Work", "checkpoint", "uninterrupted", "watched"]
