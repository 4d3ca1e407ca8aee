"""Abilities that objects have besides those of their bases: exceptions, listed values, other faces of copied cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mtglayers import Board, solve, state_data
from mtglayers.solver.history import entering

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


def flipped_by_effects(board: Board) -> None:
    board.enters(FLIP, as_="x", controller="A")
    board.enters(BEAR, as_="z", controller="A")
    become = "Target creature becomes a copy of target creature until end of turn."
    board.resolves({"text": become}, targets=["z", "x"], controller="A")
    board.enters(CLONE, as_="source", copy_of="z", controller="A")
    board.flips("source")


def granted(board: Board) -> None:
    board.enters(BEAR, as_="x", controller="A")
    board.resolves({"text": f'Target creature gains "{SAYS}" until end of turn.'}, targets=["x"])


@pytest.mark.parametrize("others", [(), (HORN,)], ids=["alone", "beside another such line"])
@pytest.mark.parametrize(
    "begin",
    [
        lambda board: exception(board, SAYS),
        lambda board: listed(board, SAYS),
        flipped,
        flipped_by_effects,
        transformed,
        granted,
    ],
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


def test_its_own_line_of_a_permanent_that_was_turned_face_up_since():
    board = Board()
    source = listed(board, "This creature enters tapped.")
    board.turns(source, face="up")
    assert solve(board)[source].tapped


def test_an_exception_that_was_undone_takes_nothing():
    board = Board()
    exception(board, SAYS)
    board.pop()
    board.enters(BEAR, as_="it", controller="B")
    assert not board.unprinted
    assert not solve(board)["it"].tapped


def test_a_line_about_its_own_object_needs_no_previews_of_others(monkeypatch: pytest.MonkeyPatch):
    board = Board()
    exception(board, "This creature enters tapped.")
    for _ in range(5):
        board.enters(BEAR)
    looked: list[int] = []
    look = entering._look
    monkeypatch.setattr(entering, "_look", lambda then, past: looked.append(then.number) or look(then, past))
    result = solve(board)
    assert [id for id in result if result[id].tapped] == ["source"]
    assert looked == [1]


def test_a_sticker_asks_what_entered_this_turn():
    board = Board()
    board.turn("A")
    board.enters(BEAR, as_="bear", controller="A")
    says = "This creature gets +2/+2 as long as another creature entered the battlefield under your control this turn."
    board.stickers("bear", put={"ability": says})
    board.enters(GHOUL, controller="A")
    assert solve(board)["bear"].power == 4


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
