"""The families under pytest-benchmark: ``pytest benchmarks --benchmark-group-by=param:family``."""

from __future__ import annotations

import pytest
from families import FAMILIES
from replay import replay
from reuse import BOARDS, EVENTS

from mtglayers.solver.solve import solve

CASES = [(name, size) for name, (_, sizes) in FAMILIES.items() for size in sizes]


@pytest.mark.parametrize(("family", "size"), CASES)
def test_solve(benchmark, family, size):
    """Time a solve from the board's tables to the final state."""
    board = FAMILIES[family][0](size)

    benchmark(solve, board)


@pytest.mark.parametrize(("family", "size"), CASES)
def test_replay(benchmark, family, size):
    """Time the same applications without choosing among them."""
    board = FAMILIES[family][0](size)
    result = solve(board)

    facts = benchmark(replay, board, result)

    assert facts.families == result.trace.state.families


@pytest.mark.parametrize("board", list(BOARDS))
@pytest.mark.parametrize("event", list(EVENTS))
def test_reuse(benchmark, board, event):
    """Time the solve after an event, with the result from before it."""
    then = BOARDS[board]()
    before = solve(then, last=solve(then))
    EVENTS[event](then)

    result = benchmark(solve, then, last=before)

    assert result == solve(then)
