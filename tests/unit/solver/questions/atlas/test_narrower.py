"""Nodes that read or write less than their classes declare: pairs that cannot depend on each other, and near misses."""

from __future__ import annotations

from typing import Any

import pytest

from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.rules.edition import edition
from mtglayers.solver.questions.atlas.columns import columns_of, dependence_layers

from .....support.boards import HUMILITY, LIMB, MOON, card

OOZE = card(
    "Ooze", "Creature — Ooze", "Ooze has all activated abilities of all creature cards in all graveyards.", "4/4"
)
FLOCK = card("Flock", "Enchantment", "Creatures you control have flying.")
LONGBOW = card("Bow", "Enchantment", 'Creatures you control have "{T}: This creature deals 1 damage to any target."')
GOD = card("God", "Creature — God", "As long as your devotion to red is less than five, God isn't a creature.", "5/5")
SWAMPS = card("Bell", "Enchantment", "All Swamps are 1/1 black creatures that are still lands.")
WARRIORS = card("Band", "Enchantment", "All creatures are Warriors in addition to their other creature types.")
GRAVE = card("Grave", "Creature — Shade", "As long as a creature card with flying is in a graveyard, Grave has flying. "
             "The same is true for landwalk.", "1/1")  # fmt: skip
WALKERS = card("Walk", "Enchantment", "Creatures you control have swampwalk.")


def layers(one: dict[str, Any], other: dict[str, Any], at: str | None = None) -> frozenset[str]:
    rules = edition(at)
    found = [columns_of(read_card(each), rules) for each in (one, other)]
    return dependence_layers(found[0], found[1], rules)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (OOZE, FLOCK, set()),  # flying is no activated ability
        (OOZE, LONGBOW, {"6"}),
        (OOZE, HUMILITY, {"6"}),
        (GRAVE, FLOCK, {"6"}),
        (GRAVE, WALKERS, {"6"}),
        (GRAVE, LONGBOW, set()),  # it reads two keywords
        (SWAMPS, GOD, set()),  # a God that is no creature is still no land
        (WARRIORS, GOD, {"4"}),
        (GOD, GOD, set()),  # devotion is not changed
        (GOD, WARRIORS, set()),
        (MOON, GOD, set()),
        (GOD, MOON, {"4"}),  # a God that is a land, too, loses its abilities (305.7)
    ],
)
def test_what_may_depend(one: dict[str, Any], other: dict[str, Any], expected: set[str]):
    assert layers(one, other) == expected


def test_subtypes_that_return_with_their_card_type_are_written():
    assert layers(MOON, LIMB, "2004") == {"4"}
