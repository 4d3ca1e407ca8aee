"""A result as it stood after a step: what `Result.at` gives."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mtglayers import Board, result_data, solve
from mtglayers.cli.main import main
from mtglayers.wire.base import plain
from mtglayers.wire.steps import StepData

from ....support.boards import BEAR, LIMB, MOON, SAPROLING, board, card
from ....support.golden_files import assert_golden
from ....support.paths import TESTS

STORY = str(TESTS / "data" / "story.toml")


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments), prog_name="mtglayers")
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


def error(*arguments: str) -> str:
    result = CliRunner().invoke(main, list(arguments), prog_name="mtglayers")
    assert (result.stdout, result.exit_code) == ("", 2)
    return result.stderr


def test_each_step_of_a_layer_is_a_result() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    assert [result.at("4", n)["saproling"].subtypes for n in range(3)] == [
        ("Saproling",), ("Saproling", "Forest"), ("Saproling", "Mountain"),
    ]  # fmt: skip
    assert result.at("4") == solve(board(MOON, LIMB, SAPROLING), until="4")


def test_it_knows_nothing_of_what_comes_after() -> None:
    before = solve(board(MOON, LIMB, SAPROLING)).at("4", 1)

    assert [layer.name for layer in before.layers] == ["1a", "1b", "2", "3", "4"]
    assert before.layer("4").order == ("life-and-limb#1",)
    assert before.statistics.steps == 1
    assert before.explainer.unapplied == ()
    assert before.turns_on == ()


def test_the_last_step_of_all_is_the_result() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    assert result.at(result.layers[-1].name) == result


def test_a_layer_or_step_that_is_not_there() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    with pytest.raises(KeyError, match="no layer `9`"):
        result.at("9")
    with pytest.raises(ValueError, match="layer 4 has 2 steps, not 3"):
        result.at("4", 3)


def test_what_another_operation_makes_redundant_is_not_stated() -> None:
    first, *_ = solve(Board.of("Grizzly Bears; Darksteel Mutation -> Grizzly Bears")).layer("4").steps

    assert [each.words for each in StepData.of(first).operations] == [
        "sets the card types to Artifact and Creature",
        "sets the creature type to Insect",
    ]


@pytest.mark.parametrize("lines", ["Opalescence; Humility; Glorious Anthem", "Opalescence; Glorious Anthem; Humility"])
def test_values_are_in_the_order_of_their_objects(lines: str) -> None:
    step = solve(Board.of(lines)).layer("7b").steps[0]
    sizes = [each.words.rpartition(" ")[2] for each in StepData.of(step).operations]
    values = {"humility": "4/4", "glorious-anthem": "3/3"}

    assert step.effect == "opalescence#1"
    assert sizes == [values[id] for id in step.scope]


# --- What a step changed, as data ---


def test_a_step_tells_what_it_changed() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    first, second = (plain(StepData.of(step, states=True)) for step in result.layer("4").steps)

    assert first["changed"] == [{"id": "saproling", "changes": [
        {"what": "types", "lost": [], "gained": ["Land"]},
        {"what": "subtypes", "lost": [], "gained": ["Forest"]},
        {"what": "abilities", "lost": [], "gained": ["{T}: Add {G}."]},
    ]}]  # fmt: skip
    assert [(each["id"], each["subtypes"]) for each in first["after"]] == [("saproling", ["Saproling", "Forest"])]
    assert [(each["id"], each["subtypes"]) for each in second["after"]] == [("saproling", ["Saproling", "Mountain"])]
    assert "rests_on" not in first["after"][0]


def test_sizes_are_told_before_and_after() -> None:
    anthem = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")
    result = solve(board(BEAR, anthem))
    (step,) = result.steps

    assert plain(StepData.of(step))["changed"] == [{"id": "grizzly-bears", "changes": [
        {"what": "power", "one": 2, "other": 3}, {"what": "toughness", "one": 2, "other": 3},
    ]}]  # fmt: skip


def test_states_are_told_only_where_they_are_asked_for() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    assert "after" not in result_data(result)["layers"][4]["steps"][0]
    assert "after" in result_data(result, states=True)["layers"][4]["steps"][0]


# --- On the command line ---


def test_the_board_after_a_step() -> None:
    assert_golden("step.txt", output("solve", STORY, "--at", "2", "--until", "4", "--step", "1"))


def test_steps_are_counted_through_the_walk_without_a_layer() -> None:
    assert output("solve", STORY, "--at", "2", "--step", "1") == output(
        "solve", STORY, "--at", "2", "--until", "4", "--step", "1"
    )
    assert "Step 1 of layer 7b: power and toughness set (step 4 of the solve)" in output(
        "solve", STORY, "--at", "2", "--step", "4"
    )


def test_the_board_before_the_first_step() -> None:
    text = output("solve", STORY, "--at", "2", "--step", "0")

    assert "The board before the first step" in text
    assert "Creature — Saproling" in text
    assert "Step" not in text


def test_all_steps() -> None:
    """A loop, the turn that breaks it, and what was released by that."""
    assert_golden("steps.txt", output("solve", STORY, "--at", "3", "--steps"))


def test_the_steps_that_changed_one_object() -> None:
    text = output("solve", STORY, "--at", "3", "--steps", "--object", "overgrown-tomb")

    assert text.count("Step ") == 1
    assert "Chosen: Blood Moon" in text


def test_a_step_that_changes_many_objects_alike_says_so_once() -> None:
    text = output("solve", "Goblin King", "Goblin King", "Goblin King", "Goblin Chieftain", "--steps")

    assert max(map(len, text.splitlines())) <= 80
    assert "The second Goblin King, the third Goblin King and Goblin Chieftain: gain" in text


def test_json_after_a_step() -> None:
    data = json.loads(output("solve", STORY, "--at", "2", "--until", "4", "--step", "1", "--json"))

    assert [layer["name"] for layer in data["layers"]] == ["1a", "1b", "2", "3", "4"]
    assert data["layers"][4]["order"] == ["life-and-limb#1"]
    assert data["objects"][2]["subtypes"] == ["Saproling", "Forest"]


def test_json_of_all_steps_has_the_states() -> None:
    data = json.loads(output("solve", STORY, "--at", "2", "--steps", "--json"))

    assert data["layers"][4]["steps"][1]["after"][0]["subtypes"] == ["Saproling", "Mountain"]


@pytest.mark.parametrize(("arguments", "said"), [
    (["--until", "4", "--step", "3"], "error: invalid value for `--step`: layer 4 has 2 steps, not 3\n"),
    (["--step", "9"], "error: invalid value for `--step`: the solve has 4 steps, not 9\n"),
    (["--step", "1", "--steps"], "error: `--steps` and `--step` cannot be used together\n"),
])  # fmt: skip
def test_steps_that_are_not_there(arguments: list[str], said: str) -> None:
    assert error("solve", STORY, "--at", "2", *arguments) == said
