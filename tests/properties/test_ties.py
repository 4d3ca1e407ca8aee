"""Orders of effects with equal timestamps (B13): verdicts compared with brute force by the plain solver."""

from __future__ import annotations

import pytest

from ..generators.ties import run


@pytest.mark.parametrize("edition", [None, "all"])
def test_brute_force_comes_to_the_same_verdict(edition: str | None) -> None:
    found = run((0, 60, edition))

    assert found.differing == ()
    assert found.boards > 20
    assert found.open > 0
