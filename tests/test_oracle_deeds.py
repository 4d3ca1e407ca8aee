"""What effects do: boards whose cards say it in the rarer ways, with what the rules make of them."""

from __future__ import annotations

import pytest

from mtglayers.model.ability import Ability, Keyword
from mtglayers.model.board import Board
from mtglayers.model.oracle import english, read_line
from mtglayers.solver import Result, solve

from .boards import BEAR, FOREST, card


def names(result: Result, thing: str) -> list[str]:
    """Return the keyword abilities of an object, with what they are about."""
    return [english(ability).rstrip(".") for ability in result[thing].abilities if isinstance(ability, Keyword)]


def only(text: str) -> Ability:
    """Return the one ability of a line, which prints back."""
    (ability,) = read_line(text)
    assert english(ability) == text
    return ability


def test_each_ability_has_a_condition_of_its_own():
    """611.3a: each part of the effect is there while its own condition is true."""
    made = Board()
    made.enters(BEAR)
    made.enters(
        card("Sash", "Artifact — Equipment", "Equipped creature has lifelink if you control a Forest, deathtouch if you"
             " control an Island, and haste if you control a Bear."),
        attached_to="grizzly-bears",
    )  # fmt: skip
    assert names(solve(made), "grizzly-bears") == ["Haste"]
    made.enters(FOREST)
    assert names(solve(made), "grizzly-bears") == ["Lifelink", "Haste"]


def test_verbs_with_conditions_of_their_own():
    """611.3a, 613.1f, 613.4c: size and abilities each under its own condition."""
    made = Board()
    made.enters(
        card("Squire", "Creature — Human", "This creature gets +0/+2 as long as you control a Plains, has flying as"
             " long as you control an Island, and gets +2/+0 as long as you control a Forest.", "1/1"),
    )  # fmt: skip
    made.enters(FOREST)
    result = solve(made)
    assert (result["squire"].power, result["squire"].toughness, names(result, "squire")) == (3, 1, [])


@pytest.mark.parametrize(
    "text",
    [
        "Enchanted creature gets +2/+2, has haste, can't attack you or planeswalkers you control, and can't be"
        " sacrificed.",
        "Enchanted creature gets +2/+2 and can attack as though it didn't have defender.",
        "Enchanted creature gets +2/+2, and its activated abilities can't be activated.",
        "Enchanted creature gets +2/+2, and all creatures able to block it do so.",
        "As long as enchanted creature is green, prevent all combat damage it would deal and it gets +2/+2.",
    ],
)
def test_statements_beside_effects(text):
    """613.11: what is said about the rules of the game takes nothing from what the layers do."""
    made = Board()
    made.enters(BEAR)
    made.enters(card("Mantle", "Enchantment — Aura", f"Enchant creature\n{text}"), attached_to="grizzly-bears")
    result = solve(made)

    assert english(only(text)) == text
    assert (result["grizzly-bears"].power, result["grizzly-bears"].toughness) == (4, 4)
    assert result.unsupported == ()
