"""`mtglayers diff`: two files, or one board under two editions, readings, orders, or at two moments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers import Board
from mtglayers.cli.main import main
from mtglayers.model.rules.edition import NEWEST
from mtglayers.presentation.moments import reversed_board

from ....support.boards import BEAR, card
from ....support.golden_files import assert_golden
from ....support.paths import ROOT

STORY = "tests/data/story.toml"
OUTSIDER = "puzzles/a-loop-member-waits-for-an-outsider.toml"


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["diff", *arguments], prog_name="mtglayers")


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


def test_two_moments_of_one_puzzle() -> None:
    assert_golden("diff-moments.txt", output(STORY, "--at", "2..3"))


def test_two_files() -> None:
    text = output("puzzles/s1-red-under-humility.toml", "puzzles/s2-red-under-humility.toml")

    assert text.splitlines()[:2] == [
        "--- puzzles/s1-red-under-humility.toml (rules E07 (2008-02-01))",
        "+++ puzzles/s2-red-under-humility.toml (rules E11 (2011-09-30))",
    ]


def test_two_editions_of_one_board() -> None:
    assert output("puzzles/s2-gray-ogre.toml", "--edition", "2006-07-01..newest").splitlines()[:2] == [
        "--- puzzles/s2-gray-ogre.toml (rules E05 (2006-05-01))",
        f"+++ puzzles/s2-gray-ogre.toml (rules {NEWEST.name})",
    ]


def test_a_missing_value_is_the_default() -> None:
    assert output("Humility", "--edition", "2006-07-01..") == output("Humility", "--edition", "2006-07-01..newest")
    assert output(OUTSIDER, "--readings", "..literal").splitlines()[:2] == [
        f"--- {OUTSIDER} (reading default)", f"+++ {OUTSIDER} (reading literal)",
    ]  # fmt: skip


def test_a_value_for_both_sides() -> None:
    text = output(OUTSIDER, "--readings", "default..literal", "--until", "4", "--edition", "2020-04-17")

    assert text.splitlines()[0] == f"--- {OUTSIDER} (reading default)"
    assert "Layer 4: types\n" in text


def test_two_steps_and_two_layers() -> None:
    steps = output("Blood Moon", "Life and Limb", "Saproling", "--until", "4", "--step", "1..2")
    layers = output("Blood Moon", "Life and Limb", "Saproling", "--until", "3..4")

    assert steps.splitlines()[0] == "--- Blood Moon, Life and Limb, Saproling (after step 1 of layer 4)"
    assert "  subtypes: loses Forest, gains Mountain\n" in steps
    assert layers.splitlines()[1] == "+++ Blood Moon, Life and Limb, Saproling (until layer 4)"
    assert "  subtypes: gains Mountain\n" in layers


def test_no_difference_is_exit_code_0_too() -> None:
    assert output(STORY, STORY) == f"--- {STORY}\n+++ {STORY}\n\nno difference\n"


def test_json() -> None:
    data = json.loads(output(STORY, "--at", "2..3", "--json"))

    assert data["called"] == {"one": f"{STORY} (expectation 2)", "other": f"{STORY} (expectation 3)"}
    assert data["objects"]["only_other"] == ["overgrown-tomb"]
    assert data["same"] is False


# --- The other way round ---


def test_cards_that_entered_in_reverse() -> None:
    assert output("Humility", "Opalescence", "--reversed").splitlines() == [
        "--- Humility, Opalescence",
        "+++ Humility, Opalescence (entered in reverse order)",
        "",
        "Humility",
        "  - Humility is a 4/4 white enchantment creature without abilities.",
        "  + Humility is a 1/1 white enchantment creature without abilities.",
        "  power: 4 becomes 1",
        "  toughness: 4 becomes 1",
        "Layer 7b: power and toughness set",
        "  - Humility, then Opalescence",
        "  + Opalescence, then Humility",
    ]


def test_timestamps_in_another_order() -> None:
    """New timestamps from an order give the same board as entering in reverse."""
    turned = output("Humility", "Opalescence", "--reversed").splitlines()
    text = output("Humility", "Opalescence", "--order", "..opalescence,humility").splitlines()

    assert text[1] == "+++ Humility, Opalescence (in the order opalescence, humility)"
    assert text[2:] == turned[2:]


def test_objects_keep_their_ids_in_reverse() -> None:
    """Of two cards of one name, each keeps its id and its controller."""
    board = Board(["A", "B"])
    board.enters(BEAR, controller="A")
    board.enters(BEAR, controller="B")
    board.counters("grizzly-bears", put={"+1/+1": 1})
    board.enters(BEAR, controller="A")
    turned = reversed_board(board)

    assert [(found.id, found.base.controller) for found in turned.objects.values()] == [
        ("grizzly-bears-2", 1), ("grizzly-bears", 0), ("grizzly-bears-3", 0),
    ]  # fmt: skip
    assert [counter.count for counter in turned.object("grizzly-bears").counters] == [1]
    assert len(board.events) == len(turned.events) == 4


def test_what_entered_attached_cannot_come_first(tmp_path: Path) -> None:
    board = Board(["A", "B"])
    board.enters(BEAR)
    board.enters(card("Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying."),
                 attached_to="grizzly-bears")  # fmt: skip
    path = tmp_path / "wings.json"
    path.write_text(json.dumps({"title": "Wings", **board.to_data()}), encoding="utf-8")
    result = run(str(path), "--reversed")

    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == (
        "error: `--reversed` cannot be used with this timeline: no object `grizzly-bears` on the board\n"
    )


# --- What cannot be compared ---


@pytest.mark.parametrize(("arguments", "said"), [
    ([STORY], "give two files, or an option with two values, such as `--edition 2006-07-01..newest`"),
    ([STORY, "Humility", "--until", "3..4"], "give one file or only lines; `tests/data/story.toml` is a file"),
    ([STORY, "--at", "1..x"], "invalid value for `--at`: `x` must be a number, at least 1"),
    ([STORY, "--at", "1..9"], "invalid value for `--at`: the puzzle has 4 expectations, not 9"),
    (["Humility", "--at", "1..2"], "`--at` needs a puzzle file"),
    ([STORY, "--at", "2", "--until", "4", "--step", "1..3"], "invalid value for `--step`: layer 4 has 2 steps, not 3"),
    (["Humility", "Forest", "--order", "..forest,humilty"],
     "no object `humilty` on the board; did you mean `humility`?"),
    (["Humility", "Forest", "--order", "..forest,forest"],
     "invalid value for `--order`: the order contains a name twice"),
    ([STORY, "--until", "4..9"], "invalid value for `--until`: unknown layer `9`; use one of 1a, 1b, 2, 3, 4, 5, 6, "
     "7a, 7b, 7c, 7d"),
])  # fmt: skip
def test_errors_are_one_sentence(arguments: list[str], said: str) -> None:
    result = run(*arguments)

    assert (result.stdout, result.stderr, result.exit_code) == ("", f"error: {said}\n", 2)
