"""Abilities in a result have ids by which an engine finds them again."""

from __future__ import annotations

from typing import Any

from mtglayers import Board, solve
from mtglayers.wire.answers import result_data


def abilities(board: Board, id: str, *sections: str) -> list[dict[str, Any]]:
    (found,) = result_data(solve(board), include=("objects", *sections), objects=[id])["objects"]
    listed: list[dict[str, Any]] = found["abilities"]
    return listed


def ids(board: Board, id: str) -> list[str]:
    return [each["id"] for each in abilities(board, id)]


FIVE = [f"copiable/{place}" for place in range(1, 6)]


def test_the_five_abilities_of_kenrith_have_their_printed_places() -> None:
    board = Board()
    kenrith = board.enters("Kenrith, the Returned King")
    clone = board.enters("Clone", copy_of=kenrith)
    for id in (kenrith, clone):
        assert [(each["id"], each["printed"]) for each in abilities(board, id)] == [
            *zip(FIVE, range(1, 6), strict=True)
        ]


def test_abilities_that_come_back_have_the_same_ids() -> None:
    board = Board()
    kenrith = board.enters("Kenrith, the Returned King")
    humility = board.enters("Humility")
    assert ids(board, kenrith) == []
    board.leaves(humility)
    assert ids(board, kenrith) == FIVE


def test_what_survives_keeps_its_id() -> None:
    board = Board(["Ana", "Ben"])
    angel = board.enters("Serra Angel")
    assert ids(board, angel) == ["copiable/1", "copiable/2"]
    board.enters("Archetype of Imagination", controller="Ben")  # creatures that Ben's opponents control lose flying
    (left,) = abilities(board, angel)
    assert (left["id"], left["printed"], left["text"]) == ("copiable/2", 2, "Vigilance")


def test_two_grants_of_the_same_ability_are_two_abilities() -> None:
    board = Board()
    bears = board.enters("Grizzly Bears")
    first, second = board.enters("Levitation"), board.enters("Levitation")
    assert ids(board, bears) == [f"granted/{first}#1/1", f"granted/{second}#1/1"]
    board.leaves(first)
    assert ids(board, bears) == [f"granted/{second}#1/1"]


def test_basic_land_types_have_an_ability_each() -> None:
    board = Board()
    tomb = board.enters("Overgrown Tomb")
    assert ids(board, tomb) == ["copiable/1", "intrinsic/Swamp", "intrinsic/Forest"]
    board.enters("Blood Moon")
    assert ids(board, tomb) == ["intrinsic/Mountain"]


def test_a_tree_is_part_of_an_ability_on_request() -> None:
    board = Board()
    angel = board.enters("Serra Angel")
    assert [each["tree"] for each in abilities(board, angel, "trees")] == [
        {"kind": "Keyword", "name": "Flying"},
        {"kind": "Keyword", "name": "Vigilance"},
    ]
    assert all("tree" not in each for each in abilities(board, angel))
