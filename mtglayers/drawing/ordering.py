"""The order of vertices within ranks, so that few lines cross.

Sweeps over the ranks move each vertex to the middle of its neighbors (Sugiyama, Tagawa, Toda 1981); after each sweep,
neighbors in a rank change places while this removes crossings.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from mtglayers.model.support.progress import checkpoint

SWEEPS = 12
"""Maximum number of sweeps, half of them downward."""
MOST_LINES = 3000
"""Maximum number of lines that all sweeps look at; with more lines, there are fewer sweeps, but at least two."""

Ranks = list[list[int]]
Neighbors = Mapping[int, Sequence[int]]


def ordered(ranks: Sequence[int], joins: Sequence[tuple[int, int]], boxes: int) -> Ranks:
    """Return the vertices of each rank in order: vertices without lines, then each connected part, the oldest first.

    Args:
        ranks: the rank of each vertex.
        joins: pairs of vertices, the second of which is in the next rank.
        boxes: the number of vertices that are boxes, which come first; the others are bends of lines.

    >>> ordered([0, 0, 1, 1, 1], [(0, 3), (1, 2)], 5)
    [[0, 1], [4, 3, 2]]
    """
    above: dict[int, list[int]] = {number: [] for number in range(len(ranks))}
    below: dict[int, list[int]] = {number: [] for number in range(len(ranks))}
    for upper, lower in dict.fromkeys(joins):
        below[upper].append(lower)
        above[lower].append(upper)
    found: Ranks = [[] for _ in range(1 + max(ranks, default=-1))]
    for part in sorted(_parts(above, below), key=lambda part: (len(part) > 1, min(part))):
        order = _Part(part, ranks, above, below, len(found)).order()
        # The reversed order has the same number of crossings; older boxes should come first.
        pairs = [one < two for rank in order for one, two in combinations(rank, 2) if max(one, two) < boxes]
        step = -1 if 2 * sum(pairs) < len(pairs) else 1
        for rank, members in enumerate(order):
            found[rank] += members[::step]
    return found


def _parts(above: Neighbors, below: Neighbors) -> Iterator[list[int]]:
    """Return the vertices of each connected part, in the order in which lines lead from the first one to them."""
    seen: set[int] = set()
    for first in above:
        part, waiting = list[int](), [first]
        while waiting:
            number = waiting.pop()
            if number not in seen:
                seen.add(number)
                part.append(number)
                waiting += [*reversed(above[number]), *reversed(below[number])]
        if part:
            yield part


class _Part:
    """The ranks of a connected part while their order improves."""

    def __init__(self, part: list[int], ranks: Sequence[int], above: Neighbors, below: Neighbors, many: int) -> None:
        self._above, self._below = above, below
        self._sweeps = min(SWEEPS, max(2, MOST_LINES // (1 + sum(len(below[number]) for number in part))))
        self._starts: list[Ranks] = []
        for start in (part, sorted(part)):
            self._starts.append([[] for _ in range(many)])
            for number in start:
                self._starts[-1][ranks[number]].append(number)

    def order(self) -> Ranks:
        """Return the order with the fewest crossings that is found."""
        best, least = self._starts[0], self._crossings(self._starts[0])
        for start in self._starts:
            now = [list(rank) for rank in start]
            for sweep in range(self._sweeps):
                if not least:
                    return best
                checkpoint("candidate")
                self._sweep(now, self._below if sweep % 2 else self._above, turned=sweep % 4 > 1)
                self._exchange(now)
                crossings = self._crossings(now)
                if crossings < least:
                    best, least = [list(rank) for rank in now], crossings
        return best

    def _sweep(self, ranks: Ranks, sides: Neighbors, *, turned: bool) -> None:
        """Sort each rank by the middle of the neighbors on one side; `turned` reverses those with the same middle."""
        place: dict[int, int] = {}
        for rank in ranks if sides is self._above else reversed(ranks):
            middle = {
                number: sum(place[each] for each in sides[number]) / len(sides[number]) if sides[number] else float(at)
                for at, number in enumerate(rank)
            }
            rank.sort(key=middle.__getitem__, reverse=turned)
            rank[:] = rank[:: -1 if turned else 1]
            place.update((number, at) for at, number in enumerate(rank))

    def _exchange(self, ranks: Ranks) -> None:
        """Let neighbors in a rank change places while this removes crossings."""
        place = {number: at for rank in ranks for at, number in enumerate(rank)}
        better = True
        while better:
            checkpoint("candidate")
            better = False
            for rank in ranks:
                for at in range(len(rank) - 1):
                    one, two = rank[at], rank[at + 1]
                    if self._saved(one, two, place) > 0:
                        rank[at], rank[at + 1] = two, one
                        place[one], place[two] = at + 1, at
                        better = True

    def _saved(self, one: int, two: int, place: Mapping[int, int]) -> int:
        """Return how many crossings disappear if two neighbors change places."""
        found = 0
        for sides in (self._above, self._below):
            ends = sorted(place[each] for each in sides[two])
            for each in sides[one]:
                found += bisect_left(ends, place[each]) + bisect_right(ends, place[each]) - len(ends)
        return found

    def _crossings(self, ranks: Ranks) -> int:
        found = 0
        for upper, lower in pairwise(ranks):
            place = {number: at for at, number in enumerate(lower)}
            ends: list[int] = []
            for number in upper:
                own = sorted(place[each] for each in self._below[number])
                found += sum(len(ends) - bisect_right(ends, end) for end in own)
                for end in own:
                    insort(ends, end)
        return found
