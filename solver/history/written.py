"""What the effects and events of a timeline could have changed, found without applying a layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.designations import DESIGNATIONS
from mtglayers.model.effects.language import Ability, Operation
from mtglayers.model.effects.node import Node
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Counters, Flips, Marks, Transforms, Turns
from mtglayers.model.events.command_zone import Stickers
from mtglayers.model.events.departures import Merges, Phases

_CHANGES: Final = (Transforms, Flips, Turns, Merges, Phases, Stickers)


def families_written(board: Board) -> frozenset[str]:
    """Return the families of the values that an effect could have changed at any time."""
    events, begun = board.events, () if board.start is None else board.start.objects
    nodes: list[Node] = [clause for effect in board.effects.values() for clause in effect.clauses]
    for ability in (ability for base in board.bases for ability in base.values.abilities):
        nodes += ability.clauses()
        if isinstance(ability, TextAbility) and ability.form == "entering" and ability.resolution is not None:
            nodes += (clause for mode in ability.resolution.modes for clause in mode)  # 614.12c
    if board.start is not None:
        nodes += (operation for gained in board.start.entered_with.values() for operation in gained)
    marked = {fact for event in events if isinstance(event, Marks) for fact, _ in event.set}
    marked |= {fact for found in begun for fact, _ in found.designated}
    for fact, designation in DESIGNATIONS.items():
        nodes += designation.operations if fact in marked else ()
    written = {family for node in nodes for operation in _operations(node) for family, _ in operation.writes()}
    arrived = (kind for event in events if isinstance(event, Arrival) for kind, _ in event.counters)
    put = (*arrived, *(kind for event in events if isinstance(event, Counters) for kind, _ in event.put))
    put += tuple(counter.kind for found in begun for counter in found.counters)
    return frozenset(written | ({"ability"} if any(kind[:1].isalpha() for kind in put) else set()))


def changes_values(event: Event) -> bool:
    """Return whether the printed or copiable values of an object can differ after an event, or from its card."""
    if isinstance(event, Arrival):
        return event.face_down or event.copy_of is not None
    doors = isinstance(event, Marks) and any(fact == "unlocked" for fact, _ in event.set)  # 709.5
    return doors or isinstance(event, _CHANGES)


def begins_changed(board: Board) -> bool:
    """Return whether an object of the state with which a board begins can have other values than printed ones."""
    begun = () if board.start is None else board.start.objects
    return any(found.face_down or found.copy is not None or found.merged or found.stickers for found in begun)


def _operations(node: Node) -> Iterator[Operation]:
    # also those of granted abilities
    if isinstance(node, Operation):
        yield node
    for child in (*node.children(), *(node.clauses() if isinstance(node, Ability) else ())):
        yield from _operations(child)
