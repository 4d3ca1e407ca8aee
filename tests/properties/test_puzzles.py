"""The boards of the puzzles under both solvers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtglayers.solver.solve import solve

from ..generators.boards import differences
from ..reference.solver import plain_solve
from ..support.paths import ROOT
from ..support.puzzles import last_board

NOT_COVERED = {
    "edition-archetype-and-a-flying-counter-2021-02-04": "the plain solver has one rule for counters in all editions",
}


@pytest.mark.parametrize("path", sorted((ROOT / "puzzles").glob("*.toml")), ids=lambda path: path.stem)
def test_both_solvers_agree_on_a_puzzle(path: Path) -> None:
    board = last_board(path)
    try:
        plain = plain_solve(board)
    except NotImplementedError as error:
        pytest.skip(f"the plain solver does not have {error}")
    found = list(differences(solve(board), plain))

    if path.stem in NOT_COVERED:
        assert found, "the two solvers agree now"
        pytest.skip(NOT_COVERED[path.stem])
    assert found == []
