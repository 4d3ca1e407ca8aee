"""Which event gives which timestamp, and in what order objects that share a moment get theirs (613.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar

from .edition import Edition, Moment

T = TypeVar("T")


def stamps(edition: Edition, moment: Moment | Literal["own static first", "active first"]) -> bool:
    """Return whether in that edition the moment gives a timestamp, or follows the rule of that name."""
    if moment == "active first":  # 613.7m
        return edition.apnap
    if moment == "own static first":  # 613.7n
        return edition.own_static_first
    return edition.stamps(moment)


def turn_order(active: int, players: int) -> tuple[int, ...]:
    """Return the players' numbers, the active player first and the others in turn order (101.4)."""
    return tuple((active + step) % players for step in range(players))


def apnap(items: Iterable[T], whose: Sequence[int], active: int, players: int) -> list[T]:
    """Return items in the order in which they get timestamps when they share a moment (613.7m).

    The active player's come first; each player's stay in the order given, which is that player's choice.

    Args:
        items: what gets timestamps.
        whose: for each item its controller, or its owner where it has none.
        active: number of the active player.
        players: how many players there are.
    """
    place = {player: turn for turn, player in enumerate(turn_order(active, players))}
    order = sorted(zip(items, whose, strict=True), key=lambda entry: place[entry[1]])
    return [item for item, _ in order]
