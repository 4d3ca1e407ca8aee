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
FENCE = card("Fence", "Enchantment", "Creatures you control have all activated abilities of all creatures.")
LIVING = card("Living", "Creature — Shade", "As long as an opponent controls a creature with flying, Living "
              "has flying. The same is true for landwalk.", "1/1")  # fmt: skip
WALKERS = card("Walk", "Enchantment", "Creatures you control have swampwalk.")


def layers(one: dict[str, Any], other: dict[str, Any], at: str | None = None) -> frozenset[str]:
    rules = edition(at)
    cards = [read_card(each) for each in (one, other)]
    assert not any(found.not_understood() for found in cards)
    found = [columns_of(each, rules) for each in cards]
    return dependence_layers(found[0], found[1], rules)


# The same in each zone: what is written there is read there.
JAILER = card("Jailer", "Creature — Zombie", "Cards in graveyards lose all abilities.", "2/1")
ANGER = card("Wrath", "Creature — Incarnation", "As long as Wrath is in your graveyard, creatures you control have "
             "haste.", "2/2")  # fmt: skip
DEEP = card("Deep", "Creature — Merfolk", "Each creature card in your graveyard has flying.", "1/1")
GRUB = card("Grub", "Creature — Insect", "Grub gets +X/+0, where X is the greatest power among creature cards in your "
            "graveyard.", "1/1")  # fmt: skip
GHOUL = card("Ghoul", "Creature — Zombie", "Ghoul's power is equal to the total power of creature cards in all "
             "graveyards.", "*/4")  # fmt: skip
HERD = card("Herd", "Creature — Beast", "Herd's power is equal to the number of lands you control.", "*/4")
SMALL = card("Small", "Creature — Bird", "Small gets +X/+0, where X is the number of other creatures you control with "
             "base power 1.", "1/1")  # fmt: skip
SIZES = card("Sizes", "Enchantment", "Creatures you control have base power and toughness 4/4.")
ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (OOZE, JAILER, {"6"}),
        (ANGER, JAILER, {"6"}),
        (FLOCK, JAILER, set()),  # its ability functions on the battlefield
        (ANGER, HUMILITY, set()),  # and this one in a graveyard
        (GRAVE, DEEP, {"6"}),
        (LIVING, DEEP, set()),
        (GRUB, ANTHEM, set()),  # a bonus for creatures on the battlefield
        (GHOUL, HERD, {"7a"}),  # what defines characteristics functions everywhere (604.3)
        (GRUB, HERD, set()),
        (SMALL, ANTHEM, set()),  # 208.4b
        (SMALL, SIZES, set()),  # 7c and 7b
    ],
)
def test_zones_and_base_power(one: dict[str, Any], other: dict[str, Any], expected: set[str]):
    assert layers(one, other) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (OOZE, FLOCK, set()),  # flying is no activated ability
        (OOZE, LONGBOW, set()),  # it reads cards in graveyards
        (OOZE, HUMILITY, {"6"}),
        (FENCE, LONGBOW, {"6"}),
        (FENCE, FLOCK, set()),
        (GRAVE, FLOCK, set()),
        (LIVING, FLOCK, {"6"}),
        (LIVING, WALKERS, {"6"}),
        (LIVING, LONGBOW, set()),
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
