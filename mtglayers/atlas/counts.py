"""How many pairs an atlas contains: by layer, by reason, by card, by edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from .rows import Row

MOST: Final = 10
"""Default number of the cards with the most dependencies."""


class Counts(msgspec.Struct, frozen=True):
    """How many pairs an atlas contains.

    Attributes:
        pairs: the number of pairs that may depend.
        tried: the number of these by layer; several layers of one pair are separated by spaces.
        found: the number of pairs for which a board was found.
        layers, plains: the number of these by layer and by the number of plain objects.
        reasons: (layer, reason, number of these).
        began: (first day, fields of an edition that changed on it, number of these), by day. The fields are "" if no
            earlier edition allows the board.
        loops: the number of these in which each of the two depends on the other on one board.
        effects, on: pairs (card, number of the cards that it depends on, or that depend on it), most first.
    """

    pairs: int
    tried: tuple[tuple[str, int], ...]
    found: int
    layers: tuple[tuple[str, int], ...]
    reasons: tuple[tuple[str, str, int], ...]
    plains: tuple[tuple[int, int], ...]
    began: tuple[tuple[str, str, int], ...]
    loops: int
    effects: tuple[tuple[str, int], ...]
    on: tuple[tuple[str, int], ...]

    def top(self, most: int) -> Counts:
        """Return the same counts with fewer cards."""
        return msgspec.structs.replace(self, effects=self.effects[:most], on=self.on[:most])


def counts(rows: Iterable[Row], most: int = MOST) -> Counts:
    """Return how many pairs there are, and the cards with the most dependencies."""
    loops = 0
    tried: Counter[str] = Counter()
    layers: Counter[str] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    plains: Counter[int] = Counter()
    began: Counter[tuple[str, str]] = Counter()
    effects: Counter[str] = Counter()
    on: Counter[str] = Counter()
    for row in rows:
        tried[row.layers] += 1
        if row.depends:
            layers[row.layer] += 1
            reasons.update((row.layer, reason) for reason in row.reasons.split())
            began[_began(row)] += 1
            plains[row.plains] += 1
            effects[row.effect] += 1
            on[row.on] += 1
            loops += row.loop
    return Counts(
        tried.total(), tuple(sorted(tried.items())), layers.total(), tuple(sorted(layers.items())), _flat(reasons),
        tuple(sorted(plains.items())), _flat(began), loops, _most(effects, most), _most(on, most),
    )  # fmt: skip


def _began(row: Row) -> tuple[str, str]:
    first = row.editions.partition("..")[0]
    day, _, fields = row.changes.partition("; ")[0].partition(" ")
    return first, fields if day == first else ""


def _flat(counter: Counter[tuple[str, str]]) -> tuple[tuple[str, str, int], ...]:
    return tuple((*key, number) for key, number in sorted(counter.items()))


def _most(counter: Counter[str], number: int) -> tuple[tuple[str, int], ...]:
    found: Sequence[tuple[str, int]] = sorted(counter.items(), key=lambda each: (-each[1], each[0]))
    return tuple(found[:number])
