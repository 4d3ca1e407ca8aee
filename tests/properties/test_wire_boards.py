"""Random boards as data, and back."""

from __future__ import annotations

import json

import msgspec
from hypothesis import given, settings

from mtglayers import result_data, solve, wire

from ..generators.strategies import Recipe, recipes
from ..unit.mtglayers.wire.test_boards import plain, said


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
