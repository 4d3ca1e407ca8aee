"""Partial orders of timestamps, and the number of their linear extensions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import Final

from mtglayers.model.errors import LayersError, LimitError
from mtglayers.model.support.progress import checkpoint

OlderThan = tuple[int, int]
"""A pair of timestamps (older, younger)."""

MAX_SETS: Final = 200_000
"""Maximum number of sets of timestamps to keep in memory while counting orders."""


class TooManyOrdersError(LayersError, RuntimeError):
    """The limit on solver runs was reached before every outcome was known."""


class Poset:
    """A strict partial order of timestamps, transitively closed."""

    def __init__(self, labels: Iterable[int], pairs: Iterable[OlderThan] = ()) -> None:
        """Order `labels` by the given pairs.

        Raises:
            ValueError: the pairs form a cycle.
        """
        self.labels = tuple(labels)
        self._place = {label: place for place, label in enumerate(self.labels)}
        self._younger = [0] * len(self.labels)  # index -> bits of the indices that are younger
        self._older = [0] * len(self.labels)
        for older, younger in pairs:
            self.add(older, younger)

    def __contains__(self, label: int) -> bool:
        return label in self._place

    def copy(self) -> Poset:
        """Return an independent copy."""
        twin = Poset(self.labels)
        twin._younger, twin._older = self._younger.copy(), self._older.copy()
        return twin

    def add(self, older: int, younger: int) -> None:
        """Make one label older than another.

        Raises:
            ValueError: the labels are equal, or the first is known to be younger.
        """
        a, b = self._place[older], self._place[younger]
        if a == b or self._younger[b] >> a & 1:
            raise ValueError(f"{older} cannot be older than {younger}")
        if self._younger[a] >> b & 1:
            return
        up, down = self._younger[b] | 1 << b, self._older[a] | 1 << a
        for place in _places(down):
            self._younger[place] |= up
        for place in _places(up):
            self._older[place] |= down

    def extended(self, pairs: Iterable[OlderThan]) -> Poset:
        """Return a copy with additional pairs.

        Raises:
            ValueError: the pairs contradict this order.
        """
        twin = self.copy()
        for older, younger in pairs:
            twin.add(older, younger)
        return twin

    def is_older(self, one: int, other: int) -> bool | None:
        """Return whether `one` is older than `other`, or None if the order is open."""
        a, b = self._place[one], self._place[other]
        if self._younger[a] >> b & 1:
            return True
        return False if self._younger[b] >> a & 1 else None

    def admits(self, pairs: Iterable[OlderThan]) -> bool:
        """Return whether all pairs can hold together in this order."""
        checkpoint("candidate")
        try:
            self.extended(pairs)
        except ValueError:
            return False
        return True

    def restricted(self, labels: Sequence[int]) -> Poset:
        """Return this order restricted to some of its labels."""
        checkpoint("candidate")
        return Poset(labels, [(a, b) for a in labels for b in labels if a != b and self.is_older(a, b)])

    def extension(self) -> tuple[int, ...]:
        """Return a total order that extends this one, oldest first.

        If several labels can come next, the smallest label is chosen.
        """
        left, found = set(range(len(self.labels))), []
        while left:
            checkpoint("candidate")
            free = [place for place in left if not any(self._older[place] >> other & 1 for other in left)]
            found.append(min(self.labels[place] for place in free))
            left.remove(self._place[found[-1]])
        return tuple(found)

    def count(self) -> int:
        """Return the number of total orders that extend this one.

        >>> Poset("abcd", [("a", "b")]).count(), Poset("abc", [("a", "b"), ("b", "c")]).count()
        (12, 1)

        Raises:
            LimitError: counting needs too much memory.
        """
        return self._count((1 << len(self.labels)) - 1)

    def _count(self, among: int) -> int:
        total, done = 1, 0
        for part in self._parts(among):
            mask = sum(1 << place for place in part)
            done += len(part)
            total *= comb(done, len(part))
            comparable = [
                place for place in part if (self._older[place] | self._younger[place] | 1 << place) & mask == mask
            ]
            if comparable:  # the labels before and after a label that is comparable with all others are independent
                comparable.sort(key=lambda place: (self._older[place] & mask).bit_count())
                between = comparable[len(comparable) // 2]
                total *= self._count(self._older[between] & mask) * self._count(self._younger[between] & mask)
            else:
                total *= _count(tuple(self._restricted(part)))
        return total

    def _parts(self, left: int) -> Iterator[list[int]]:
        while left:
            checkpoint("candidate")
            part, fresh = 0, left & -left
            while fresh:
                part |= fresh
                reach = 0
                for place in _places(fresh):
                    reach |= self._younger[place] | self._older[place]
                fresh = reach & ~part & left
            left &= ~part
            yield list(_places(part))

    def _restricted(self, part: Sequence[int]) -> Iterator[int]:
        for place in part:
            yield sum(1 << n for n, other in enumerate(part) if self._older[place] >> other & 1)


@lru_cache(maxsize=4096)
def _count(older: tuple[int, ...]) -> int:
    """Return the number of orders in which each index follows its mask's indices."""
    everything = (1 << len(older)) - 1
    ways = {0: 1}
    for _ in older:
        grown: dict[int, int] = {}
        for taken, number in ways.items():
            checkpoint("candidate")
            for place in _places(everything & ~taken):
                if older[place] & ~taken == 0:
                    more = taken | 1 << place
                    grown[more] = grown.get(more, 0) + number
            if len(grown) > MAX_SETS:
                raise LimitError("sets of timestamps for counting orders", MAX_SETS)
        ways = grown
    return ways[everything]


def _places(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
