"""Lines that no card on the board prints where its base has them: exceptions of copies, listed values, other faces."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mtglayers import Board, solve, state_data

from ....support.boards import BEAR, card

SAYS = "Creatures your opponents control enter tapped."
TAKES = "All creatures lose all abilities."
CLONE = card("Clone", "Creature — Shapeshifter", "You may have this creature enter as a copy of any creature.", "0/0")
GHOUL = card("Diregraf Ghoul", "Creature — Zombie", "Diregraf Ghoul enters tapped.", "2/2")
HORN = card("Manglehorn", "Creature — Beast", "Artifacts your opponents control enter tapped.", "2/2")
HUMAN = {"name": "Front", "type_line": "Creature — Human", "mana_cost": "{2}", "power": "2", "toughness": "2"}
BACK = {"name": "Back", "type_line": "Creature — Human", "oracle_text": SAYS, "power": "4", "toughness": "4"}
FLIP = {"name": "Front // Back", "layout": "flip", "card_faces": [{**HUMAN, "oracle_text": "Flying"}, BACK]}
WOLF = {**FLIP, "layout": "transform"}


def exception(board: Board, text: str) -> str:
    board.enters(BEAR, as_="x", controller="A")
    board.enters(CLONE, as_="source", copy_of="x", controller="A", except_=f'it has "{text}"')
    return "source"


def listed(board: Board, text: str) -> str:
    said = f'It\'s a 2/2 creature with "{text}"'
    board.enters(BEAR, as_="source", face_down=True, controller="A", with_effect=said)
    return "source"


def flipped(board: Board) -> None:
    board.enters(FLIP, as_="x", controller="A")
    board.enters(CLONE, as_="source", copy_of="x", controller="A")
    board.flips("source")


def transformed(board: Board) -> None:
    board.enters(WOLF, as_="x", controller="A")
    board.enters(WOLF, as_="source", copy_of="x", token=True, controller="A")
    board.transforms("source")


def granted(board: Board) -> None:
    board.enters(BEAR, as_="x", controller="A")
    board.resolves({"text": f'Target creature gains "{SAYS}" until end of turn.'}, targets=["x"])


@pytest.mark.parametrize("others", [(), (HORN,)], ids=["alone", "beside another such line"])
@pytest.mark.parametrize(
    "begin", [lambda board: exception(board, SAYS), lambda board: listed(board, SAYS), flipped, transformed, granted]
)
def test_a_line_that_no_base_prints_makes_others_enter_tapped(
    begin: Callable[[Board], object], others: tuple[dict, ...]
):
    board = Board()
    for each in others:
        board.enters(each, controller="A")
    begin(board)
    board.enters(BEAR, as_="it", controller="B")
    assert solve(board)["it"].tapped  # 614.12, 707.9a, 708.2a


@pytest.mark.parametrize("begin", [exception, listed])
def test_an_ability_that_no_base_prints_takes_a_line(begin: Callable[[Board, str], str]):
    board = Board()
    source = begin(board, TAKES)
    board.enters(GHOUL, as_="it")
    twin = board.copy()
    twin.leaves(source)
    assert not solve(board)["it"].tapped
    assert not solve(twin)["it"].tapped  # the source was there as it entered


def test_a_line_of_a_permanent_that_was_turned_face_up_since():
    board = Board()
    source = listed(board, SAYS)
    board.enters(BEAR, as_="it", controller="B")
    board.turns(source, face="up")
    board.enters(BEAR, as_="later", controller="B")
    result = solve(board)
    assert (result["it"].tapped, result["later"].tapped) == (True, False)


@pytest.mark.parametrize("undone", [False, True])
def test_what_is_undone_is_not_asked(undone: bool):
    board = Board()
    board.enters(BEAR, as_="x", controller="A")
    board.enters(CLONE, as_="source", copy_of="x", controller="A", except_=f'it has "{SAYS}"')
    if undone:
        board.pop()
    assert bool(board.unprinted) is not undone


def test_its_own_line_that_no_base_prints():
    board = Board()
    board.enters(BEAR, as_="x")
    board.enters(CLONE, as_="copy", copy_of="x", except_='it has "This creature enters tapped."')
    board.enters(BEAR, as_="it", with_effect='It has "This creature enters tapped."')  # 611.2e
    result = solve(board)
    assert (result["x"].tapped, result["copy"].tapped, result["it"].tapped) == (False, True, True)


def test_a_state_with_a_copy_of_what_has_left():
    board = Board()
    board.enters(card("Sovereign", "Creature — Human", SAYS, "2/1"), as_="x", controller="A", token=True)
    board.enters(CLONE, as_="clone", copy_of="x", controller="A")
    board.leaves("x")
    twin = Board.from_state(state_data(board))
    for each in (board, twin):
        each.enters(BEAR, as_="it", controller="B")
        each.enters(CLONE, as_="again", copy_of="clone", controller="A")
        each.enters(BEAR, as_="hers", controller="A")
        result = solve(each)
        assert [result[id].tapped for id in ("it", "again", "hers")] == [True, False, False]


def test_a_state_with_a_copy_of_its_own_line():
    board = Board()
    board.enters(GHOUL, as_="x", token=True)
    board.enters(CLONE, as_="clone", copy_of="x", tapped=False)
    board.leaves("x")
    twin = Board.from_state(state_data(board))
    twin.enters(CLONE, as_="it", copy_of="clone")
    assert solve(twin)["it"].tapped


def test_an_effect_of_a_state_gives_the_line():
    board = Board()
    granted(board)
    twin = Board.from_state(state_data(board))
    twin.enters(BEAR, as_="it", controller="B")
    assert solve(twin)["it"].tapped
