"""A journal of changes to tables, used to undo events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import msgspec

ABSENT: Final = ...
"""The old value recorded for a key that did not exist. Pickling keeps its identity."""

Record = tuple[str, Any, Any, int | None]
"""A tuple that describes a changed entry: the table, the key, the old value and None.

For a mask, the last two items are the changed bits, shifted right to bit 0, and the number of places shifted.
"""


class _Past(msgspec.Struct, frozen=True):
    before: _Past | None
    start: int
    records: list[Record]


class Journal:
    """The changes to a set of tables, newest last.

    Changes never delete keys, so undoing also restores the order of each table. Copies of a journal share the records
    that they have in common.
    """

    __slots__ = ("_kept", "_past", "_records")

    def __init__(self) -> None:
        self._past: _Past | None = None
        self._kept = 0  # number of valid records in `_past`
        self._records: list[Record] = []  # records newer than `_past`

    def __len__(self) -> int:
        return self._kept + len(self._records)

    def note(self, table: str, key: Any, old: Any, low: int | None = None) -> None:
        """Record the old value of a key before it is changed."""
        self._records.append((table, key, old, low))

    def taken_back(self, mark: int) -> Iterator[Record]:
        """Remove all records after the first `mark` records, and return them, newest first."""
        own = max(mark - self._kept, 0)
        found = [reversed(self._records[own:])]
        del self._records[own:]
        while self._kept > mark:
            past = self._past
            assert past is not None
            if self._kept > past.start:
                found.append(reversed(past.records[max(mark - past.start, 0) : self._kept - past.start]))
            if mark <= past.start:
                self._past = past.before
            self._kept = max(mark, past.start)
        return chain.from_iterable(found)

    def copy(self) -> Journal:
        """Return an independent journal with the same records."""
        if self._records:
            self._past = _Past(self._past, self._kept, self._records)
            self._kept += len(self._records)
            self._records = []
        twin = Journal()
        twin._past, twin._kept = self._past, self._kept
        return twin
