"""The exploration of all orders of a board's timestamps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Literal

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.references import find_player
from mtglayers.model.board.start import BEFORE
from mtglayers.model.errors import LayersError
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from ...engine.choose import TimestampOrder
from ...engine.timestamps import bearer, bearers, carried, dealt
from ...readings import Readings
from ...result.result import Result
from ...solve import history_of, solve_resolved
from .open_order import DecidedTooLateError, Decision, OpenChooser, Timestamps
from .partial_order import OlderThan, Poset

Vary = Literal["all", "choices", "players"] | Sequence[str]
"""The timestamps whose order is varied; see `orders`."""


class Leaf(msgspec.Struct, frozen=True):
    """A set of orders that are solved in the same way.

    Attributes:
        asked: the open comparisons that the solver made, with their decisions in these orders.
        result: the result.
    """

    asked: tuple[OlderThan, ...]
    result: Result


def worlds(board: Board, *, presence: bool) -> Iterator[tuple[str, Board]]:
    """Yield (id of the absent permanent, board without the permanent).

    The first pair is ("", `board`); the others require `presence`.
    """
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
    """Return the partial order of timestamps that all varied orders extend.

    Raises:
        UnknownObjectError: a name in `vary` does not belong to an object or effect with a timestamp.
    """
    stamps = list(bearers(board))
    if vary == "all":
        return Poset(stamps, _presupposed(board))
    if vary == "choices":
        groups = [set(group) for group in _chosen_together(board)]
        return Poset(stamps, (pair for pair in combinations(stamps, 2) if not any(set(pair) <= g for g in groups)))
    if vary == "players":
        whose = {stamp: _player_of(board, stamp) for stamp in stamps}
        own = ((old, young) for old, young in combinations(stamps, 2) if whose[old] == whose[young])
        return Poset(stamps, [*own, *_presupposed(board)])
    moving = set(dealt(board, tuple(vary)))
    still = [stamp for stamp in stamps if stamp not in moving]
    return Poset(stamps, [*pairwise(still), *(pair for pair in _presupposed(board) if moving & set(pair))])


def chosen_names(board: Board, vary: Sequence[str]) -> list[str]:
    """Return the names of the timestamps to vary; a player stands for everything that the player controls.

    Raises:
        UnknownObjectError: a name does not belong to a player, or to an object or effect with a timestamp.
    """
    known = {name: stamp for stamp, name in bearers(board).items()}
    found: dict[str, None] = {}
    for name in vary:
        player = None if name in known else find_player(board.players, name)
        if player is None:
            found[bearer(board, known, name)] = None
        else:
            number = board.players.index(player)
            found.update(dict.fromkeys(each for each, stamp in known.items() if _player_of(board, stamp) == number))
    return list(found)


def _player_of(board: Board, stamp: int) -> int | None:
    # The number of the player who controls what bears a timestamp; without a controller, of the owner.
    for effect in board.effects.values():
        if effect.stamp == stamp and not effect.ended:
            return effect.context.you
    for found in board.numbered().values():
        if stamp == found.stamp or any(stamp == each for each, _ in carried(found)):
            return found.base.owner if found.base.controller is None else found.base.controller
    return None


def _presupposed(board: Board) -> tuple[OlderThan, ...]:
    """Return the pairs (older, younger) that occur in every order of the events.

    Counters, stickers and marks are younger than their object. Auras and Equipment are younger than the object that
    they are attached to, resolved effects are younger than their targets, and copies are younger than the original.
    None of this applies if the older object has since received a new timestamp (613.7). Objects that exist from the
    beginning of the game are older than all others.
    """
    objects = board.numbered()
    pairs: list[OlderThan] = []

    def after(younger: int, number: int | None) -> None:
        found = None if number is None else objects.get(number)
        if found is not None and found.first_stamp is None and found.stamp < younger:
            pairs.append((found.stamp, younger))

    by_id = {found.id: found.number for found in objects.values()}
    for source in objects.values():
        for stamp, _ in carried(source):
            after(stamp, source.number)
        after(source.stamp, source.attached_to)
        if source.copy is not None:
            after(source.stamp, by_id.get(source.copy.of))
    for effect in board.effects.values():
        for number in () if effect.ended else (*effect.context.targets, effect.context.source):
            after(effect.stamp, number)
    stamps = bearers(board)
    early = [stamp for stamp in stamps if stamp <= 0]
    pairs += [(old, stamp) for old in early[-1:] for stamp in stamps if stamp > 0]
    pairs += list(pairwise(early))
    return tuple(dict.fromkeys(pairs))


def _chosen_together(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return groups of timestamps whose order a player chose (613.7m, 101.4)."""
    groups: dict[tuple[int, int], list[GameObject]] = {}
    for source in board.numbered().values():
        if source.base.zone == "battlefield":
            owner = source.base.owner if source.base.controller is None else source.base.controller
            if (
                source.entered != BEFORE or source.unordered
            ):  # the timestamps of a state are known, unless they are tied
                groups.setdefault((source.entered, owner if board.edition.apnap else 0), []).append(source)
    found = []
    for group in groups.values():
        dealt_out = {each.stamp if each.first_stamp is None else each.first_stamp for each in group}
        # Without the objects that have received a new timestamp since.
        found.append(tuple(sorted(each.stamp for each in group if each.stamp in dealt_out)))
    return tuple(group for group in found if len(group) > 1)


def explore(board: Board, rules: Edition, readings: Readings, known: Poset) -> Iterator[Leaf]:
    """Solve a board in every order of its timestamps.

    Orders that the solver cannot distinguish are solved together.
    """
    scripts: list[tuple[Decision, ...]] = [()]
    while scripts:
        checkpoint("walk")
        script = scripts.pop()
        stamps = Timestamps(known, script)
        how = TimestampOrder(chooser=OpenChooser(stamps))
        resolved = history_of(board, rules, readings, how)
        try:
            result = solve_resolved(board, rules, readings, resolved, how=how)
        except DecidedTooLateError:
            scripts.append(tuple(stamps.asked))
        else:
            pairs = (pair for decision in stamps.asked for pair in decision)
            yield Leaf(tuple(pair for pair in pairs if known.is_older(*pair) is None), result)
        for place in range(len(script), len(stamps.asked)):
            scripts.extend((*stamps.asked[:place], other) for other in stamps.others[place])
