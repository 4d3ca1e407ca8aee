"""Work that can be stopped from outside: by whoever waits for it, or because its time is over."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ParamSpec, TypeVar

from mtglayers.model.support.progress import Stopped, Work, watched

P = ParamSpec("P")
T = TypeVar("T")


class Task:
    """One piece of work, in whatever thread; another thread may stop it.

    Attributes:
        error: why it was stopped; None while nobody did.
    """

    def __init__(self, seconds: float = 0, late: Exception | None = None) -> None:
        """Set up work that may take so many seconds.

        Args:
            seconds: how long it may take from the moment when it begins; 0: as long as it takes.
            late: what its error is when they are over; default: a TimeoutError.
        """
        self.error: Exception | None = None
        self._seconds = seconds
        self._late = late or TimeoutError(f"the work took more than {seconds:g} seconds")
        self._end = float("inf")

    def stop(self, error: Exception) -> None:
        """Let the work end at the next thing that it does; the first who stops it says why."""
        self.error = self.error or error

    def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do the work, and return what comes of it.

        Raises:
            Exception: what it was stopped with, or what the work itself raises.

        >>> Task().run(max, 1, 2)
        2
        """
        if self._seconds:
            self._end = monotonic() + self._seconds
        if self.error is not None:
            raise self.error
        try:
            with watched(self._look):
                return function(*args, **kwargs)
        except Stopped:
            raise self.error or self._late from None

    def _look(self, _: Work) -> None:
        if self.error is not None:
            raise Stopped
        if monotonic() > self._end:
            self.stop(self._late)
            raise Stopped


__all__ = ["Task"]
