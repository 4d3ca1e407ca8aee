"""``mtglayers explain``: which objects, which register, as data; and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers.cli.main import main
from mtglayers.model.rules.edition import NEWEST

from ....support.editions import PUZZLE_RULES
from ....support.paths import TESTS

DATA = TESTS / "data"
STORY = str(DATA / "story.toml")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments], prog_name="mtglayers")


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def error(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def test_one_object_of_a_puzzle() -> None:
    text = output(STORY, "saproling")

    assert text.startswith(f"Blood Moon, then Life and Limb, a Saproling and Overgrown Tomb\n{PUZZLE_RULES}")
    assert "The Saproling is a 1/1 green Saproling Mountain land creature" in text
    assert "Life and Limb would make the Saproling a land" in text


def test_without_an_object_all_that_changed() -> None:
    text = output(STORY, "--at", "3")

    assert "\nThe Saproling is a 1/1 green Saproling Forest land creature" in text
    assert "\nOvergrown Tomb is a Mountain land" in text
    assert text.count("Blood Moon depends on Life and Limb") == 1
    assert text.count("Step 1, dependencies (613.8a): as above.") == 1


def test_the_order_of_the_lines_is_mentioned_if_it_matters() -> None:
    said = "The lines were read as oldest first, and this order matters"

    assert said in output("Opalescence", "Humility")
    assert said not in output("Opalescence", "Humility", "--order", "opalescence,humility")
    assert said not in output("Glorious Anthem", "Grizzly Bears")
    assert said not in output(STORY)


@pytest.mark.parametrize(
    "lines",
    [
        ("Maskwood Nexus", "Mistform Ultimus", "Xenograft choosing Goblin"),  # no creature type is left to add
        ("Xenograft choosing Goblin", "Maskwood Nexus", "Grizzly Bears"),
        ("Purphoros, God of the Forge", "Darksteel Mutation -> Purphoros"),  # the Aura is always younger
    ],
)
def test_the_order_of_the_lines_is_not_mentioned_if_each_order_has_the_same_outcome(lines: tuple[str, ...]) -> None:
    orders = CliRunner().invoke(main, ["orders", *lines], prog_name="mtglayers").stdout

    assert "one outcome" in orders
    assert "this order matters" not in output(*lines)


def test_a_player_after_lines_is_explained() -> None:
    lines = ("Ann: Grizzly Bears", "Ben: Sudden Spoiling -> Ann")

    assert output(*lines, "ann") == output(*lines, "--object", "Ann")
    assert "Sudden Spoiling targets Ann and applies to Grizzly Bears." in output(*lines, "Ann")


def test_cards_by_name() -> None:
    text = output("Opalescence", "Humility", "--object", "humility")

    assert "\nHumility is a 1/1 white enchantment creature without abilities.\n" in text
    assert "It took its own ability in layer 6, but it had started to apply, so it" in text


def test_an_id_after_lines_is_what_is_explained() -> None:
    """A second Humility has a capital, or a count."""
    assert output("Opalescence", "Humility", "humility") == output("Opalescence", "Humility", "--object", "humility")
    assert "The first Humility" in output("Opalescence", "Humility", "Humility")


def test_options_and_arguments_name_objects_together() -> None:
    text = output(STORY, "saproling", "--object", "overgrown-tomb", "--at", "3")

    assert "\nThe Saproling is " in text
    assert "\nOvergrown Tomb is " in text


def test_a_learner_is_told_once() -> None:
    text = output("Blood Moon", "Taiga", "Tundra", "--register", "learner")

    assert text.count("each kind has its layer") == 1
    assert text.count("Here it sets the land type to Mountain.") == 2
    assert max(map(len, text.splitlines())) <= 80


def test_nothing_to_explain() -> None:
    assert output("Forest").endswith("\nNo effect changes anything.\n")
    assert output("Forest", "--object", "forest").endswith("Forest is a basic Forest land.\n  No effect changes it.\n")


def test_data() -> None:
    found = json.loads(output(STORY, "saproling", "--json"))
    (told,) = found["explanations"]

    assert (found["format"], told["id"], told["effects"]) == (2, "saproling", ["life-and-limb#1", "blood-moon#1"])
    assert [entry["effect"] for entry in told["entries"]] == ["life-and-limb#1", "blood-moon#1"]
    assert told["tables"] == [{"layer": "4", "step": 1}]
    table = found["tables"]["4"]["1"]
    assert table["shows"][table["pairs"][0]["shows"]]["causes"] == [
        {
            "object": "saproling", "family": "type", "before": "", "after": "Land",
            "words": "the Saproling would become a land",
        }
    ]  # fmt: skip
    assert [pair["depends"] for pair in table["pairs"]] == [True, False]
    assert table["independent"] == 1


def test_data_tells_what_holds_for_the_whole_board() -> None:
    found = json.loads(output("Opalescence", "Humility", "--json"))

    assert found["title"] == "Opalescence, Humility"
    assert (found["edition"]["key"], found["edition"]["until"]) == (NEWEST.key, None)
    assert found["readings"]["after"] == "delay"
    assert [player["name"] for player in found["players"]] == ["A", "B"]
    assert (found["turns_on"], found["unsupported"]) == ([], [])
    (entry,) = [entry for entry in found["explanations"][0]["entries"] if entry["layer"] == "6"]
    assert sorted(entry) == ["changes", "effect", "layer", "step"]
    assert found["steps"]["6"]["1"]["because"]


def test_what_the_board_turns_on_is_told() -> None:
    file = str(DATA.parent.parent / "puzzles" / "s1-just-after.toml")
    text = output(file)
    turns_on = json.loads(output(file, "--json"))["turns_on"]

    assert "The rules leave questions open: the result differs if" in text
    assert turns_on
    assert all(f"(reading {name}, " in text.replace("\n ", "") for name in turns_on)


def test_what_is_not_understood_is_told(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        'title = "An odd card"\n[[cards]]\nname = "Odd"\ntype_line = "Creature"\npower = "1"\ntoughness = "1"\n'
        'oracle_text = "Creatures frobnicate."\n[[timeline]]\nenters = "Odd"\n',
        encoding="utf-8",
    )

    assert "Not understood, and ignored\n  Odd: Creatures frobnicate.\n" in output(str(file))
    assert json.loads(output(str(file), "--json"))["unsupported"] == [
        {"object": "odd", "text": "Creatures frobnicate."}
    ]


def test_data_of_all() -> None:
    found = json.loads(output(STORY, "--at", "3", "--json"))

    assert [told["id"] for told in found["explanations"]] == ["saproling", "overgrown-tomb"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((STORY, "saprolin"), "error: no object `saprolin` on the board; did you mean `saproling`?\n"),
        (("Humility", "--object", "opalescence"), "error: no object `opalescence` on the board\n"),
        ((STORY, "--at", "9"), "error: invalid value for `--at`: the puzzle has 4 expectations, not 9\n"),
        (("Humility", "--at", "1"), "error: `--at` needs a puzzle file\n"),
    ],
)
def test_what_goes_wrong_is_one_sentence(arguments: tuple[str, ...], message: str) -> None:
    assert error(*arguments) == message


def test_another_register_is_refused() -> None:
    assert error(STORY, "--register", "pirate").startswith("error: invalid value for '--register': 'pirate'")


def test_under_older_rules_their_numbers_are_cited() -> None:
    text = output(STORY, "saproling", "--edition", "2006-07-01")

    assert "(418.5c, scope)" in text
    assert "613" not in text


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["Blood Moon", "Forest", "forest"], "Blood Moon applies only to nonbasic lands."),
        (["Giant Growth -> Grizzly Bears", "end of turn", "grizzly-bears"], "it lasted until end of turn (514.2)."),
        (["Elesh Norn, Grand Cenobite", "B: Grizzly Bears", "grizzly-bears"], "has toughness 0 and is put into"),
        (["Grizzly Bears", "Giant Growth -> Grizzly Bears", "Clone as a copy of Grizzly Bears", "clone"],
         "the copiable values of Grizzly Bears, not what Giant Growth does to it (707.2"),
    ],
)  # fmt: skip
def test_what_does_not_apply_and_what_follows(lines: list[str], said: str) -> None:
    assert said in " ".join(output(*lines).split())


def test_a_name_that_fits_several_objects_shows_all() -> None:
    for command in ("solve", "explain"):
        text = CliRunner().invoke(main, [command, "2x Goblin token", "Goblin King", "--object", "Goblin"]).output
        assert "The first Goblin is a 2/2" in text
        assert "The same applies to the second Goblin." in text


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_it_is_told_what_is_phased_out(command: str) -> None:
    lines = ["Bonesplitter -> Grizzly Bears", "Glorious Anthem", "Llanowar Elves", "Grizzly Bears phases out"]
    result = CliRunner().invoke(main, [command, *lines], prog_name="mtglayers")

    said = "Grizzly Bears and Bonesplitter are phased out, so they are treated as though they do not exist (702.26b)."
    assert said in " ".join(result.stdout.split())
