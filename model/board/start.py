"""The state from which a timeline begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ..effects.copiable import Copiable
from ..effects.language import Operation
from ..objects.gameobject import GameObject, ResolvedEffect
from ..objects.tables import Tables
from ..support.limits import check
from ..support.progress import checkpoint

BEFORE: Final = -1
"""The index of the event in which the objects and effects of a state came into existence."""


class Start(msgspec.Struct, frozen=True):
    """The state from which a timeline begins.

    Attributes:
        players: the players' names in turn order.
        data: the state as JSON data.
        active: the number of the active player.
        objects: the objects, ordered by number.
        effects: the resolved effects, oldest first.
        copies: number of an object that entered as a copy -> the values that it copied.
        copied: name of a static copy effect -> the values that it copied when it first applied (707.2c).
        told: (player, fact) -> recorded number.
        entered_with: number of an object -> what it gained as it entered (614.1c).
    """

    players: tuple[str, ...]
    data: Mapping[str, Any]
    active: int
    objects: tuple[GameObject, ...]
    effects: tuple[ResolvedEffect, ...]
    copies: Mapping[int, Copiable]
    copied: Mapping[str, Copiable]
    told: Mapping[tuple[int, str], int]
    entered_with: Mapping[int, tuple[Operation, ...]]

    def put_on(self, tables: Tables) -> None:
        """Put the objects and effects on empty tables."""
        tables.put("counts", "active", self.active)
        check("objects", len(self.objects))
        for found in self.objects:
            checkpoint("object")
            tables.add((found,))
        stamps = [0]
        for found in self.objects:
            stamps += (found.stamp, found.merge_stamp, *(counter.stamp for counter in found.counters))
            stamps += (*(sticker.stamp for sticker in found.stickers), *(stamp for _, stamp in found.designated))
        for effect in self.effects:
            tables.put("effects", effect.name, effect)
            stamps.append(effect.stamp)
        for key, number in self.told.items():
            tables.put("told", key, number)
        tables.put("counts", "object", max((found.number for found in self.objects), default=-1) + 1)
        tables.put("counts", "stamp", max(stamps))
