"""Quoted abilities of emblems and tokens are read, and a quotation inside a quotation, too."""

from __future__ import annotations

import pytest

from mtglayers.coverage.lines import lines_of_card
from mtglayers.coverage.quotations import quoted_abilities
from mtglayers.coverage.roundtrip import misprint
from mtglayers.model.effects.ability import Static, TextAbility
from mtglayers.model.oracle.printing.sentences import finished
from mtglayers.model.oracle.reading.lines import read_line
from mtglayers.model.oracle.reading.resolving import read_resolution


def card(text: str) -> dict[str, str]:
    return {"name": "Speaker", "type_line": "Legendary Planeswalker — Jace", "oracle_text": text}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[−6]: You get an emblem with "Creatures you control get +1/+1."', ["Creatures you control get +1/+1."]),
        (
            '[−6]: You get an emblem with "Creatures get +1/+1" and "Creatures have flying."',
            ["Creatures get +1/+1", "Creatures have flying."],
        ),
        ('[−6]: Create a 1/1 token. It has "This token has flying."', ["This token has flying."]),
        ('[−6]: Create Boo, a 1/1 token with "Boo can\'t block."', ["Boo can't block."]),
        ("[−6]: Draw a card.", []),
    ],
)
def test_quotations_of_new_objects(text, said):
    """111.3, 114.1: what an emblem or token has is quoted, and every quotation is read."""
    found = list(quoted_abilities(text))

    assert [words for words, _ in found] == said
    assert all(isinstance(ability, Static | TextAbility) for _, inner in found for ability in inner)
    assert all(line.status == "untouching" for line in lines_of_card(card(text)))


@pytest.mark.parametrize(
    "words", ["Creatures with power greater than their printed power have trample.", "Creatures you control wobble."]
)
@pytest.mark.parametrize("object", ["You get an emblem", "Create a 1/1 white Spirit creature token"])
def test_quotation_that_is_not_understood(object, words):
    """The line is not understood, and the reason names the quotation."""
    (line,) = lines_of_card(card(f'[−6]: {object} with "{words}"'))

    assert line.status == "unread"
    assert line.stop is not None
    assert (line.stop.part, line.stop.granted) == (words, True)


def test_quotation_inside_a_quotation():
    """An ability that gives another one is printed as on the card."""
    text = "II — This Saga gains \"Creatures you control have '{T}: Add {R}, {G}, or {W}.'\""

    assert finished(read_resolution(text).clauses) == [text.removeprefix("II — ")]
    (ability,) = read_line("Equipped creature has \"Swamps you control have '{T}: Draw a card.'\"")
    assert isinstance(ability, Static)


def test_a_quotation_that_ends_the_sentence_of_a_copy():
    """What follows the quotation is a sentence of its own, whose words are not those of the exceptions."""
    made = 'Create a token that\'s a copy of target creature, except it has "At end of combat, exile this token."'
    (line,) = lines_of_card(card(f"{made} As long as you control an artifact, creatures get +1/+0 and have haste."))
    assert misprint(line) is None
