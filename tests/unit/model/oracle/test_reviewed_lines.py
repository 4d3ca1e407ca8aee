"""Compiled lines that a person has read against the rules keep the kind and the layers that were found right."""

from __future__ import annotations

import json

import pytest

from ....support.paths import ROOT
from ....support.reviewed_lines import NUMBER, numbered, table

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"


def test_table_is_whole():
    """Every row says that the line is right, or what was wrong with it and what was done."""
    rows = table()
    assert len(rows) == NUMBER == len({(row.card, row.line) for row in rows})
    assert all(row.found == "right" or row.found.startswith("was wrong: ") for row in rows)


@pytest.mark.skipif(not BULK.exists(), reason=f"there is no {BULK}")
def test_lines_are_as_they_were_reviewed():
    """Each line is still compiled, of the same kind and in the same layers."""
    rows = {(row.card, row.line): row for row in table()}
    names = {row.card for row in rows.values()}
    cards = [card for card in json.loads(BULK.read_text(encoding="utf-8")) if card["name"] in names]
    seen = {(line.card, place): line for place, line in numbered(cards)}
    assert {key: (line.status, line.kind, ", ".join(line.layers)) for key, line in seen.items() if key in rows} == {
        key: ("compiled", row.kind, row.layers) for key, row in rows.items()
    }
