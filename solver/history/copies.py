"""Copies on a board: their sources, their copiable values and their durations (707)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Protocol

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.start import BEFORE
from mtglayers.model.cards.rules_text import copying_duration
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.operations.copying import BecomeCopy, values_of
from mtglayers.model.effects.view import Context, Mask
from mtglayers.model.events.changes import Turns, flipped
from mtglayers.model.events.turns import Ends
from mtglayers.model.objects.gameobject import Base, GameObject
from mtglayers.model.support.progress import checkpoint

from ..engine.state import Snapshot, State, initial, numbers
from .earlier import earlier, is_steady
from .faces import unflipped
from .last_known import Past
from .printed import Printed, makes_copies


def copying(
    board: Board, depending: Mapping[Base, Printed], copies: Mapping[int, Copiable]
) -> Iterator[tuple[GameObject, int, Clause]]:  # fmt: skip
    """Yield each static copy effect: its source, the 1-based place of its ability, and the clause (707.2c).

    Args:
        board: the board.
        depending: its bases whose abilities depend on past events.
        copies: the values that objects copied as they entered.
    """
    for base in (base for base, found in depending.items() if found.copies):
        for number in numbers(board.bases[base]):
            if number not in copies:
                for place, clause in _static_copies(base.values):
                    yield board.by_number(number), place, clause
    for number, values in copies.items():
        for place, clause in _static_copies(values):
            yield board.by_number(number), place, clause


@lru_cache(maxsize=4096)
def _static_copies(values: Copiable) -> tuple[tuple[int, Clause], ...]:
    return tuple((place, clause) for place, each in enumerate(values.abilities, 1) for clause in _copies_of(each))


def _copies_of(ability: Ability) -> list[Clause]:
    # The clauses of an ability that make objects copies.
    return [each for each in ability.clauses() if makes_copies(each)]


class PastValues(Past, Protocol):
    """The boards at earlier points of a timeline, and the values on them."""

    def values(self, of: str, event: int) -> Copiable:
        """Return the copiable values of object `of` before `event`."""
        ...


def first_copied(source: GameObject, place: int, clause: Clause, past: PastValues) -> Copiable | None:
    """Return the values that a static copy effect first copied (707.2c)."""
    board = past.board
    operation = next(op for op in clause.flat() if isinstance(op, BecomeCopy))
    context = Context(source=source.number)
    if source.entered == BEFORE and board.start is not None:
        known = board.start.copied.get(f"{source.id}#{place}")
        if known is not None:
            return known
    reads = clause.selector.reads() | operation.of.reads()
    steady = not reads and clause.selector.by_itself() and is_steady(board)
    if steady and not clause.selector.select(State({}, Snapshot.of(board)), context):
        return None  # a selector that reads only what has not changed has never selected an object
    for event in range(max(source.entered, 0), len(board.events)):
        checkpoint("candidate")

        def values(event: int = event) -> Copiable | None:
            after = earlier(board, event + 1)
            then = initial(after) if reads else State({}, Snapshot.of(after))
            found = operation.of.select(then, context) if clause.selector.select(then, context) else 0
            there = found & then.everything
            name = then.world.objects[there.bit_length() - 1].id if there else ""
            return past.values(name, event) if name and name in earlier(board, event).objects else None

        found = past.once(event, ("copied", source.number, operation), values)
        if found is not None:
            return found
    return None


def copied(state: State, mask: Mask, board: Board) -> Copiable:
    """Return the copiable values of an object, after layer 1."""
    source = state.world.objects[mask.bit_length() - 1]
    values = values_of(state, mask)
    if source.base.zone == "battlefield":
        values = msgspec.structs.replace(values, mana_value=None)  # 202.3b: not the mana value of its front face
    return unflipped(values, board) if flipped(source) else values


def is_over(object: GameObject, board: Board) -> bool:
    """Return whether the duration of an object's own copy effect has ended (611.2a)."""
    duration = "" if object.base.token else copying_duration(object.base.values)
    if not duration or object.copy is None:
        return False

    def was_down(event: int) -> bool:
        return earlier(board, event + 1).by_number(object.number).face_down

    for place, event in enumerate(board.events[object.copy.event + 1 :], start=object.copy.event + 1):
        checkpoint("candidate")
        if duration == "end of turn":
            if isinstance(event, Ends) and event.ends == "turn":
                return True
        elif isinstance(event, Turns) and event.face == "down" and was_down(place):
            return True
    return False
