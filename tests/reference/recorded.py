"""Recorded facts that end by themselves: combat (506.4) and the pairs of soulbond (702.95e)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mtglayers.model.board.board import Board
from mtglayers.model.events.changes import Marks
from mtglayers.model.objects.gameobject import GameObject

from .objects import State

COMBAT = {
    "attacking": ("attacking", "attacks"),
    "blocking": ("blocking", "blocking_which"),
    "blocked": ("blocked",),
    "unblocked": ("unblocked",),
}
"""A fact -> the marks that record it."""

Ended = tuple[int, str]
"""The number of an object, and the fact that ended for it."""


def ended(board: Board, after: Callable[[int], State]) -> Iterator[Ended]:
    """Yield the facts that have ended; `after` returns the board after a number of events, and all layers."""
    for object in board.objects.values():
        links = dict(object.links)
        for fact, marks in COMBAT.items():
            if fact in object.facts and _removed(object.number, {"Creature"}, _states(board, object, marks, after)):
                yield object.number, fact
        walker = links.get("attacks")
        # 506.4c: the creature continues to attack, but it attacks nothing. If the creature was removed from combat and
        # is attacking again, it attacks what the timeline says since then.
        same = walker is not None and _since(board, object, COMBAT["attacking"]) == _since(board, object, ("attacks",))
        states = _states(board, object, ("attacks",), after) if same else []
        if walker is not None and states and _removed(walker, {"Planeswalker", "Battle"}, states):
            yield object.number, "attacks"
        partner = links.get("paired_with")
        if partner is not None and _unpaired(object.number, partner, _pair_states(board, object, partner, after)):
            yield object.number, "paired"


def _since(board: Board, object: GameObject, marks: tuple[str, ...]) -> int:
    return max(
        place
        for place, event in enumerate(board.events)
        if isinstance(event, Marks)
        and any(name in marks and value for name, value in event.set)
        and board.last_known(event.marks).number == object.number
    )


def _states(
    board: Board, object: GameObject, marks: tuple[str, ...], after: Callable[[int], State]
) -> list[State]:  # fmt: skip
    return [after(count) for count in range(_since(board, object, marks) + 1, len(board.events) + 1)]


def _pair_states(
    board: Board, object: GameObject, partner: int, after: Callable[[int], State]
) -> list[State]:  # fmt: skip
    said = [
        place
        for place, event in enumerate(board.events)
        if isinstance(event, Marks)
        and any(name == "paired_with" and value for name, value in event.set)
        and board.last_known(event.marks).number in (object.number, partner)
    ]
    return [after(count) for count in range(said[-1] + 1, len(board.events) + 1)]


def _removed(number: int, types: set[str], states: list[State]) -> bool:
    # 506.4: it leaves or phases out, its controller changes, or it stops being a creature (a planeswalker, a battle).
    start = states[0].objects[states[0].id_of(number) or ""]
    was = types & start["types"]
    for state in states[1:]:
        id = state.id_of(number)
        if id is None or state.objects[id]["controller"] != start["controller"]:
            return True
        if was and not was & state.objects[id]["types"]:
            return True
    return False


def _unpaired(one: int, other: int, states: list[State]) -> bool:
    # 702.95e: another player gains control of one of them, or one of them stops being a creature.
    first = states[0].id_of(one)
    you = None if first is None else states[0].objects[first]["controller"]
    for state in states:
        for id in (state.id_of(one), state.id_of(other)):
            if id is not None and (
                state.objects[id]["controller"] != you or "Creature" not in state.objects[id]["types"]
            ):
                return True
    return False
