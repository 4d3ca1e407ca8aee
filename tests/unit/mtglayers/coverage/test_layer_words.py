"""The reader's list of layer words and the independent list: neither passes over a verb behind a condition."""

from __future__ import annotations

import pytest

from mtglayers.coverage.layer_words import layers_spoken_of
from mtglayers.model.effects.ability import UnsupportedAbility
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.recognition.layer_words import touching

AFTER_A_CONDITION = [
    ("Creatures with power greater than their base power have trample.", "6"),
    ("Creatures with power greater than their base power are Goblins.", "4"),
    ("Creatures with power equal to their toughness gain flying.", "6"),
    ("Creatures whose power is greater than their toughness have flying.", "6"),
    ("Each creature with more counters than you have cards in hand is red.", "5"),
    ("Creatures dealt damage while attacking have flying.", "6"),
    ("Each creature dealt damage while it was tapped gains flying.", "6"),
    ("Target creature that was dealt damage when it attacked gains flying.", "6"),
    ("Creatures that attacked as though they were untapped have flying.", "6"),
    ("Whenever you draw a card each creature gains flying.", "6"),
    ("Until end of turn target creature gains flying.", "6"),
    ("It enters with two +1/+1 counters on it and with trample.", "6"),
    ("It enters with flying and with X +1/+1 counters on it.", "6"),
    ("Those creatures form a single creature.", "1a"),
    ("If you do target creature becomes a Goblin.", "4"),
]
WITHOUT_EFFECT = [
    "It enters with a flying counter on it.",
    "Draw a card if that creature has flying.",
    "That player gets two rad counters if they don't have any rad counters.",
    "An opponent guesses whether the top card of your library is a land card.",
    "If target spell has only one target and that target is a creature, change that spell's target to another player.",
    "Put a +1/+1 counter on it if it's a creature and a loyalty counter on it if it's a planeswalker.",
    "You may cast this spell as though it had flash if X is 3 or less.",
    "This creature can attack as though it didn't have defender as long as you have no cards in hand.",
    "If you would draw a card while your library has no cards in it, you win the game instead.",
    "Whenever a creature you control enters, if its power is greater than your life total, draw a card.",
]


@pytest.mark.parametrize(("sentence", "layer"), AFTER_A_CONDITION)
def test_verb_after_a_condition(sentence, layer):
    """A condition in the subject ends before the verb of the sentence."""
    assert touching(sentence)
    assert layer in layers_spoken_of(sentence)


@pytest.mark.parametrize("sentence", WITHOUT_EFFECT)
def test_verb_of_a_condition(sentence):
    """The verb of a condition affects nothing."""
    assert touching(sentence) == ""
    assert layers_spoken_of(sentence) == ()


def test_line_is_refused():
    """A line that gives an ability is never a rule that touches no layer."""
    (ability,) = read_line("Creatures with power greater than their printed power have trample.")

    assert isinstance(ability, UnsupportedAbility)
