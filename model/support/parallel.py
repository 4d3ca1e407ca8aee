"""Work spread over processes in chunks, with results in the order of the items."""

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
"""Number of items that a process receives at a time."""


def spread(
    work: Callable[[tuple[Thing, ...]], Found], things: Iterable[Thing], jobs: int = 1, size: int = SIZE
) -> Iterator[Found]:
    """Yield the result of `work` for each chunk of things, in order; they may be a stream.

    Args:
        work: takes a chunk; with several jobs, a function of a module.
        things: the items.
        jobs: the number of processes; the results are the same for any.
        size: the number of items in a chunk.

    >>> list(spread(sum, range(5), size=2))
    [1, 5, 4]
    """
    stream = iter(things)
    chunks = iter(lambda: tuple(islice(stream, size)), ())
    if jobs < 2:
        yield from map(work, chunks)
        return
    # Spawned, not forked: a forked process with threads may hang.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Found]] = deque()
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > 4 * jobs:  # limits how much of a stream is held in memory
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


__all__ = ["SIZE", "spread"]
