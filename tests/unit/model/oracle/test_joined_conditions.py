"""Qualities and conditions joined by "and" or "or", which name their subject once."""

from __future__ import annotations

import pytest

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.oracle.reading.lines import read_line

from ....support.boards import card
from .test_constructions import board, solve

TRAMPLE = Keyword("Trample")


def holds(text: str, **marks: object) -> bool:
    """Return whether a white and green Watcher with a counter on it has trample."""
    made = board()
    made.enters(card("Watcher", "Creature — Bird", text, "2/2", cost="{G}{W}"), counters={"+1/+1": 1})
    if marks:
        made.marks("watcher", **marks)
    return TRAMPLE in solve(made)["watcher"].abilities


@pytest.mark.parametrize(("text", "tapped", "expected"), [
    ("As long as this creature is white and tapped, it has trample.", False, False),
    ("As long as this creature is white and tapped, it has trample.", True, True),
    ("As long as this creature is white or tapped, it has trample.", False, True),
    ("This creature has trample as long as it's white and tapped.", False, False),
    ("As long as this creature is a Bird and an artifact, it has trample.", False, False),
    ("As long as this creature isn't tapped and white, it has trample.", False, True),
    ("Each creature you control that's white and tapped has trample.", False, False),
    ("Each creature you control that's white and tapped has trample.", True, True),
    ("Each creature you control that's both white and green has trample.", False, True),
    ("Creatures you control that are both white and blue have trample.", False, False),
    ("Each creature you control has trample as long as it's white and tapped.", False, False),
    ("As long as this creature is tapped and has a +1/+1 counter on it, it has trample.", False, False),
    ("As long as this creature is tapped and has a +1/+1 counter on it, it has trample.", True, True),
    ("As long as this creature is tapped or has a +1/+1 counter on it, it has trample.", False, True),
    ("As long as this creature has power 4 or greater and is tapped, it has trample.", True, False),
    ("This creature has trample as long as it's tapped and has a +1/+1 counter on it.", True, True),
    ("Creatures you control have trample as long as they're white and you control an artifact.", False, False),
    ("Creatures you control have trample as long as they're white and you control a Bird.", False, True),
    ("This creature gets +1/+1, and as long as it's tapped, it has trample.", False, False),
    ("This creature gets +1/+1, and as long as it's tapped, it has trample.", True, True),
])  # fmt: skip
def test_joined_qualities_of_one_object(text, tapped, expected):
    assert holds(text, **({"tapped": True} if tapped else {})) is expected


@pytest.mark.parametrize(("condition", "monarch", "expected"), [
    ("you control a Bird and have 30 or more life", False, False),
    ("you control a Bird or have 30 or more life", False, True),
    ("you're the monarch or have the city's blessing", False, False),
    ("you're the monarch or have the city's blessing", True, True),
    ("you're the monarch and control a Bird", True, True),
    ("you're the monarch and control an artifact", True, False),
])  # fmt: skip
def test_joined_conditions_of_one_player(condition, monarch, expected):
    text = f"As long as {condition}, this creature has trample."
    made = board()
    made.enters(card("Watcher", "Creature — Bird", text, "2/2"))
    if monarch:
        made.player("Ana", monarch=True)
    assert (TRAMPLE in solve(made)["watcher"].abilities) is expected


@pytest.mark.parametrize("text", [
    "As long as you control a tapped and attacking creature, this creature has trample.",
    "As long as an opponent controls a Swamp and has 10 or less life, this creature has trample.",
    "Creatures you control have trample as long as you control a Forest or they're white.",
])  # fmt: skip
def test_what_is_refused(text):
    """A row of adjectives can mean both or either; two conditions about one opponent are about the same one."""
    (ability,) = read_line(text, "")
    assert type(ability).__name__ == "UnsupportedAbility"
