"""Removal from combat (506.4)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.solve import solve

ROAR = "Creatures attacking your opponents and/or planeswalkers they control get +2/+0 until end of turn."
GIDEON = {"text": "Target planeswalker becomes a 4/4 Human Soldier creature until end of turn."}
COWARD = {"text": "Target creature becomes a Forest land until end of turn."}
THREAT = {"text": "Gain control of target permanent until end of turn."}


def combat() -> Board:
    """Return a board on which A's creature attacks B's planeswalker."""
    board = Board()
    board.enters("Grizzly Bears", as_="bear")
    board.enters("Gideon Jura", as_="walker", controller="B")
    board.enters("Elvish Mystic", as_="elf", controller="B")
    board.marks("bear", attacks="walker")
    return board


def attacks(board: Board, controller: str = "A") -> bool:
    """Return whether the creature attacks an opponent or a planeswalker."""
    then = board.copy()
    then.resolves({"text": ROAR}, controller=controller)
    return solve(then)["bear"].power == 4


@pytest.mark.parametrize(
    "events",
    [
        [lambda board: board.resolves(GIDEON, as_="effect", targets=["walker"])],
        [lambda board: board.resolves(THREAT, as_="effect", targets=["walker"])],
        [lambda board: board.phases("walker", direction="out"), lambda board: board.phases("walker", direction="in")],
        [lambda board: board.leaves("walker")],
    ],
)
def test_a_planeswalker_that_is_removed_from_combat(events):
    """506.4c: the creature attacks nothing, but is still attacking."""
    board = combat()
    assert attacks(board)
    for event in events:
        event(board)
    if "effect" in board.effects:
        board.ends("effect")
    assert not attacks(board)
    board.resolves({"text": "Attacking creatures get +1/+0 until end of turn."}, as_="anthem")
    assert solve(board)["bear"].power == 3


def test_another_combat():
    """511.3: what a creature attacked in the last combat, it does not attack in the next one."""
    board = combat()
    board.leaves("walker")
    board.ends("combat")
    assert not attacks(board)
    board.marks("bear", attacking=True)  # 506.2: the other player
    assert attacks(board)


def test_an_effect_removes_a_creature_from_combat():
    """506.4: afterwards, nothing is left of what it attacked."""
    board = combat()
    board.marks("bear", attacking=False)
    assert not attacks(board)
    board.marks("bear", attacking=True)
    board.leaves("walker")
    assert attacks(board)


def blocks(board: Board) -> tuple[bool, bool]:
    """Return whether the creature of B blocks, and whether it blocks the attacking creature."""
    then = board.copy()
    then.resolves({"text": "Blocking creatures get +1/+0 until end of turn."})
    then.resolves({"text": "Creatures blocking target creature get +2/+0 until end of turn."}, targets=["bear"])
    bonus = (solve(then)["elf"].power or 0) - 1
    return bool(bonus & 1), bool(bonus & 2)


@pytest.mark.parametrize(
    ("what", "targets", "expected"),
    [
        (COWARD, ["bear"], (True, False)),  # it still blocks, but nothing (509.1g)
        (THREAT, ["bear"], (True, False)),
        (COWARD, ["elf"], (False, False)),
    ],
)
def test_a_creature_that_blocks(what, targets, expected):
    board = combat()
    board.marks("elf", blocking_which="bear")
    assert blocks(board) == (True, True)
    board.resolves(what, as_="effect", targets=targets, controller="B")
    board.ends("effect")
    assert blocks(board) == expected


def test_phasing_out_removes_from_combat():
    """506.4: the creature that blocked it still blocks, and both are right after undo."""
    board = combat()
    board.marks("elf", blocking_which="bear")
    board.phases("bear", direction="out")
    board.phases("bear", direction="in")
    assert blocks(board) == (True, False)
    assert not attacks(board)


def test_combat_again_after_removal():
    """The timeline can record a new combat, or that an effect put the creature into combat."""
    board = combat()
    board.resolves(THREAT, as_="effect", targets=["bear"], controller="B")
    assert not attacks(board, "B")
    board.marks("bear", attacking=True)
    assert attacks(board, "B")


@pytest.mark.parametrize("direction", [("out",), ("out", "in")])
def test_a_pair_ends_if_one_of_it_phases_out(direction):
    """702.26f: "for as long as both remain creatures on the battlefield under your control" (702.95a)."""
    board = Board()
    board.enters("Silverblade Paladin", as_="paladin")
    board.enters("Trusted Forcemage", as_="mage")
    board.marks("paladin", paired_with="mage")
    assert solve(board)["paladin"].power == 3
    for each in direction:
        board.phases("mage", direction=each)
    assert solve(board)["paladin"].power == 2
