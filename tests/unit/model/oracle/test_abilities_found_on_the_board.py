"""Abilities that other objects have or that were chosen, no abilities at all, and numbers of other players."""

from __future__ import annotations

import pytest

import mtglayers
from mtglayers.model.effects.keywords import Keyword

from ....support.boards import card
from .test_constructions import board, resolved, size, solve


def has(result, thing):
    """Return the names of the keyword abilities of an object, in order."""
    return sorted(each.name for each in result[thing].abilities if isinstance(each, Keyword))


def test_keyword_abilities_of_other_objects():
    """702.1, 613.1f: all keyword abilities of the other creatures, each instance, and no quoted ability (113.2c)."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", 'Flying, ward {2}\n"{T}: Add {G}."'.replace('"', ""), "1/1"))
    made.enters(card("Owl", "Creature — Bird", "Flying, vigilance", "1/1"))
    made.enters(card("Ooze", "Creature — Ooze", "This creature has all keyword abilities of other creatures.", "1/1"))
    result = solve(made)
    assert has(result, "ooze") == ["Flying", "Flying", "Vigilance", "Ward"]
    assert not any(getattr(each, "form", "") == "mana" for each in result["ooze"].abilities)


def test_landwalk_abilities_of_a_group():
    """702.14a: each landwalk ability of the group, whatever the land type, and no other ability."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", "Forestwalk, flying", "1/1"))
    made.enters(card("Imp", "Creature — Imp", "Swampwalk", "1/1"), controller="Ben")
    made.enters(card("Ooze", "Creature — Ooze", "This creature has all landwalk abilities of other creatures.", "1/1"))
    held = [each for each in solve(made)["ooze"].abilities if isinstance(each, Keyword)]
    assert sorted(each.subtype for each in held) == ["Forest", "Swamp"]


def test_loses_all_keyword_abilities():
    """613.1f, 613.7: earlier keyword abilities are lost, later ones and other abilities are not."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", "Flying, ward {2}\n{T}: Add {G}.", "1/1"))
    made.enters(card("Hush", "Enchantment", "All creatures lose all keyword abilities."))
    result = solve(made)
    assert has(result, "elf") == []
    assert [each.form for each in result["elf"].abilities] == ["mana"]
    made.enters(card("Cry", "Enchantment", "All creatures have trample."))
    assert has(solve(made), "elf") == ["Trample"]


def test_becomes_something_with_no_abilities():
    """613.1d, f, 613.4b: the type in layer 4, all abilities in layer 6, the size in layer 7b."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", "Flying, ward {2}\n{T}: Add {G}.", "3/3"))
    result = resolved(made, "Target creature becomes a 1/1 Insect with no abilities until end of turn.", "elf")
    assert result["elf"].abilities == ()
    assert (size(result, "elf"), result["elf"].subtypes) == ((1, 1), ("Insect",))


@pytest.mark.parametrize(("chosen", "expected"), [(1, ["Flying"]), (3, ["Lifelink"])])
def test_the_chosen_ability(chosen, expected):
    """607.2d: the ability that was chosen as the permanent entered."""
    made = board()
    text = "As this creature enters, choose flying, trample, or lifelink.\nOther creatures you control have the chosen"
    guide = card("Guide", "Creature — Human", f"{text} ability.", "1/1")
    made.enters(guide, as_="open")
    assert mtglayers.solve(made).unsupported == (("open", "no option was chosen"),)
    made.leaves("open")
    made.enters(guide, chosen={"option": chosen})
    assert has(solve(made), "bear") == expected


def test_each_of_the_chosen_abilities():
    """607.2d: both abilities that were chosen as the permanent entered."""
    made = board()
    text = "As this creature enters, choose two abilities from among first strike, vigilance, and lifelink."
    made.enters(
        card("Guide", "Creature — Human", f"{text}\nBears you control have each of the chosen abilities.", "1/1"),
        chosen={"option": [1, 3]},
    )
    assert has(solve(made), "bear") == ["First strike", "Lifelink"]


def test_devotion_of_another_player():
    """700.5: the mana symbols among the permanents that the controller of each creature controls."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", size="0/0", cost="{G}{G}"), controller="Ana")
    made.enters(card("Imp", "Creature — Imp", size="0/0", cost="{G}"), controller="Ben")
    text = "Each creature gets +X/+X, where X is its controller's devotion to green."
    made.enters(card("Oak", "Enchantment", text, cost="{2}{G}"), controller="Ana")
    result = solve(made)
    assert (size(result, "elf"), size(result, "imp")) == ((4, 4), (1, 1))


def test_the_chosen_color_and_the_chosen_type():
    """105.3, 205.1b: both choices, each in its layer, in addition to what the creature is."""
    made = board()
    text = "As this enchantment enters, choose a color and a creature type.\nCreatures you control are the chosen color"
    text += " and the chosen type in addition to their other colors and types."
    made.enters(card("Herald", "Enchantment", text), chosen={"color": "blue", "creature_type": "Goblin"})
    result = solve(made)
    assert (set(result["bear"].colors), set(result["bear"].subtypes)) == ({"G", "U"}, {"Bear", "Goblin"})
    assert (set(result["ox"].colors), set(result["ox"].subtypes)) == ({"W"}, {"Ox"})


def test_a_static_ability_in_the_paragraph_of_a_choice():
    """614.12, 607.2d: the sentence after "as this creature enters" is a static ability that refers to the choice."""
    made = board()
    text = "As this creature enters, choose flying or haste. Other creatures you control have the chosen ability."
    made.enters(card("Guide", "Creature — Human", text, "1/1"), chosen={"option": 2})
    assert has(solve(made), "bear") == ["Haste"]
    assert has(solve(made), "guide") == []


def test_creature_types_of_a_group():
    """604.3a: the ability defines the creature types, in every zone; land types and other subtypes are not given."""
    made = board()
    text = "This creature has all creature types of creatures your opponents control."
    made.enters(card("Mirror", "Creature — Shapeshifter", text, "1/1"))
    made.enters(card("Arbor", "Land Creature — Forest Dryad", size="1/1"), controller="Ben")
    assert set(solve(made)["mirror"].subtypes) == {"Shapeshifter", "Ox", "Dryad"}
    made.enters(card("Elf", "Creature — Elf", size="1/1"), controller="Ben")
    assert set(solve(made)["mirror"].subtypes) == {"Shapeshifter", "Ox", "Dryad", "Elf"}
    assert set(solve(made)["bear"].subtypes) == {"Bear"}


@pytest.mark.parametrize(("number", "sizes"), [("exactly one color", (3, 2)), ("two or more colors", (2, 3))])
def test_creatures_with_a_number_of_colors(number, sizes):
    """105.2: one color, or at least two."""
    made = board()
    made.enters(card("Imp", "Creature — Imp", size="2/2", cost="{B}{R}"))
    made.enters(card("Prism", "Enchantment", f"Creatures with {number} get +1/+1."))
    result = solve(made)
    assert (result["bear"].power, result["imp"].power) == sizes
