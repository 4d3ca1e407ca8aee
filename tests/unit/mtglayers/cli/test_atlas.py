"""`mtglayers atlas`: built in a folder, asked about cards, loops and counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers import check, read_puzzle, solve
from mtglayers.cli.main import main

AMONG = ("Ashaya, Soul of the Wild", "Blood Moon", "Conversion", "Humility", "Life and Limb")
PAIRS = 16


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("atlas", *arguments), prog_name="mtglayers")


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.stderr, result.exit_code) == ("", 0)
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("atlas") / "built"
    among = [word for name in AMONG for word in ("--among", name)]
    result = run("build", str(path), *among)
    assert result.output == f"{PAIRS} pairs in 1 file, 1 new: {path}\n"
    assert run("build", str(path), *among).output == f"{PAIRS} pairs in 1 file, 0 new: {path}\n"
    return str(path)


def test_two_cards():
    assert output("ask", "blood moon", "Life and Limb") == (
        "Blood Moon and Life and Limb\n"
        "Does Blood Moon depend on Life and Limb?\n  Yes, with a Saproling creature (layer 4, scope).\n"
        "Does Life and Limb depend on Blood Moon?\n  Yes, with a nonbasic Forest land (layer 4, scope).\n"
    )


def test_two_cards_that_cannot_depend():
    text = " ".join(output("ask", "Humility", "Opalescence").split())

    assert "No, on no board: nothing that Opalescence changes is read by an effect of Humility." in text


def test_the_atlas_has_static_abilities_alone():
    text = " ".join(output("ask", "Goblin King", "Turn to Frog").split())

    assert "Other effects of the two cards may depend in layer 6;" in text


def test_the_sample_says_which_layers_it_has():
    text = " ".join(output("ask", "Humility").split())

    assert text.endswith(
        "the sample, which contains layers 1a, 1b, 2, 3, 4 and 5; what `mtglayers atlas build` builds has all."
    )


def test_two_cards_as_json():
    first, second = json.loads(output("ask", "Blood Moon", "Humility", "--json"))["answers"]

    assert set(first) == {"never"}
    assert set(second) == {"never"}


def test_the_puzzles_in_json_are_met():
    for answer in json.loads(output("ask", "Blood Moon", "Life and Limb", "--json"))["answers"]:
        assert check(read_puzzle(answer["puzzle"]), solve).ok


def test_one_card(folder: str):
    text = output("ask", "Blood Moon", "--in", folder)

    assert "Blood Moon depends on 3 cards" in text
    assert "Life and Limb (layer 4, scope) with a Saproling creature" in text


def test_one_card_of_the_sample():
    text = output("ask", "blood moon")

    assert "Blood Moon depends on" in text
    assert "Life and Limb (layer 4, scope) with a Saproling creature" in text
    rows = json.loads(output("ask", "Blood Moon", "--json"))["answers"]
    assert {"Blood Moon"} < {row["effect"] for row in rows}
    assert all("Blood Moon" in (row["effect"], row["on"]) and row["depends"] for row in rows)


def test_loops(folder: str):
    data = json.loads(output("loops", folder, "--json"))

    assert data["sets"] == [
        {"layer": "4", "cards": ["Ashaya, Soul of the Wild", "Blood Moon", "Conversion", "Life and Limb"]}
    ]
    found = {tuple(loop["cards"]): loop for loop in data["loops"]}
    loop = found["Blood Moon", "Life and Limb"]
    assert (loop["objects"], loop["smallest"]) == ("a Saproling creature; a nonbasic Forest land", True)
    three = found["Ashaya, Soul of the Wild", "Blood Moon", "Life and Limb"]
    assert three["found"]
    for each in (loop, three):
        assert check(read_puzzle(each["puzzle"]), solve).ok
    assert data == json.loads(output("loops", folder, "--json"))
    assert len(json.loads(output("loops", folder, "--triples", "0", "--json"))["loops"]) < len(data["loops"])
    text = output("loops", folder)
    assert "4 cards: Ashaya" in text
    assert "A loop on one board was found for" in text


def test_counts(folder: str):
    data = json.loads(output("top", folder, "--json"))

    assert data["pairs"] == PAIRS
    assert [layer for layer, _ in data["layers"]] == ["4", "6"]
    assert sum(number for _, number in data["layers"]) == data["found"]
    assert data["effects"][0][1] >= data["effects"][-1][1]
    assert f"A board was found for {data['found']} of {PAIRS} pairs" in output("top", folder)


def test_files_that_are_not_built_yet_are_counted(folder: str, tmp_path: Path):
    (tmp_path / "atlas.json").write_bytes((Path(folder) / "atlas.json").read_bytes())

    assert run("top", str(tmp_path)).stderr == "note: 1 of 1 file is not built yet\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("ask", "Blood Moon", "Humility", "--in", "atlas"),
            "error: give two cards, or one card and a folder with `--in`\n",
        ),
        (
            ("ask", "Blod Moon", "Humility"),
            "error: unknown card `Blod Moon`; did you mean `Blood Moon`, `Bad Moon` or `Blood Money`?\n",
        ),
        (("top", "nowhere"), "error: `nowhere` contains no atlas; `mtglayers atlas build nowhere` builds one\n"),
    ],
)
def test_refusals(arguments: tuple[str, ...], message: str):
    result = run(*arguments)

    assert (result.stderr, result.stdout, result.exit_code) == (message, "", 2)


def test_depends_says_whether_another_board_could_show_what_none_showed():
    text = " ".join(CliRunner().invoke(main, ("depends", "Goblin King", "Blood Sun")).output.split())

    assert "may have a dependency of Goblin King on Blood Sun." in text
    assert "No board has a dependency of Blood Sun on Goblin King: nothing" in text


def test_depends_of_one_card_names_the_command_for_one_card():
    result = CliRunner().invoke(main, ("depends", "Humility"))

    assert result.exit_code == 2
    assert 'name two cards; `mtglayers atlas ask "Humility"` lists what one card may depend on' in result.stderr
