"""The order in which simultaneous objects get their timestamps (101.4, 613.7m)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def turn_order(active: int, players: int) -> tuple[int, ...]:
    """Return the players' numbers, the active player first and the others in turn order (101.4)."""
    return tuple((active + step) % players for step in range(players))


def apnap(items: Iterable[T], whose: Sequence[int], active: int, players: int) -> list[T]:
    """Return simultaneous items in the order of their timestamps (613.7m).

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
