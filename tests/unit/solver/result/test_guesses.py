"""What people try first in Python works, or the error says what does."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import UnknownEditionError, UnknownObjectError
from mtglayers.solver.solve import solve


@pytest.fixture
def board() -> Board:
    return Board.of("Blood Moon; Life and Limb; Saproling")


def test_a_board_is_a_collection_of_objects(board: Board) -> None:
    assert board["Saproling"].id == "saproling"
    assert ("saproling" in board, "Saproling 2" in board, len(board)) == (True, False, 3)
    assert list(board) == ["blood-moon", "life-and-limb", "saproling"]
    assert board.timeline == board.events
    assert bool(Board())


def test_a_result_finds_objects_by_name(board: Board) -> None:
    result = solve(board)

    assert result["Saproling"] == result["saproling"]
    assert result.explain("Life").id == "life-and-limb"
    assert result.ruling("Saproling")[0].startswith("The Saproling is a 1/1")
    with pytest.raises(UnknownObjectError, match="did you mean `saproling`"):
        result["Saprolling"]


def test_characteristics_answer_short_questions(board: Board) -> None:
    board.enters("Serra Angel")
    found = solve(board)

    assert found["saproling"].type_line == "Land Creature — Saproling Mountain"
    assert found["serra-angel"].keywords == ("Flying", "Vigilance")
    assert (found["serra-angel"].has("flying"), found["serra-angel"].has("Reach")) == (True, False)
    assert found["saproling"].has("{T}: Add {R}.")


def test_dependencies_of_all_layers(board: Board) -> None:
    result = solve(board)

    assert {layer: [(each.effect, each.on) for each in found] for layer, found in result.dependencies.items()} == {
        "4": [("blood-moon#1", "life-and-limb#1")]
    }
    assert result.layer(4) == result.layer("4")


def test_a_year_is_an_edition() -> None:
    assert Board(edition="2004").edition == Board(edition="2004-12-31").edition
    with pytest.raises(UnknownEditionError):
        Board(edition="1999")
