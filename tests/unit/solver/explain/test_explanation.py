"""What an explanation has besides changes: what began late, what no longer applies, what it relies on; lessons."""

from __future__ import annotations

import re

import pytest

from mtglayers import Board, solve
from mtglayers.solver.explain.changes import past_clause
from mtglayers.solver.explain.existence import LateStart
from mtglayers.solver.explain.explanation import FurtherEffect
from mtglayers.solver.explain.lessons import CITED, LESSONS, lesson

from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, URBORG, board, card

SWAMPS = card("Kormus Bell", "Artifact", "All Swamps are 1/1 black creatures that are still lands.", cost="{4}")
TAIGA = card("Taiga", "Land — Mountain Forest")


def test_an_effect_whose_condition_turned_true_in_its_layer() -> None:
    elves = card("Elf Shrine", "Enchantment", "As long as you control a Swamp, Bears are Elves.", cost="{1}")
    result = solve(board(elves, URBORG, FOREST, BEAR))
    (entry,) = result.explain("grizzly-bears").entries

    assert entry.begun == LateStart(
        1, "urborg#1", "condition",
        "it begins to exist only after Urborg made itself a Swamp, so that its condition holds",
    )  # fmt: skip


def test_an_effect_whose_ability_came_in_its_layer() -> None:
    lord = card("Grantor", "Enchantment", "Bears have “Creatures have flying.”", cost="{1}")
    found = solve(board(lord, BEAR)).explain("grizzly-bears")

    assert found.entries[-1].begun == LateStart(
        1, "grantor#1", "ability", "it begins to exist only after Grantor has given Grizzly Bears its ability"
    )
    assert "It begins to exist only after Grantor has given Grizzly Bears its ability." in found.text()


def test_what_was_there_from_the_beginning_did_not_begin() -> None:
    found = solve(board(MOON, LIMB, SAPROLING)).explain("saproling")

    assert [entry.begun for entry in found.entries] == [None, None]


def test_who_took_an_ability_is_named_only_if_the_object_rests_on_it() -> None:
    opal = card(
        "Opal", "Enchantment", "Each other enchantment is a creature in addition to its other types and has base "
        "power and base toughness each equal to its mana value.", cost="{2}{W}{W}",
    )  # fmt: skip
    second = opal | {"name": "Second Opal"}
    found = solve(board(opal, HUMILITY, second)).explain("humility")
    last = found.entries[-1]

    assert last.outlived is not None
    assert (last.outlived.started, last.outlived.by, last.outlived.at) == ("4", "humility#1", ("6", 1))
    assert last.outlived.words == (
        "Humility took its ability in layer 6, but it had started to apply in layer 4, so it continues in layer 7b "
        "(613.6)"
    )


def test_what_passes_it_by() -> None:
    found = solve(board(MOON, LIMB, SAPROLING, TOMB)).explain("overgrown-tomb")
    (entry,) = found.entries

    assert [(passed.effect, passed.step, passed.words) for passed in entry.passed] == [(
        "life-and-limb#1", 2,
        "after that, Life and Limb, which applies only to Forests and Saprolings, no longer applies to it, nor in "
        "later layers (613.6)",
    )]  # fmt: skip


def test_timestamps_alone() -> None:
    plains = card("Conversion", "Enchantment", "All Mountains are Plains.")
    first, second = solve(board(plains, MOON, TAIGA)).explain("taiga").entries

    assert first.order == "it is older than Blood Moon, and neither depends on the other (613.7)"
    assert second.order == ""


def test_a_dependency_with_the_timestamps() -> None:
    first, _ = solve(board(LIMB, MOON, SAPROLING)).explain("saproling").entries

    assert first.order == "Blood Moon depends on it (613.8a), and it is also older (613.7)"


def test_an_effect_that_changed_only_what_others_look_at() -> None:
    anthem = card(
        "Swamp Pride", "Enchantment", "Creatures get +X/+X, where X is the number of Swamps on the battlefield."
    )
    found = solve(board(anthem, URBORG, BEAR)).explain("grizzly-bears")

    assert found.effects == ("urborg#1", "swamp-pride#1")
    assert found.rests == (
        FurtherEffect(
            "urborg#1", "Urborg", "4", "it made itself a Swamp, which affects Swamp Pride", "made itself a Swamp"
        ),
    )  # fmt: skip
    assert found.sure
    assert found.text().endswith(
        "It also relies on Urborg (layer 4): it made itself a Swamp, which affects\n    Swamp Pride."
    )


def test_what_changed_columns_to_no_avail_is_not_named() -> None:
    found = solve(board(MOON, HUMILITY, TAIGA, BEAR)).explain("grizzly-bears")

    assert found.effects == ("humility#1",)
    assert found.rests == ()


def test_on_a_board_cut_inside_a_layer_nothing_is_left_out() -> None:
    result = solve(board(MOON, LIMB, SAPROLING, TOMB)).at("4", 1)

    assert result.explain("overgrown-tomb").effects[0] == "blood-moon#1"


def test_a_size_of_nothing_is_told() -> None:
    march = card("March", "Enchantment", "All lands are 0/0 creatures that are still lands.")
    anthem = card("Anthem", "Enchantment", "Creatures get +1/+1.")
    found = solve(board(march, anthem, FOREST)).explain("forest")

    assert [entry.changes[-1].words for entry in found.entries] == [
        "Basic Land — Forest becomes Basic Land Creature — Forest", "is 0/0", "0/0 becomes 1/1",
    ]  # fmt: skip


def test_an_effect_that_would_have_applied_to_it_is_told() -> None:
    found = solve(board(MOON, URBORG, FOREST, TAIGA)).explain("taiga")

    assert [never.lost.effect for never in found.never] == ["urborg#1"]
    assert found.unapplied == (
        "Urborg does not apply in layer 4, because it depends on Blood Moon (613.8a) and so has to wait (613.8b), and "
        "Blood Moon takes its ability before it starts to apply (613.6)",
    )
    assert solve(board(MOON, URBORG, FOREST)).explain("urborg").never[0].lost.source == "urborg"


def test_before_613_6_nothing_is_said_of_having_started() -> None:
    made = Board(edition="2003-08-01")
    for each in (MOON, URBORG, FOREST):
        made.enters(each)
    (said,) = solve(made).explain("urborg").unapplied

    assert said == (
        "Urborg does not apply in layer 4, because it depends on Blood Moon (418.5c) and so has to wait (418.5d), and "
        "Blood Moon takes its ability before it starts to apply, so Forest stays a basic Forest land"
    )


def test_a_learner_gets_each_lesson_once() -> None:
    found = solve(board(MOON, LIMB, SAPROLING, TOMB)).explain("overgrown-tomb")
    lessons = [line.text for line in found.lines("learner") if line.role == "lesson"]

    assert len(lessons) == len(set(lessons)) == 4
    assert not any(line.role == "lesson" for line in found.lines())
    assert found.text(register="learner").startswith(found.summary)


def test_lessons_cite_the_rules_of_their_edition() -> None:
    made = Board(edition="2006-07-01")
    for each in (MOON, LIMB, SAPROLING):
        made.enters(each)
    text = solve(made).explain("saproling").text(register="learner")

    assert "(418.5c)" in text
    assert "(212.6e)" in text
    assert "613" not in text


@pytest.mark.parametrize("topic", LESSONS)
def test_lessons_have_no_gaps(topic: str) -> None:
    text = lesson(topic, dict.fromkeys(CITED, "1.2"))  # type: ignore[arg-type]

    assert not re.search(r"[{}]", text)


@pytest.mark.parametrize(
    ("family", "before", "after", "said"),
    [
        ("type", "", "Swamp, Land", "made it a Swamp and a land"),
        ("type", "Forest", "", "made it no longer a Forest"),
        ("type", "Forest", "Swamp", "made it a Swamp rather than a Forest"),
        ("colour", "white", "", "made it no longer white"),
        ("colour", "", "red", "made it red"),
        ("controller", "Ana", "Ben", "gave control of it to Ben"),
        ("ability", "", "flying", "gave it flying"),
        ("ability", "flying", "", "took flying from it"),
        ("name", "Elf", "", "changed the name of it to none"),
        ("mana value", "2", "", "changed the mana value of it to 0"),
        ("size", "power 1", "power 2", "gave it power 2"),
        ("size", "power 1", "", "took power 1 from it"),
        ("other", "", "", "changed it"),
    ],
)
def test_deeds(family: str, before: str, after: str, said: str) -> None:
    assert past_clause(family, before, after, "it") == said  # type: ignore[arg-type]
