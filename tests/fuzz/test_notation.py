"""A small run of the fuzzer of notation."""

from __future__ import annotations

import pytest

from .inputs import tally
from .notation import ENTRIES


@pytest.mark.parametrize("name", ENTRIES)
def test_mutated_lines_are_read_or_refused(name: str) -> None:
    found = tally(ENTRIES[name], range(60))
    assert [str(fault) for fault in found.faults] == []
    assert found.ends["value"] > 0
