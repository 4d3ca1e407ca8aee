"""All objects of a state, read together: objects with equal values are read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from mtglayers.model.effects.mana_abilities import printed_columns
from mtglayers.model.effects.view import BASES, FAMILIES, Held, Mask, union
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ..engine.parts import equal_parts
from ..engine.state import State, numbers
from .characteristics import Characteristics, Reader, ability_order, column_of
from .type_lines import TypeLines

_Families = dict[str, list[Any]]
"""Family -> the values of one object."""

_READ: Final = (*(family for family in FAMILIES if family not in ("cant_have", "fallen")), *BASES)
_FACTS: Final = ("tapped", "attached", "counter loyalty", "counter defense")
"""Families of facts that `Reader` uses, apart from ids and those in a `Base`."""


class Together(Record, frozen=True):
    """All objects of a state, read together.

    Attributes:
        like: number of an object -> its characteristics, except that the id can be that of another object, which has
            equal characteristics. Objects with equal characteristics have the same value.
        abilities: id in a value of `like` -> the abilities, sorted by `ability_order`.
    """

    like: Mapping[int, Characteristics]
    abilities: Mapping[str, Sequence[Held]]


def read_together(state: State, base: State | None, start: State, lines: TypeLines) -> Together:
    """Read all objects of a state.

    Args:
        state: the state.
        base: the state after all effects that set power and toughness (208.4b), or None before that point.
        start: the state before layer 1. What has not changed since is read once for each `Base`.
        lines: the order of the subtypes.
    """
    masks, changed, facts = masks_since(start, state, base)
    parts = equal_parts(masks, state.world.bases.values())
    printed = [_printed(start, (part & -part).bit_length() - 1, lines) for part in parts]
    values = _gathered(state, base, changed, parts, printed)
    touched, tapped = union(changed.values()) | facts, state.still("tapped", True)
    like: dict[int, Characteristics] = {}
    abilities: dict[str, Sequence[Held]] = {}
    for place, part in enumerate(parts):
        checkpoint("object")
        of, first = values[place], part & -part
        source = state.world.objects[first.bit_length() - 1]
        if first & touched:
            found = Reader(state, source, of, lines, tapped).read()
        else:
            found = replace(printed[place][1], id=source.id)
        abilities[found.id] = of["ability"]
        if part == first:
            like[source.number] = found
        else:
            like.update(dict.fromkeys(numbers(part), found))
    return Together(like, abilities)


def _printed(start: State, number: int, lines: TypeLines) -> tuple[_Families, Characteristics]:
    # What an object would be if there were no effects, counters and attachments, untapped.
    source, players = start.world.objects[number], start.world.players
    known = _printed_of(source.base, players)
    if not known:  # it is read once for all results
        values: _Families = {family: [] for family in _READ}
        for family, column in printed_columns([(source.base.values, 1)]).items():
            values.get(family, []).extend(column)
        values["ability"].sort(key=ability_order)
        for family in BASES:
            values[family] = values[family.removeprefix("base_")]
        if source.base.controller is not None:
            values["controller"].append(source.base.controller)
        plain = replace(source, counters=(), attached_to=None, attached_player=None)
        known.append((values, Reader(start, plain, values, lines, 0).read()))
    return known[0]


@lru_cache(maxsize=8192)
def _printed_of(_base: Base, _players: Sequence[str]) -> list[tuple[_Families, Characteristics]]:
    return []  # filled by `_printed`


def by_id(objects: Iterable[GameObject], like: Mapping[int, Characteristics]) -> dict[str, Characteristics]:
    """Return the characteristics of each object by its id, in the same order, from those in `Together.like`."""
    found: dict[str, Characteristics] = {}
    for each in objects:
        id, read = each.id, like[each.number]
        found[id] = read if read.id == id else replace(read, id=id)
    return found


def masks_since(start: State, state: State, base: State | None) -> tuple[list[Mask], dict[str, Mask], Mask]:
    """Return masks, the objects whose values in each family are not those of their bases, and those with own facts.

    Objects with the same base that are in the same masks have equal characteristics.
    """
    merged = start.still("merged", True)  # 730.2
    masks = [1 << number for number in numbers(merged | start.still("attached", True))]
    facts: Mask = 0
    for fact in _FACTS:
        for mask in state.still_values(fact).values():
            masks.append(mask)
            facts |= mask
    found: dict[str, Mask] = {}
    for family in _READ:
        old, new = column_of(start, start, family), column_of(state, base, family)
        changed = merged
        if old is not new:
            for value, mask in new.items():
                different = mask ^ old.get(value, 0)
                if different:
                    changed |= different
                    masks.append(mask)
            for value, mask in old.items():
                if value not in new:
                    changed |= mask
        if changed:
            found[family] = changed
    return masks, found, facts


def _gathered(
    state: State, base: State | None, changed: dict[str, Mask], parts: list[Mask],
    printed: list[tuple[_Families, Characteristics]],
) -> list[_Families]:  # fmt: skip
    # The values of the first object of each part.
    checkpoint("object")
    firsts = [part & -part for part in parts]
    places = {first.bit_length() - 1: place for place, first in enumerate(firsts)}
    found = [values.copy() for values, _ in printed]
    all_first = union(firsts)
    for family, mask in changed.items():
        those = mask & all_first
        if not those:
            continue
        own: list[list[Any]] = [[] for _ in firsts]
        column = column_of(state, base, family)
        for value in sorted(column, key=ability_order) if family == "ability" else column:
            there = column[value] & those
            for number in numbers(there) if there else ():
                own[places[number]].append(value)
        for number in numbers(those):
            place = places[number]
            found[place][family] = own[place]
    return found
