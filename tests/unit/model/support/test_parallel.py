"""Work spread over processes: the same results in the same order, from wherever it is started."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Thread

import pytest

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

    with pytest.raises(LookupError, match="no more"):
        list(spread(sum, broken(), jobs))
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
