"""Results that a session stores for reuse, up to a number and a size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Final

from mtglayers.solver.result.result import Result

_ELSEWHERE: Final = -1
"""Number of events in the key of a result that belongs to another timeline."""
_RESULT, _OBJECT, _STEP, _EXPLAINED, _PAIR = 20_000, 150, 2_500, 8_000, 700

Key = tuple[str, Hashable, int]
"""The id of a board, the parameters of a solve, and the number of events on the timeline."""


def estimated_bytes(result: Result) -> int:
    """Return about how much memory a result needs, within a factor of two on the boards of `benchmarks/families.py`.

    A step whose dependencies were read stores how each effect of its layer relates to the others; on a board with
    dependency loops, this is most of the memory.
    """
    done = result.statistics
    explained = sum(1 for step in result.steps if "undecided" in vars(step))
    each = _EXPLAINED + _PAIR * (done.effects + done.edges)
    return _RESULT + _OBJECT * done.objects + _STEP * done.steps + explained * each


class KeptResults:
    """Results by board, parameters and number of events; the least recently used are dropped first.

    The caller ensures that only one thread at a time uses it.

    Attributes:
        number: the maximum number of results.
        bytes: the maximum of their estimated memory.
        used: the estimated memory of the results that it contains.
    """

    def __init__(self, number: int, bytes: int) -> None:
        """Set up without results."""
        self.number = number
        self.bytes = bytes
        self.used = 0
        self._results: OrderedDict[Key, tuple[Result, int]] = OrderedDict()
        self._read: dict[str, set[Key]] = {}  # keys of the results that requests about a board have read since measured

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._results)

    def nearest(self, board: str, asked: Hashable, events: int) -> tuple[Result, int] | None:
        """Return the result whose number of events is closest to the given number, and its number of events."""
        known = [key for key in self._results if key[:2] == (board, asked)]
        if not known:
            return None
        best = min(known, key=lambda key: (abs(key[2] - events), key[2]))
        self._results.move_to_end(best)
        self._read.setdefault(board, set()).add(best)
        return self._results[best][0], best[2]

    def keep(self, board: str, asked: Hashable, events: int, result: Result) -> None:
        """Store a result."""
        key = (board, asked, events)
        self._put(key, result)
        self._read.setdefault(board, set()).add(key)
        self._limit()

    def share(self, board: str, copy: str) -> None:
        """Store the latest results of a board for its copy as well."""
        latest: dict[Hashable, Key] = {}
        for key in self._results:
            if key[0] == board and (key[1] not in latest or key[2] > latest[key[1]][2]):
                latest[key[1]] = key
        for asked, key in latest.items():
            self._put((copy, asked, _ELSEWHERE), self._results[key][0])
        self._limit()

    def forget_after(self, board: str, events: int) -> None:
        """Drop a board's results for timelines of more than `events` events.

        If these are the only results for some parameters, the last result is kept so that the next solve can reuse it.
        """
        gone = [key for key in self._results if key[0] == board and key[2] > events]
        for key in sorted(gone, key=lambda key: key[2]):
            result = self._take(key)
            if not any(other[:2] == key[:2] and other[2] != _ELSEWHERE for other in self._results):
                self._put((key[0], key[1], _ELSEWHERE), result)

    def drop(self, board: str) -> None:
        """Drop the results of a board."""
        self._read.pop(board, None)
        for key in [key for key in self._results if key[0] == board]:
            self._take(key)

    def measure(self, board: str) -> None:
        """Measure the results that requests about a board have read: explanations add to their size."""
        for key in self._read.pop(board, ()):
            if key in self._results:
                result, before = self._results[key]
                size = estimated_bytes(result)
                self._results[key] = result, size
                self.used += size - before
        self._limit()

    def _put(self, key: Key, result: Result) -> None:
        if key in self._results:
            self._take(key)
        size = estimated_bytes(result)
        self._results[key] = result, size
        self.used += size

    def _take(self, key: Key) -> Result:
        result, size = self._results.pop(key)
        self.used -= size
        return result

    def _limit(self) -> None:
        while len(self._results) > self.number or self.used > self.bytes:
            self._take(next(iter(self._results)))
