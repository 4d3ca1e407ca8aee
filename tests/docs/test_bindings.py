"""The generated types of the bindings, and their versions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import mtglayers
from mtglayers import Board
from tools import bindings

from ..support.paths import ROOT

FILES = bindings.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_types_are_those_of_the_schemas(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path], "run python tools/generate.py schemas"


@pytest.mark.parametrize("file", ["javascript/package.json", "java/pom.xml", "rust/Cargo.toml"])
def test_a_binding_has_the_version_of_the_project(file: str) -> None:
    assert mtglayers.__version__ in (ROOT / "bindings" / file).read_text(encoding="utf-8")


def test_the_events_of_the_page_can_be_played_in_their_order() -> None:
    page = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8").partition("## Events")[2].partition("\n## ")[0]
    events = [json.loads(found) for found in re.findall(r"`(\{.*?\})`", page)]
    board = Board.from_data({"players": ["Ana", "Ben"], "timeline": events})
    assert len(events) == len(board.timeline) == 19
