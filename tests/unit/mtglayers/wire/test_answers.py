"""Explanations, differences, orders and the like are what their types and their schemas say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from mtglayers import (
    Board,
    decisive,
    depends,
    difference,
    difference_data,
    eras,
    eras_data,
    explanation_data,
    explanations_data,
    find,
    flips,
    orders,
    orders_data,
    read_query,
    solve,
    verdict,
    verdict_data,
    what_if,
    wire,
    witnesses_data,
)
from mtglayers.cli.main import main
from mtglayers.wire.answers import decisive_data, flips_data, found_data, graph_data, what_if_data
from mtglayers.wire.documents import DOCUMENTS

from .test_wire import PUZZLES, ROOT, last_board, small_board, validator

PUZZLES_ASKED = PUZZLES[5::16]


def agree(name: str, data: Any) -> None:
    """Expect data to be what its type and its schema say, and to come back as the same bytes."""
    text = wire.encoded(data)
    validator(name).validate(json.loads(text))
    assert wire.encoded(msgspec.json.decode(text, type=DOCUMENTS[name].root)) == text


@pytest.mark.parametrize("path", PUZZLES_ASKED, ids=lambda path: path.stem)
def test_explanations(path):
    result = solve(last_board(path))

    agree("explanations", explanations_data(result, [*result, *result.players], path.stem))
    for id in (*result, *result.players):
        agree("explanation", explanation_data(result.explain(id)))
    for step in result.steps:
        agree("graph", graph_data(step))


@pytest.mark.parametrize("path", PUZZLES_ASKED, ids=lambda path: path.stem)
def test_differences(path):
    board = last_board(path)
    now, then = solve(board), solve(board, until="4")

    agree("difference", difference_data(difference(now, then)))
    agree("difference", difference_data(difference(solve(board, readings="literal"), now)))


def test_differences_of_boards_and_editions():
    board, longer = small_board(), small_board()
    longer.enters("Taiga")
    other = Board(["Ana", "Cat"])

    for found in (difference(solve(board), solve(longer)), difference(solve(longer), solve(other))):
        agree("difference", difference_data(found))
    agree("what-if", what_if_data(what_if(longer, ["life-and-limb"])))
    agree("eras", eras_data(eras(longer)))


def test_what_is_asked_backwards():
    board = small_board()
    board.enters("Taiga")

    agree("orders", orders_data(orders(board)))
    agree("orders", orders_data(orders(board, presence=True), ["taiga"]))
    agree("verdict", verdict_data(verdict(last_board(ROOT / "puzzles" / "s1-just-after.toml"))))
    agree("decisive", decisive_data(decisive(board, "taiga")))
    agree("decisive", decisive_data(decisive(board, "taiga", "power", "effects")))
    agree("flips", flips_data(flips(board, "saproling")))
    agree("witnesses", witnesses_data(depends("Blood Moon", "Life and Limb")))


@pytest.mark.parametrize("path", sorted((ROOT / "puzzles" / "queries").glob("*.toml"))[:2], ids=lambda path: path.stem)
def test_what_came_of_a_query(path):
    agree("found", found_data(find(read_query(path))))


@pytest.mark.parametrize(("name", "arguments"), [
    ("check", ["check", "tests/data/failing.toml", "tests/data/broken.toml", "tests/data/story.toml"]),
    ("difference", ["diff", "tests/data/story.toml", "--at", "2..3"]),
    ("explanations", ["explain", "tests/data/story.toml"]),
    ("graph", ["draw", "puzzles/three-loop.toml"]),
    ("result", ["solve", "puzzles/three-loop.toml", "--steps"]),
])  # fmt: skip
def test_commands_answer_in_the_same_shapes(name, arguments, monkeypatch):
    monkeypatch.chdir(ROOT)
    data = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)

    validator(name).validate(data)
    msgspec.convert(data, DOCUMENTS[name].root)


def test_an_error():
    data = {"code": -32001, "message": "unknown card `Moon`", "data": {"type": "UnknownCardError", "nearest": []}}

    agree("error", data)
    assert not validator("error").is_valid({**data, "data": {"nearest": []}})


def test_every_type_is_described():
    """The docstring of a type says what each of its own keys is, but for characteristics and the like."""
    plain = {"format"} | {field.name for field in msgspec.structs.fields(wire.ObjectData)}
    plain |= {"name", "max_hand_size", "id", "layer", "step", "changes", "what", "text"}
    for name in [name for name in DOCUMENTS if name != "vector"]:  # docs/vectors.md says what those are
        for key, found in wire.schema(name)["$defs"].items():
            for field, said in found.get("properties", {}).items():
                if key.endswith("Data") and field not in plain:
                    assert said.get("description"), (key, field)


def test_files_of_schemas_are_listed():
    assert {path.stem for path in Path(wire.__file__).parent.glob("schemas/*.json")} == set(DOCUMENTS)
