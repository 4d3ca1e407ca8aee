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


def test_the_sample_says_which_layers_it_has_and_how_one_gets_the_others():
    text = " ".join(output("ask", "Humility").split())

    assert text == (
        "Humility The sample that ships with the program contains layers 1a, 1b, 2, 3, 4 and 5; Humility has effects in"
        " layers 6 and 7b. For all layers, build an atlas with `mtglayers atlas build atlas/`, and then"
        ' `mtglayers atlas ask "Humility" --in atlas/`.'
    )


def test_a_card_without_static_effects_says_so():
    assert "Forest has no static ability with a continuous effect" in " ".join(output("ask", "Forest").split())
    text = " ".join(output("ask", "Turn to Frog").split())
    assert text.endswith(
        "It has other effects, in layers 4, 5, 6 and 7b. For a second card, `mtglayers depends "
        '"Turn to Frog" CARD` tries boards on which they exist.'
    )


def test_a_card_that_the_atlas_does_not_contain_says_so(folder: str):
    assert "Goblin King is not one of them" in " ".join(output("ask", "Goblin King", "--in", folder).split())


EMBLEM = 'emblem with "Creatures you control get +2/+2 and have flying."'


def test_an_emblem_and_a_second_card():
    """114.4: an emblem is in the command zone; what it says stands in its description."""
    first, second = json.loads(output("ask", "Chaosphere", EMBLEM, "--json"))["answers"]
    assert (first["on"], first["layer"]) == (EMBLEM, "6")
    assert check(read_puzzle(first["puzzle"]), solve).ok
    assert "nothing that Chaosphere changes is read" in second["never"]
    assert "does not depend on Chaosphere" in " ".join(
        CliRunner().invoke(main, ("depends", "Chaosphere", EMBLEM, "--most", "1")).stdout.split()
    )


@pytest.mark.parametrize("name", [EMBLEM, "Construct token"])
def test_the_atlas_contains_neither_tokens_nor_emblems(name: str):
    assert "neither tokens nor emblems" in " ".join(output("ask", name).split())


def test_loops_and_counts_without_a_folder_are_those_of_the_sample():
    data = json.loads(output("top", "--json", "--most", "3"))
    assert data["pairs"] > 100_000
    assert len(data["effects"]) == len(data["on"]) == 3
    assert "The atlas of all cards" in output("top")
    sets = json.loads(output("loops", "--triples", "0", "--json"))["sets"]
    assert any("Blood Moon" in group["cards"] for group in sets)


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
    (tmp_path / "_atlas.json").write_bytes((Path(folder) / "_atlas.json").read_bytes())

    among = " ".join(f'--among "{name}"' for name in AMONG)
    how = f"`mtglayers atlas build {tmp_path} {among}` continues"
    assert run("top", str(tmp_path)).stderr == f"note: 1 of 1 file is not built yet; {how}\n"


def test_an_atlas_of_other_cards_says_how_it_was_built(folder: str):
    among = " ".join(f'--among "{name}"' for name in AMONG)
    assert run("build", folder, "--among", "Humility").stderr == (
        f"error: `{folder}` contains an atlas with other `--among`, of `mtglayers atlas build {folder} {among}`; use"
        " another folder\n"
    )


def test_an_atlas_of_another_catalogue_says_so(folder: str, tmp_path: Path):
    manifest = json.loads((Path(folder) / "_atlas.json").read_bytes())
    (tmp_path / "_atlas.json").write_text(json.dumps(manifest | {"cards": "0"}))
    (tmp_path / "pairs-00000.parquet").write_bytes((Path(folder) / "pairs-00000.parquet").read_bytes())

    assert "was built with another catalogue or version of the program" in run("top", str(tmp_path)).stderr


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
        (
            ("top", "--most", "50"),
            "error: the counts that ship with the program list 10 cards; give a folder to list 50\n",
        ),
        (("top", "nowhere"), "error: `nowhere` contains no atlas; `mtglayers atlas build nowhere` builds one\n"),
    ],
)
def test_refusals(arguments: tuple[str, ...], message: str):
    result = run(*arguments)

    assert (result.stderr, result.stdout, result.exit_code) == (message, "", 2)


def test_depends_says_whether_another_board_could_show_what_none_showed():
    text = " ".join(CliRunner().invoke(main, ("depends", "Goblin King", "Alpine Moon")).output.split())

    assert "may have a dependency of Goblin King on Alpine Moon." in text
    assert "No board has a dependency of Alpine Moon on Goblin King: nothing" in text


def test_depends_of_one_card_names_the_command_for_one_card():
    result = CliRunner().invoke(main, ("depends", "Humility"))

    assert result.exit_code == 2
    assert 'name two cards; `mtglayers atlas ask "Humility"` lists what one card may depend on' in result.stderr
