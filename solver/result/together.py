"""All objects of a state, read together: objects with equal values are read once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mtglayers.model.effects.view import FAMILIES, Held, Mask, union
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint

from ..engine.state import State, numbers
from .characteristics import WAYS, Characteristics, Reader, ability_order
from .type_lines import TypeLines

_Families = defaultdict[str, list[Any]]
"""Family -> the values of one object."""

_READ: Final = tuple(family for family in FAMILIES if family not in ("cant_have", "fallen"))
_BASE: Final = ("power", "toughness")
_FACTS: Final = ("tapped", "counter loyalty", "counter defense")
"""Families of facts that `Reader` uses, apart from ids, attachments and those in a `Base`."""


_OF_VALUES: Final = tuple(WAYS.values())[1:13]
_OF_OBJECTS: Final = tuple(WAYS.values())[13:]
"""The ways to read what depends on values alone, from the name to the base toughness, and the rest."""


_Printed = tuple[_Families, list[Any]]
"""The values of an object, and the characteristics that depend on them alone."""


@lru_cache(maxsize=8192)
def _printed_of(_: Base) -> list[_Printed]:
    # Objects that no effect changes have the values of their base, which are read once for all results: the first
    # result that reads them appends them here.
    return []


class Together(NamedTuple):
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
        start: the state before layer 1. Objects that have not changed since are read once for each `Base`.
        lines: the order of the subtypes.
    """
    masks, changed = masks_since(start, state, base)
    parts = equal_parts(masks, state.world.bases.values())
    bases = {number: state.world.objects[number].base for number in numbers(union(part & -part for part in parts))}
    printed = {number: _printed_of(of) for number, of in bases.items() if not changed >> number & 1}
    there = union(1 << number for number in bases if not printed.get(number))
    values = _gathered(state, _READ, there)
    base_values = defaultdict(lambda: defaultdict(list)) if base is None else _gathered(base, _BASE, there)
    like: dict[int, Characteristics] = {}
    abilities: dict[str, Sequence[Held]] = {}
    for part in parts:
        checkpoint("object")
        first = (part & -part).bit_length() - 1
        known = printed.get(first)
        if known:
            of, fields = known[0]
            reader = Reader(state, first, of.__getitem__, of.__getitem__, lines)
        else:
            of = values[first]
            reader = Reader(state, first, of.__getitem__, base_values[first].__getitem__, lines)
            fields = [way(reader) for way in _OF_VALUES]
            if known is not None:
                known.append((of, fields))
        found = Characteristics(reader.id(), *fields, *[way(reader) for way in _OF_OBJECTS])
        abilities[found.id] = of["ability"]
        like[first] = found
        if part & (part - 1):
            like.update(dict.fromkeys(numbers(part), found))
    return Together(like, abilities)


def by_id(objects: Iterable[GameObject], like: Mapping[int, Characteristics]) -> dict[str, Characteristics]:
    """Return the characteristics of each object by its id, in the same order, from those in `Together.like`."""
    return {
        each.id: read if (read := like[each.number]).id == each.id else replace(read, id=each.id) for each in objects
    }


def masks_since(start: State, state: State, base: State | None) -> tuple[list[Mask], Mask]:
    """Return masks, and the objects whose values are not those of their bases.

    Objects with the same base that are in the same masks have equal characteristics.
    """
    changed = start.still("merged", True)  # 730.2
    masks = [1 << number for number in numbers(changed | start.still("attached", True))]
    for fact in _FACTS:
        masks += state.still_values(fact).values()
    for families, later in ((_READ, state), (_BASE, base)):
        if later is None:
            continue
        for family in families:
            old, new = start.column(family), later.column(family)
            if old is not new:
                for value, mask in new.items():
                    different = mask ^ old.get(value, 0)
                    if different:
                        changed |= different
                        masks.append(mask)
                for value, mask in old.items():
                    if value not in new:
                        changed |= mask
    return masks, state.everything if base is None else changed


def equal_parts(masks: Iterable[Mask], whole: Iterable[Mask]) -> list[Mask]:
    """Return the largest parts of the given sets such that each mask contains all or none of the objects in a part.

    >>> [f"{part:06b}" for part in equal_parts([0b00011, 0b00110], [0b011111, 0b100000])]
    ['100000', '011000', '000001', '000100', '000010']
    """
    known = dict.fromkeys(masks)
    alone = union(mask for mask in known if not mask & (mask - 1))
    single: list[Mask] = []
    parts: list[Mask] = []
    for each in whole:
        rest = each & ~alone
        if rest != each:
            single += [1 << number for number in numbers(each & alone)]
        if rest:
            (parts if rest & (rest - 1) else single).append(rest)
    several = dict.fromkeys(range(len(parts)))  # the places in `parts` of those that contain several objects
    place_of: dict[int, int] = {}  # not updated for an object that is alone in its part
    for place, part in enumerate(parts):
        place_of.update(dict.fromkeys(numbers(part), place))
    left = union(parts)
    for mask in dict.fromkeys([mask & left for mask in known]):
        if not several:
            break
        few = 4 * mask.bit_count() < len(several)
        touched = {place_of[number] for number in numbers(mask)} if few else several
        split = [(place, inside) for place in touched if (inside := parts[place] & mask) not in (0, parts[place])]
        for place, inside in split:
            checkpoint("object")
            small, large = inside, parts[place] ^ inside
            if small.bit_count() > large.bit_count():
                small, large = large, small
            if small & (small - 1):  # it contains several objects, and so does `large`
                several[len(parts)] = None
                place_of.update(dict.fromkeys(numbers(small), len(parts)))
            elif not large & (large - 1):
                del several[place]
            parts[place] = large
            parts.append(small)
    return single + parts


def _gathered(state: State, families: Iterable[str], objects: Mask) -> dict[int, _Families]:
    found: dict[int, _Families] = {number: defaultdict(list) for number in numbers(objects)}
    having = {1 << number: [each] for number, each in found.items()}  # many columns have the same objects
    checkpoint("object")
    for family in families:
        columns: Iterable[tuple[Any, Mask]] = state.column(family).items()
        if family == "ability":
            columns = sorted(columns, key=lambda column: ability_order(column[0]))
        for value, mask in columns:
            there = mask & objects
            those = having.get(there)
            if those is None:
                those = having[there] = [found[number] for number in numbers(there)]
            for each in those:
                each[family].append(value)
    return found
