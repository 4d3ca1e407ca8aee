"""The timestamps on a board that effects are ordered by: whose they are, what must be older, other orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from mtglayers.model.board.board import Board
from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.objects.gameobject import GameObject, ResolvedEffect
from mtglayers.model.objects.stickers import sticker_effects
from mtglayers.model.support.names import nearest

from ..questions.orders.partial_order import OlderThan
from .gather import counter_name

Stamps = Mapping[int, int]
"""A timestamp on the board -> the one that takes its place."""


def bearers(board: Board) -> dict[int, str]:
    """Return timestamp -> the name of what has it, oldest first: an object, a resolved effect, counters, a sticker.

    What shares its timestamp with its object (613.7n) goes by the object's name.
    """
    found: dict[int, str] = {}
    for source in board.numbered().values():
        found.setdefault(source.stamp, source.id)
    for effect in board.effects.values():
        if not effect.ended:
            found.setdefault(effect.stamp, effect.name)
    for source in board.numbered().values():
        for stamp, name in _carried(source):
            found.setdefault(stamp, name)
    return dict(sorted(found.items()))


def _carried(source: GameObject) -> Iterator[tuple[int, str]]:
    for counter in source.counters:
        yield counter.stamp, counter_name(source.id, counter.kind)
    for suffix, stamp, _ in sticker_effects(source):
        yield stamp, source.id + suffix
    for fact, stamp in source.designated:
        yield stamp, f"{source.id}<{fact}>"
    if source.merged:
        yield source.merge_stamp, f"{source.id}<merge>"


def presupposed(board: Board) -> tuple[OlderThan, ...]:
    """Return the pairs (older, younger) that no order of the same events can turn round.

    Counters, stickers and marks are put on an object that is there; an Aura or Equipment becomes attached to one; a
    resolved effect speaks of its targets; a copy enters after what it copies. What has had its own timestamp renewed
    since may be younger than they are (613.7). What is there from the beginning of the game is older than all else.
    """
    objects = board.numbered()
    pairs: list[OlderThan] = []

    def after(younger: int, number: int | None) -> None:
        found = None if number is None else objects.get(number)
        if found is not None and found.first_stamp is None and found.stamp < younger:
            pairs.append((found.stamp, younger))

    by_id = {found.id: found.number for found in objects.values()}
    for source in objects.values():
        for stamp, _ in _carried(source):
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
    """Return the groups of timestamps whose order one player chose: what entered together (613.7m, 101.4)."""
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


def dealt(board: Board, names: Sequence[str]) -> Stamps:
    """Return the timestamps of the things named, dealt out anew among them in the order given.

    Raises:
        UnknownObjectError: nothing with a timestamp goes by such a name.
        ValueError: a name stands twice.
    """
    stamps = {name: stamp for stamp, name in bearers(board).items()}
    for name in names:
        if name not in stamps:
            raise UnknownObjectError(name, nearest(name, stamps))
    if len(set(names)) < len(names):
        raise ValueError("a name stands twice in the order")
    old = [stamps[name] for name in names]
    return dict(zip(old, sorted(old), strict=True))


def named(stamps: Iterable[int], board: Board) -> tuple[str, ...]:
    """Return the names of what has these timestamps, in the order given."""
    names = bearers(board)
    return tuple(names[stamp] for stamp in stamps)


__all__ = [
    "Stamps", "bearers", "chosen_together", "dealt", "named", "presupposed",
]  # fmt: skip
