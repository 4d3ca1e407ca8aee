"""What a result reports as missing from the events of its board."""

from __future__ import annotations

import pytest

from mtglayers.solver.solve import solve

from ....support.boards import BEAR, board

GROW = {"text": "Target creature gets +X/+X until end of turn."}


@pytest.mark.parametrize(("x", "reported"), [(None, ("not specified: X, which counts as 0",)), (0, ()), (2, ())])
def test_an_x_that_no_event_specifies_is_reported(x: int | None, reported: tuple[str, ...]) -> None:
    """107.3a: the player who casts the spell announces the value of X."""
    made = board(BEAR)
    made.resolves(GROW, targets=["grizzly-bears"], x=x)
    result = solve(made)

    assert result["grizzly-bears"].power == 2 + (x or 0)
    assert tuple(text for _, text in result.unsupported) == reported
