"""The commands that ask what would be: `whatif`, `decides`, `smallest`, `flips`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers import check, read_puzzle, solve
from mtglayers.cli.main import main

from ....support.golden_files import assert_golden
from ....support.paths import ROOT

STORY = "tests/data/story.toml"
MOONS = ("Blood Moon", "Life and Limb", "Saproling")


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="mtglayers")


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


def refusal(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.stdout, result.exit_code) == ("", 2)
    return result.stderr


def test_what_would_be() -> None:
    assert_golden("whatif.txt", output("whatif", *MOONS, "--with", "Overgrown Tomb", "--without", "life-and-limb"))


def test_what_would_be_of_one_object() -> None:
    assert output("whatif", "Humility", "Opalescence", "--without", "humility#1", "--object", "opalescence") == (
        "--- Humility, Opalescence\n+++ without humility#1\n\nno difference\n"
    )


def test_an_event_in_json() -> None:
    event = '{"enters": "Grizzly Bears", "controller": "B"}'
    data = json.loads(output("whatif", "Humility", "--with", event, "--json"))

    assert (data["came"], data["gone"], data["taken_off"]) == (["grizzly-bears"], [], [])
    assert data["objects"]["only_other"] == ["grizzly-bears"]


def test_what_would_be_if_it_left() -> None:
    found = output(
        "whatif", "Tarmogoyf", "Rancor -> Grizzly Bears", "--leaves", "Grizzly Bears", "--object", "tarmogoyf"
    )

    assert found == (
        "Next: Rancor is an Aura attached to nothing and is put into its owner’s\ngraveyard (704.5m)\n"
        "--- Tarmogoyf, Rancor -> Grizzly Bears\n+++ Grizzly Bears leaves\n\nTarmogoyf\n"
        "  - Tarmogoyf is a 0/1 green Lhurgoyf creature.\n  + Tarmogoyf is a 1/2 green Lhurgoyf creature.\n"
        "  power: 0 becomes 1\n  toughness: 1 becomes 2\n"
        "Why\n  Tarmogoyf: Tarmogoyf sets power and toughness to 1/2 (the number of card types\n"
        "    among cards in all graveyards, namely creature, and that number plus 1,\n"
        "    layer 7a).\n"
    )


def test_what_decides() -> None:
    assert_golden("decides.txt", output("decides", STORY, "--object", "saproling"))


def test_what_decides_as_data() -> None:
    data = json.loads(output("decides", *MOONS, "--object", "saproling", "--of", "colours", "--json"))

    assert (data["object"], data["what"], data["sets"], data["complete"]) == ("saproling", "colors", [], True)


def test_what_is_needed() -> None:
    result = run("smallest", "Humility", *MOONS, "Grizzly Bears", "--object", "saproling", "--of", "subtypes")
    puzzle = read_puzzle(result.stdout)

    assert (
        result.stderr == "2 of 5 events left out, 9 boards solved; objects left out: `humility` and `grizzly-bears`\n"
    )
    assert puzzle.title == "Humility, Blood Moon, Life and Limb, Saproling, Grizzly Bears (reduced)"
    assert [entry.event.to_data() for entry in puzzle.timeline if entry.event is not None] == [
        {"enters": "Blood Moon"}, {"enters": "Life and Limb"}, {"enters": "Saproling"},
    ]  # fmt: skip
    assert check(puzzle, solve).ok


def test_what_is_needed_as_data() -> None:
    data = json.loads(run("smallest", "Humility", *MOONS, "--object", "saproling", "--of", "subtypes", "--json").stdout)

    assert [entry.get("enters") for entry in data["timeline"]] == [*MOONS, None]
    assert check(read_puzzle(data), solve).ok


@pytest.mark.parametrize("file", ["s2-opalescence-and-humility", "three-loop", "svogthos-under-humility"])
def test_what_a_puzzle_needs_is_a_puzzle_that_passes(file: str, tmp_path: Path) -> None:
    target = tmp_path / "smaller.toml"

    assert run("smallest", f"puzzles/{file}.toml", "-o", str(target)).stdout == f"wrote {target}\n"
    assert check(read_puzzle(target), solve).ok


def test_what_flips() -> None:
    assert_golden("flips.txt", output("flips", *MOONS, "--object", "saproling"))


def test_what_flips_as_data() -> None:
    data = json.loads(output("flips", *MOONS, "--object", "saproling", "--json"))

    assert [flip["plain"] for flip in data["flips"]] == ["a nonbasic Forest land"]
    assert data["universe"]["words"]["subtypes"] == ["Forest", "Saproling"]


def test_refusals() -> None:
    assert refusal("whatif", "Humility") == ("error: give a change: `--without ID`, `--leaves ID` or `--with CARD`\n")
    assert refusal("whatif", "Humility", "--with", "{").startswith(
        "error: invalid value for `--with`: `{`: not valid JSON"
    )
    twice = '{"enters": "Humility", "enters": "Forest"}'
    assert refusal("whatif", "Humility", "--with", twice).endswith("the key `enters` appears twice in one table\n")
    assert "nesting" in refusal("whatif", "Humility", "--with", '{"enters": ' + "[" * 5000)
    assert refusal("whatif", "Humility", "--without", "humilty") == (
        "error: no object `humilty` on the board; did you mean `humility` or `humility#1`?\n"
    )
    assert refusal("decides", "Humility", "--object", "humility", "--of", "powr") == (
        "error: invalid value for `--of`: unknown characteristic `powr`; did you mean `power`?\n"
    )
    assert refusal("smallest", "Humility") == (
        "error: give the outcome to keep: `--object ID`, or a puzzle file with an expectation\n"
    )
    assert refusal("smallest", "Humility", "--of", "power") == "error: `--of` needs `--object`\n"
