"""The conformance kit: boards as vectors, their expected results, and the folder of files."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from mtglayers.cli.main import main
from mtglayers.conformance.kit import (
    CLAUSES,
    Given,
    KitError,
    LeftOut,
    editions_named,
    export,
    given_boards,
    vector_text,
    vectors_of,
)
from mtglayers.conformance.making import NoVectorError, SpellingError, difference, vector_of
from mtglayers.conformance.spelled import spelled
from mtglayers.model.board.board import Board
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.model.rules.edition import NEWEST, edition
from mtglayers.solver.readings import Readings
from mtglayers.solver.solve import solve
from mtglayers.wire.vectors import VectorData

from ....support.boards import LIMB, MOON, SAPROLING, TOMB, board, card
from ....support.clause_lists import CLAUSES as EVERY_CLAUSE
from ....support.editions import KIT_FOLDER
from ....support.paths import ROOT

PUZZLES = ROOT / "puzzles"
SOME = ("s3-blood-moon-and-life-and-limb", "three-loop", "clone-of-a-clone", "s1-just-after")


def some(*names: str) -> list[Given]:
    return list(given_boards(PUZZLES / f"{name}.toml" for name in names or SOME))


def vector(puzzle: str, place: int = 0) -> VectorData:
    given = some(puzzle)[place]
    return vector_of(given.board, "a", readings=given.readings)


def test_a_vector_says_what_comes_of_its_board() -> None:
    """613.8a: the edges before each step, with reason and witness, and what every step changed."""
    found = vector("s3-blood-moon-and-life-and-limb", 1)
    layer = found.expect.layers[0]

    assert [each.id for each in found.expect.objects] == ["blood-moon", "life-and-limb", "saproling"]
    assert found.expect.objects[2].subtypes == ("Saproling", "Mountain")
    assert (layer.name, layer.order) == ("4", ("life-and-limb#1", "blood-moon#1"))
    first = layer.steps[0]
    assert [(e.effect, e.on, e.reasons, e.witness) for e in first.edges] == [
        ("blood-moon#1", "life-and-limb#1", ("scope",), ("saproling",))
    ]
    assert (first.why, first.rule, first.waiting) == ("waited", "613.8b", ("blood-moon#1",))
    assert first.changed["saproling"] == ("types", "subtypes", "abilities")
    assert found.clauses == (
        "613.1", "613.1d", "613.1e", "613.1g", "613.4", "613.4b", "613.7", "613.7a", "613.8", "613.8a", "613.8b",
    )  # fmt: skip


def test_a_vector_needs_no_english() -> None:
    """A board that is spelled out has no sentence in its cards or events, and comes out the same."""
    made = board(card("Odd", "Enchantment", "Creatures you control get +1/+1.\nWhen Odd enters, draw a card."))
    made.resolves(
        {"text": "Target permanent becomes a 2/2 Elf creature until end of turn."}, as_="curse", targets=["odd"]
    )
    data = spelled(made)
    twin = Board.from_data(json.loads(json.dumps(data)))

    assert "draw" not in json.dumps(data)
    assert "Target" not in json.dumps(data["timeline"])
    assert (solve(twin)["odd"].power, solve(twin).layer("7c").order) == (3, ("odd#1",))
    assert [each.types for each in map(solve(made).__getitem__, made.objects)] == [
        each.types for each in map(solve(twin).__getitem__, twin.objects)
    ]


@pytest.mark.parametrize("name", ["a-delayed-trigger-is-a-later-effect", "cleave", "only-a-meld-pair-melds"])
def test_every_board_of_a_puzzle_is_a_vector(name: str) -> None:
    """603.7: the later effect is that of the delayed ability; 701.42: a meld pair names a third card; 702.148b."""
    for _, made in read_puzzle(PUZZLES / f"{name}.toml").boards():
        with suppress(NoVectorError):
            vector_of(made, name)


def test_a_board_that_is_not_understood_is_no_vector() -> None:
    made = board(card("Odd", "Enchantment", "Creatures you control have glimmer and get more or less bigger."))

    with pytest.raises(NoVectorError, match="a line is not understood"):
        vector_of(made, "odd")


def test_a_board_that_came_out_otherwise_would_be_told() -> None:
    """What is spelled out is compared with what it was: objects, players, order, scopes and dependencies."""
    first = solve(board(MOON, LIMB, SAPROLING))

    assert difference(first, solve(board(MOON, LIMB, SAPROLING))) == ""
    assert difference(first, solve(board(MOON, LIMB))) == "its objects"
    assert difference(first, solve(board(LIMB, MOON, SAPROLING))) != ""
    lives = [board(MOON, LIMB, SAPROLING) for _ in range(2)]
    lives[1].player(lives[1].players[0], life=3)
    assert difference(solve(lives[0]), solve(lives[1])) == lives[0].players[0]
    assert str(SpellingError("E25/moon", "layer 4, step 1")) == (
        "spelling out `E25/moon` changes its result: layer 4, step 1"
    )


def test_a_board_that_turns_on_readings_needs_one() -> None:
    """What the rules leave open is a vector only where the puzzle says how it is read."""
    left_out: list[LeftOut] = []
    found = [each.name for each in vectors_of(some("s1-just-after"), left_out=left_out)]

    assert len(left_out) == 1
    assert found
    assert all("+" in name for name in found)


@pytest.mark.parametrize(
    ("reading", "switch"), [("fallen-subtypes", "fallen_return"), ("copied-stamps", "brought_later")]
)
def test_a_reading_may_move_a_switch(reading: str, switch: str) -> None:
    """What a folder's vectors say of their rules is the same for those without readings alone."""
    moved = {
        vector_of(board(MOON, TOMB), "a", readings=readings).edition.switches[switch]
        for readings in (None, Readings.named(reading))
    }
    assert moved == {False, True}


@pytest.mark.parametrize("name", SOME)
def test_a_vector_is_read_again(name: str) -> None:
    """What is written is a `VectorData` again, the same bytes; its board and its state are the same board."""
    for found in vectors_of(some(name)):
        text = vector_text(found)
        again = msgspec.json.decode(text, type=VectorData)
        assert vector_text(again) == text
        twin = solve(Board.from_data(json.loads(text)["board"]), readings=found.readings)
        assert [each.id for each in found.expect.objects] == list(twin)
        assert {layer.name: layer.order for layer in twin.layers if layer.order} == {
            layer.name: layer.order for layer in found.expect.layers
        }


def test_further_editions(tmp_path: Path) -> None:
    """A board is a vector of every edition in which its timeline can be played, by folder."""
    left_out: list[LeftOut] = []
    boards = some("three-loop", "s3-blood-moon-and-life-and-limb")[:2]
    kit = export(tmp_path, vectors_of(boards, editions_named(["2006-07-01", "2026-09-25"]), left_out))

    assert kit.names == (
        f"{KIT_FOLDER}/three-loop",
        "E21-2023-06-23/s3-blood-moon-and-life-and-limb-1",
        "E05-2006-05-01/s3-blood-moon-and-life-and-limb-1",
        f"{KIT_FOLDER}/s3-blood-moon-and-life-and-limb-1",
    )
    assert left_out == [LeftOut("E05-2006-05-01/three-loop", "the result depends on readings")]
    assert editions_named(["newest"]) == (NEWEST,)
    assert edition("2006-07-01") in editions_named(["E05", "2006-07-01"])


def test_a_kit_on_disk(tmp_path: Path) -> None:
    """The index names every vector by edition and clause; a kit takes the place of an older one alone."""
    folder = tmp_path / "kit"
    command = ["vectors", "export", str(folder)]
    done = CliRunner().invoke(main, [*command, *(str(PUZZLES / f"{name}.toml") for name in SOME)])
    index = json.loads((folder / "index.json").read_bytes())

    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[0].startswith(f"{len(index['vectors'])} vectors, ")
    assert (
        "E21-2023-06-23/s3-blood-moon-and-life-and-limb-2" in index["editions"]["E21-2023-06-23"]["clauses"]["613.8a"]
    )
    assert all((folder / "vectors" / f"{name}.json").is_file() for name in index["vectors"])

    again = CliRunner().invoke(main, [*command, str(PUZZLES / "three-loop.toml")])
    assert again.exit_code == 0
    assert len(list(folder.rglob("three-loop*.json"))) == len(list((folder / "vectors").rglob("*.json")))

    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(KitError, match="contains other files"):
        export(tmp_path, [])


def test_an_index_that_names_files_elsewhere_takes_none_away(tmp_path: Path) -> None:
    """A folder that says it is a kit may say anything: what is outside of it stays."""
    kept, kit = tmp_path / "kept.json", tmp_path / "kit"
    kit.mkdir()
    for file in (kept, tmp_path / "kit" / "vectors.json"):
        file.write_text("{}")
    names = ["../../kept", str(tmp_path / "kept"), "../vectors", "E25/none"]
    (kit / "index.json").write_text(json.dumps({"vectors": names}))

    assert export(kit, []).names == ()
    assert kept.exists()
    assert (kit / "vectors.json").exists()


@pytest.mark.parametrize("name", ["vectors", "vectors/E25", "vectors/E25/bears.json", "schemas", "lists.json"])
def test_a_kit_follows_no_links(tmp_path: Path, name: str) -> None:
    """A link in an earlier kit could lead out of its folder."""
    folder, outside = tmp_path / "kit", tmp_path / "outside"
    vector = vector_of(Board.of("Grizzly Bears"), "E25/bears")
    export(folder, [vector])
    (folder / name).rename(outside)
    (folder / name).symlink_to(outside)
    files = [file for file in (*tmp_path.rglob("*"), *outside.rglob("*")) if file.is_file()]
    before = {file: file.read_bytes() for file in files}
    with pytest.raises(KitError, match="is a link"):
        export(folder, [vector])
    assert {file: file.read_bytes() for file in files} == before  # nor is anything else changed


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["index.json", "lists.json"])
def test_a_kit_waits_for_no_pipe(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "kit"
    export(folder, [])
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(KitError, match="choose an empty folder"):
        export(folder, [])


def test_the_clauses_are_those_of_the_tests() -> None:
    """The clauses that a kit looks for are those of the newest rules that a test can cite."""
    assert tuple(clause for clause, exempt in EVERY_CLAUSE["newest"].items() if not exempt) == CLAUSES
