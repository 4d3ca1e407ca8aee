"""Work spread over processes: the same results in the same order, from wherever it is started."""

from __future__ import annotations

from collections.abc import Iterator

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
