"""Work that several processes do in parallel, with results in the order of the input."""

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
    """Yield the result of `work` for each chunk of items, in order.

    Args:
        work: a function that accepts a chunk; with several jobs, it must be defined at the top level of a module.
        things: the items, possibly from an unlimited iterator.
        jobs: the number of processes, which does not change the results.
        size: the number of items in a chunk.

    >>> list(spread(sum, range(5), size=2))
    [1, 5, 4]
    """
    stream = iter(things)
    chunks = iter(lambda: tuple(islice(stream, size)), ())
    if jobs < 2:
        yield from map(work, chunks)
        return
    # A process that is forked while threads run can hang.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Found]] = deque()
        try:
            for chunk in chunks:
                waiting.append(pool.submit(work, chunk))
                if len(waiting) > 4 * jobs:  # limits the number of items in memory
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:  # nobody needs these results after an error, or if the caller has stopped
                future.cancel()
