"""A board as a timeline and as a state: the same result."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from mtglayers import Board, IllegalEventError, LayersError, read_puzzle, solve, state_data
from mtglayers.conformance.making import difference
from mtglayers.model.events.base import read_event

from ..generators.strategies import random_recipe
from ..support.paths import ROOT
from ..support.puzzles import last_board

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))
ENTERED = {"an-artifact-entered-this-turn"}
"""Puzzles that ask what entered this turn, which a state does not contain."""


def differing(board: Board, readings=()) -> str:
    """Return the difference between the results of a board and of its state, or ""."""
    told = solve(board, readings=readings)
    state = json.loads(msgspec.json.encode(state_data(board, readings=readings)))
    begun = solve(Board.from_state(state, edition=board.edition), readings=readings)
    for id in (*told, *begun):
        if told[id] != begun[id]:
            return f"{id}: {told[id]} {begun[id]}"
    for name, player in told.players.items():
        if player != begun.players[name]:
            return f"{name}: {player} {begun.players[name]}"
    return difference(told, begun) or str(begun.unsupported or "")


@pytest.mark.parametrize("path", Random(613).sample(PUZZLES, 50), ids=lambda path: path.stem)
def test_puzzles(path):
    board, readings = last_board(path), read_puzzle(path).readings
    try:
        found = differing(board, readings)
    except LayersError:
        with pytest.raises(LayersError):
            solve(board, readings=readings)
    else:
        assert path.stem in ENTERED or not found


@pytest.mark.parametrize("number", range(50))
def test_random_boards(number):
    assert differing(random_recipe(Random(number)).build()) == ""


def test_what_entered_this_turn_is_reported():
    """A state has no turn: conditions about it are reported, not answered silently."""
    board = last_board(ROOT / "puzzles" / "an-artifact-entered-this-turn.toml")
    begun = Board.from_state(json.loads(msgspec.json.encode(state_data(board))))
    assert [name for name, _ in solve(begun).unsupported] == ["sentinel-sarah-lyons"]


@pytest.mark.parametrize("first", ["Humility", "Kavu Titan"])
def test_what_a_permanent_entered_with(first):
    """614.12: the state says what it gained as it entered, whether the ability that said so worked or not."""
    board = Board()
    for name in dict.fromkeys((first, "Humility", "Kavu Titan")):
        board.enters(name)
    board.marks("kavu-titan", kicked=True)
    board.leaves("humility")
    assert ("Trample" in solve(board)["kavu-titan"].keywords) is (first == "Kavu Titan")
    assert differing(board) == ""


@pytest.mark.parametrize("event", [{"leaves": "copy"}, {"moves": "copy", "to": "exile", "as": "card"}])
def test_a_copy_with_which_a_board_begins_can_leave(event):
    """Only the values of what it copied are known; following it to the copied object must end."""
    made = Board.of("Serra Angel", "Clone as a copy of Serra Angel as copy")
    begun = Board.from_state(json.loads(msgspec.json.encode(state_data(made))))
    begun.push(read_event(event))
    assert "copy" not in solve(begun).objects


def test_copies_with_two_faces_or_doors_begin_a_board():
    """707.8a, 709.5: a state has the values that are shown; what is behind them is not known."""
    made = Board()
    made.enters("Galedrifter")
    made.enters("Galedrifter", token=True, copy_of="galedrifter", as_="turned")
    made.transforms("turned")
    made.enters("Surgical Suite", as_="room")
    made.enters("Copy Enchantment", copy_of="room", as_="copy")
    begun = Board.from_state(json.loads(msgspec.json.encode(state_data(made))))
    assert solve(begun)["turned"].name == "Waildrifter"

    for event in ({"transforms": "turned"}, {"marks": "copy", "set": {"unlocked": ["Surgical Suite"]}}):
        with pytest.raises(IllegalEventError):
            begun.push(read_event(event))
    begun.enters("Galedrifter", token=True, copy_of="turned", as_="again")
    begun.enters("Copy Enchantment", copy_of="copy", as_="second")
    assert solve(begun)["again"].name == "Waildrifter"
    assert solve(begun)["second"].subtypes == ("Room",)
