"""Lines that a person has read against the rules keep the status, the kind and the layers that were found right."""

from __future__ import annotations

import json

import pytest

from ....support.paths import ROOT
from ....support.reviewed_lines import DRAWS, NUMBER, numbered, table

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"


def test_tables_are_whole():
    """Every row says that the line is right, or what was wrong with it and what was done."""
    rows = table()
    for name in DRAWS:
        assert len({(row.card, row.line) for row in rows if row.draw == name}) == NUMBER
    assert len(rows) == NUMBER * len(DRAWS)
    assert all(row.found == "right" or row.found.startswith("was wrong: ") for row in rows)


@pytest.mark.skipif(not BULK.exists(), reason=f"there is no {BULK}")
def test_lines_are_as_they_were_reviewed():
    """Each line still has the status and the kind, and applies in the layers, that were found right."""
    rows = table()
    names = {row.card for row in rows}
    cards = [card for card in json.loads(BULK.read_text(encoding="utf-8")) if card["name"] in names]
    seen = {(line.card, place): line for place, line in numbered(cards)}
    for row in rows:
        line = seen[row.card, row.line]
        found = (line.status, line.kind, ", ".join(line.layers) or "none")
        assert found == (DRAWS[row.draw].status, row.kind, row.layers), (row.card, row.line)
