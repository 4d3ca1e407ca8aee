"""Targets that were not chosen, although the text has a place for them, as in "up to one target creature" (601.2c)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

import msgspec

from ..effects.ability import Resolution
from ..effects.filters.characteristics import OfSubtype, OfType
from ..effects.language import Clause
from ..effects.node import Node
from ..effects.selectors import Group, Target
from ..objects.tables import Tables

LEFT_OPEN: Final = "none"
"""The name in `targets` of an event that stands for a target that was not chosen."""

_NOWHERE: Final = 1_000_000  # no event names so many targets


def without_open(
    clauses: tuple[Clause, ...], targets: Sequence[str], players: Container[str]
) -> tuple[tuple[Clause, ...], str]:
    """Return clauses in which only the chosen targets have places, and the first target that must be chosen, or "".

    Args:
        clauses: the clauses of the effect.
        targets: the names in the event.
        players: the names of the players, who have no place among the objects.
    """
    objects = [name for name in targets if name not in players]
    left = [place for place, name in enumerate(objects) if name == LEFT_OPEN]
    required = ""

    def moved(node: Node) -> Node:
        nonlocal required
        if not isinstance(node, Target):
            return node
        if node.index in left and not node.many:
            if node.group is not None and not node.count.startswith("up to "):
                required = required or node.count
            return msgspec.structs.replace(node, index=_NOWHERE, count="up to one target")
        return msgspec.structs.replace(node, index=node.index - sum(place < node.index for place in left))

    found = [clause.rewrite(moved) for clause in clauses]
    kept = (each for each in found if not isinstance(each.selector, Target) or each.selector.index != _NOWHERE)
    return tuple(kept), required


def with_open(found: Resolution, targets: tuple[str, ...], tables: Tables) -> tuple[str, ...]:
    """Return the names in an event, with `LEFT_OPEN` for each target that only a later one can be.

    In "attach up to one target Equipment to it. Then up to one other target creature gets +X/+0", a creature that is no
    Equipment is the second target.
    """
    names = list(targets)
    for place in found.places if LEFT_OPEN not in targets else ():
        named = names[place.index : place.index + 1]
        if place.group is not None and not all(_may_be(place.group, name, tables) for name in named):
            names.insert(place.index, LEFT_OPEN)
    return tuple(names)


def _may_be(group: Group, name: str, tables: Tables) -> bool:
    # Judged by the printed types; a board may show others.
    if tables.player(name) is not None:
        return True
    values = tables.named(name).base.values
    types = {node.type for node in group.filters if isinstance(node, OfType)}
    subtypes = {node.subtype for node in group.filters if isinstance(node, OfSubtype)}
    return types <= set(values.types) and subtypes <= set(values.subtypes)
