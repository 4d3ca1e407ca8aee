"""The tapped objects of a board, which are found when they are first asked for (110.5, 614.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import RLock
from typing import Final

from .view import EVERYTHING, Mask

Lines = tuple[tuple[int, str], ...]
"""A pair (object number, text) for each line that might have made an object enter tapped."""

Find = Callable[[Mask], tuple[Mask, Lines] | None]
"""A function that returns which of some objects entered tapped although no event specifies it, and the lines that leave
this open; None if the answer for these objects can depend on others. For `EVERYTHING`, there is an answer."""


_ASKING: Final = RLock()
"""Held while an answer is found, because the objects that find it belong to all results of a board."""


class Tapped(Mapping[bool, Mask]):
    """The tapped objects of a board, as a column of facts ``{True: mask}``.

    Whether an object entered tapped can depend on everything that was on the battlefield then, and few effects ask.

    Attributes:
        asked: the objects for which something asked whether they are tapped.
    """

    def __init__(self, recorded: Mask, find: Find) -> None:
        """Prepare the question; `recorded` are the objects that are tapped because of events."""
        self.asked: Mask = 0
        self._mask = recorded
        self._find: Find | None = find
        self._unsure: Lines = ()

    def among(self, mask: Mask) -> Mask:
        """Return the tapped objects in a mask."""
        if mask & ~self.asked:
            self._ask(mask)
        return self._mask & mask

    def unsure(self) -> Lines:
        """Return the lines that leave open whether objects are tapped."""
        self.among(EVERYTHING)
        return self._unsure

    def _ask(self, mask: Mask) -> None:
        with _ASKING:
            if self._find is None:  # another thread has asked
                return
            found = None if mask == EVERYTHING else self._find(mask & ~self.asked)
            if found is None:
                mask, found = EVERYTHING, self._find(EVERYTHING)
            assert found is not None
            entered, unsure = found
            self._mask |= entered
            if mask == EVERYTHING:
                self._unsure = unsure
                self._find = None  # what it needed can be forgotten
            self.asked |= mask  # last, because others read without the lock

    def __getitem__(self, value: bool) -> Mask:
        mask = self.among(EVERYTHING)
        if value is not True or not mask:
            raise KeyError(value)
        return mask

    def __iter__(self) -> Iterator[bool]:
        return iter((True,) if self.among(EVERYTHING) else ())

    def __len__(self) -> int:
        return 1 if self.among(EVERYTHING) else 0


def tapped_among(column: Mapping[bool, Mask], mask: Mask) -> Mask:
    """Return the objects in a mask that are tapped according to a column of facts."""
    return column.among(mask) if isinstance(column, Tapped) else column.get(True, 0) & mask
