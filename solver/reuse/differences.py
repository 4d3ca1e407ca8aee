"""The differences between the states and facts of two boards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import compress, filterfalse
from operator import is_not, ne
from typing import Any, Final, TypeVar

from mtglayers.model.effects.tapped import Tapped, tapped_among
from mtglayers.model.effects.view import ANY, Column, Mask
from mtglayers.model.objects.gameobject import GameObject

from ..engine.effect import gate_column
from ..engine.state import Columns, Snapshot, numbers

ID: Final = "id"
STAMP: Final = "timestamp"

Differences = dict[Column, Mask]
"""A map from columns and facts to the objects for which two states differ."""

WHOLLY: Final[Mask] = -1
"""The mask for a difference in a value that does not belong to objects, such as a life total."""

THERE: Final = "there"
"""The fact that an object exists."""

_CHUNK: Final = 16
"""The number of objects that are compared at once."""


Key = TypeVar("Key")


def differing_keys(old: Mapping[Key, Mask], new: Mapping[Key, Mask]) -> list[Key]:
    """Return the keys that have other values in two mappings, or that only one of them has; fast if these are few."""
    changed = compress(new, map(ne, map(old.get, new), new.values()))
    return [*changed, *filterfalse(new.__contains__, old)]


class Comparison:
    """The values in which two versions of each family's columns differ; each pair is compared once.

    Attributes:
        families: both versions of each family that was compared, and the values in which they differ.
    """

    __slots__ = ("families",)

    def __init__(self) -> None:
        self.families: dict[str, tuple[Columns, Columns, Columns]] = {}

    def between(self, family: str, old: Columns, new: Columns) -> Columns:
        """Return the values in which two versions differ, each with the objects that only one of them has."""
        known = self.families.get(family)
        if known is not None and known[0] is old and known[1] is new:
            return known[2]
        changed = {value: new.get(value, 0) ^ old.get(value, 0) for value in differing_keys(old, new)}
        self.families[family] = old, new, changed
        return changed


def column_differences(family: str, changed: Columns) -> Differences:
    """Return the differences between two versions of a family's columns, given the values in which they differ.

    Each ability is replaced by its `ability_key`.
    """
    found: Differences = {}
    for value, objects in changed.items():
        for column in (gate_column((family, value)), (family, ANY)):
            found[column] = found.get(column, 0) | objects
    return found


def fact_differences(old: Snapshot, new: Snapshot) -> tuple[Differences, Mask, Mask]:
    """Return the differences between the facts of two snapshots.

    The second value is the mask of the objects that differ in facts that only the objects' own effects can read, the
    third that of all objects that differ before any effect applies.
    """
    found: dict[str, Mask] = {}

    def differ(fact: str, objects: Mask = WHOLLY) -> None:
        found[fact] = found.get(fact, 0) | objects

    for family in {**old.facts, **new.facts}:
        one, two = old.facts.get(family, {}), new.facts.get(family, {})
        if isinstance(one, Tapped):  # nothing depends on the objects for which nothing asked
            if objects := one.among(one.asked) ^ tapped_among(two, one.asked):
                differ(family, objects)
            continue
        if one != two or (len(one) > 1 and list(one) != list(two)):
            objects = 0
            for value in {**one, **two}:
                objects |= one.get(value, 0) ^ two.get(value, 0)
            differ("counter" if family.startswith("counter ") else family, objects or WHOLLY)
    for _, fact in {} if old.told == new.told else {each for each, _ in old.told.items() ^ new.told.items()}:
        differ(fact)
    if old.active_player != new.active_player:
        differ("active player")
    if old.copied != new.copied:
        differ("copied")
    own = changed = old.everything ^ new.everything
    if own:
        differ(THERE, own)
    for then, now in _differing_objects(old, new):
        bit = 1 << now.number
        changed |= bit
        own |= bit if _own_facts(now) != _own_facts(then) else 0
        if now.id != then.id:
            differ(ID, bit)
        if now.attached_to != then.attached_to:
            differ("attached", bit)
        if (now.stamp, now.first_stamp) != (then.stamp, then.first_stamp):
            differ(STAMP, bit)
    if found:
        differ(ANY)
    return {(fact, ANY): objects for fact, objects in found.items()}, own, changed


def _differing_objects(old: Snapshot, new: Snapshot) -> Iterator[tuple[GameObject, GameObject]]:
    # The two versions of each object that differs, apart from those that came or left; fast if few differ.
    before = _without(old.objects, old.everything & ~new.everything)
    after = _without(new.objects, new.everything & ~old.everything)
    for start in range(0, len(before), _CHUNK):  # both are in the order of their numbers
        those, these = before[start : start + _CHUNK], after[start : start + _CHUNK]
        if those != these:  # without a look inside objects that are the same
            for now in compress(these, map(is_not, those, these)):
                yield old.objects[now.number], now


def _without(objects: Mapping[int, GameObject], gone: Mask) -> list[GameObject]:
    # The objects, which are in the order of their numbers, apart from some of them; fast if few are left out.
    left = list(objects.values())
    places = list(objects) if gone else []
    for number in reversed(numbers(gone)):
        del left[bisect_left(places, number)]
    return left


def _own_facts(found: GameObject) -> tuple[Any, ...]:
    return found.attached_to, found.attached_player, found.choices, found.unordered
