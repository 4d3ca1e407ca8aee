"""Facts that end when a permanent changes its controller: pairs (702.95e), Ring-bearers (701.54a), combat (506.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.effects.view import Mask, union
from mtglayers.model.events.changes import Marks
from mtglayers.model.objects.recorded_facts import COMBAT
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ..engine.state import State, numbers
from .earlier import StateAfter, earlier
from .last_known import Past
from .written import changes_values, families_written

_CREATURE: Final = ("Creature",)
_IN_COMBAT: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    **dict.fromkeys(sorted(COMBAT), (_CREATURE,)),
    "attacks_player": (_CREATURE,),
    "attacks": (_CREATURE, ("Planeswalker", "Battle")),
    "blocking_which": (_CREATURE, _CREATURE),
}
"""A fact of combat -> the card types of which each of its members must keep one (506.4)."""
_BINDING: Final = frozenset({"paired_with", "ring_bearer", *_IN_COMBAT})
_RECORDED_BY: Final = {
    "attacking": ("attacking", "attacks"), "blocking": ("blocking", "blocking_which"), "attacks_player": ("attacks",),
}  # fmt: skip
"""A fact -> the keys of ``marks`` that record it, if there are others than the fact itself."""


class Bond(Record, frozen=True):
    """A recorded fact that ends when a permanent changes its controller.

    Attributes:
        fact: "paired_with", "ring_bearer" or a fact of combat.
        members: the numbers of the two paired creatures, of the Ring-bearer, or of the creature in combat and of what
            it attacks or blocks.
        since: the index of the event that recorded the fact, or `BEFORE` for a fact of the board's first state.
    """

    fact: str
    members: tuple[int, ...]
    since: int


def bonds(board: Board) -> list[Bond]:
    """Return the bonds that the events on a board record."""
    still = board.still
    if _BINDING.isdisjoint(still):
        return []
    found: dict[tuple[str, tuple[int, ...]], None] = {}
    for partner, mask in still.get("paired_with", {}).items():
        for number in numbers(mask):
            found["paired_with", tuple(sorted((number, partner)))] = None
    for number in numbers(still.get("ring_bearer", {}).get(True, 0)):
        found["ring_bearer", (number,)] = None
    found |= dict.fromkeys(_in_combat(board))
    if not found:
        return []
    marked = _last_marked(board)
    made = (Bond(fact, members, _since(marked, fact, members)) for fact, members in found)
    # What the last event put into combat is still there.
    return [bond for bond in made if bond.fact not in _IN_COMBAT or bond.since + 1 < len(board.events)]


def _in_combat(board: Board) -> Iterator[tuple[str, tuple[int, ...]]]:
    if not any(map(board.still.get, _IN_COMBAT)):
        return
    if not (families_written(board) & {"controller", "type"} or any(map(changes_values, board.events))):
        return  # what is in combat can have neither another controller nor another type
    for fact, types in _IN_COMBAT.items():
        for other, mask in board.still.get(fact, {}).items():
            for number in numbers(mask):
                yield fact, (number,) if len(types) == 1 else (number, other)


def ended_before(past: Past, events: int, recorded: Iterable[Bond]) -> frozenset[Bond]:
    """Return the bonds that had ended before the last of the first `events` events.

    Bonds that ended before all bonds in `recorded` began can be missing.
    """
    found: frozenset[Bond] = frozenset()
    for count in range(min(bond.since for bond in recorded) + 1, events):

        def ended(count: int = count, before: frozenset[Bond] = found) -> frozenset[Bond]:
            board = earlier(past.board, count)
            lasting = (bond for bond in bonds(board) if bond not in before)
            return before.union(bond for bond in lasting if not holds(bond, board, past.state, count))

        found = past.once(count, ("bonds",), ended)
    return found


def without(found: Collection[Bond], board: Board) -> dict[str, Mask]:
    """Return a map from each fact to the objects for which it ended with a bond.

    "attacks_nothing" is the creatures that still attack, although what they attacked was removed from combat (506.4c).
    """
    masks: dict[str, Mask] = {}
    marked = _last_marked(board) if any(bond.fact == "attacks" for bond in found) else {}
    for bond in found:
        ended = bond.members[:1] if bond.fact in _IN_COMBAT else bond.members
        for fact in ("paired_with", "paired") if bond.fact == "paired_with" else (bond.fact,):
            masks[fact] = masks.get(fact, 0) | union(1 << number for number in ended)
        if bond.fact == "attacks" and _since(marked, "attacking", ended) <= bond.since:
            masks["attacks_nothing"] = masks.get("attacks_nothing", 0) | 1 << ended[0]
    return masks


def is_apart(bond: Bond, board: Board) -> bool:
    """Return whether a member is phased out, so other members cannot refer to it (702.26b)."""
    return bond.fact not in _IN_COMBAT and not all(map(board.is_present, bond.members))


def holds(bond: Bond, board: Board, after: StateAfter, count: int) -> bool:
    """Return whether a bond holds in the state after the given number of events.

    Args:
        bond: the bond, recorded before.
        board: the board.
        after: a function that returns the states of the timeline.
        count: the number of events.
    """
    checkpoint("candidate")
    if bond.fact in _IN_COMBAT:
        start, now = after(bond.since + 1), after(count)
        members = zip(bond.members, _IN_COMBAT[bond.fact], strict=True)
        return all(_stays(number, types, start, now) for number, types in members)
    you = after(bond.since + 1).controller(bond.members[0])
    state = after(count)
    if any(number not in state.world.objects for number in bond.members):  # phased out
        return bond.fact != "paired_with"  # 702.26f: "for as long as both remain creatures on the battlefield"
    if any(state.controller(number) != you for number in bond.members):
        return False
    if bond.fact == "paired_with":
        return all(state.having("type", "Creature") >> number & 1 for number in bond.members)
    if count == bond.since + 1:
        return True
    event = board.events[count - 1]
    if not isinstance(event, Marks) or not _records(event, bond.fact):
        return True
    return not any(state.controller(number) == you for number in numbers(state.world.named(event.marks)))


def _stays(number: int, types: tuple[str, ...], start: State, now: State) -> bool:
    # 506.4: whether a permanent has not been removed from combat
    if number not in now.world.objects or now.controller(number) != start.controller(number):
        return False
    kept = [type for type in types if start.having("type", type) >> number & 1]
    return not kept or any(now.having("type", type) >> number & 1 for type in kept)


def _last_marked(board: Board) -> dict[tuple[str, int], int]:
    # (a key of `marks`, the number of an object) -> the last event that recorded it, found in one pass
    found: dict[tuple[str, int], int] = {}
    for place, event in enumerate(board.events):
        if isinstance(event, Marks):
            number = board.last_known(event.marks).number  # an id can have belonged to an object that has left
            found.update({(name, number): place for name, value in event.set if value})
    return found


def _since(marked: Mapping[tuple[str, int], int], fact: str, members: tuple[int, ...]) -> int:
    names = _RECORDED_BY.get(fact, (fact,))
    found = (marked[name, number] for name in names for number in members if (name, number) in marked)
    return max(found, default=BEFORE)


def _records(event: Marks, fact: str) -> bool:
    names = _RECORDED_BY.get(fact, (fact,))
    return any(name in names and value for name, value in event.set)
