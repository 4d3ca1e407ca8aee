"""The suggestions for an unknown id are those of the board when the event was refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from mtglayers import Board, read_puzzle
from mtglayers.model.errors import UnknownObjectError
from mtglayers.server.methods import call
from mtglayers.server.session import Session


def refused(board: dict[str, Any], events: list[dict[str, Any]]) -> UnknownObjectError:
    session = Session()
    call(session, "board.new", board)
    with pytest.raises(UnknownObjectError) as caught:
        call(session, "board.push", {"board": "b1", "events": events})
    return caught.value


def test_what_left_before_is_none_of_them() -> None:
    events = [{"leaves": "vesuva"}, {"marks": "vesuva", "set": {"tapped": True}}]
    error = refused({"timeline": [{"enters": "Vesuva"}]}, events)
    assert (error.nearest, str(error)) == ((), "no object `vesuva` on the board")


def test_what_came_before_is_one_of_them() -> None:
    events = [{"enters": "Forest", "as": "trees"}, {"marks": "treess", "set": {"tapped": True}}]
    error = refused({}, events)
    assert (error.nearest, str(error)) == (("trees",), "no object `treess` on the board; did you mean `trees`?")
    assert error.path == ("events", 1)  # type: ignore[attr-defined]


def test_what_came_before_in_a_board_that_is_spelled_out() -> None:
    timeline = [{"enters": "Forest", "as": "trees"}, {"attaches": "treess", "to": "trees"}]
    for method in ("board.new", "solve"):
        board = {"timeline": timeline}
        with pytest.raises(UnknownObjectError) as caught:
            call(Session(), method, board if method == "board.new" else {"board": board})
        assert caught.value.nearest == ("trees",)


def test_what_happens_afterwards_changes_nothing() -> None:
    board = Board()
    board.enters("Forest", as_="trees")
    board.enters("Forest", as_="tree")
    board.leaves("tree")
    with pytest.raises(UnknownObjectError) as caught:
        board.marks("treess", tapped=True)
    with pytest.raises(UnknownObjectError) as ever:
        board.last_known("treess")
    board.leaves("trees")
    board.enters("Forest", as_="treesss")
    assert caught.value.nearest == ("trees",)
    assert pickle.loads(pickle.dumps(ever.value)).nearest == ("trees", "tree")  # noqa: S301 (our own)
    board.rewind(0)
    assert str(caught.value) == "no object `treess` on the board; did you mean `trees`?"


def test_a_list_of_which_one_is_unknown() -> None:
    """What the refused event itself did was done on the board of that moment; none of it is left."""
    board = Board()
    board.enters(["Forest", "Island"], as_=["trees", "sea"])
    with pytest.raises(UnknownObjectError) as caught:
        board.leaves(["trees", "treess"])
    assert caught.value.nearest == ("trees",)
    assert list(board.objects) == ["trees", "sea"]


def test_a_puzzle() -> None:
    tapped = {"marks": "trees", "set": {"tapped": True}}
    data = {"title": "x", "timeline": [{"enters": "Forest", "as": "trees"}, {"leaves": "trees"}, tapped]}
    puzzle = read_puzzle(data)
    board = puzzle.board()
    assert [puzzle.play(board, place) for place in range(3)] == [
        "", "", "UnknownObjectError: no object `trees` on the board",
    ]  # fmt: skip


def test_asking_for_what_may_not_be_there_finds_nothing() -> None:
    board = Board()
    forest = board.enters("Forest")
    assert board.objects.get("island") is None
    assert board.objects.get("island", 3) == 3
    assert board.objects.get(forest) is board.object(forest)
