"""Work that several processes do in parallel, with results in the order of the input."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from ..errors import LostProcessError

Thing = TypeVar("Thing")
Found = TypeVar("Found")

SIZE: Final = 200
"""Number of items that a process receives at a time."""


def spread(
    work: Callable[[tuple[Thing, ...]], Found], things: Iterable[Thing], jobs: int = 1, size: int = SIZE
) -> Iterator[Found]:
    """Yield the result of `work` for each chunk of items, in order.

    The processes end with the iterator, whatever they are doing.

    Args:
        work: a function that accepts a chunk; with several jobs, it must be defined at the top level of a module.
        things: the items, possibly from an unlimited iterator.
        jobs: the number of processes, which does not change the results.
        size: the number of items in a chunk.

    Raises:
        LostProcessError: a process ended unexpectedly.
        Exception: an error of `work` or of `things`, after the results of the chunks before it.

    >>> list(spread(sum, range(5), size=2))
    [1, 5, 4]
    """
    chunks = _chunks(things, size)
    if jobs < 2:
        yield from map(work, chunks)
        return
    workers: list[_Worker[Any, Found]] = []
    try:
        yield from _in_order(work, chunks, jobs, workers)
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()


def _chunks(things: Iterable[Thing], size: int) -> Iterator[tuple[Thing, ...]]:
    # If the iterable fails, the items before its error are still a chunk.
    chunk: list[Thing] = []
    try:
        for thing in things:
            chunk.append(thing)
            if len(chunk) == size:
                yield tuple(chunk)
                chunk = []
    except Exception:
        if chunk:
            yield tuple(chunk)
        raise
    if chunk:
        yield tuple(chunk)


def _in_order(
    work: Callable[[Any], Found], chunks: Iterator[Any], jobs: int, workers: list[_Worker[Any, Found]]
) -> Iterator[Found]:
    free: list[_Worker[Any, Found]] = []
    found: dict[int, Found] = {}  # results whose turn has not come
    given = due = 0
    more = True
    failed: Exception | None = None
    while True:
        while more and given - due < 4 * jobs and (free or len(workers) < jobs):  # limits the results in memory
            try:
                chunk = next(chunks, None)
            except Exception as error:  # noqa: BLE001 - raised after the results of the chunks before it
                chunk, failed = None, error
            if chunk is None:
                more = False
                break
            if not free:
                workers.append(_Worker(work))
                free.append(workers[-1])
            free.pop().give(chunk, given)
            given += 1
        if due in found:
            yield found.pop(due)
            due += 1
        elif due < given:
            busy = {worker.pipe: worker for worker in workers if worker not in free}
            for pipe in wait(busy):
                worker = busy[pipe]  # type: ignore[index]
                found[worker.place] = worker.answer()
                free.append(worker)
        elif failed is not None:
            raise failed
        else:
            return


class _Worker(Generic[Thing, Found]):
    # A process that works on one chunk at a time.
    def __init__(self, work: Callable[[Thing], Found]) -> None:
        context = get_context("spawn")  # a process that is forked while threads run can hang
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, other), daemon=True)
        self.place = 0
        self.answered = False
        with _without_interrupts():
            self.process.start()
        other.close()

    def give(self, chunk: Thing, place: int) -> None:
        self.place = place
        try:
            self.pipe.send(chunk)
        except OSError:
            raise self._lost() from None

    def answer(self) -> Found:
        try:
            done, found = self.pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        self.answered = True
        if done:
            return found  # type: ignore[no-any-return]
        raise found

    def _lost(self) -> LostProcessError:
        self.process.join()
        if not self.answered and self.process.exitcode == 1:
            return LostProcessError(
                "a process ended before it could begin; a script that uses several processes must start its work "
                'under `if __name__ == "__main__":`'
            )
        return LostProcessError(f"a process that was working ended unexpectedly (exit code {self.process.exitcode})")


def _serve(work: Callable[[Thing], Found], pipe: Connection) -> None:
    while True:
        try:
            chunk = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[bool, object] = True, work(chunk)
        except Exception as error:  # noqa: BLE001 - raised in the program
            answer = False, error
        try:
            pipe.send(answer)
        except OSError:
            return
        except Exception as error:  # noqa: BLE001 - the answer cannot be pickled
            pipe.send((False, error))


@contextmanager
def _without_interrupts() -> Generator[None]:
    # Ctrl-C reaches all processes of a terminal. Those that are started here do not receive it; `spread` ends them.
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
