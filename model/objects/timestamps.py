"""The order of the timestamps of simultaneous objects (101.4, 613.7m)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def turn_order(active: int, players: int) -> tuple[int, ...]:
    """Return the numbers of the players in turn order, beginning with the active player (101.4)."""
    return tuple((active + step) % players for step in range(players))


def apnap(items: Iterable[T], whose: Sequence[int], active: int, players: int) -> list[T]:
    """Return simultaneous items in the order in which they get timestamps (613.7m).

    The active player's items come first. The items of each player stay in the given order.

    Args:
        items: the simultaneous items.
        whose: the controller of each item, or its owner if it has no controller.
        active: number of the active player.
        players: number of players.
    """
    place = {player: turn for turn, player in enumerate(turn_order(active, players))}
    order = sorted(zip(items, whose, strict=True), key=lambda entry: place[entry[1]])
    return [item for item, _ in order]
