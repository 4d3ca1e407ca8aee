"""Progress reports for long-running work, which an observer can stop."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal

Work = Literal["event", "object", "solve", "step", "trial", "walk", "line", "candidate", "sentence"]
"""The kind of work at a checkpoint.

In order, the kinds mean that an event is played or undone, an object is created or reported, a solve begins, an effect
is applied, an effect is tried, an order is solved, a line is read, a candidate is considered, or a sentence of an
explanation is found.
"""

Watch = Callable[[Work], None]

_watch: Final[ContextVar[Watch | None]] = ContextVar("watch", default=None)


class Stopped(BaseException):
    """Raised by an observer to stop work.

    The class is not a subclass of `Exception`, so error handlers do not catch it by accident.
    """


@contextmanager
def watched(watch: Watch) -> Generator[None]:
    """Call `watch` at every checkpoint inside the block; an exception in `watch` stops the work.

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
    """Ignore the observer inside the block, which contains work that must not be interrupted, such as an undo."""
    with watched(lambda _: None):
        yield


def checkpoint(work: Work) -> None:
    """Report work to the observer."""
    watch = _watch.get()
    if watch is not None:
        watch(work)
