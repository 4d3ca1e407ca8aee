"""Work spread over processes, a few things at a time, with the results in the order of the things."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Final, TypeVar

Thing = TypeVar("Thing")
Found = TypeVar("Found")

SIZE: Final = 200
"""How many things are given to a process at a time."""


def spread(
    work: Callable[[tuple[Thing, ...]], Found], things: Iterable[Thing], jobs: int = 1, size: int = SIZE
) -> Iterator[Found]:
    """Yield what `work` makes of things, so many at a time, in their order; they may be a stream.

    Args:
        work: a function of a module, when there are several jobs.
        things: what is worked on.
        jobs: over how many processes it is spread; the result is the same.
        size: how many things make one piece of work.

    >>> list(spread(sum, range(5), size=2))
    [1, 5, 4]
    """
    stream = iter(things)
    chunks = iter(lambda: tuple(islice(stream, size)), ())
    if jobs < 2:
        yield from map(work, chunks)
        return
    # A new process, not a copy of this one: a copy of a process with threads may hang.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Found]] = deque()
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > 4 * jobs:  # no more of a stream is held in memory
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


__all__ = ["SIZE", "spread"]
