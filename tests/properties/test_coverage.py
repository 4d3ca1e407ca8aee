"""The whole corpus: docs/coverage.md has its table, nothing falls below the floor, each line has one tree."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from mtglayers.coverage.coverage import Coverage, measure
from mtglayers.coverage.lines import ReadLine
from mtglayers.coverage.table import below, claims_of, read_floor, written
from mtglayers.model.cards.sources import Source
from mtglayers.model.effects.ability import Resolution
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.oracle.printing.sentences import english

from ..support.paths import ROOT, TESTS

CARDS = ROOT.parent / "shared" / "cards"
BULK = CARDS / "oracle-cards.json"

needs_bulk = pytest.mark.skipif(not BULK.exists(), reason=f"{BULK} is not there")


@cache
def corpus() -> tuple[Coverage, tuple[ReadLine, ...]]:
    """Return the coverage of the corpus, and its compiled lines with each tree that they became, once."""
    found: dict[object, ReadLine] = {}

    def seen(line: ReadLine) -> None:
        if line.status == "compiled" and line.kind != "keyword":
            found.setdefault((line.text, line.abilities, line.resolution), line)

    claims = claims_of(CARDS / "layer-lines.jsonl", TESTS / "data" / "layer-claims.toml")
    return measure(Source(BULK).cards(), claims=claims, seen=seen), tuple(found.values())


@needs_bulk
def test_the_page_has_the_table() -> None:
    found, _ = corpus()
    page = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")

    assert below(found, read_floor(TESTS / "data" / "coverage-floor.toml")) == []
    assert written(page, found) == page


def data(node: Node) -> Any:
    """Return a tree as data, without what the line alone does not determine.

    That is how many targets were named before, the type that the card lets a player choose, and whether the line is on
    an Aura.
    """
    text = re.sub(r'"index": \d+, ', "", json.dumps(to_data(node)))
    text = text.replace('{"kind": "Other", "than": {"kind": "Attached"}}', '{"kind": "Other"}')
    for kind in ("basic_land_type", "land_type", "card_type"):
        text = text.replace(f'"{kind}"', '"creature_type"')
    return text


@needs_bulk
def test_no_two_trees_print_the_same_line() -> None:
    """A line tells which tree it is; of a resolving text its sentences do, after what was said before them."""
    trees: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in corpus()[1]:
        if line.resolution is None:
            # A line after the level of a Class has it for a condition (716.2a).
            for ability in (each for each in line.abilities if "level" not in getattr(each, "form", "").split()):
                trees["static", english(ability)].add(data(ability))
        else:
            trees["resolving", line.text].add(data(Resolution(line.resolution.clauses, line.resolution.modes)))

    assert len(trees) > 5000
    assert {text: found for text, found in trees.items() if len(found) > 1} == {}
