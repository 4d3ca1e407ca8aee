"""All orders at once, against brute force."""

from __future__ import annotations

from ..generators.orders import Tally, run


def test_brute_force_says_the_same() -> None:
    found = run((0, 45, 5))

    assert found.differing == ()
    assert found.boards > 10
    assert found.turning > 0
    assert isinstance(found, Tally)
