"""The families under pytest-benchmark: ``pytest benchmarks --benchmark-group-by=param:family``."""

from __future__ import annotations

import pytest
from families import FAMILIES
from replay import replay

from mtglayers.solver import solve

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

    assert facts.families == result.walk.facts.families
