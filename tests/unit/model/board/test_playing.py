"""Names of objects and players in events."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError, LayersError, UnknownObjectError
from mtglayers.model.puzzles.puzzle import puzzle_of_text


def test_a_name_that_fits_one_object_stands_for_its_id() -> None:
    board = Board.of("Grizzly Bears; Bonesplitter; Urborg, Tomb of Yawgmoth")

    board.attaches("Bonesplitter", to="grizzly bears")
    board.marks("Urborg", tapped=True)
    board.resolves("Giant Growth", targets=["Grizzly"])

    assert [event.to_data() for event in board.events[3:]] == [
        {"attaches": "bonesplitter", "to": "grizzly-bears"},
        {"marks": "urborg-tomb-of-yawgmoth", "set": {"tapped": True}},
        {"resolves": "Giant Growth", "targets": "grizzly-bears"},
    ]


def test_the_name_of_a_card_that_enters_stays() -> None:
    board = Board.of("Clone as first")

    board.enters("Clone", copy_of="Clone")

    assert board.events[-1].to_data() == {"enters": "Clone", "copy_of": "first"}


def test_the_case_of_a_player_does_not_matter() -> None:
    board = Board(["Ann", "Ben"])

    board.enters("Grizzly Bears", controller="ann")
    board.enters("Overwhelming Splendor", controller="ben", attached_to="ANN")
    board.player("ben", life=5)

    assert [event.to_data() for event in board.events] == [
        {"enters": "Grizzly Bears", "controller": "Ann"},
        {"enters": "Overwhelming Splendor", "controller": "Ben", "attached_to": "Ann"},
        {"player": "Ben", "set": {"life": 5}},
    ]


@pytest.mark.parametrize(
    ("play", "error", "words"),
    [
        (lambda board: board.leaves("Grizzly Bears"), UnknownObjectError, "could be `grizzly-bears` or"),
        (lambda board: board.leaves("Grizly"), UnknownObjectError, "no object `Grizly` on the board"),
        (lambda board: board.leaves("taiga"), UnknownObjectError, "no object `taiga` on the board"),
        (lambda board: board.player("carl", life=5), IllegalEventError, "no player `carl`"),
        (lambda board: board.detaches("Sol"), IllegalEventError, "sol-ring"),
    ],
)  # fmt: skip
def test_other_names_are_refused(
    play: Callable[[Board], object], error: type[LayersError], words: str
) -> None:  # fmt: skip
    board = Board.of("2x Grizzly Bears; Sol Ring; Taiga; Taiga leaves")
    before = board.to_data()

    with pytest.raises(error, match=words):
        play(board)
    assert board.to_data() == before


def test_names_in_a_puzzle_file() -> None:
    puzzle = puzzle_of_text("""
        title = "Bonesplitter"
        players = ["Ann", "Ben"]

        [[timeline]]
        enters = "Bonesplitter"
        controller = "ann"

        [[timeline]]
        enters = "Grizzly Bears"
        controller = "ann"

        [[timeline]]
        attaches = "Bonesplitter"
        to = "Grizzly Bears"
    """)

    board = puzzle.board()
    for place in range(3):
        puzzle.play(board, place)

    assert board.events[-1].to_data() == {"attaches": "bonesplitter", "to": "grizzly-bears"}
