"""Boards with known answers: the puzzles that ship, and the cases kept beside the checkout."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.solver.check.check import check
from mtglayers.solver.solve import solve

from ..support.paths import ROOT, TESTS

CASES = ROOT.parent / "shared" / "cases" / "puzzles"
PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))
WAITING: dict[str, str] = tomllib.loads((TESTS / "waiting.toml").read_text(encoding="utf-8"))["cases"]
FOUND = {f"{path.parent.name}/{path.stem}": path for path in sorted(CASES.glob("*/*.json"))}


def failures(path: Path) -> list[str]:
    """Return what a puzzle expects and the solver does not answer."""
    return [str(failure) for failure in check(read_puzzle(path), solve).failures]


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_puzzle_that_ships(path):
    """Every expectation of a puzzle in `puzzles/` comes out."""
    assert failures(path) == []


def test_there_are_puzzles():
    """The list above is not empty by accident."""
    assert len(PUZZLES) >= 40


@pytest.mark.skipif(not FOUND, reason=f"{CASES} is not there")
@pytest.mark.parametrize("name", [name for name in FOUND if name not in WAITING] or ["none"])
def test_case(name):
    """Every expectation of a case comes out, for the cases that do not wait for something still to be built."""
    assert failures(FOUND[name]) == []


@pytest.mark.skipif(not FOUND, reason=f"{CASES} is not there")
@pytest.mark.parametrize("name", WAITING or ["none"])
def test_waiting_case_still_fails(name):
    """A case leaves the list as soon as it passes: the list only shrinks."""
    assert WAITING[name], "a case waits for a reason"
    try:
        found = failures(FOUND[name])
    except (LookupError, ValueError):
        return
    assert found, f"{name} passes now: take it off tests/waiting.toml"
