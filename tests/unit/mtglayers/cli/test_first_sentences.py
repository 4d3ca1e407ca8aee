"""The answer to a question stands in the first three sentences of the output, also if no object is named."""

from __future__ import annotations

import tomllib

import pytest

from mtglayers.model.board.board import Board
from mtglayers.presentation.sentences import asked_first, explanations_of, rulings_of, worth_telling
from mtglayers.solver.solve import solve
from tests.support.paths import TESTS

ANSWERED = 1088
"""Minimum number of the 1110 questions with all facts in the first three sentences about the board."""


def told(lines: str) -> list[str]:
    """Return the ids of the explained objects, in order."""
    result = solve(Board.of(lines))
    return list(worth_telling(result) or asked_first(result, result))


def answer(lines: str) -> list[tuple[str, list[str]]]:
    """Return the first sentence about each of the explained objects, and the reasons."""
    result = solve(Board.of(lines))
    return list(rulings_of(result, explanations_of(result, worth_telling(result) or asked_first(result, result))[0]))


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        # what has no effect on another object
        ("Ashaya, Soul of the Wild; Grizzly Bears; Ben: Lignify -> Ashaya", "grizzly-bears"),
        ("Urborg, Tomb of Yawgmoth; Forest; Ben: Blood Sun", "forest"),
        ("Spirit of the Hearth; Ben: Archetype of Imagination; Serra Angel", "serra-angel"),
        # what has an effect on itself
        ("Urborg, Tomb of Yawgmoth; Ben: Blood Moon; Nightmare; Swamp", "nightmare"),
        # what defines its own size, or has a condition that fails
        ("Master of Etherium; Ornithopter; Forest", "master-of-etherium"),
        ("Purphoros, God of the Forge; 3x Goblin Chainwhirler", "purphoros-god-of-the-forge"),
        # what state-based actions affect
        ("Opalescence; Enchanted Evening; Forest; Mox Ruby", "forest"),
        ("Darksteel Mutation -> Serra Angel; Song of the Dryads -> Serra Angel", "darksteel-mutation"),
        ("Pacifism -> Grizzly Bears; Gods Willing -> Grizzly Bears choosing white", "pacifism"),
        # what an effect came too early for
        ("Grizzly Bears; Overrun; Llanowar Elves", "llanowar-elves"),
        # what has lost its effect
        ("Tropical Island; Wonder in graveyard; Grizzly Bears; Blood Moon", "wonder"),
        ("Tundra; Blood Moon; Urborg, Tomb of Yawgmoth", "urborg-tomb-of-yawgmoth"),
        # copies
        ("Grizzly Bears; Giant Growth -> Grizzly Bears; Clone as a copy of Grizzly Bears", "clone"),
        ("Serra Angel; Phantasmal Image -> Serra Angel; Clone -> Phantasmal Image", "clone"),
        # what an Equipment enlarges
        ("Ygra, Eater of All; Grizzly Bears; Cranial Plating -> Ygra", "ygra-eater-of-all"),
        # what a spell enlarges, under layers with other names
        ("rules: 2007; Goblin King; Mogg Fanatic; Giant Growth -> Goblin King", "goblin-king"),
        # what more effects concern
        ("Painter's Servant choosing blue; Ghostflame Sliver", "ghostflame-sliver"),
        # what is on the battlefield
        ("Biotransference; Grizzly Bears in graveyard; Ben: Tarmogoyf", "tarmogoyf"),
        # nothing is changed
        ("Castle; Grizzly Bears tapped", "grizzly-bears"),
        # what is as printed only because of an effect
        ("Crusade; White Knight; Alter Reality -> Crusade changing white to black", "white-knight"),
    ],
)
def test_the_first_paragraph_is_about(lines: str, first: str) -> None:
    assert told(lines)[0] == first


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        ("Starfield of Nyx; Ghostly Prison; Propaganda; Glorious Anthem; Blood Moon",
         "Likewise, Propaganda is a 4/4 blue enchantment creature; Blood Moon is a 4/4 red enchantment creature; "
         "Glorious Anthem is a 4/4 white enchantment creature."),
    ],
)  # fmt: skip
def test_objects_with_the_same_reasons_share_them(lines: str, last: str) -> None:
    assert [why[-1] for _, why in answer(lines)] == [last]


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        ("Painter's Servant choosing black; Bad Moon; Savannah Lions",
         "Savannah Lions is a 3/2 white and black Cat creature; likewise, Painter's Servant is a 2/4 black Scarecrow "
         "artifact creature."),
        ("Urborg, Tomb of Yawgmoth; Celestial Dawn; Forest",
         "Urborg, Tomb of Yawgmoth is a legendary Plains land with “{T}: Add {W}.”; likewise, Forest is a basic Plains "
         "land with “{T}: Add {W}.”"),
    ],
)  # fmt: skip
def test_one_object_with_the_same_reasons_stands_in_the_first_sentence(lines: str, first: str) -> None:
    assert [said for said, _ in answer(lines)] == [first]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            "Ensnaring Bridge; Grizzly Bears; Giant Growth -> Grizzly Bears",
            "Ensnaring Bridge has an ability that affects",
        ),
        (
            "Propaganda; Ghostly Prison; Crusade; White Knight",
            "Propaganda and Ghostly Prison have abilities that affect",
        ),
    ],
)
def test_the_first_ruling_names_abilities_about_rules_once(lines: str, said: str) -> None:
    (_, why), *rulings = answer(lines)

    assert why[-1] == f"{said} events or the rules of the game, not characteristics (613.11)."
    assert said not in " ".join(text for first, others in rulings for text in (first, *others))


def test_most_questions_are_answered_in_the_first_three_sentences() -> None:
    questions = tomllib.loads((TESTS / "data" / "questions.toml").read_text(encoding="utf-8"))
    answered = 0
    for question in (each for group in questions.values() for each in group):
        said = " ".join([words for first, why in answer(question["board"]) for words in (first, *why)][:3])
        answered += all(any(words in said for words in fact.split("|")) for fact in question["facts"])

    assert answered >= ANSWERED
