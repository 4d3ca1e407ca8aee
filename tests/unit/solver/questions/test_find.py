"""Which board would do it: queries, their solutions, what clashes, and the bound on work."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
import pytest
from click.testing import CliRunner, Result
from hypothesis import strategies as st

from mtglayers import PuzzleError, check, read_puzzle, solve
from mtglayers.cli.main import main
from mtglayers.model.puzzles.query import Query, Unknown, read_query
from mtglayers.solver.questions.find.constraints import Rule, TooManyTriesError, assignments
from mtglayers.solver.questions.find.find import Found, find, merged, single

from ....generators.queries import random_query
from ....support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, card
from ....support.paths import ROOT

QUERIES = ROOT / "puzzles" / "queries"


FROG = card("Frog", "Enchantment", "All creatures are blue.")


CHALK = card("Chalk", "Enchantment", "All creatures are white.")


DYE = card("Dye", "Enchantment", "As this enchantment enters, choose a color.\nAll creatures are the chosen color.")


LENS = card("Lens", "Enchantment", "As this enchantment enters, choose a color.")


MINE = card("Mine", "Enchantment", "Creatures you control get +1/+1.")


CARDS = [BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, FROG, CHALK, DYE, LENS, MINE]


def query(timeline: list[dict[str, Any]], expect: dict[str, Any], **more: Any) -> Query:
    """Return a query; a card's name alone enters."""
    return read_query({
        "title": "q", "players": ["Ana", "Ben"], "cards": CARDS, "timeline": timeline, "expect": expect, **more,
    })  # fmt: skip


def told(found: Found) -> list[dict[str, Any]]:
    return [dict(each.values) for each in found.solutions]


def bear(**wanted: Any) -> dict[str, Any]:
    return {"objects": {"grizzly-bears": wanted}}


def enters(name: str, **more: Any) -> dict[str, Any]:
    return {"enters": name, **more}


# --- Reading ---


def test_what_is_unknown_has_a_name_and_values() -> None:
    found = query(
        [
            enters("Grizzly Bears", controller="?"),
            enters("Dye", maybe=True, chosen={"color": {"any": ["W", "U"], "as": "colour"}}),
            enters({"any": ["Frog", "Chalk"]}),  # type: ignore[arg-type]
        ],
        bear(colors=["W"]),
    )

    assert found.unknowns == (
        Unknown("grizzly-bears.controller", ("Ana", "Ben"), 0, ("controller",)),
        Unknown("dye", (False, True), 1),
        Unknown("colour", ("W", "U"), 1, ("chosen", "color")),
        Unknown("frog.enters", ("Frog", "Chalk"), 2, ("enters",)),
    )
    assert (found.title, found.order, found.constraints) == ("q", (), ())
    assert found.names == (("grizzly-bears",), ("dye",), ("frog",))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"expect": None}, "a query needs `expect`, the required outcome"),
        ({"timeline": [enters("?")]}, "the alternatives of `enters` are missing; write `enters = { any"),
        ({"timeline": [enters("Frog", controller={"any": []})]}, "`any` must be a list of alternatives, not `[]`"),
        ({"timeline": [enters({"any": ["Frog", "Frgo"]})]}, "unknown card `Frgo`"),  # type: ignore[arg-type]
        ({"timeline": [enters("Frog", controller={"any": ["Ben", "Bem"]})]}, "no player is called `Bem`"),
        ({"timeline": [enters("Frog", chosen={"color": {"any": ["W", "mauve"]}})]}, "`mauve`"),
        ({"timeline": [enters("Frog", count={"any": [1, 2]})]}, "`count` cannot be unknown"),
        ({"timeline": [enters("Frog", chosen={"creature_type": "?"})]}, "the alternatives of `creature_type`"),
        ({"timeline": [5]}, "an event must be a table with one verb, not `5`"),
        ({"timeline": ["expect"]}, "an event must be a table with one verb, not `expect`"),
        ({"players": 5}, "`players` must be a list"),
        ({"constraints": [{"at_most": 1, "of": []}]}, "`of` must contain at least one name"),
        ({"constraints": 5}, "`constraints` must be a list of constraints, not `5`"),
        ({"order": 5}, "`order` must be a list"),
        ({"timeline": [enters("Frog", maybe="no")]}, "`maybe` must be true or false, not `no`"),
        (
            {"timeline": [{"expect": {}}]},
            "`expect` is not allowed in a query's timeline, because it is a key of the query",
        ),
        ({"timeline": [enters("Frogg")]}, "unknown card `Frogg`"),
        ({"order": ["frogg"]}, "nothing is called `frogg`; did you mean `frog`?"),
        ({"order": ["frog", "frog"]}, "`frog` appears twice in `order`"),
        ({"constraints": [{"atmost": 1}]}, "no verb in this constraint; did you mean `at_most`?"),
        ({"constraints": [{"at_most": 1}]}, "`of` is missing"),
        ({"constraints": [{"same": ["frog.controller"]}]}, "`same` must list at least two unknowns"),
        ({"constraints": [{"same": ["frog", "frog"]}]}, "no unknown value is called `frog`"),
        ({"constraints": [{"older": "frog", "then": "frog"}]}, "unknown key `then`; did you mean `than`?"),
        ({"expect": {"objects": {"frgo": {}}}}, "nothing is called `frgo` in this puzzle; did you mean `frog`?"),
        ({"tiemline": []}, "unknown key `tiemline`; did you mean `timeline`?"),
    ],
)
def test_what_is_no_query(changes: dict[str, Any], message: str) -> None:
    data = {
        "title": "q",
        "players": ["Ana", "Ben"],
        "cards": CARDS,
        "timeline": [enters("Frog", controller="?")],
        "expect": {},
        **changes,
    }
    with pytest.raises(PuzzleError) as caught:
        read_query({key: value for key, value in data.items() if value is not None})

    assert message in str(caught.value)


def test_an_error_says_where() -> None:
    text = 'title = "q"\n\n[[timeline]]\nenters = "Forest"\n\n[expect.objects.forest]\npowr = 1\n'
    with pytest.raises(PuzzleError, match="unknown expectation `powr`; did you mean `power`") as caught:
        read_query(text)

    assert (caught.value.line, caught.value.key) == (7, "timeline[1].expect.objects.forest.powr")


def test_a_query_is_no_puzzle() -> None:
    with pytest.raises(PuzzleError, match="this file is a query; use `mtglayers find`"):
        read_puzzle(QUERIES / "what-keeps-it-a-forest.query.toml")


# --- Assignments ---


def test_assignments() -> None:
    rules = [Rule(("a", "b", "c"), lambda *there: sum(there) == 2, 2, 2)]
    flags = (False, True)

    assert list(assignments({"a": flags, "b": flags, "c": flags}, rules)) == [
        {"a": False, "b": True, "c": True}, {"a": True, "b": False, "c": True}, {"a": True, "b": True, "c": False},
    ]  # fmt: skip
    assert list(assignments({}, [])) == [{}]
    assert list(assignments({}, [Rule((), lambda: False)])) == []
    assert list(assignments({"a": ()}, [])) == []
    assert list(assignments({"a": flags}, [Rule(("a",), bool)])) == [{"a": True}]
    both = [Rule(("a", "b"), lambda *there: sum(there) == 0, 0, 0), Rule(("b",), bool)]
    assert list(assignments({"a": flags, "b": flags}, both)) == []


def test_what_finds_nothing_ends_too() -> None:
    many = {f"v{n}": range(10) for n in range(12)}
    flags = {f"v{n}": (False, True) for n in range(40)}
    half = [Rule(tuple(flags), lambda *there: sum(there) == 20, 20, 20)]
    odd = Rule(tuple(flags), lambda *there: sum(there) < 0)
    with pytest.raises(TooManyTriesError):
        list(assignments(flags, [*half, odd]))
    with pytest.raises(TooManyTriesError, match="more than 200,000 constraint evaluations are needed"):
        list(assignments(many, [Rule(tuple(many), lambda *values: sum(values) < 0)]))


# --- Finding ---


def test_what_is_there() -> None:
    found = find(query([enters("Grizzly Bears"), enters("Frog", maybe=True), enters("Chalk", maybe=True)],
                       bear(colors=["U"])))  # fmt: skip

    assert told(found) == [{"frog": True, "chalk": False}]
    assert (found.complete, found.bounded, found.tried, found.total, found.solves) == (True, False, 4, 4, 4)
    assert str(found) == (
        "1 solution: 4 of at most 4 assignments tried, 4 boards solved.\n  1. frog is present; no chalk"
    )


def test_what_speaks_of_it_goes_with_it() -> None:
    found = find(query(
        [enters("Grizzly Bears", maybe=True), {"counters": "grizzly-bears", "put": {"+1/+1": 1}}, enters("Forest")],
        {"objects": {"forest": {"exists": True}}},
    ))  # fmt: skip

    assert told(found) == [{"grizzly-bears": False}, {"grizzly-bears": True}]
    assert found.solutions[0].words() == "no grizzly-bears"
    assert found.solutions[1].result["grizzly-bears"].power == 3


def test_values_of_what_is_not_there_are_not_searched() -> None:
    found = find(query(
        [enters("Grizzly Bears"), enters("Dye", maybe=True, chosen={"color": "?"})], bear(colors_exclude=["R"])
    ))  # fmt: skip

    assert told(found) == [{"dye": False}, *({"dye": True, "dye.chosen.color": color} for color in "WUBG")]
    assert (found.tried, found.total) == (6, 10)


def test_what_nothing_reads_is_not_searched() -> None:
    timeline = [enters("Grizzly Bears", controller="?"), enters("Lens", chosen={"color": "?"}), enters("Frog")]
    found = find(query(timeline, bear(colors=["U"])))

    assert found.fixed == (("grizzly-bears.controller", "Ana"), ("lens.chosen.color", "W"))
    assert (told(found), found.tried, found.total) == ([{}], 1, 1)
    assert str(found) == (
        "1 solution: 1 of at most 1 assignment tried, 1 board solved.\n"
        "  1. the board as given\n"
        "Values that nothing reads were not searched: grizzly-bears.controller = Ana and\n"
        "  lens.chosen.color = W."
    )


def test_what_an_effect_or_the_outcome_reads_is_searched() -> None:
    timeline = [enters("Grizzly Bears", controller="?"), enters("Mine", controller="?")]
    read = find(query(timeline, bear(power=3)))
    asked = find(query(timeline[:1], bear(controller="Ben")))

    assert told(read) == [
        {"grizzly-bears.controller": name, "mine.controller": name} for name in ("Ana", "Ben")
    ]  # fmt: skip
    assert told(asked) == [{"grizzly-bears.controller": "Ben"}]
    assert read.fixed == asked.fixed == ()


def test_orders_with_the_comparisons_that_decide() -> None:
    timeline = [enters("Grizzly Bears"), enters("Frog"), enters("Chalk"), enters("Forest")]
    (solution,) = find(query(timeline, bear(colors=["U"]), order="?")).solutions

    assert solution.cases == ((("chalk", "frog"),),)
    assert solution.words() == "Chalk is older than Frog"
    assert (solution.ordered, [event.to_data()["enters"] for event in solution.board.events]) == (
        True, ["Grizzly Bears", "Chalk", "Frog", "Forest"],
    )  # fmt: skip
    assert solve(solution.board)["grizzly-bears"].colors == ("U",)


def test_an_outcome_about_the_walk_is_asked_of_every_order() -> None:
    timeline = [enters("Grizzly Bears"), enters("Frog"), enters("Chalk")]
    (solution,) = find(query(timeline, {"order": {"5": ["chalk", "frog"]}}, order=["frog", "chalk"])).solutions

    assert solution.cases == ((("chalk", "frog"),),)


def test_constraints_between_timestamps() -> None:
    timeline = [enters("Grizzly Bears"), enters("Frog"), enters("Chalk")]
    older = [{"older": "frog", "than": "chalk"}]

    assert told(find(query(timeline, bear(colors=["W"]), constraints=older))) == [{}]
    assert told(find(query(timeline, bear(colors=["W"]), constraints=older, order="?"))) == [{}]
    assert told(find(query(timeline, bear(colors=["U"]), constraints=older, order="?"))) == []


def test_the_first_and_the_smallest() -> None:
    timeline = [enters("Grizzly Bears"), enters("Frog", maybe=True), enters("Chalk", maybe=True),
                enters("Forest", maybe=True)]  # fmt: skip
    asked = query(timeline, bear(colors_exclude=["G"]))
    first, least = find(asked, first=1), find(asked, smallest=True)

    assert (len(first.solutions), first.complete, first.bounded) == (1, False, False)
    assert str(first).startswith("1 solution, after which the search ended: ")
    assert told(least) == [
        {"frog": False, "chalk": True, "forest": False}, {"frog": True, "chalk": False, "forest": False},
    ]  # fmt: skip
    assert len(find(asked).solutions) == 6


def test_what_clashes() -> None:
    timeline = [enters("Grizzly Bears"), enters("Frog", maybe=True), enters("Humility", maybe=True)]
    clash = [{"at_most": 1, "of": ["frog", "humility"]}, {"at_least": 1, "of": ["frog"]}]
    found = find(query(timeline, bear(power=1, toughness=1, types=["Creature"]), constraints=clash))

    # Either expectation of a size needs Humility; the one that is tried last stays.
    assert (found.solutions, found.clash_minimal) == ((), True)
    assert found.clash == (
        "at most 1 of `frog` and `humility`", "at least 1 of `frog`", "expected: objects.grizzly-bears.toughness = 1",
    )  # fmt: skip
    assert found.text().splitlines()[1:3] == [
        "These cannot hold together:", "  - at most 1 of `frog` and `humility`",
    ]  # fmt: skip


def test_one_expectation_that_cannot_hold() -> None:
    found = find(query([enters("Grizzly Bears"), enters("Frog", maybe=True)], bear(power=7, colors=["U"])))

    assert found.clash == ("expected: objects.grizzly-bears.power = 7",)
    assert "This cannot hold:" in str(found)


def test_the_bound_says_how_far_it_got() -> None:
    timeline = [enters("Grizzly Bears"), *(enters("Forest", as_=f"f{n}") for n in range(20))]
    timeline = [{"as" if key == "as_" else key: value for key, value in event.items()} for event in timeline]
    for event in timeline[1:]:
        event["maybe"] = True
    found = find(query(timeline, bear(power=7)), limit=50)

    assert (found.bounded, found.complete, found.solves, found.total) == (True, False, 50, 2**20)
    assert str(found) == (
        "No solution found before the limit was reached: 51 of at most 1,048,576\nassignments tried, 50 boards solved."
    )


def test_values_that_are_no_board() -> None:
    wings = card("Wings", "Enchantment — Aura", "Enchant creature\nEnchanted creature has flying.")
    timeline = [enters("Grizzly Bears"), enters("Forest", zone="hand"),
                enters("Wings", attached_to={"any": ["grizzly-bears", "forest"]})]  # fmt: skip
    found = find(query(timeline, bear(has=["Flying"]), cards=[*CARDS, wings]))

    assert told(found) == [{"wings.attached_to": "grizzly-bears"}]
    assert found.refused == (1, "no object can be attached to `forest` in the hand (701.3a)")
    assert "1 assignment is not possible: no object can be attached to `forest` in the hand" in found.text(200)


def test_several_that_enter_together_one_of_them_unknown() -> None:
    timeline = [enters(["Grizzly Bears", {"any": ["Frog", "Chalk"]}])]  # type: ignore[arg-type]
    found = find(query(timeline, bear(colors=["W"])))

    assert told(found) == [{"grizzly-bears.enters.1": "Chalk"}]
    assert list(found.solutions[0].board.objects) == ["grizzly-bears", "frog"]


def test_a_keyword_that_speaks_of_a_choice_reads_it() -> None:
    # Which colour it is protected from is a matter of the choice, whoever asks for it.
    shield = card("Shield", "Creature — Elf", "Protection from the chosen color", "1/1")
    found = find(query([enters("Shield", chosen={"color": "?"})], {"objects": {"shield": {"power": 1}}},
                       cards=[shield]))  # fmt: skip

    assert found.fixed == ()


def test_progress_is_told() -> None:
    steps: list[tuple[int, int, int]] = []
    find(query([enters("Grizzly Bears"), enters("Frog", maybe=True)], bear(colors=["U"])),
         progress=lambda *step: steps.append(step))  # fmt: skip

    assert steps == [(1, 2, 0), (2, 2, 0)]


def test_an_order_that_no_timeline_has() -> None:
    # Counters are younger than what they are on, and stay where they are in the timeline.
    timeline = [enters("Grizzly Bears"), {"counters": "grizzly-bears", "put": {"flying": 1}}, enters("Humility")]
    (solution,) = find(query(timeline, bear(has=["Flying"]), order="?")).solutions

    assert solution.cases == ((("humility", "grizzly-bears+flying"),),)
    assert solution.ordered is False
    assert solution.puzzle(query(timeline, bear(has=["Flying"]))) is None
    assert solution.result["grizzly-bears"].abilities != ()


def test_an_expectation_is_taken_apart_and_put_together() -> None:
    expect = query([enters("Grizzly Bears"), enters("Frog")], {
        "objects": {"grizzly-bears": {"power": 2, "colors": ["U"]}}, "not_loops": [["frog", "frog"]],
        "loops": [], "order": {"5": ["frog"], "6": []},
    }).expect  # fmt: skip

    assert len(list(single(expect))) == 6
    assert merged(list(single(expect))) == expect


@pytest.mark.parametrize("file", sorted(QUERIES.glob("*.toml")), ids=lambda path: path.stem)
def test_each_solution_is_a_puzzle_that_passes(file: Path) -> None:
    asked = read_query(file)
    for solution in find(asked).solutions:
        puzzle = solution.puzzle(asked)
        assert puzzle is not None
        assert check(read_puzzle(puzzle.to_toml()), solve).ok


@hypothesis.settings(max_examples=15)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_the_smallest_are_those_with_the_fewest_things(seed: int) -> None:
    asked = random_query(Random(seed))
    if asked is None:
        hypothesis.reject()
    every, least = find(asked), find(asked, smallest=True)
    fewest = min((len(each.there) for each in every.solutions), default=0)

    assert [each.values for each in least.solutions] == [
        each.values for each in every.solutions if len(each.there) == fewest
    ]  # fmt: skip


# --- The command ---


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["find", *arguments], prog_name="mtglayers")


def test_the_command() -> None:
    result = run(str(QUERIES / "what-keeps-it-a-forest.query.toml"))

    assert (result.stderr, result.exit_code) == ("", 0)
    assert result.stdout == (
        "What keeps the Saproling a Forest under Blood Moon?\n"
        "2 solutions: 5 of at most 12 assignments tried, 7 boards solved.\n"
        "  1. visitor is Overgrown Tomb; no humility; Blood Moon is older than Life and\n"
        "     Limb\n"
        "  2. visitor is Taiga; no humility; Blood Moon is older than Life and Limb\n"
        "Values that nothing reads were not searched: visitor.controller = Ana.\n"
    )


def test_no_solution_is_exit_code_1() -> None:
    result = run(str(QUERIES / "no-humility-after-all.query.toml"))

    assert result.exit_code == 1
    assert result.stdout.endswith(
        "These cannot hold together:\n"
        "  - at most 1 of `humility` and `rally` (line 30)\n"
        "  - expected: objects.humility.power = 4\n"
        "  - expected: objects.grizzly-bears.power = 2\n"
    )


def test_solutions_as_files(tmp_path: Path) -> None:
    result = run(str(QUERIES / "one-colour-for-two-servants.query.toml"), "-o", str(tmp_path / "found"))
    files = sorted((tmp_path / "found").iterdir())

    assert [path.name for path in files] == [f"one-colour-for-two-servants-{n}.toml" for n in (1, 2, 3)]
    assert result.stdout.endswith(f"wrote {files[2]}\n")
    assert all(check(read_puzzle(path), solve).ok for path in files)


def test_as_data_and_from_standard_input() -> None:
    text = (QUERIES / "one-colour-for-two-servants.query.toml").read_text(encoding="utf-8")
    result = CliRunner().invoke(main, ["find", "-", "--first", "1", "--json"], input=text, prog_name="mtglayers")
    data = json.loads(result.stdout)

    assert data["solutions"][0]["values"] == {"first.chosen.color": "B", "second.chosen.color": "B"}
    assert (data["complete"], data["bounded"], data["clash"]) == (False, False, [])


def test_what_is_refused() -> None:
    assert run("missing.query.toml").stderr == "error: `missing.query.toml`: no such file or directory\n"
    assert run("missing.query.toml").exit_code == 2
