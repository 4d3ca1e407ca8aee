"""What a solve began with, apart from the board, for comparison with a later solve."""

from __future__ import annotations

from typing import NamedTuple

from ..engine.choose import TimestampOrder
from ..engine.state import Snapshot


class Begun(NamedTuple):
    """The timestamps of a solve, and its merged permanents."""

    how: TimestampOrder
    merged: tuple[object, ...]

    @classmethod
    def of(cls, world: Snapshot, how: TimestampOrder) -> Begun:
        """Return the start of solving the board whose snapshot is `world`."""
        merged = world.facts.get("merged", {}).get(True, 0)
        found = world.objects.values()
        together = tuple((each.number, each.merged, each.host) for each in found if each.merged) if merged else ()
        return cls(how, together)
