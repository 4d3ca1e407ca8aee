"""Loops of two and three cards at once (613.8b)."""

from __future__ import annotations

import pytest

from mtglayers import solve
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.model.rules.edition import NEWEST
from mtglayers.solver.check.check import check
from mtglayers.solver.questions.atlas.loops import decide_loop


@pytest.mark.parametrize(
    ("cards", "there"),
    [
        (("Blood Moon", "Life and Limb"), "a Saproling creature; a nonbasic Forest land"),
        (("Ashaya, Soul of the Wild", "Blood Moon", "Kormus Bell"), "a nonbasic Swamp land"),
    ],
)
def test_a_loop_found_is_a_puzzle_that_the_solver_confirms(cards: tuple[str, ...], there: str):
    found = decide_loop(cards, ("4",), NEWEST)

    assert found.layout is not None
    assert found.ring is not None
    assert len(found.ring.members) == len(cards)
    assert found.layout.words() == there
    puzzle = found.puzzle(NEWEST)
    assert puzzle is not None
    assert check(read_puzzle(puzzle), solve).ok
    puzzle["timeline"][-1]["expect"]["loops"][0]["members"].append("plain-0")
    assert not check(read_puzzle(puzzle), solve).ok


def test_without_a_loop_there_is_no_board():
    found = decide_loop(("Blood Moon", "Urborg, Tomb of Yawgmoth"), ("4",), NEWEST)

    assert found.ring is None
    assert found.puzzle(NEWEST) is None
    assert found.boards > 1


def test_two_auras_can_enchant_each_other():
    found = decide_loop(("Confiscate", "Dream Leash"), ("2",), NEWEST)

    assert found.layout is not None
    assert found.layout.hosts == ("other", "one")
    puzzle = found.puzzle(NEWEST)
    assert puzzle is not None
    assert puzzle["timeline"][-2] == {"attaches": "other", "to": "one"}
    assert check(read_puzzle(puzzle), solve).ok
