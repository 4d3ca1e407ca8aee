"""What goes over the wire: results as types and back, boards as data and back, schemas that say the same."""

from __future__ import annotations

import json
from functools import cache

import msgspec
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from mtglayers import Board, UnknownChoiceError, UnknownObjectError, result_data, solve, wire
from mtglayers.cli.main import main
from mtglayers.wire.base import FORMAT
from mtglayers.wire.definitions import names_of
from mtglayers.wire.documents import DOCUMENTS
from mtglayers.wire.results import SECTIONS

from ....support.paths import ROOT
from ....support.puzzles import last_board

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))
SOME = PUZZLES[::8]


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(wire.schema(name))


def small_board() -> Board:
    board = Board(["Ana", "Ben"])
    board.enters("Blood Moon")
    board.enters("Life and Limb")
    board.enters("Saproling", controller="Ben")
    return board


# --- Schemas ---


def test_the_published_schemas_are_those_of_the_types():
    """`python tools/schemas.py` writes them."""
    folder = ROOT / "mtglayers" / "wire" / "schemas"

    assert {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")} == wire.schemas()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_schema_is_a_schema_that_needs_no_other(name):
    schema = wire.schema(name)

    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:mtglayers:schema:{FORMAT}:{name}"
    assert set(names_of(schema)) == set(schema["$defs"])


@pytest.mark.parametrize("name", [name for name, document in DOCUMENTS.items() if document.answer])
def test_what_is_answered_may_get_further_keys(name):
    sent = {"CardData", "FaceData"}  # what was sent is told as it was
    found = {key: each for key, each in wire.schema(name)["$defs"].items() if key.endswith("Data") and key not in sent}

    assert found
    assert not any(each.get("additionalProperties") is False for each in found.values())


def test_an_unknown_schema_is_named():
    with pytest.raises(UnknownChoiceError, match="no schema `reslut`; use one of board, "):
        wire.schema("reslut")


def test_the_command_prints_them():
    def said(*arguments: str) -> str:
        found = CliRunner().invoke(main, ["schema", *arguments])
        assert found.exit_code == 0
        return found.stdout

    assert [line.split()[0] for line in said().splitlines()] == list(DOCUMENTS)
    assert json.loads(said("result")) == wire.schema("result")
    assert json.loads(said("--json"))["board"] == "urn:mtglayers:schema:2:board"


# --- Results ---


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
@pytest.mark.parametrize("states", [False, True])
def test_a_result_is_what_its_type_and_its_schema_say(path, states):
    board = last_board(path)
    data = result_data(solve(board), board, states=states)
    text = wire.encoded(data)

    assert wire.encoded(wire.result(text)) == text
    assert wire.result(data) == wire.result(text)
    validator("result").validate(json.loads(text))


PARTS = {
    "summaries": "objects",
    "rulings": "objects",
    "rests_on": "objects",
    "trees": "objects",
    "steps": "layers",
    "states": "layers",
}


def is_part(part: object, whole: object) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(is_part(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return part == whole


def test_sections_are_told_where_they_are_asked_for():
    result = solve(small_board())
    whole = result_data(result, include=SECTIONS)
    rules = {key: whole[key] for key in ("format", "edition", "readings")}

    assert result_data(result, include=()) == rules
    for section in SECTIONS:
        part = result_data(result, include=[section])
        assert is_part(part, whole)
        assert set(part) == {*rules, PARTS.get(section, section)}
        assert wire.encoded(wire.result(part)) == wire.encoded(part)
    with pytest.raises(UnknownChoiceError, match="no section `object`; use one of unsupported"):
        result_data(result, include=["object"])


def test_objects_are_told_one_by_one():
    result = solve(small_board())

    found = result_data(result, include=["objects"], objects=["saproling", "blood-moon"])
    assert [each["id"] for each in found["objects"]] == ["blood-moon", "saproling"]
    with pytest.raises(UnknownObjectError, match="no object `taiga`"):
        result_data(result, objects=["taiga"])


def test_a_result_has_the_numbers_of_its_rules():
    board = small_board()

    assert result_data(solve(board))["edition"]["rules"]["dependency"] == "613.8a"
    assert result_data(solve(board, edition="2006-07-01"))["edition"]["rules"]["dependency"] == "418.5c"


def test_a_key_that_nobody_knows_is_no_result():
    data = result_data(solve(small_board()))

    with pytest.raises(msgspec.ValidationError, match="unknown field `color`"):
        wire.result({**data, "objects": [{**data["objects"][0], "color": "R"}]})


# --- Boards ---


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_a_board_is_told_and_read_back(path):
    board = last_board(path)
    data = json.loads(json.dumps(board.to_data()))

    validator("board").validate(data)
    again = msgspec.convert(data, wire.BoardData).board()
    assert again.to_data() == board.to_data()
    assert solve(again) == solve(board)
