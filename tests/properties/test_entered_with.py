"""What permanents gained or became as they entered (614.12): with the last result, as a state, and in both solvers."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from mtglayers import Board, solve, state_data

from ..generators.boards import differences
from ..reference.solver import plain_solve

pytestmark = pytest.mark.properties

KICKED = ("Kavu Titan", "Faerie Squadron")
NAMES = (
    *KICKED, "Humility", "Opalescence", "Dress Down", "March of the Machines", "Sol Ring", "Grizzly Bears",
    "Essence of the Wild",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_random_boards(seed: int) -> None:
    rng, board = Random(seed), Board()
    result = last = solve(board)
    for _ in range(12):
        there = [id for id, found in board.objects.items() if found.base.zone == "battlefield"]
        if rng.random() < 0.6 or not there:
            name = rng.choice(NAMES)
            made = board.enters(name)
            if name in KICKED and rng.random() < 0.7:
                board.marks(made, kicked=True)
        else:
            board.leaves(rng.choice(there))
        result = solve(board)
        last = solve(board, last=last)
        assert dict(last.objects) == dict(result.objects)
        assert last.unsupported == result.unsupported
    begun = solve(Board.from_state(json.loads(msgspec.json.encode(state_data(board)))))
    assert dict(begun.objects) == dict(result.objects)
    assert list(differences(result, plain_solve(board))) == []
