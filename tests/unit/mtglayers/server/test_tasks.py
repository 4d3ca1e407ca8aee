"""Work that is stopped from outside, and work whose time is over."""

from __future__ import annotations

import threading
import time

import pytest

from mtglayers.model.support.progress import checkpoint
from mtglayers.server.tasks import Task


def endless(begun: threading.Event | None = None) -> None:
    while True:
        checkpoint("step")
        if begun is not None:
            begun.set()


def test_work_that_nobody_stops() -> None:
    assert Task(60).run(sorted, [2, 1], reverse=True) == [2, 1]


def test_work_is_stopped_from_another_thread() -> None:
    task, begun, found = Task(), threading.Event(), []

    def work() -> None:
        with pytest.raises(KeyError) as error:
            task.run(endless, begun)
        found.append(error.value)

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    first = KeyError("first")
    task.stop(first)
    task.stop(KeyError("second"))
    thread.join()

    assert found == [first]


def test_work_that_was_stopped_before_it_began() -> None:
    task = Task()
    task.stop(KeyError("before"))

    with pytest.raises(KeyError, match="before"):
        task.run(endless)


@pytest.mark.parametrize(("late", "error"), [(None, TimeoutError), (KeyError("late"), KeyError)])
def test_time_is_over(late: Exception | None, error: type[Exception]) -> None:
    task = Task(0.01, late)

    with pytest.raises(error):
        task.run(endless)
    assert isinstance(task.error, error)


def test_only_the_processor_time_of_the_work_counts() -> None:
    """A process that waits for a busy machine does not use up its time."""

    def waiting() -> str:
        time.sleep(0.3)
        checkpoint("step")
        return "done"

    assert Task(0.2).run(waiting) == "done"


def test_errors_of_the_work_are_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        Task(60).run(divmod, 1, 0)
