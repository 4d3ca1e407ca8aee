"""Constructions of sets to come: boards with what the rules make of each, and the plain solver's answer."""

from __future__ import annotations

import pytest

from mtglayers import Board
from mtglayers.model.effects.keywords import Keyword

from ....support.boards import card
from .test_constructions import board, resolved, size, solve

LIONS = card("Lions", "Creature — Cat", size="3/3")
ENLARGED = "Target creature gets +1/+0 until end of turn."
TRAMPLE = Keyword("Trample")


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("Two target creatures exchange power until end of turn.", ((4, 2), (3, 3))),
        ("Exchange the power of two target creatures until end of turn.", ((4, 2), (3, 3))),
        ("Two target creatures exchange base power until end of turn.", ((4, 2), (2, 3))),
        ("Exchange the toughness of two target creatures until end of turn.", ((3, 3), (3, 2))),
    ],
)
def test_two_targets_exchange_a_number(text, sizes):
    """701.12h: each number becomes the other's former value in layer 7b, and +1/+0 still applies to the bear."""
    made = board()
    made.enters(LIONS)
    made.resolves({"ability_of": "bear", "text": ENLARGED}, as_="enlarged", targets=["bear"])
    result = resolved(made, text, "bear", "lions")
    assert (size(result, "bear"), size(result, "lions")) == sizes


def test_a_power_that_becomes_a_number():
    """613.4b: the power is set, and a change of it still applies."""
    made = board()
    made.resolves({"ability_of": "bear", "text": ENLARGED}, as_="enlarged", targets=["ox"])
    assert size(resolved(made, "Target creature's power becomes 0 until end of turn.", "ox"), "ox") == (1, 4)


@pytest.mark.parametrize(("pirates", "held"), [(2, 1), (3, 2)])
def test_both_abilities_instead_of_a_choice(pirates, held):
    """608.2c: "both instead" replaces the choice of an ability, but not the +1/+1 before it."""
    text = (
        "Creatures you control get +1/+1 and gain your choice of menace or trample until end of turn. If you control"
        " three or more Pirates, they gain both instead."
    )
    made = board()
    for place in range(pirates):
        made.enters(card("Pirate", "Creature — Pirate", size="1/1"), as_=f"pirate{place}")
    result = resolved(made, text, chosen={"option": 1})
    assert size(result, "bear") == (3, 3)
    assert result["bear"].abilities == (Keyword("Menace"), TRAMPLE)[:held]


@pytest.mark.parametrize(
    ("condition", "lions", "holds"),
    [
        ("this creature has the greatest power among creatures you control", 0, True),
        ("this creature has the greatest power among creatures you control", 1, False),
        ("creatures you control have total power 8 or greater", 1, False),
        ("creatures you control have total power 8 or greater", 2, True),
        ("you control two or more creatures with the same name", 1, False),
        ("you control two or more creatures with the same name", 2, True),
    ],
)
def test_conditions_about_numbers_of_a_group(condition, lions, holds):
    """With power 2, the Watcher has the greatest power until Lions with power 3 enter."""
    made = board()
    made.enters(card("Watcher", "Creature — Bird", f"As long as {condition}, this creature has trample.", "2/2"))
    for place in range(lions):
        made.enters(LIONS, as_=f"lions{place}")
    assert (TRAMPLE in solve(made)["watcher"].abilities) is holds


@pytest.mark.parametrize(("amount", "number"), [
    ("for each of its creature types", 2),
    ("for each kind of counter on it", 0),
    ("for each land type among lands you control", 2),
    ("for each player with no cards in hand", 1),
])  # fmt: skip
def test_amounts_of_one_object_and_of_groups(amount, number):
    """Ana has a card in hand, and a Forest with the Desert type."""
    made = board()
    made.enters(card("Oasis", "Land — Forest Desert"))
    made.player("Ana", hand=1)
    made.player("Ben", hand=0)
    made.enters(card("Counting", "Creature — Elf Wizard", f"This creature gets +1/+1 {amount}.", "0/1"))
    assert size(solve(made), "counting") == (number, 1 + number)


def test_cards_in_several_zones_of_a_player():
    """ "In your hand, graveyard, and library" names three zones; a card in exile or of another player is in none."""
    made = board()
    text = "Cat cards in your hand, graveyard, and library are Goblins in addition to their other types."
    made.enters(card("Loom", "Artifact", text))
    zones = ("hand", "graveyard", "library", "exile")
    for zone in zones:
        made.enters(LIONS, zone=zone, as_=zone)
    result = solve(made)
    assert ["Goblin" in result[zone].subtypes for zone in zones] == [True, True, True, False]


def test_what_a_creature_did_this_turn_is_recorded_in_words():
    """Only a creature of which it is recorded gets the bonus."""
    made = board()
    made.enters(
        card("Pilot", "Creature — Human", "Creatures you control that crewed a Vehicle this turn get +1/+1.", "1/1")
    )
    made.enters(LIONS)
    made.marks("lions", told=["crewed a Vehicle this turn"])
    result = solve(made)
    assert (size(result, "lions"), size(result, "bear")) == ((4, 4), (2, 2))


def test_a_rule_for_players_beside_a_change():
    """The half that says what players can't do changes no object."""
    text = "Opponents can't gain life, and creatures your opponents control get -1/-1."
    made = board()
    made.enters(card("Gloom", "Enchantment", text))
    assert size(solve(made), "ox") == (1, 3)


def test_it_after_a_sentence_about_entering():
    """ "It" is the artifact that the sentence before is about, not the creatures."""
    text = (
        "This artifact enters with a charge counter on it. As long as it has a charge counter on it, creatures you"
        " control have trample."
    )
    made = board()
    made.enters(card("Engine", "Artifact", text), counters={})
    assert TRAMPLE not in solve(made)["bear"].abilities
    made.counters("engine", put={"charge": 1})
    assert TRAMPLE in solve(made)["bear"].abilities


def test_two_conditions_of_one_clause():
    """One stands before the clause and one behind it; both must be true."""
    text = "During your turn, this creature has trample as long as you control an artifact."
    made = board()
    made.enters(card("Smith", "Creature — Dwarf", text, "1/1"))
    made.turn("Ana")
    assert TRAMPLE not in solve(made)["smith"].abilities
    made.enters(card("Anvil", "Artifact"))
    assert TRAMPLE in solve(made)["smith"].abilities
    made.turn("Ben")
    assert TRAMPLE not in solve(made)["smith"].abilities


def test_other_in_an_amount_for_each_of_a_group():
    """ "Other creatures you control" are other than the one that gets the bonus, not than the source."""
    text = "Creatures you control get +1/+0 for each color among other creatures you control."
    made = board()  # with a green creature
    made.enters(card("Painter", "Creature — Human", text, "1/1", cost="{W}"))
    result = solve(made)
    assert (size(result, "bear"), size(result, "painter")) == ((3, 2), (2, 1))


def test_that_card_of_a_condition():
    """The card that the condition calls a creature card is the one that is copied."""
    text = (
        "At the beginning of your upkeep, you reveal the top card of your library. If it's a creature card, you put the"
        " card into your graveyard and this creature becomes a copy of that card."
    )
    made = board()
    made.enters(LIONS, zone="graveyard")
    assert size(resolved(made, text, "lions"), "bear") == (3, 3)


def test_station_abilities_as_they_are_printed():
    """721.2a: "8+ | Flying" is a station ability with its number beside the box."""
    text = "Station (It's an artifact creature at 8+.)\n4+ | Vigilance\n8+ | Flying"
    made = board()
    made.enters(card("Ship", "Artifact — Spacecraft", text, "3/4"))
    made.counters("ship", put={"charge": 4})
    held = [Keyword("Vigilance") in solve(made)["ship"].abilities, Keyword("Flying") in solve(made)["ship"].abilities]
    assert held == [True, False]
    made.counters("ship", put={"charge": 4})
    result = solve(made)
    assert Keyword("Flying") in result["ship"].abilities
    assert size(result, "ship") == (3, 4)


def test_abilities_of_each_other_creature_on_an_aura():
    """ "Each other creature" is other than the enchanted creature, which does not get its own ability once more."""
    made = board()
    made.enters(card("Mage", "Creature — Human", "{T}: Draw a card.", "1/1"))
    made.enters(card("Archer", "Creature — Elf", "{T}: You gain 1 life.", "1/1"))
    text = "Enchant creature\nEnchanted creature has the activated abilities of each other creature you control."
    made.enters(card("Lesson", "Enchantment — Aura", text), attached_to="mage")
    assert [len(solve(made)[id].abilities) for id in ("mage", "archer")] == [2, 1]


def test_a_number_of_each_affected_object():
    """ "As long as their power is 4 or greater" asks each creature, not the source of the ability."""
    made = board()
    made.enters(card("Colt", "Creature — Horse", size="4/4"))
    made.enters(
        card("Cat", "Creature — Cat", "Creatures you control have flying as long as their power is 4 or greater.")
    )
    flying = Keyword("Flying")
    assert [flying in solve(made)[each].abilities for each in ("bear", "colt", "cat")] == [False, True, False]


def test_every_object_of_a_group():
    """One creature that does not fit is enough; no creature at all is not."""
    made = board()
    text = "As long as each other creature you control has flying, this creature gets +2/+0."
    made.enters(card("Owl", "Creature — Bird", text, "1/1"))
    made.enters(card("Hawk", "Creature — Bird", "Flying", "1/1"))
    assert size(solve(made), "owl") == (1, 1)
    made.leaves("bear")
    assert size(solve(made), "owl") == (3, 1)
    made.leaves("hawk")
    assert size(solve(made), "owl") == (3, 1)


def test_that_card_is_the_exiled_one():
    """ "That card" of a condition about an exiled card is this card, not the source."""
    made = board()
    exiled = (
        "As long as a card exiled with this artifact is a creature card, this artifact is a creature in addition to"
    )
    text = f"{exiled} its other types and has base power and toughness equal to that card's power and toughness."
    made.enters(card("Vat", "Artifact", text))
    made.enters(card("Colt", "Creature — Horse", size="4/3"), zone="exile")
    assert size(solve(made), "vat") == (None, None)
    made.marks("colt", exiled_with="vat")
    assert size(solve(made), "vat") == (4, 3)


def test_your_commander_as_a_subject():
    """903.3: your commander is asked wherever it is."""
    made = board()
    text = "As long as your commander is attacking, other creatures you control get +1/+1."
    made.enters(card("Herald", "Creature — Human", text, "1/1"))
    made.marks("bear", commander=True)
    assert size(solve(made), "herald") == (1, 1)
    made.marks("bear", attacking=True)
    assert size(solve(made), "bear") == (3, 3)


def test_others_than_the_creature_that_the_condition_names():
    """ "Each other creature" of an Equipment is other than the equipped creature, which shares a color with itself."""
    made = board()
    made.enters(card("Elf", "Creature — Elf", size="1/1", cost="{G}"))
    text = "As long as equipped creature is untapped, each other creature that shares a color with it gets +1/+0."
    made.enters(card("Banner", "Artifact — Equipment", text), attached_to="bear")
    result = solve(made)
    assert [size(result, thing) for thing in ("bear", "elf", "ox")] == [(2, 2), (2, 1), (2, 4)]


def test_the_controller_of_each_affected_object():
    """ "As long as its controller controls a land" asks the controller of each creature, not you."""
    made = board()
    made.enters(card("Moon", "Enchantment", "Each creature gets +1/+0 as long as its controller controls a land."))
    made.enters(card("Field", "Land"), controller="Ben")
    result = solve(made)
    assert (size(result, "bear"), size(result, "ox")) == ((2, 2), (3, 4))


@pytest.mark.parametrize(("players", "tapped"), [(("Ana", "Ben"), True), (("Ana", "Ben", "Cid"), False)])
def test_a_land_that_counts_opponents(players, tapped):
    """614.12: how many opponents its controller has decides how it enters."""
    made = Board(players)
    made.enters(card("Suite", "Land", "This land enters tapped unless you have two or more opponents."))
    assert solve(made)["suite"].tapped is tapped
