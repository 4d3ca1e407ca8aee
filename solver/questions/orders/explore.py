"""Solving each order of timestamps that can affect the result once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, Literal

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from ...engine.choose import TimestampOrder
from ...engine.timestamps import bearers, dealt
from ...readings import Readings
from ...result.result import Result
from ...solve import history_of, solve_resolved
from .open_order import Decision, OpenChooser, Timestamps
from .partial_order import OlderThan, Poset
from .presupposed import chosen_together, presupposed

Vary = Literal["all", "choices"] | Sequence[str]
"""The timestamps whose order is varied; see `orders`."""


class Leaf(msgspec.Struct, frozen=True):
    """The orders that are solved in the same way.

    Attributes:
        asked: the open comparisons that the solver needed, as decided in these orders.
        result: the result.
    """

    asked: tuple[OlderThan, ...]
    result: Result


def worlds(board: Board, *, presence: bool) -> Iterator[tuple[str, Board]]:
    """Yield ("", the board) and, with `presence`, (id, the board without it) for each permanent."""
    yield "", board
    for source in board.numbered().values() if presence else ():
        checkpoint("candidate")
        if source.base.zone == "battlefield":
            left = board.copy()
            try:
                left.leaves(source.id, to="exile")
            except LayersError:
                continue  # an object that cannot leave is always present
            yield source.id, left


def possible(board: Board, vary: Vary) -> Poset:
    """Return the fixed part of the order of a board's timestamps.

    Raises:
        UnknownObjectError: nothing with a timestamp has a name in `vary`.
    """
    stamps = list(bearers(board))
    if vary == "all":
        return Poset(stamps, presupposed(board))
    if vary == "choices":
        groups = [set(group) for group in chosen_together(board)]
        return Poset(stamps, (pair for pair in combinations(stamps, 2) if not any(set(pair) <= g for g in groups)))
    moving = set(dealt(board, tuple(vary)))
    still = [stamp for stamp in stamps if stamp not in moving]
    return Poset(stamps, [*pairwise(still), *(pair for pair in presupposed(board) if moving & set(pair))])


def explore(board: Board, rules: Edition, readings: Readings, known: Poset) -> Iterator[Leaf]:
    """Solve a board in every order of its timestamps, once for all orders that make no difference."""
    scripts: list[tuple[Decision, ...]] = [()]
    while scripts:
        checkpoint("walk")
        script = scripts.pop()
        stamps = Timestamps(known, script)
        how = TimestampOrder(chooser=OpenChooser(stamps))
        resolved = history_of(board, rules, readings, how)
        result = solve_resolved(board, rules, readings, resolved, how=how)
        pairs = (pair for decision in stamps.asked for pair in decision)
        yield Leaf(tuple(pair for pair in pairs if known.is_older(*pair) is None), result)
        for place in range(len(script), len(stamps.asked)):
            scripts.extend((*stamps.asked[:place], other) for other in stamps.others[place])


def signature(result: Result) -> tuple[Any, ...]:
    """Return a value that is equal for results with the same outcome, in any order of abilities."""
    objects = tuple(sorted((id, object_signature(result, id)) for id in result))
    players = tuple(
        (msgspec.structs.replace(player, abilities=()), tuple(sorted(map(repr, player.abilities))))
        for player in result.players.values()
    )
    return objects, repr(players)


def object_signature(result: Result, id: str) -> str:
    """Return a text that is equal for objects with the same outcome."""
    found = result[id]
    abilities = sorted(map(repr, found.abilities))
    return repr((msgspec.structs.replace(found, abilities=()), abilities))
