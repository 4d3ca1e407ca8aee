"""A small run of the fuzzer of answers with `since`."""

from __future__ import annotations

from .changes import ENTRIES
from .inputs import tally


def test_hostile_clients_put_answers_together() -> None:
    found = tally(ENTRIES["since"], range(20))
    assert [str(fault) for fault in found.faults] == []
    assert found.ends["value"] == 20
