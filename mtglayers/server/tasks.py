"""Work that another thread or a time limit can stop."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, thread_time
from typing import ParamSpec, TypeVar

from mtglayers.model.support.progress import Stopped, Work, watched

P = ParamSpec("P")
T = TypeVar("T")


class Task:
    """A piece of work that another thread can stop.

    Attributes:
        error: the error that stopped the work, or None if it was not stopped.
        on_stop: a function that is called with this error when the work is stopped, for work in another process.
    """

    def __init__(self, seconds: float = 0, late: Exception | None = None) -> None:
        """Set up work with a time limit.

        Args:
            seconds: the limit on the processor time of the work; 0 means no limit. Other programs on a busy machine
                do not use it up.
            late: the error to raise when the time limit is reached; by default, a TimeoutError.
        """
        self.error: Exception | None = None
        self.on_stop: Callable[[Exception], object] | None = None
        self._seconds = seconds
        self._late = late or TimeoutError(f"the time limit of {seconds:g} s was exceeded")
        self._end = self._processor_end = float("inf")

    def stop(self, error: Exception) -> None:
        """Stop the work with an error at its next checkpoint, unless it has already been stopped."""
        self.error = self.error or error
        if self.on_stop is not None:
            self.on_stop(self.error)

    def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function and return its result.

        Raises:
            Exception: the error that stopped the work, or an error that the function raised.

        >>> Task().run(max, 1, 2)
        2
        """
        if self._seconds:
            self._end = monotonic() + self._seconds
            self._processor_end = thread_time() + self._seconds
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
        # Reading the processor time takes longer than reading the clock, which is never behind it.
        if monotonic() > self._end and thread_time() > self._processor_end:
            self.stop(self._late)
            raise Stopped
