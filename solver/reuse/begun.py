"""The state before layer 1 of a board that is compared with an earlier one, and what such states are computed from."""

from __future__ import annotations

from collections.abc import Mapping

from mtglayers.model.effects.view import Mask, union
from mtglayers.model.objects.gameobject import Base
from mtglayers.model.support.records import Record

from ..engine.choose import TimestampOrder
from ..engine.state import Snapshot, State, before_effects, numbers

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


def rebased(start: State, world: Snapshot, changed: Mask) -> tuple[State, Mask]:
    """Return the state before layer 1 of a board, made from that of an earlier board, and the objects that changed.

    Args:
        start: the state of the earlier board.
        world: the snapshot of the board.
        changed: the objects that are not the same on both boards.
    """
    then, now = start.world.objects, world.objects
    lost: dict[Base, Mask] = {}
    new: dict[Base, Mask] = {}
    for number in numbers(changed):
        before, after = then.get(number), now.get(number)
        if before is None or after is None or before.base != after.base:
            for found, bases in ((before, lost), (after, new)):
                if found is not None:
                    bases[found.base] = bases.get(found.base, 0) | 1 << number
    gone, came = (before_effects(tuple(bases.items()), 0) for bases in (lost, new))
    families = start.families.copy()
    for family in families if lost or new else ():
        values = {**gone[family], **came[family]}
        if values:
            column = families[family] = families[family].copy()
            for value in values:
                mask = column.get(value, 0) & ~gone[family].get(value, 0) | came[family].get(value, 0)
                if mask:
                    column[value] = mask
                else:
                    del column[value]
    return State(families, world), union((*lost.values(), *new.values()))
