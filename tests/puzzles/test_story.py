"""The story of every puzzle that ships: in words that fit a terminal, and as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main

from ..support.paths import ROOT

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda path: path.stem)
def test_a_puzzle_is_reported_in_words_and_in_json(puzzle: Path) -> None:
    assert max(map(len, output("solve", str(puzzle), "--story").splitlines())) <= 80
    json.loads(output("solve", str(puzzle), "--story", "--json"))
