"""Work spread over processes: the same results in the same order, from wherever it is started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Thread

import pytest

from mtglayers.model.errors import LostProcessError
from mtglayers.model.support.parallel import spread


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(spread(sum, range(10), jobs, size=3)) == [3, 12, 21, 9]
    assert list(spread(sum, (), jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_breaks_is_told(jobs: int) -> None:
    """An error of the source, or of the work, comes out as it is."""

    def broken() -> Iterator[int]:
        yield 1
        raise LookupError("no more")

    found = spread(sum, broken(), jobs)
    assert next(found) == 1  # what came before the error is not lost
    with pytest.raises(LookupError, match="no more"):
        next(found)
    with pytest.raises(TypeError):
        list(spread(sum, ["one"], jobs))


def _marked(chunk: tuple[tuple[str, int], ...]) -> None:
    # Record the call; only that of the first chunk, whichever process is faster, ends before the file `go` exists.
    ((name, place),) = chunk
    folder = Path(name)
    (folder / f"call-{os.getpid()}-{time.monotonic_ns()}").touch()
    while place and not (folder / "go").exists():
        time.sleep(0.01)


def test_work_that_nobody_awaits_is_not_begun(tmp_path: Path) -> None:
    results = spread(_marked, ((str(tmp_path), place) for place in count()), 2, size=1)
    next(results)
    closing = Thread(target=results.close)  # type: ignore[attr-defined]
    closing.start()
    time.sleep(0.5)
    (tmp_path / "go").touch()
    closing.join()
    assert len([*tmp_path.glob("call-*")]) < 9  # of which nine were submitted


def _ended(chunk: tuple[int, ...]) -> int:
    if chunk == (5,):
        os.kill(os.getpid(), signal.SIGKILL)
    return sum(chunk)


def test_a_process_that_ends_is_an_error() -> None:
    with pytest.raises(LostProcessError, match="ended unexpectedly"):
        list(spread(_ended, range(30), 2, size=1))


def _unpicklable(_: tuple[int, ...]) -> object:
    return lambda: None


def test_a_result_that_cannot_be_sent_is_an_error() -> None:
    with pytest.raises((AttributeError, TypeError), match="pickle"):
        list(spread(_unpicklable, range(3), 2))


SCRIPT = """
import os, signal, time
from mtglayers.model.support.parallel import spread
def work(chunk): time.sleep(chunk[0]); return os.getpid()
if {guarded}:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in the background
    for found in spread(work, iter([1, 1, 1, 100, 100, 100]), 2, size=1):
        print(found, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups with signals")
def test_an_interrupt_ends_the_program_and_its_processes(tmp_path: Path) -> None:
    """Ctrl-C reaches every process of the terminal; only the program itself says so."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(guarded='__name__ == "__main__"'))
    arguments = [sys.executable, str(script)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as program:
        assert program.stdout is not None
        workers = {int(program.stdout.readline()) for _ in range(3)}
        os.killpg(program.pid, signal.SIGINT)
        said = program.communicate(timeout=30)[1]
    assert said.count(b"KeyboardInterrupt") == said.count(b"Traceback") == 1
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_a_script_without_a_guard_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(guarded="True"))
    found = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert "LostProcessError" in found.stderr
    assert 'if __name__ == "__main__":' in found.stderr.splitlines()[-1]
