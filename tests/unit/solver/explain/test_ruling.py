"""Rulings: the answer in a few sentences."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.explain.ruling import ruling
from mtglayers.solver.solve import solve


def said(lines: str, id: str) -> tuple[str, ...]:
    """Return the ruling for an object of a board."""
    return ruling(solve(Board.of(lines)).explain(id))


@pytest.mark.parametrize(
    ("lines", "id", "expected"),
    [
        ("Blood Moon; Life and Limb; Saproling", "saproling", (
            "The Saproling is a 1/1 green Mountain Saproling land creature with “{T}: Add {R}.”",
            "In layer 4, Life and Limb adds the card types Creature and Land and adds the subtypes Saproling and "
            "Forest, then Blood Moon sets the land type to Mountain.",
            "Blood Moon depends on Life and Limb, after which it would apply to the Saproling, because that would "
            "become a land (613.8a, scope), so Life and Limb applies first (613.8b).",
        )),
        ("Blood Moon; Urborg, Tomb of Yawgmoth; Forest", "urborg-tomb-of-yawgmoth", (
            "Urborg, Tomb of Yawgmoth is a legendary Mountain land with “{T}: Add {R}.”",
            "In layer 4, Blood Moon sets the land type to Mountain.",
            "Urborg, Tomb of Yawgmoth does not apply in layer 4: it depended on Blood Moon (613.8a) and had to wait "
            "(613.8b), and Blood Moon took its ability (layer 4, step 1) before it started (613.6).",
        )),
        ("Humility; Opalescence", "humility", (
            "Humility is a 4/4 white enchantment creature without abilities.",
            "In layer 4, Opalescence adds the card type Creature; in layer 6, Humility removes all abilities; in layer "
            "7b, Humility sets power and toughness to 1/1, then Opalescence sets power and toughness to 4/4.",
            "Humility took its own ability in layer 6, but had started and continues (613.6).",
            "Humility is older than Opalescence, and neither depends on the other (613.7).",
        )),
        ("Goblin King; Goblin Chieftain; Raging Goblin", "raging-goblin", (
            "Raging Goblin is a 3/3 red Berserker Goblin creature with haste, mountainwalk and haste.",
            "In layer 6, Goblin King gives mountainwalk, then Goblin Chieftain gives haste; in layer 7c, each of "
            "Goblin King and Goblin Chieftain gives +1/+1.",
        )),
        ("Blood Moon; Life and Limb; Saproling; Overgrown Tomb", "overgrown-tomb", (
            "Overgrown Tomb is a Mountain land with “{T}: Add {R}.”",
            "In layer 4, Blood Moon sets the land type to Mountain.",
            "Blood Moon is in a dependency loop with Life and Limb, in which timestamps decide, and is the oldest "
            "(613.8b).",
            "After that, Life and Limb no longer applies to it (step 2), nor in later layers (613.6).",
        )),
        ("Grizzly Bears", "grizzly-bears", ("Grizzly Bears is a 2/2 green Bear creature.", "No effect changed it.")),
        ("Spellbook", "A", (
            "A has no maximum hand size.",
            "After the layers, Spellbook: a maximum hand size of 7 becomes no maximum hand size.",
        )),
    ],
)  # fmt: skip
def test_the_ruling_of(lines: str, id: str, expected: tuple[str, ...]) -> None:
    assert said(lines, id) == expected


def test_many_effects_are_counted() -> None:
    found = said("; ".join((*["Glorious Anthem", "Honor of the Pure", "Gaea's Anthem", "Intangible Virtue",
                              "Crusade", "Bad Moon", "Collective Blessing"], "Soldier token")), "soldier")  # fmt: skip

    assert len(found) == 2
    assert "effects apply in turn" in found[1] or "each of" in found[1]
