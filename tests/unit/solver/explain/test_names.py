"""The names of objects, effects and abilities in sentences."""

from __future__ import annotations

import pytest

from mtglayers.model.board.board import Board
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve


def solved(lines: str) -> Result:
    return solve(Board.of(lines))


def effects(result: Result) -> list[str]:
    """Return the names of the effects that applied."""
    return list(dict.fromkeys(result.names.effect(step.effect, step.layer) for step in result.steps))


@pytest.mark.parametrize(
    ("lines", "called"),
    [
        ("Grizzly Bears", ["Grizzly Bears"]),
        ("Goblin token", ["the Goblin"]),
        ("Grizzly Bears; Grizzly Bears", ["the first Grizzly Bears", "the second Grizzly Bears"]),
        ("Ann: Grizzly Bears; Ben: Grizzly Bears", ["Ann’s Grizzly Bears", "Ben’s Grizzly Bears"]),
        ("Ann: 2x Grizzly Bears; Ben: Grizzly Bears",
         ["the first Grizzly Bears", "the second Grizzly Bears", "the third Grizzly Bears"]),
        ("Grizzly Bears as shield; Grizzly Bears", ["Grizzly Bears (`shield`)", "Grizzly Bears (`grizzly-bears`)"]),
    ],
)  # fmt: skip
def test_objects(lines: str, called: list[str]) -> None:
    result = solved(lines)

    assert [result.names.object(id) for id in result] == called


@pytest.mark.parametrize(
    ("lines", "called"),
    [
        ("Oko, Thief of Crowns; Grizzly Bears; ability 2 of Oko -> Grizzly Bears", ["Oko’s +1 ability"]),
        ("Elesh Norn, Grand Cenobite; Grizzly Bears; B: Llanowar Elves",
         ["Elesh Norn’s second ability", "Elesh Norn’s third ability"]),
        ("Grizzly Bears; Giant Growth -> Grizzly Bears", ["Giant Growth"]),
        ("Grizzly Bears; Giant Growth -> Grizzly Bears as growth", ["Giant Growth"]),
        ("Grizzly Bears; Giant Growth -> Grizzly Bears; Giant Growth -> Grizzly Bears",
         ["the first Giant Growth", "the second Giant Growth"]),
        ('Grizzly Bears; "Target creature gains flying until end of turn." -> Grizzly Bears',
         ["the effect of “Target creature gains flying until end of turn.”"]),
        ("Grizzly Bears with a -1/-1 counter", ["Grizzly Bears’ -1/-1 counter"]),
        ("Grizzly Bears with two +1/+1 counters", ["Grizzly Bears (two +1/+1 counters)"]),
        ("Grizzly Bears; Clone as a copy of Grizzly Bears", ["Clone’s copy effect"]),
    ],
)  # fmt: skip
def test_effects(lines: str, called: list[str]) -> None:
    assert effects(solved(lines)) == called


def test_abilities_without_text_are_told_apart() -> None:
    result = solved("Necrotic Ooze; Kenrith, the Returned King in graveyard; Llanowar Elves in graveyard")
    words = [result.names.ability(each) for each in result["necrotic-ooze"].abilities]

    assert len(set(words)) == len(words) == 7
    assert "Kenrith, the Returned King’s third activated ability ({2}{W})" in words
    assert "“{R}: All creatures gain trample and haste until end of turn.”" in words
    assert not any("an activated ability" in each for each in words)


def test_an_ability_that_a_static_ability_gives() -> None:
    result = solved("Wizard Class")
    (given,) = [
        node for ability in result["wizard-class"].abilities[2:3] for node in ability.walk()
        if getattr(node, "form", "") == "triggered"
    ]  # fmt: skip

    assert result.names.ability(given) == "the first triggered ability that Wizard Class gives"
    assert [result.names.text(each) for each in result["wizard-class"].abilities[2:5]] == [
        "the triggered ability from ability 3 of Wizard Class",
        "ability 4 of Wizard Class (activated, {4}{U})",
        "the triggered ability from ability 5 of Wizard Class",
    ]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("Grizzly Bears; Phantasmal Image as a copy of Grizzly Bears", "Phantasmal Image’s triggered ability"),
        ("Splinter Twin -> Grizzly Bears", "Splinter Twin’s activated ability ({T})"),
    ],
)
def test_the_only_ability_of_its_kind_that_a_card_gives(lines: str, said: str) -> None:
    result = solved(lines)
    given = [result.names.ability(ability) for found in result.objects.values() for ability in found.abilities]

    assert said in given


def test_an_ability_that_a_sentence_gives_has_its_cost() -> None:
    result = solved("Urza's Saga")

    assert result.names.text(result["urzas-saga"].abilities[1]) == "… This Saga gains an activated ability ({2}, {T})."


def test_long_lists_are_shortened() -> None:
    result = solved("9x Goblin token")

    assert result.names.objects(list(result)).endswith("the seventh Goblin and 2 more")


@pytest.mark.parametrize(
    ("lines", "id", "subtypes"),
    [
        ("Figure of Destiny; ability 1 of Figure of Destiny; ability 2 of Figure of Destiny; "
         "ability 3 of Figure of Destiny", "figure-of-destiny", ["Kithkin", "Spirit", "Warrior", "Avatar"]),
        ("Xenograft choosing Elf; Benalish Hero; Clone as a copy of Benalish Hero", "clone",
         ["Human", "Soldier", "Elf"]),
        ("Serra Angel; Phantasmal Image as a copy of Serra Angel", "phantasmal-image", ["Angel", "Illusion"]),
        ("Taiga; Blood Moon; Dryad of the Ilysian Grove", "taiga",
         ["Mountain", "Forest", "Plains", "Island", "Swamp"]),
    ],
)  # fmt: skip
def test_subtypes_are_printed_ones_first_and_then_those_that_effects_give(
    lines: str, id: str, subtypes: list[str]
) -> None:
    result = solve(Board.of(lines))

    assert list(result[id].subtypes) == subtypes


def test_a_possessive() -> None:
    result = solve(Board.of("Mountain; Genju of the Spires -> Mountain; ability 2 of Genju of the Spires"))

    assert result.names.effect("genju-of-the-spires-ability-2", "4") == "Genju of the Spires’ second ability"
