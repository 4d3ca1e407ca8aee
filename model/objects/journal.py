"""A journal of changes to tables, so that what an event did can be taken back exactly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

ABSENT: Final = object()
"""What stood under a key that was not there."""

Record = tuple[str, Any, Any, int | None]
"""The table's name, the key, what stood there, and None; or, of a mask, which bits changed, from which bit on."""


class _Past(NamedTuple):
    """Records that copies of a journal share: they are never changed, and follow those of `before`."""

    before: _Past | None
    start: int
    records: list[Record]


class Journal:
    """The changes made to some tables, newest last.

    No key is ever deleted while going forward, so undoing also restores the order of every table. Copies share what
    they have in common.
    """

    __slots__ = ("_kept", "_past", "_records")

    def __init__(self) -> None:
        self._past: _Past | None = None
        self._kept = 0  # so many of the records of the past are still there
        self._records: list[Record] = []  # those after them

    def __len__(self) -> int:
        return self._kept + len(self._records)

    def note(self, table: str, key: Any, old: Any, low: int | None = None) -> None:
        """Remember what stood under a key of a table before it is changed."""
        self._records.append((table, key, old, low))

    def taken_back(self, mark: int) -> Iterator[Record]:
        """Yield the records after the first `mark`, newest first, and forget them."""
        while self._records and len(self) > mark:
            yield self._records.pop()
        while self._kept > mark:
            assert self._past is not None
            self._kept -= 1
            while self._kept < self._past.start:
                self._past = self._past.before
                assert self._past is not None
            yield self._past.records[self._kept - self._past.start]

    def copy(self) -> Journal:
        """Return a journal of its own with the same records."""
        if self._records:
            self._past = _Past(self._past, self._kept, self._records)
            self._kept += len(self._records)
            self._records = []
        twin = Journal()
        twin._past, twin._kept = self._past, self._kept
        return twin


__all__ = ["ABSENT", "Journal", "Record"]
