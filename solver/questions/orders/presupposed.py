"""Pairs of timestamps whose order follows from the events, and timestamps whose order a player chose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mtglayers.model.board.board import Board
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect

from ...engine.timestamps import bearers, carried
from .partial_order import OlderThan


def presupposed(board: Board) -> tuple[OlderThan, ...]:
    """Return the pairs (older, younger) that are in every order of the events.

    Counters, stickers and marks are younger than their object, Auras and Equipment than the object they are attached
    to, resolved effects than their targets, and copies than the original, unless the older object has received a new
    timestamp since (613.7). Whatever exists from the beginning of the game is older than the rest.
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
    for effect in _going_on(board):
        for number in (*effect.context.targets, effect.context.source):
            after(effect.stamp, number)
    stamps = bearers(board)
    early = [stamp for stamp in stamps if stamp <= 0]
    pairs += [(old, stamp) for old in early[-1:] for stamp in stamps if stamp > 0]
    pairs += list(pairwise(early))
    return tuple(dict.fromkeys(pairs))


def _going_on(board: Board) -> Iterator[ResolvedEffect]:
    return (effect for effect in board.effects.values() if not effect.ended)


def chosen_together(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the timestamps of objects that entered together, grouped by the player who chose their order.

    See 613.7m and 101.4.
    """
    groups: dict[tuple[int, int], list[GameObject]] = {}
    for source in board.numbered().values():
        if source.base.zone == "battlefield":
            owner = source.base.owner if source.base.controller is None else source.base.controller
            groups.setdefault((source.entered, owner if board.edition.apnap else 0), []).append(source)
    found = []
    for group in groups.values():
        dealt_out = {each.stamp if each.first_stamp is None else each.first_stamp for each in group}
        found.append(tuple(sorted(each.stamp for each in group if each.stamp in dealt_out)))  # others got a new one
    return tuple(group for group in found if len(group) > 1)
