"""Every combination of readings: whether the rules as written settle a board, and between what they leave it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mtglayers import Board, solve
from mtglayers.cli.main import main
from mtglayers.presentation.moments import moments_of_file
from mtglayers.solver.questions.verdict import Verdict, verdict
from mtglayers.solver.readings import Readings

from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, board
from ....support.golden_files import assert_golden
from ....support.paths import ROOT


def puzzle(name: str) -> Board:
    return moments_of_file(str(ROOT / "puzzles" / f"{name}.toml"))[-1].board


def told(found: Verdict) -> list[tuple[int, object]]:
    return [(outcome.combinations, outcome.cases) for outcome in found.outcomes]


def test_a_settled_board() -> None:
    found = verdict(board(MOON, LIMB, SAPROLING))

    assert found.settled
    assert (found.combinations, found.turns_on, told(found)) == (256, (), [(256, ((),))])
    assert str(found) == (
        "Settled: the outcome is the same under all 256 combinations of the readings that\nthe rules admit."
    )


def test_four_answers_to_one_question() -> None:
    found = verdict(puzzle("a-loop-member-waits-for-an-outsider"))

    assert not found
    assert found.turns_on == ("loop",)
    assert told(found) == [
        (64, ((("loop", ("default",)),),)),
        (128, ((("loop", ("component", "ready-first")),),)),
        (64, ((("loop", ("literal",)),),)),
    ]
    assert [change.what for change in found.outcomes[1].objects[0].changes] == ["subtypes", "abilities"]


def test_two_questions_that_turn_on_each_other() -> None:
    """Under the rules of 2008: released at once, but only where dependencies are judged anew."""
    found = verdict(puzzle("s1-just-after"))

    assert found.turns_on == ("after", "judged")
    assert told(found) == [
        (768, ((("after", ("delay",)),), (("judged", ("once",)),))),
        (256, ((("after", ("advance",)), ("judged", ("each step",))),)),
    ]
    assert found.outcomes[1].readings == Readings(after="advance")


def test_another_edition_admits_other_readings() -> None:
    found = verdict(board(BEAR, HUMILITY), edition="2006-07-01")

    assert (found.edition.key, found.settled, found.combinations) == ("E05", True, 1024)


@pytest.mark.parametrize("name", ["a-loop-member-waits-for-an-outsider", "s1-just-after"])
def test_each_outcome_is_that_of_its_cases(name: str) -> None:
    """Against solving under every reading of `Result.turns_on`: each is among the outcomes it should be in."""
    made = puzzle(name)
    found = verdict(made)
    default = solve(made)
    for reading in found.admitted:
        readings = Readings().other(reading)
        result = solve(made, readings=readings)
        place = next(
            place for place, outcome in enumerate(found.outcomes)
            if any(all(getattr(readings, field) in values for field, values in case) for case in outcome.cases)
        )  # fmt: skip
        assert all(result[id] == found.outcomes[place].result[id] for id in result)
        assert (place != 0) == (reading in default.turns_on)


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)

    def run(*arguments: str) -> tuple[str, str, int]:
        done = CliRunner().invoke(main, ["solve", *arguments], prog_name="mtglayers")
        return done.stdout, done.stderr, done.exit_code

    text, errors, code = run("puzzles/s1-just-after.toml", "--readings", "all")
    assert (errors, code) == ("", 0)
    assert_golden("verdict.txt", text)
    data = json.loads(run("puzzles/s1-just-after.toml", "--readings", "all", "--json")[0])
    assert (data["settled"], data["turns_on"]) == (False, ["advance", "no-re-evaluation"])
    assert data["outcomes"][1] == {
        "combinations": 256,
        "readings": ["advance"],
        "cases": [{"after": ["advance"], "judged": ["each step"]}],
        "objects": {"grizzly-bears": "Grizzly Bears is a 2/2 green Elf creature."},
        "differ": [{"id": "grizzly-bears", "changes": [{"what": "subtypes", "lost": ["Goblin"], "gained": ["Elf"]}]}],
        "players": [],
    }
    assert run("Humility", "--readings", "all", "--steps")[1:] == (
        "error: `--readings all` and `--steps` cannot be used together\n", 2,
    )  # fmt: skip
