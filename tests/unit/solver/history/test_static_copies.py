"""Static copy effects: the values are those of the moment at which the effect first applied (707.2c)."""

from __future__ import annotations

from mtglayers.model.board.board import Board
from mtglayers.solver.solve import solve

from ....support.boards import BEAR, card

ALTERATION = card(
    "Alteration", "Enchantment — Aura",
    "Enchant creature\nAs this Aura enters, choose a creature.\nEnchanted creature is a copy of the chosen creature.",
)  # fmt: skip
ANGEL = card("Angel", "Creature — Angel", "Flying", "4/4", cost="{4}{W}")
DRAKE = card("Drake", "Creature — Drake", "Flying", "2/1", cost="{2}{U}")


def altered() -> Board:
    made = Board()
    made.enters(BEAR)
    made.enters(DRAKE)
    made.enters(ANGEL)
    made.enters(ALTERATION, attached_to="grizzly-bears", chosen={"object": "angel"})
    return made


def test_the_enchanted_creature_is_a_copy():
    """707.2c, 613.2a: in layer 1, with the copiable values of the chosen creature."""
    result = solve(altered())

    assert result.layer("1a").order == ("alteration#3",)
    assert (result["grizzly-bears"].name, result["grizzly-bears"].power) == ("Angel", 4)
    assert [ability.name for ability in result["grizzly-bears"].abilities] == ["Flying"]
    assert result.unsupported == ()


def test_what_becomes_of_the_chosen_creature_does_not_matter():
    """707.2c: the values were fixed as the effect first applied."""
    made = altered()
    made.resolves({"text": "Target creature becomes a copy of another target creature."}, as_="copying",
                  targets=["angel", "drake"])  # fmt: skip
    assert solve(made)["grizzly-bears"].name == "Angel"
    made.leaves("angel")

    assert solve(made)["grizzly-bears"].name == "Angel"


def test_the_aura_moves():
    """707.2c: the same effect applies to another creature, with the values that it took at first."""
    made = altered()
    made.leaves("angel")
    made.attaches("alteration", to="drake")
    result = solve(made)

    assert (result["drake"].name, result["grizzly-bears"].name) == ("Angel", "Grizzly Bears")


def test_a_copy_of_the_copy():
    """613.2c, 707.3: what a static copy effect gives is copiable."""
    made = altered()
    clone = made.enters(card("Clone", "Creature", "", "0/0"), copy_of="grizzly-bears")

    assert (solve(made)[clone].name, solve(made)[clone].power) == ("Angel", 4)


def test_the_aura_is_attached_later():
    """707.2c: the values are those of the moment at which the Aura was first attached."""
    made = Board()
    made.enters(BEAR)
    made.enters(ANGEL)
    made.enters(ALTERATION, chosen={"object": "angel"})
    made.enters(DRAKE)
    assert solve(made)["grizzly-bears"].name == "Grizzly Bears"
    made.attaches("alteration", to="grizzly-bears")

    assert solve(made)["grizzly-bears"].name == "Angel"


def test_nothing_is_chosen():
    """A choice that no event makes is reported, and nothing is copied."""
    made = Board()
    made.enters(BEAR)
    made.enters(ALTERATION, attached_to="grizzly-bears")
    result = solve(made)

    assert result["grizzly-bears"].name == "Grizzly Bears"
    assert result.unsupported == (("alteration", "no object was chosen"),)


def test_the_source_loses_its_ability():
    """613.1: an ability that layer 6 takes has applied in layer 1 before."""
    made = altered()
    made.enters(card("Silence", "Enchantment", "All enchantments lose all abilities."))

    assert solve(made)["grizzly-bears"].name == "Angel"
