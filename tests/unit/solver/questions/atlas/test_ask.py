"""`may_depend`: no board can have a dependency, or one may."""

from __future__ import annotations

import pytest

from mtglayers import UnsupportedTextError, depends, may_depend
from mtglayers.model.cards.scryfall import read_card
from mtglayers.solver.questions.atlas.ask import unread_lines

from .....support.boards import LIMB, MOON, card

UNREAD = card("Riddle", "Enchantment", "Creatures frobnicate all Goblins.")


def test_cards_are_named_or_defined():
    assert may_depend("Blood Moon", LIMB) == ("4",)
    assert may_depend(MOON, "Life and Limb", edition="2006-07-01") == ("4",)
    assert may_depend("Mine", "Blood Moon", cards=[card("Mine", "Enchantment", "Mountains are white.")]) == ()


def test_a_resolved_effect_depends_on_nothing():
    assert may_depend("Turn to Frog", "Humility") == ()
    assert may_depend("Glorious Anthem", "Turn to Frog") == ()
    assert may_depend("Goblin King", "Turn to Frog") == ("6",)


def test_what_a_permanent_entered_with_can_change_a_scope():
    """It is an effect of its own, which no longer depends on the ability that gave it (614.1c)."""
    assert may_depend("Kwende, Pride of Femeref", "Benalish Lancer") == ("6",)
    assert may_depend("Benalish Lancer", "Humility") == ()


EMBLEM = 'emblem with "Creatures you control get +2/+2 and have flying."'


def test_an_emblem_is_an_object_of_its_own():
    """114.4: its abilities function in the command zone, so that nothing on the battlefield removes them."""
    assert may_depend("Chaosphere", "Elspeth, Sun's Champion") == ()
    assert may_depend("Chaosphere", EMBLEM) == ("6",)
    assert may_depend(EMBLEM, "Humility") == ()


def test_depends_finds_a_board_with_an_emblem_or_a_token():
    found = depends("Chaosphere", EMBLEM, most=1)
    assert [(each.effect, each.on, each.layer) for each in found.found] == [("Chaosphere", EMBLEM, "6")]
    token = "4/4 white Angel creature token with flying"
    assert depends(token, "Dryad Arbor", most=0).cards == (token, "Dryad Arbor")


def test_under_the_reading_outcome_text_changes_may_depend():
    assert may_depend("Mind Bend", "Mind Bend") == ()
    assert may_depend("Mind Bend", "Mind Bend", readings="outcome") == ("3",)


def test_a_card_that_is_not_understood_is_refused():
    assert unread_lines(read_card(UNREAD)) == ("Creatures frobnicate all Goblins.",)
    with pytest.raises(UnsupportedTextError, match="frobnicate"):
        may_depend(UNREAD, "Humility")
