"""Solving with an earlier result: the same answer, and what was taken over."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from mtglayers.model.board import Board
from mtglayers.model.puzzle import read_puzzle
from mtglayers.solver import solve

from .random_reuse import drawn, outcomes, told, unlike

PUZZLES = sorted((Path(__file__).parent.parent / "puzzles").glob("*.toml"))


def loop() -> Board:
    board = Board(players=("Ana", "Ben"))
    for name in ("Blood Moon", "Life and Limb", "Overgrown Tomb", "Grizzly Bears", "Glorious Anthem"):
        board.enters(name, controller="Ana")
    return board


def test_what_nothing_asked_about_changes_nothing() -> None:
    board = loop()
    first = solve(board)
    board.marks("overgrown-tomb", tapped=True)
    board.player("Ben", life=3)
    board.turn("Ben")
    again = solve(board, last=first)
    assert again.statistics.reused == again.statistics.steps == 5
    assert all(each.taken for each in again.reuse)
    assert again["overgrown-tomb"].tapped
    assert not unlike(again, solve(board))
    assert told(again) == told(solve(board))


def test_fresh_results_reuse_nothing() -> None:
    result = solve(loop())
    assert (result.statistics.reused, result.reuse) == (0, ())


def test_what_stands_apart_keeps_its_turn_and_does_something_else() -> None:
    board = loop()
    board.enters("Serra Avatar", controller="Ben")
    first = solve(board)
    board.player("Ben", life=7)
    again = solve(board, last=first)
    assert (again["serra-avatar"].power, first["serra-avatar"].power) == (7, 20)
    assert [(each.layer, each.steps, each.anew) for each in again.reuse if each.steps or each.anew] == [
        ("4", 2, 0), ("5", 1, 0), ("7a", 0, 1), ("7b", 1, 0), ("7c", 1, 0),
    ]  # fmt: skip
    assert (again.statistics.reused, again.statistics.steps) == (5, 6)


def test_a_result_of_another_kind_only_costs_time() -> None:
    board = loop()
    for last in (
        solve(Board()),
        solve(board, edition="2006-07-01"),
        solve(board, readings="literal"),
        solve(board, until="4"),
        solve(board).at("4", 1),
        solve(board, without=("blood-moon#1",)),
        solve(board, order=("life-and-limb", "blood-moon")),
    ):
        assert not unlike(solve(board, last=last), solve(board))


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(TypeError, match="takes results, not a Board: `solve` makes one of a board"):
        solve(Board(), last=Board())  # type: ignore[arg-type]


@pytest.mark.parametrize("path", PUZZLES[::6], ids=lambda path: path.stem)
def test_puzzles_are_alike_event_by_event(path: Path) -> None:
    puzzle = read_puzzle(path)
    board, last = puzzle.board(), None
    for place in range(len(puzzle.timeline)):
        puzzle.play(board, place)
        last = solve(board, last=last)
        assert not unlike(last, solve(board))


@pytest.mark.parametrize("seed", range(12))
def test_random_sequences_are_alike(seed: int) -> None:
    for _, found, _, _ in outcomes(drawn(seed, None, 6), Random(seed), 20):
        assert found == ""
