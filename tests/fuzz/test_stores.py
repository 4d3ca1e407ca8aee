"""A small run of the fuzzer of stores."""

from __future__ import annotations

import pytest

from .inputs import tally
from .stores import ENTRIES


@pytest.mark.parametrize("name", ENTRIES)
def test_damaged_stores_are_refused(name: str) -> None:
    found = tally(ENTRIES[name], range(300))
    assert [str(fault) for fault in found.faults] == []
    assert found.ends["value"] > 0
    assert found.ends["StoreError"] > 0
