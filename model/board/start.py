"""The state from which a timeline begins."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from ..data.record import Path
from ..effects.copiable import Copiable
from ..effects.language import Operation
from ..errors import StateError
from ..events.concepts import concepts_in, concepts_of, lacking
from ..objects.gameobject import GameObject, ResolvedEffect, restamped
from ..objects.tables import Tables
from ..rules.edition import Edition
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
        rings: number of a player -> timestamp of the player's Ring emblem (701.54c).
        unsupported: what is not understood or not specified about earlier events, as (object or effect, text).
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
    rings: Mapping[int, int] = {}
    unsupported: tuple[tuple[str, str], ...] = ()

    def lacking(self, edition: Edition) -> list[tuple[Path, str]]:
        """Return what an edition does not have of what the state contains: paths and messages."""
        needed = [("objects", "id", each.id, concepts_of(each)) for each in self.objects]
        needed += [("effects", "name", each.name, concepts_in(each.clauses)) for each in self.effects]
        return [
            (self.path_to(name, key, by), problem)
            for key, by, name, concepts in needed
            for concept in concepts
            if (problem := lacking(edition, *concept))
        ]

    def path_to(self, name: str, key: str = "objects", by: str = "id") -> Path:
        """Return the path to an object, or to an effect by its name; a player has that of all objects."""
        given = enumerate(self.data[key])
        places = (place for place, each in given if isinstance(each, Mapping) and each.get(by) == name)
        return ("state", key, *islice(places, 1))

    def put_on(self, tables: Tables) -> None:
        """Put the objects and effects on empty tables.

        Raises:
            StateError: the edition of the tables does not have what the state contains.
        """
        if problems := self.lacking(tables.edition):
            raise StateError(problems)
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
        gained = (operation for each in self.entered_with.values() for operation in each)
        for part in (*self.copies.values(), *self.copied.values(), *gained):
            tables.put("unprinted", part, True)
        for key, number in self.told.items():
            tables.put("told", key, number)
        for player, stamp in self.rings.items():
            tables.put("rings", player, stamp)
            stamps.append(stamp)
        tables.put("counts", "object", max((found.number for found in self.objects), default=-1) + 1)
        tables.put("counts", "stamp", max(stamps))


def apart(
    made: dict[int, GameObject], effects: list[ResolvedEffect], rings: dict[int, int]
) -> tuple[dict[int, GameObject], list[ResolvedEffect], dict[int, int]]:
    """Return objects, effects and Ring emblems with new timestamps: on a board, no two objects have the same."""
    groups: dict[int, list[int]] = {}
    for number, found in sorted(made.items()):
        groups.setdefault(found.stamp, []).append(number)
    most = max(map(len, groups.values()), default=1)
    if most == 1:
        return made, effects, rings
    places = {number: place for group in groups.values() for place, number in enumerate(group)}
    objects = {}
    for number, found in made.items():
        carried = (*(each.stamp for each in found.counters), *(each.stamp for each in found.stickers))
        stamps = (found.stamp, found.merge_stamp, *carried, *(stamp for _, stamp in found.designated))
        objects[number] = msgspec.structs.replace(
            restamped(found, {stamp: stamp * most for stamp in stamps}),
            stamp=found.stamp * most + places[number],
            first_stamp=None if found.first_stamp is None else found.first_stamp * most,
            unordered=found.unordered,
        )
    # 613.7n: an effect with the timestamp of an object is newer
    effects = [msgspec.structs.replace(each, stamp=each.stamp * most + most - 1) for each in effects]
    return objects, effects, {player: stamp * most + most - 1 for player, stamp in rings.items()}
