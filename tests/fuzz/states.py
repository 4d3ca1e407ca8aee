"""Mutated states: each is read, or refused in one sentence; a state that is read is solved and written again.

Run from the checkout: ``python -m tests.fuzz.states 20000 --seed 1 --jobs 2``; ``--entry written`` for one entry point.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from mtglayers import Board, LayersError, read_puzzle, solve, state_data
from mtglayers.model.board.given import BoardState, PlacedCounter, PrintedValues, StateEffect, StateObject
from mtglayers.model.objects.recorded_facts import FLAGS
from mtglayers.model.rules.edition import TEXTS, Edition
from mtglayers.server.examples import EXAMPLES
from mtglayers.server.methods import call
from mtglayers.server.session import Session

from ..support.paths import ROOT
from ..support.puzzles import last_board
from .inputs import Draw, Entry, copied, main, mutated_data

RECORDS = (BoardState, StateObject, StateEffect, PrintedValues, PlacedCounter)
BY_HAND: tuple[dict[str, Any], ...] = (
    EXAMPLES["board.new"]["state"]["state"],
    {"objects": [
        {"id": "a",
         "values": {"name": "Ogre", "types": ["Creature"], "power": "2", "toughness": 2, "keywords": ["Flying"]},
         "timestamp": 3, "facts": ["tapped", "token"], "counters": [{"kind": "flying", "count": "1", "timestamp": 9}]},
        {"id": "b", "card": {"name": "Cat", "type_line": "Creature — Cat", "power": 1, "toughness": 1}, "timestamp": 4},
        {"id": "c", "card": "Clone", "copy": {"name": "Cat", "types": ["Creature"], "power": 1, "toughness": 1},
         "timestamp": 4},
    ], "effects": [{"name": "e", "timestamp": 5, "text": "Creatures you control get +1/+1 until end of turn.",
                    "objects": ["a", "b"], "you": "A"}]},
)  # fmt: skip


@cache
def states() -> tuple[Any, ...]:
    """Return states: some written from the puzzles, and some as an engine could give them."""
    found: list[Any] = list(BY_HAND) * 5
    for path in sorted((ROOT / "puzzles").glob("*.toml"))[::16]:
        try:
            state = state_data(last_board(path), readings=read_puzzle(path).readings)
        except LayersError:
            continue
        found.append(json.loads(msgspec.json.encode(state)))
    return tuple(map(copied, found))


@cache
def words() -> tuple[str, ...]:
    """Return what means something in a state: keys, facts, ids, names."""
    found = dict.fromkeys(
        [*(key for record in RECORDS for key in dict(record.keys())), *FLAGS, "Blood Moon", "*", "-1"]
    )
    for state in states():
        found.update(dict.fromkeys(each["id"] for each in state["objects"]))
    return tuple(found)


def _mutated(draw: Draw) -> Any:
    return mutated_data(draw, draw.choice(states()), words(), states())


def read(given: Any) -> None:
    """Read a state and solve its board, as a library does."""
    board = Board.from_state(given)
    solve(board)


def _of_an_edition(draw: Draw) -> tuple[Any, Edition]:
    return _mutated(draw), draw.choice(TEXTS)


def under(given: tuple[Any, Edition]) -> None:
    """Read a state under an edition of the rules, and solve its board under the oldest."""
    state, rules = given
    board = Board.from_state(state, edition=rules)
    solve(board)
    solve(board, edition=TEXTS[0])


def there_and_back(given: Any) -> None:
    """Read a state, write it, and read it again: the result is the same."""
    board = Board.from_state(given)
    first = solve(board)
    if first.unsupported:
        return
    try:
        written = json.loads(msgspec.json.encode(state_data(board)))
        begun = Board.from_state(written, edition=board.edition)
    except LayersError as error:
        raise AssertionError(f"the state cannot be written and read again: {error}") from error
    again = solve(begun)
    assert {id: first[id] for id in first} == {id: again[id] for id in again}


def served(given: Any) -> None:
    """Let the server read a state, and push an event."""
    session = Session()
    made = call(session, "board.new", {"state": given})
    call(session, "board.push", {"board": made.board, "event": {"enters": "Blood Moon"}})
    call(session, "solve", {"board": made.board})


ENTRIES: Mapping[str, Entry] = {
    "read": Entry("states", _mutated, read),
    "editions": Entry("states under editions", _of_an_edition, under),
    "written": Entry("states there and back", _mutated, there_and_back),
    "served": Entry("states served", _mutated, served),
}
"""The entry points, by what the command line calls them."""

if __name__ == "__main__":
    sys.exit(main(ENTRIES, __doc__ or ""))
