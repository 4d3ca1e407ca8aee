"""The differences between the states and facts of two boards."""

from __future__ import annotations

from typing import Any, Final

from mtglayers.model.effects.view import ANY, Column, Mask, union
from mtglayers.model.objects.gameobject import GameObject

from ..engine.effect import gate_column
from ..engine.state import Columns, Snapshot
from .basis import ID, STAMP

Differences = dict[Column, Mask]
"""A map from columns and facts to the objects for which two states differ."""

WHOLLY: Final[Mask] = -1
"""The mask for a difference in a value that does not belong to objects, such as a life total."""

THERE: Final = "there"
"""The fact that an object exists."""


def column_differences(family: str, old: Columns, new: Columns) -> Differences:
    """Return the differences between two versions of a family's columns.

    Each ability is replaced by its `ability_key`.
    """
    found: Differences = {}
    changed = [(value, mask ^ old.get(value, 0)) for value, mask in new.items() if mask != old.get(value, 0)]
    changed += [(value, mask) for value, mask in old.items() if value not in new]
    for value, objects in changed:
        for column in (gate_column((family, value)), (family, ANY)):
            found[column] = found.get(column, 0) | objects
    return found


def fact_differences(old: Snapshot, new: Snapshot) -> tuple[Differences, Mask]:
    """Return the differences between the facts of two snapshots.

    The second value is the mask of the objects that differ in facts that only the objects' own effects can read.
    """
    found: dict[str, Mask] = {}

    def differ(fact: str, objects: Mask = WHOLLY) -> None:
        found[fact] = found.get(fact, 0) | objects

    for family in {**old.facts, **new.facts}:
        one, two = old.facts.get(family, {}), new.facts.get(family, {})
        if one != two or (len(one) > 1 and list(one) != list(two)):
            objects = union(one.get(value, 0) ^ two.get(value, 0) for value in {**one, **two})
            differ("counter" if family.startswith("counter ") else family, objects or WHOLLY)
    for _, fact in {player_fact for player_fact, _ in old.told.items() ^ new.told.items()}:
        differ(fact)
    if old.active_player != new.active_player:
        differ("active player")
    if old.copied != new.copied:
        differ("copied")
    own = old.everything ^ new.everything
    if own:
        differ(THERE, own)
    known = old.objects
    for number, now in [(number, now) for number, now in new.objects.items() if known.get(number, now) is not now]:
        then, bit = known[number], 1 << number
        own |= bit if _own_facts(now) != _own_facts(then) else 0
        if now.id != then.id:
            differ(ID, bit)
        if now.attached_to != then.attached_to:
            differ("attached", bit)
        if (now.stamp, now.first_stamp) != (then.stamp, then.first_stamp):
            differ(STAMP, bit)
    if found:
        differ(ANY)
    return {(fact, ANY): objects for fact, objects in found.items()}, own


def _own_facts(found: GameObject) -> tuple[Any, ...]:
    return found.attached_to, found.attached_player, found.choices, found.unordered
