"""Last known information about objects that have left the board (113.7a, 608.2h)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.view import Context, Mask, positive
from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.support.progress import checkpoint

from ..engine.state import Columns, State
from .earlier import earlier

T = TypeVar("T")

_PRESENCE: Final = frozenset({"zone", "attached", "entering"})
"""Families of facts that are recorded only for objects that are still on the board."""
_NONE: Final[Mapping[Any, Mask]] = {}


class Past(Protocol):
    """The boards at earlier points of a timeline."""

    @property
    def board(self) -> Board:
        """The board of the whole timeline."""
        ...

    def state(self, event: int, until: str | None = None) -> State:
        """Return the state before `event`, after layer `until` or all layers."""
        ...

    def once(self, event: int, key: tuple[object, ...], compute: Callable[[], T]) -> T:
        """Return `compute()`, which is called only once for each event and key."""
        ...


def with_last_known(state: State, context: Context, event: int, until: str | None, past: Past) -> State:
    """Return a state in which an effect can also read the departed objects to which it refers.

    These objects have the values that they last had. They are in no zone, so that they are not counted.

    Args:
        state: the state before `event`, after layer `until`.
        context: the meaning of "this creature" and of the chosen objects.
        event: the event in which the effect resolves.
        until: the name of the last layer to apply, or None for all layers.
        past: the earlier boards.
    """
    for number in _referents(context, past.board):
        asked: int | None = number
        while asked is not None and asked not in state.world.objects:
            left = departure(asked, event, past)
            if left is None:
                break
            then = past.state(left, until)
            state = _joined(state, then, 1 << asked)
            asked = then.world.objects[asked].attached_to  # the enchanted creature may have left, too
    return state


def departure(number: int, event: int, past: Past) -> int | None:
    """Return the last event before `event` in which object `number` left, or None if it is still there."""

    def left() -> int | None:
        board = earlier(past.board, event)
        if board.is_present(number):
            return None
        while board.events:
            checkpoint("candidate")
            board.pop()
            if board.is_present(number):
                return len(board.events)
        return None

    return past.once(event, ("left", number), left)


def _referents(context: Context, board: Board) -> list[int]:
    found = [*context.targets] if context.source is None else [context.source, *context.targets]
    for id in context.choices.object:
        try:
            found.append(board.last_known(id).number)
        except UnknownObjectError:
            continue
    return found if context.triggered_by is None else [*found, context.triggered_by]


def _joined(state: State, then: State, mask: Mask) -> State:
    world = state.world
    facts = {
        family: values if family in _PRESENCE else _more(values, then.still_values(family), mask)
        for family, values in {**dict.fromkeys(then.world.facts, _NONE), **world.facts}.items()
    }
    families = {family: _more(column, then.column(family), mask) for family, column in state.families.items()}
    (number,) = positive(mask)
    objects = {**world.objects, number: then.world.objects[number]}
    return State(families, msgspec.structs.replace(world, facts=facts, objects=objects))


def _more(columns: Mapping[Any, Mask], others: Mapping[Any, Mask], mask: Mask) -> Columns:
    return {**columns, **{value: columns.get(value, 0) | mask for value, having in others.items() if having & mask}}
