"""The order in which listed permanents entered."""

from __future__ import annotations

from collections.abc import Sequence

from .arriving import Arriving

Many = tuple[Arriving, int]
"""A card, and how many identical ones are listed."""


def in_order(arriving: Sequence[Many]) -> list[Many]:
    """Return cards in the order of their timestamps.

    Each player's cards come as listed. An Aura is attached as it enters (303.4), so another player's permanents up to
    its host come first. Where that is impossible, because the host is listed later for the same player or two players'
    Auras need each other's hosts, the order of the list decides.
    """
    return _Ordering(arriving).found


class _Ordering:
    def __init__(self, arriving: Sequence[Many]) -> None:
        self.found: list[Many] = []
        self.by_player: dict[int, list[Many]] = {}
        self.place_of: dict[int, tuple[int, int]] = {}
        self.next: dict[int, int] = {}
        others: list[Many] = []
        for many in arriving:
            line = many[0].entry.line
            if line.what != "battlefield":
                others.append(many)
                continue
            listed = self.by_player.setdefault(line.player or 0, [])
            if many[0].forge_id is not None:
                self.place_of.setdefault(many[0].forge_id, (line.player or 0, len(listed)))
            listed.append(many)
        for player, listed in self.by_player.items():
            self._come(player, len(listed) - 1, frozenset())
        self.found += others

    def _come(self, player: int, last: int, waiting: frozenset[int]) -> None:
        while (place := self.next.get(player, 0)) <= last:
            many = self.by_player[player][place]
            host = self.place_of.get(many[0].host) if many[0].host is not None else None
            if host is not None and host[0] not in {player, *waiting}:
                self._come(*host, waiting | {player})
            self.next[player] = place + 1
            self.found.append(many)
