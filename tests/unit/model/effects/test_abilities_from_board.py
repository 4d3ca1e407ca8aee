"""Abilities that the board or a choice decides: places, conditions, reasons for an order (613.8)."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.effects.amounts.arithmetic import Signs
from mtglayers.model.effects.amounts.base import Number
from mtglayers.model.effects.filters.characteristics import OfType, With
from mtglayers.model.effects.filters.combinators import Either
from mtglayers.model.effects.filters.whereabouts import CardNoun, Permanent
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.operations.abilities import Gain, Lose
from mtglayers.model.effects.operations.abilities_from_board import GainAllOf, GainKind, GainOne
from mtglayers.model.effects.operations.control import GainControl
from mtglayers.model.effects.operations.keywords import CantHave, GainProtections
from mtglayers.model.effects.operations.power_toughness import ModifyPT, SetPT
from mtglayers.model.effects.operations.types import AddSubtypes
from mtglayers.model.effects.players import ControllerOf
from mtglayers.model.effects.selectors import Attached, Group, Itself
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE
from mtglayers.model.rules.vocabulary import subtypes_of
from mtglayers.solver.solve import solve

from ....support.boards import FOREST, card

CREATURES = Group((OfType("Creature"),))
ARTIFACTS = Group((OfType("Artifact"),))


def enchantment(name: str, *clauses: Clause) -> Card:
    """Return an enchantment with one static ability."""
    return Card(name, (Face(name, types=("Enchantment",), abilities=(Static(clauses),)),))


def creature(name: str, color: str) -> Card:
    """Return a 1/1 creature of a colour."""
    return Card(name, (Face(name, types=("Creature",), colors=(color,), power="1", toughness="1"),))


def growing(power: int) -> Static:
    """Return "this creature gets +N/+0"."""
    return Static((Clause(Itself(), (ModifyPT(Number(power), Number(0)),)),))


def leeching() -> Static:
    """Return "this creature has all activated abilities of all artifacts"."""
    return Static((Clause(Itself(), (GainAllOf(ARTIFACTS),)),))


def test_one_of_several_abilities_beside_another():
    """613.1f, 613.7a: each static ability that an effect gives makes an effect of its own."""
    made = Board()
    made.enters(creature("Bear", "G"))
    gift = Clause(CREATURES, (GainOne((growing(1), growing(2))), Gain((growing(4),))))
    made.enters(enchantment("Gift", gift), chosen={"option": 2})

    assert solve(made)["bear"].power == 7


def test_the_same_keyword_from_one_effect_twice():
    """702.16: two instances, one in words and one for a color among the artifacts."""
    made = Board()
    made.enters(creature("Bear", "G"))
    white = Keyword("Protection", color="W")
    made.enters(Card("Rock", (Face("Rock", types=("Artifact",), colors=("W",)),)))
    made.enters(enchantment("Ward", Clause(CREATURES, (Gain((white,)), GainProtections(ARTIFACTS)))))

    assert solve(made)["bear"].abilities == (white, white)


def test_what_cannot_be_given_is_waited_for_no_longer():
    """613.8a, 613.8c, 113.11: once creatures can't have protection, what gives it changes nothing for the oldest."""
    for gift in (GainProtections(ARTIFACTS), GainKind("Protection", ARTIFACTS)):
        made = Board()
        made.enters(creature("Bear", "G"))
        rock = Face("Rock", types=("Artifact",), colors=("W",), abilities=(Keyword("Protection", color="R"),))
        made.enters(Card("Rock", (rock,)))
        made.enters(
            enchantment("Chain", Clause(Group((OfType("Creature"), With("Protection"))), (Lose((Keyword("Haste"),)),)))
        )
        made.enters(enchantment("Bar", Clause(CREATURES, (CantHave("Protection"),))))
        made.enters(enchantment("Gift", Clause(CREATURES, (gift,))))
        assert [step.effect for step in solve(made).layer("6").steps] == ["bar#1", "chain#1", "gift#1"]


def test_an_ability_is_given_as_often_as_it_is_there():
    """113.2c: an ability of two artifacts is given twice, so that one of them that loses it changes what is done."""
    draws, taps = (
        TextAbility("activated", "{2}: Draw a card."),
        TextAbility("activated", "{T}: Untap another permanent."),
    )
    loses = Static((Clause(Itself(), (Lose((draws,)),)),))
    made = Board()
    made.enters(Card("Leech", (Face("Leech", types=("Creature",), abilities=(leeching(),)),)))
    made.enters(Card("Rock", (Face("Rock", types=("Artifact",), abilities=(draws, taps, loses)),)))
    made.enters(Card("Orb", (Face("Orb", types=("Artifact",), abilities=(taps, draws)),)))
    result = solve(made)

    assert [step.effect for step in result.layer("6").steps] == ["rock#3", "leech#1"]
    assert result["leech"].abilities == (leeching(), draws, taps, taps)


def test_a_granted_ability_works_where_it_says():
    """113.6b, 604.3a: what would define a size if it were printed, granted, with a zone of its own."""
    made = Board()
    made.enters(creature("Bear", "G"))
    made.enters(creature("Wolf", "G"), zone="graveyard")
    small = Static((Clause(Itself(), (SetPT(Number(0), Number(1)),)),), zones=("graveyard",))
    everywhere = Group((OfType("Creature"), Either((CardNoun(), Permanent()))))
    made.enters(enchantment("Curse", Clause(everywhere, (Gain((small,)),))))
    result = solve(made)

    assert (result["bear"].power, result["wolf"].power) == (1, 0)


def test_they_are_the_same_objects_under_a_condition_of_their_own():
    """613.6: "they" are the creatures that the effect started to apply to, though they have lost what made them fit."""
    made = Board()
    made.enters(card("Hawk", "Creature — Bird", "Flying", "1/1"))
    made.enters(FOREST)
    text = "Creatures you control with flying lose flying. As long as you control a Forest, they get +2/+2."
    made.enters(card("Nest", "Enchantment", text))
    hawk = solve(made)["hawk"]

    assert (hawk.power, hawk.abilities) == (3, ())


@pytest.mark.parametrize(("edition", "player"), [("2012-01-31", "A"), ("2012-05-01", "A"), ("2013-09-27", "B")])
def test_the_controller_of_an_enchanted_creature_that_is_none(edition: str, player: str):
    """303.4m until 2013-09-26: what is no creature is no "enchanted creature", nor has that a controller."""
    made = Board(edition=edition)
    made.enters(card("Rock", "Artifact"), controller=made.players[1])
    made.enters(card("Orb", "Artifact"), controller=made.players[0])
    gift = Static((Clause(ARTIFACTS, (GainControl(ControllerOf(Attached())),)),))
    made.enters(Card("Gift", (Face("Gift", types=("Enchantment",), abilities=(gift,)),)))
    made.attaches("gift", to="rock")

    assert solve(made)["orb"].controller == {"A": made.players[0], "B": made.players[1]}[player]


def test_a_type_of_every_type_counts_once():
    """205.3m: an Elf that is every creature type has as many of them as there are."""
    made = Board()
    made.enters(enchantment("Count", Clause(CREATURES, (ModifyPT(Signs(), Number(0)),))))
    made.enters(card("Elf", "Creature — Elf", size="0/1"))
    made.enters(card("Elk", "Creature", size="0/1"))
    made.enters(enchantment("All", Clause(CREATURES, (AddSubtypes((EVERY_CREATURE_TYPE,)),))))
    result = solve(made)

    assert result["elf"].power == result["elk"].power == 1 + len(subtypes_of("creature"))
