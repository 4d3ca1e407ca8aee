"""Every board that accepts its events can be saved as a puzzle and read back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.events.base import read_event
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.solver.solve import solve

from ..generators.events import happening

SEEDS = range(60)
EVENTS = 25


def odd(rng: Random, board: Board, data: dict[str, Any]) -> dict[str, Any]:
    """Return an event with an odd choice or number, which the board may refuse."""
    names = [*board.objects, *board.effects, *board.players, "nothing", ""]
    key, value = rng.choice((
        ("x", rng.randint(-2, 3)),
        ("counters", {rng.choice(("+1/+1", "flying", "odd")): rng.randint(-1, 2)}),
        ("chosen", {"number": rng.randint(-2, 9)}),
        ("chosen", {"option": rng.randint(-1, 3)}),
        ("chosen", {"object": rng.choice(names)}),
        ("chosen", {"player": rng.choice(names)}),
        ("chosen", {"color": rng.choice("WUBRG"), "creature_type": "Elf"}),
        ("targets", [rng.choice(names)]),
        ("attached_to", rng.choice(names)),
        ("copy_of", rng.choice(names)),
        ("controller", rng.choice(names)),
        ("as", rng.choice(names)),
    ))  # fmt: skip
    return {**data, key: value}


def played(rng: Random) -> Board:
    """Return a board after random events; events that are refused leave no trace."""
    board = Board()
    while len(board.events) < EVENTS:
        _, call = happening(rng, board)
        before = len(board.events)
        try:
            getattr(board, call.method)(*call.arguments, **dict(call.keywords))
            if len(board.events) == before + 1 and not rng.randrange(3):
                data = board.pop().to_data()
                board.push(read_event(odd(rng, board, data)))
        except (LayersError, IndexError):
            continue
    return board


@pytest.mark.parametrize("seed", SEEDS)
def test_accepted_board_is_read_back(seed):
    board = played(Random(seed))
    puzzle = read_puzzle({"title": "x", **board.to_data()})
    again = puzzle.board()
    assert [puzzle.play(again, place) for place in range(len(puzzle.timeline))] == [""] * EVENTS
    assert again == board
    assert read_puzzle(puzzle.to_toml()).to_data() == puzzle.to_data()
    try:
        result = solve(board)
    except LayersError as error:
        with pytest.raises(type(error)):
            solve(again)
        return
    assert solve(again) == result
    assert solve(again).illegal == result.illegal
