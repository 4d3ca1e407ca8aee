"""Pairs (702.95e) and Ring-bearers (701.54a), which end when a permanent changes its controller."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mtglayers.model.board.board import Board
from mtglayers.model.effects.view import Mask
from mtglayers.model.events.changes import Marks
from mtglayers.model.support.progress import checkpoint

from ..engine.state import numbers
from .earlier import StateAfter, earlier
from .last_known import Past


class Bond(NamedTuple):
    """A recorded fact that ends when a permanent changes its controller.

    Attributes:
        fact: "paired_with" or "ring_bearer".
        members: the numbers of the two paired creatures, or of the Ring-bearer.
        since: the index of the event that recorded the fact.
    """

    fact: str
    members: tuple[int, ...]
    since: int


def bonds(board: Board) -> list[Bond]:
    """Return the bonds that the events on a board record."""
    found: dict[tuple[str, tuple[int, ...]], None] = {}
    for partner, mask in board.still.get("paired_with", {}).items():
        for number in numbers(mask):
            found["paired_with", tuple(sorted((number, partner)))] = None
    for number in numbers(board.still.get("ring_bearer", {}).get(True, 0)):
        found["ring_bearer", (number,)] = None
    return [Bond(fact, members, _since(board, fact, members)) for fact, members in found]


def ended_before(past: Past, events: int) -> frozenset[Bond]:
    """Return the bonds that had ended before the last of the first `events` events."""
    found: frozenset[Bond] = frozenset()
    for count in range(1, events):

        def ended(count: int = count, before: frozenset[Bond] = found) -> frozenset[Bond]:
            board = earlier(past.board, count)
            lasting = (bond for bond in bonds(board) if bond not in before)
            return before.union(bond for bond in lasting if not holds(bond, board, past.state, count))

        found = past.once(count, ("bonds",), ended)
    return found


def without(found: Iterable[Bond]) -> dict[str, Mask]:
    """Return a map from each fact to the objects for which it ended with a bond."""
    masks: dict[str, Mask] = {}
    for bond in found:
        for fact in ("paired_with", "paired") if bond.fact == "paired_with" else (bond.fact,):
            for number in bond.members:
                masks[fact] = masks.get(fact, 0) | 1 << number
    return masks


def is_apart(bond: Bond, board: Board) -> bool:
    """Return whether a member is phased out, so other members cannot refer to it (702.26b)."""
    return not all(map(board.is_present, bond.members))


def holds(bond: Bond, board: Board, after: StateAfter, count: int) -> bool:
    """Return whether a bond holds in the state after the given number of events.

    Args:
        bond: the bond, recorded before.
        board: the board.
        after: a function that returns the states of the timeline.
        count: the number of events.
    """
    checkpoint("candidate")
    you = after(bond.since + 1).controller(bond.members[0])
    state = after(count)
    if any(number not in state.world.objects for number in bond.members):
        return True  # phased out
    if any(state.controller(number) != you for number in bond.members):
        return False
    if bond.fact == "paired_with":
        return all(state.having("type", "Creature") >> number & 1 for number in bond.members)
    event = board.events[count - 1]
    if count == bond.since + 1 or not isinstance(event, Marks) or not _records(event, bond.fact):
        return True
    return not any(state.controller(number) == you for number in numbers(state.world.named(event.marks)))


def _since(board: Board, fact: str, members: tuple[int, ...]) -> int:
    # An id can have belonged to an object that has left.
    for place in range(len(board.events) - 1, -1, -1):
        event = board.events[place]
        if isinstance(event, Marks) and _records(event, fact) and board.last_known(event.marks).number in members:
            return place
    raise LookupError(fact)


def _records(event: Marks, fact: str) -> bool:
    return any(name == fact and value for name, value in event.set)
