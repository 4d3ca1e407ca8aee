"""One board under every edition: which texts give the same answer, and the clause that makes the difference."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from mtglayers.cli.main import main
from mtglayers.solver.questions.editions import RuleChange, eras

from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, board, card
from ....support.editions import PUZZLE_EDITION
from ....support.golden_files import assert_golden
from ....support.paths import ROOT


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments], prog_name="mtglayers")


def test_a_board_that_always_comes_out_the_same() -> None:
    (found,) = eras(board(MOON, LIMB, SAPROLING))

    assert (found.first.since.isoformat(), found.last.until) == ("2003-07-01", None)


def test_one_clause_decides() -> None:
    """A creature that says it is red: in layer 5 both act, and what it sets itself comes first since 2007."""
    beast = card("Red Beast", "Creature — Beast", "Red Beast is red.", "2/2")
    found = eras(board(HUMILITY, beast))

    assert [era.first.key for era in found] == ["E03", "E04", "E07"]
    assert found[2].clauses == ((RuleChange("cda_dependency", "418.5c", "418.5c"),),)
    assert [change.what for change in found[2].objects[0].changes] == ["colors"]


def test_texts_that_refuse_a_board() -> None:
    made = board(BEAR)
    made.counters("grizzly-bears", put={"flying": 1})
    first, second = eras(made)

    assert (first.result, first.last.until and first.last.until.isoformat()) == (None, "2020-04-16")
    assert first.refused == "edition E03 does not have `flying` counters (introduced on 2020-04-17)"
    assert second.last.until is None


@pytest.mark.parametrize("name", ["s2-gray-ogre", "s1-red-under-humility", "flying-counters"])
def test_boards(name: str) -> None:
    result = run(f"puzzles/{name}.toml", "--editions", "all")

    assert (result.stderr, result.exit_code) == ("", 0)
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert_golden(f"compare-{name}.txt", result.stdout)


def test_data() -> None:
    found = json.loads(run("puzzles/s2-gray-ogre.toml", "--editions", "2005-12-01,2026-09-25", "--json").stdout)["eras"]

    assert [(era["first"]["name"], era["last"]["since"]) for era in found] == [
        ("E05 (2005-10-01)", "2005-10-01"), (PUZZLE_EDITION.name, PUZZLE_EDITION.since.isoformat()),
    ]  # fmt: skip
    assert found[1]["clauses"] == [[{"field": "layers", "before": "418", "after": "613"}]]
    assert found[1]["objects"] == {"gray-ogre": "Gray Ogre is a 5/8 red Ogre creature."}
    assert run("Humility", "--editions", "E99").stderr.startswith("error: unknown edition `E99`")
