"""Coverage of the whole game: docs/coverage.md has the table that is measured, and nothing falls below the floor."""

from __future__ import annotations

import pytest

from mtglayers.coverage.coverage import measure
from mtglayers.coverage.table import below, claims_of, read_floor, written
from mtglayers.model.cards.sources import Source

from ..support.paths import ROOT, TESTS

CARDS = ROOT.parent / "shared" / "cards"
BULK = CARDS / "oracle-cards.json"


@pytest.mark.skipif(not BULK.exists(), reason=f"{BULK} is not there")
def test_the_page_has_the_table() -> None:
    cards = list(Source(BULK).cards())
    claims = claims_of(CARDS / "layer-lines.jsonl", TESTS / "data" / "layer-claims.toml")
    found = measure(cards, jobs=2, claims=claims)
    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")

    assert below(found, read_floor(TESTS / "data" / "coverage-floor.toml")) == []
    assert written(page, found) == page
