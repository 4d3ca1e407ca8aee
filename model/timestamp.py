"""Which event gives which timestamp, and in what order objects that share a moment get theirs (613.7)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeVar

from .edition import Edition

Moment = Literal["attach", "counter", "face", "transform", "own static first", "active first"]

# The day from which an event of that kind gives an object a new timestamp; `None`: always did.
_SINCE: Final[dict[Moment, datetime.date | None]] = {
    "attach": None,  # 613.7e, 418.5e
    "face": datetime.date(2015, 7, 17),  # 613.7f
    "transform": datetime.date(2015, 7, 17),  # 613.7g
    "counter": datetime.date(2020, 4, 17),  # 613.7c
    "active first": datetime.date(2020, 4, 17),  # 613.7m
    "own static first": datetime.date(2025, 7, 25),  # 613.7n
}

T = TypeVar("T")


def stamps(edition: Edition, moment: Moment) -> bool:
    """Return whether in that edition the moment gives a timestamp."""
    since = _SINCE[moment]
    return since is None or edition.since >= since


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
