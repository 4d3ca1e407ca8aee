"""Errors that teach: how far a refused sentence was understood, what could follow, what is near and understood."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.model.cards.hints import following, hint_for, known_words, nearest

from ....support.golden_files import assert_golden


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("Other Goblins yu control get +1/+1.", "Other Goblins you control get +1/+1."),
        ("Creatures you control have vigilence and haste.", "Creatures you control have vigilance and haste."),
        ("Equipped creature has flying and and haste.", "Equipped creature has flying and haste."),
        ("Enchanted creature get +1/+1.", "Enchanted creature gets +1/+1."),
        ("Other Elves you control gets +1/+1.", "Other Elves you control get +1/+1."),
        ("Creatures you control has flying.", "Creatures you control have flying."),
        ("Each creature you control have flying.", "Each creature you control has flying."),
        ("Nonbasic lands is Mountains.", "Nonbasic lands are Mountains."),
        ("Creature you control get +1/+1.", "Creatures you control get +1/+1."),
        ("Other Elfs you control get +1/+1.", "Other Elves you control get +1/+1."),
        ("Nonbasic lands are Montains.", "Nonbasic lands are Mountains."),
        ("All creatures gain flying until end of tun.", "All creatures gain flying until end of turn."),
        ("{2}: Target creature gains fling until end of turn.", "{2}: Target creature gains flying until end of turn."),
        (
            "Whenever ~ attacks, it gets +1/+0 untl end of turn.",
            "Whenever ~ attacks, it gets +1/+0 until end of turn.",
        ),
    ],
)
def test_a_word_that_is_wrong_is_put_right(text, instead):
    found = hint_for(text)

    assert found is not None
    assert found.instead == instead
    assert hint_for(instead) is None


def test_the_longest_understood_part_and_the_place():
    found = hint_for("Creatures you control blorf the zorp.")

    assert found is not None
    assert (found.understood, found.span) == ("Creatures you control", (22, 27))
    assert found.expected == ("get", "have", "lose", "are", "become")
    assert found.instead == ""


@pytest.mark.parametrize(
    "text", ["Elves you control gets +1/+1.", "Elves you control has flying.", "Lands is Islands."]
)
def test_the_word_that_is_wrong_is_not_expected(text):
    found = hint_for(text)

    assert found is not None
    assert text[slice(*found.span)] not in found.expected
    assert found.expected[:3] == ("get", "have", "lose")


def test_what_is_understood_needs_no_hint():
    assert hint_for("Creatures you control have flying.") is None
    assert hint_for("Whenever this creature attacks, draw a card.") is None


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("Creatures you control have", ("a keyword ability", "a quoted ability")),
        ("Creatures you control get", ("+1/+1",)),
        ("Whenever ~ attacks, it gains", ("a keyword ability", "a quoted ability")),
        ("Zorp", ()),
        ("", ()),
    ],
)
def test_what_could_follow(part, expected):
    assert following(part)[:2] == expected


def test_the_nearest_sentence_of_the_cards_that_ship():
    assert nearest("Nonbasic lands are really Mountains today.") == "Nonbasic lands are Mountains."
    assert nearest("Zorp.") == ""


def test_known_words_are_words():
    assert {"flying", "Goblin", "goblins", "creatures", "enchanted", "green", "you"} - set(known_words()) <= {"goblins"}


def test_lines_left_out_of_account_come_with_help():
    """A puzzle's author sees what to mend."""
    found = CliRunner().invoke(main, ["solve", "tests/data/misspelt.toml"], prog_name="mtglayers")

    assert found.exit_code == 0
    assert_golden("misspelt.txt", found.stdout)
