"""What the state before layer 1 was computed from, for comparison with a later board."""

from __future__ import annotations

from collections.abc import Mapping

from mtglayers.model.effects.view import Mask
from mtglayers.model.objects.gameobject import Base
from mtglayers.model.support.records import Record

from ..engine.choose import TimestampOrder
from ..engine.state import Snapshot

Bases = Mapping[Base, Mask]
"""Bases, with the objects that share each of them."""


class Begun(Record, frozen=True):
    """The timestamps of a solve, and the data for the state before layer 1."""

    how: TimestampOrder
    bases: Bases
    merged: tuple[object, ...]
    everything: Mask

    @classmethod
    def of(cls, world: Snapshot, how: TimestampOrder) -> Begun:
        """Return the start of solving the board whose snapshot is `world`."""
        merged = world.facts.get("merged", {}).get(True, 0)
        found = world.objects.values()
        together = tuple((each.number, each.merged, each.host) for each in found if each.merged) if merged else ()
        return cls(how, world.bases, together, world.everything)
