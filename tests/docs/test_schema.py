"""docs/schema.md is true: its examples are what comes out now, its list is whole, its code runs."""

from __future__ import annotations

import json
import re

import jsonschema

from mtglayers import Board, read_puzzle, wire
from mtglayers.model.events.base import read_event
from mtglayers.wire.documents import DOCUMENTS

from ..support.schema_examples import BLOCK, PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")
SHOWN = {name: json.loads(data) for name, data in BLOCK.findall(TEXT)}
PARTS = {"layer": ("result", "LayerData"), "tree": ("card", "tree.Card")}


def test_the_examples_are_what_comes_out():
    """`python -m tests.support.schema_examples` writes them."""
    assert page(TEXT) == TEXT
    assert len(SHOWN) == 11


def test_the_examples_are_what_the_schemas_say():
    for name, data in SHOWN.items():
        schema, part = PARTS.get(name, (name, ""))
        whole = wire.schema(schema)
        jsonschema.validate(data, {**whole, "$ref": f"#/$defs/{part}"} if part else whole)


def test_the_examples_are_read():
    assert read_puzzle(SHOWN["puzzle"]).title == "A swamp that is none"
    board = Board.from_data(SHOWN["board"])
    board.push(read_event(SHOWN["event"]))
    assert Board(cards=[SHOWN["card"]]).cards == Board(cards=[SHOWN["tree"]]).cards


def test_every_schema_is_listed():
    rows = re.findall(r"^\| (`[^|]+`) \|", TEXT, re.MULTILINE)

    assert sorted(name for row in rows for name in re.findall(r"`([a-z-]+)`", row)) == sorted(DOCUMENTS)


def test_the_code_runs():
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(block, "docs/schema.md", "exec"), {})  # noqa: S102
