"""Random boards as data, and back."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from hypothesis import given, settings
from jsonschema.exceptions import best_match

from mtglayers import result_data, solve, wire

from ..generators.strategies import Recipe, recipes
from ..unit.mtglayers.wire.test_wire import validator


def said(name: str, data: Any) -> str:
    """Return why data does not fit a schema; "" where it does."""
    if validator(name).is_valid(data):
        return ""
    error = best_match(validator(name).iter_errors(data))
    assert error is not None
    return f"{error.json_path}: {error.message}"[:500]


def plain(data: Any) -> Any:
    """Return JSON data as it comes out of a file."""
    return json.loads(json.dumps(data))


@given(recipes)
@settings(max_examples=15, deadline=None)
def test_random_boards(recipe: Recipe):
    board = recipe.build()
    data = plain(board.to_data())

    assert said("board", data) == ""
    again = msgspec.convert(data, wire.BoardData).board()
    assert again.to_data() == board.to_data()
    result = solve(again)
    assert result == solve(board)
    text = wire.encoded(result_data(result, again))
    assert wire.encoded(wire.result(text)) == text
    assert said("result", json.loads(text)) == ""
