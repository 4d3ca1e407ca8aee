"""Every combination of readings: whether the rules as written settle a board, and between what they leave it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mtglayers import Board, solve
from mtglayers.cli.main import main
from mtglayers.presentation.moments import moments_of_file
from mtglayers.solver.engine.choose import Choose
from mtglayers.solver.questions.orders.partial_order import TooManyOrdersError
from mtglayers.solver.questions.under_readings import Solves
from mtglayers.solver.questions.verdict import Verdict, verdict
from mtglayers.solver.readings import ReadingError, Readings
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve_with

from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, board, card
from ....support.golden_files import assert_golden
from ....support.paths import ROOT

ALL = verdict(board()).combinations
"""The number of combinations that the current rules admit on a board without ties."""


def puzzle(name: str) -> Board:
    return moments_of_file(str(ROOT / "puzzles" / f"{name}.toml"))[-1].board


def told(found: Verdict) -> list[tuple[int, object]]:
    return [(outcome.combinations, outcome.cases) for outcome in found.outcomes]


def test_a_settled_board() -> None:
    found = verdict(board(MOON, LIMB, SAPROLING))

    assert found.settled
    assert (found.combinations, found.turns_on, told(found)) == (ALL, (), [(ALL, ((),))])
    assert str(found) == (
        f"Settled: the outcome is the same under all {ALL} combinations of the readings that\nthe rules admit."
    )


def test_four_answers_to_one_question() -> None:
    found = verdict(puzzle("a-loop-member-waits-for-an-outsider"))

    assert not found
    assert found.turns_on == ("loop",)
    assert told(found) == [
        (ALL // 4, ((("loop", ("default",)),),)),
        (ALL // 2, ((("loop", ("component", "ready-first")),),)),
        (ALL // 4, ((("loop", ("literal",)),),)),
    ]
    assert [change.what for change in found.outcomes[1].objects[0].changes] == ["subtypes", "abilities"]


def test_two_questions_that_turn_on_each_other() -> None:
    """Under the rules of 2008: released at once, but only if dependencies are evaluated again."""
    found = verdict(puzzle("s1-just-after"))

    every = found.combinations
    assert found.turns_on == ("after", "judged")
    assert told(found) == [
        (every * 3 // 4, ((("after", ("delay",)),), (("judged", ("once",)),))),
        (every // 4, ((("after", ("advance",)), ("judged", ("each step",))),)),
    ]
    assert found.outcomes[1].readings == Readings(after="advance")


@pytest.mark.parametrize(
    ("name", "solves"),
    [
        ("blood-moon-then-urborg", 2),
        ("twelve-effects-from-six-players", 2),
        ("a-loop-member-waits-for-an-outsider", 6),
        ("s0-two-humilities", 2),
        ("s1-just-after", 4),
        ("machine-gods-effigy", 4),
    ],
)  # fmt: skip
def test_readings_that_nothing_asks_for_need_no_solve(name: str, solves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One solve finds all readings that lead to the same choices, and one more tells the outcome."""
    made = []

    def counted(board: Board, readings: Readings, chooser: Choose) -> Result:
        made.append(readings)
        return solve_with(board, readings, chooser)

    monkeypatch.setattr(Solves.__init__, "__defaults__", (counted,))
    verdict(puzzle(name))

    assert len(made) == solves


def test_another_edition_admits_other_readings() -> None:
    found = verdict(board(BEAR, HUMILITY), edition="2006-07-01")

    assert (found.edition.key, found.settled, found.combinations) == (
        "E05",
        True,
        verdict(board(), edition="2006-07-01").combinations,
    )


def test_an_order_of_ties_besides_the_printed_one_and_its_opposite() -> None:
    """B13: each order of effects with one timestamp is among the readings, by name."""
    made = puzzle("tie-of-two-granted-abilities")
    found = verdict(made)
    ties = "younger#1|rock<younger#1>|younger<elder#1>"

    assert found.turns_on == ("ties",)
    assert found.combinations == ALL * 3 // 2
    assert told(found) == [(ALL, ((("ties", ("printed", "reversed")),),)), (ALL // 2, ((("ties", (ties,)),),))]
    assert found.outcomes[1].readings == Readings(ties=ties) == Readings.named(f"ties={ties}")
    assert [reading.name for reading in found.admitted][-1] == f"ties={ties}"
    assert f"2. with `ties={ties}`: {ALL // 2} of {ALL * 3 // 2}" in " ".join(str(found).split())
    result = solve(made)
    assert [reading.name for reading in result.turns_on] == [f"ties={ties}"]
    with pytest.raises(ReadingError, match="`ties` names an unknown effect `yonger#1`; did you mean `younger#1`"):
        solve(made, readings="ties=yonger#1|rock<younger#1>")
    assert solve(made, readings=f"ties={ties}")["golem"] == found.outcomes[1].result["golem"] != result["golem"]


def test_ties_that_make_no_difference() -> None:
    """Six orders of three effects with one timestamp, which are solved at once."""
    three = card("Three", "Enchantment", "Creatures get +1/+1.\nCreatures get +0/+1.\nCreatures get +2/+0.")

    assert verdict(board(BEAR, three)).settled


def test_a_tie_with_the_effect_of_an_enchantment_that_has_left() -> None:
    """An effect that continues after its source has left (611.3a) can be ordered among tied effects."""
    found = Board(players=["A", "B"])
    for name in ("Titania's Song", "Sol Ring", "Mycosynth Lattice"):
        found.enters(name)
    found.leaves("titanias-song")
    assert verdict(found).settled
    readings = Readings.named("ties=titanias-song#1|mycosynth-lattice#1")
    assert solve(found, readings=readings)["sol-ring"].power == 1


def test_more_ties_than_can_be_tried() -> None:
    """Seven effects of one timestamp, which contradict each other: 5,040 orders."""
    lines = [f"Creatures {each} {word}." for word in ("flying", "haste", "reach") for each in ("have", "lose")]
    made = board(BEAR, card("Many", "Enchantment", "\n".join([*lines, "Creatures lose all abilities."])))

    with pytest.raises(TooManyOrdersError, match="more than 1000 orders"):
        verdict(made)
    result = solve(made)
    assert "ties-reversed" in [reading.name for reading in result.turns_on]
    assert result.ambiguous


def test_readings_matter_together() -> None:
    """B4, B13: which of two tied effects is older matters only if what was released goes first."""
    made = puzzle("a-tie-that-matters-only-if-released")
    found = verdict(made)

    assert found.turns_on == ("after", "ties")
    assert solve(made).turns_on == ()
    assert solve(made).ambiguous


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
