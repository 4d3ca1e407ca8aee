"""Which lines of a card resolve, and what they need."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError
from mtglayers.solver.solve import solve


def notes(board: Board) -> str:
    return "; ".join(text for _, text in solve(board).unsupported)


def test_a_static_ability_of_a_spell_hides_nothing() -> None:
    """113.6: "has flash as long as" is about the spell itself."""
    board = Board()
    board.enters("Grizzly Bears", controller="B")
    board.resolves("Take for a Ride", controller="A", targets=["grizzly-bears"])
    bears = solve(board)["grizzly-bears"]
    assert (bears.controller, bears.has("haste")) == ("A", True)


@pytest.mark.parametrize("told", [[], ["that mana is spent on a creature spell"]])
def test_the_further_effect_of_a_mana_ability(told: list[str]) -> None:
    board = Board()
    board.enters("Hall of the Bandit Lord")
    board.enters("Grizzly Bears")
    ability = {"ability_of": "hall-of-the-bandit-lord", "index": 2}
    board.resolves(ability, as_="mana", targets=["grizzly-bears"] if told else [], told=told)
    assert solve(board)["grizzly-bears"].has("haste") is bool(told)


def test_a_delayed_effect_of_a_mana_ability_is_named() -> None:
    board = Board()
    board.enters("Rainbow Vale")
    board.resolves({"ability_of": "rainbow-vale", "index": 1}, as_="mana")
    assert "delayed triggered ability" in notes(board)


@pytest.mark.parametrize(("option", "size"), [(None, 0), (2, 2)])
def test_an_alternative_that_was_not_chosen_is_named(option: int | None, size: int) -> None:
    """614.12a: the choice is made as the permanent enters."""
    board = Board()
    board.enters("Primal Clay", chosen=None if option is None else {"option": option})
    assert solve(board)["primal-clay"].power == size
    assert ("no option was chosen" in notes(board)) is (option is None)


def test_a_choice_that_only_a_condition_needs() -> None:
    """608.2d."""
    board = Board()
    board.enters("Serra Angel", controller="B")
    with pytest.raises(IllegalEventError, match="creature_type"):
        board.resolves("Peer Pressure", controller="A")


@pytest.mark.parametrize(("chosen", "legal"), [("serra-angel", True), ("grizzly-bears", False)])
def test_an_object_that_a_target_player_chooses(chosen: str, legal: bool) -> None:
    """115.1, 608.2d: the player is the target; the object is chosen as the text resolves."""
    board = Board()
    board.enters("Grizzly Bears", controller="A")
    board.enters("Serra Angel", controller="B")
    text = {"text": "Target opponent chooses a creature they control. You gain control of it."}
    board.resolves(text, as_="will", controller="A", targets=["B"], chosen={"object": [chosen]})
    result = solve(board)
    assert result[chosen].controller == "A"
    assert [each.rule for each in result.illegal] == ([] if legal else ["608.2d"])


@pytest.mark.parametrize("targets", [["B"], ["grizzly-bears", "B"]])
def test_a_player_whom_a_trigger_names_is_not_the_enchanted_creature(targets: list[str]) -> None:
    """608.2k: "that spell or ability's controller gains control of that creature"."""
    board = Board()
    board.enters("Grizzly Bears")
    board.enters("Fractured Loyalty", attached_to="grizzly-bears")
    board.resolves({"ability_of": "fractured-loyalty", "index": 2}, as_="trigger", targets=targets)
    assert solve(board)["grizzly-bears"].controller == "B"


def test_a_mode_with_any_number_of_targets_precedes_one_without_a_continuous_effect() -> None:
    """700.2: only a later mode that takes `targets`, too, would leave open which of them are whose."""
    board = Board()
    board.enters("Forest")
    board.resolves("Kamahl's Will", targets=["forest"], mode=[1, 2])
    assert solve(board)["forest"].power == 1


def test_a_refusal_repeats_no_digest_of_long_text() -> None:
    board = Board()
    board.enters("Brine Hag")
    with pytest.raises(IllegalEventError, match=r"all creatures that …$"):
        board.resolves({"ability_of": "brine-hag", "index": 1}, as_="it")


def test_landwalk_of_a_type_that_was_not_chosen_is_refused() -> None:
    """702.14a: the ability would say nothing; a basic land type is a land type, too."""
    board = Board()
    board.enters("Illusionary Presence")
    ability = {"ability_of": "illusionary-presence", "index": 2}
    with pytest.raises(IllegalEventError, match="land_type"):
        board.resolves(ability, as_="none")
    board.resolves(ability, as_="island", chosen={"basic_land_type": "Island"})
    assert solve(board)["illusionary-presence"].has("islandwalk")


@pytest.mark.parametrize("chosen", [{}, {"land_type": "Desert"}])
def test_landwalk_of_a_type_that_was_not_chosen_as_the_source_entered_is_named(chosen: dict[str, str]) -> None:
    board = Board()
    board.enters("Grizzly Bears")
    board.enters("Traveler's Cloak", attached_to="grizzly-bears", chosen=chosen)
    assert ("no land type was chosen" in notes(board)) is (not chosen)
