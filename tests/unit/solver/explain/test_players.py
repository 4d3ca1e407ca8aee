"""What effects make of players is explained like what they make of objects (613.10, 613.11)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mtglayers import Board, UnknownObjectError, solve
from mtglayers.cli.main import main
from mtglayers.solver.result.result import Result

from ....support.boards import BEAR, board, card

TOWER = card("Reliquary Tower", "Land", "You have no maximum hand size.\n{T}: Add {C}.")
AUGUR = card("Augur", "Creature — Praetor", "Each opponent's maximum hand size is reduced by seven.", size="5/4")
EXPLORATION = card("Exploration", "Enchantment", "You may play an additional land on each of your turns.")
SHROUD = card("Imperial Mask", "Enchantment", "You have hexproof.")


def solved() -> Result:
    made = Board(players=["Ana", "Ben"])
    for each in (TOWER, EXPLORATION, SHROUD):
        made.enters(each)
    made.enters(AUGUR, controller="Ben")
    return solve(made)


def test_a_player() -> None:
    found = solved().explain("Ana")

    assert str(found) == (
        "Ana has hexproof, no maximum hand size and 2 land plays per turn.\n"
        "  After the layers: players (613.10)\n"
        "    Imperial Mask: gains hexproof.\n"
        "  After the layers: the rules of the game (613.11)\n"
        "    Reliquary Tower: a maximum hand size of 7 becomes no maximum hand size.\n"
        "      It is older than Exploration, and neither depends on the other (613.7).\n"
        "    Exploration: 1 land play per turn becomes 2 land plays per turn.\n"
        "      It is older than Augur, and neither depends on the other (613.7).\n"
        "    Augur: applies, but changes nothing."
    )
    assert found.player
    assert found.effects == ("imperial-mask#1", "reliquary-tower#1", "exploration#1", "augur#1")


def test_a_player_of_whom_effects_make_nothing() -> None:
    found = solved().explain("Ben")

    assert (str(found), found.effects) == ("No effect changes anything about Ben.", ())


def test_what_is_neither_object_nor_player_is_refused() -> None:
    with pytest.raises(UnknownObjectError):
        solve(board(BEAR)).explain("Cy")


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    made = tmp_path / "hands.toml"
    made.write_text(
        'title = "Hands"\nplayers = ["Ana", "Ben"]\n[[timeline]]\nenters = "Reliquary Tower"\n', encoding="utf-8"
    )
    return str(made)


def test_players_are_told_without_being_asked_for(puzzle: str) -> None:
    result = CliRunner().invoke(main, ["explain", puzzle])

    assert "Ana has no maximum hand size." in result.stdout
    assert "No effect changes anything." not in result.stdout


def test_a_player_is_asked_for_by_name(puzzle: str) -> None:
    result = CliRunner().invoke(main, ["explain", puzzle, "Ben", "--json"])

    assert [found["id"] for found in json.loads(result.stdout)["explanations"]] == ["Ben"]
