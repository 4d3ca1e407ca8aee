"""Boards of real cards whose results were worked out by hand from the rules, one puzzle a line of a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.solver.check.check import check
from mtglayers.solver.solve import solve

from ..generators.boards import differences
from ..reference.rules import EDITIONS
from ..reference.solver import plain_solve
from ..support.paths import ROOT

BOARDS = [json.loads(line) for line in (ROOT / "tests/data/worked-boards.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("data", BOARDS, ids=[data["title"] for data in BOARDS])
def test_a_board_worked_out_by_hand(data: dict[str, Any]) -> None:
    """The board meets its expectations, and the plain solver agrees if it supports the board."""
    puzzle = read_puzzle(data)
    report = check(puzzle, solve)
    assert report.ok, str(report)

    for _, board in puzzle.boards():
        if board.edition.key not in EDITIONS:
            return
        try:
            plain = plain_solve(board)
        except NotImplementedError:
            return
        assert list(differences(solve(board), plain)) == []
