"""A journal of changes to tables, so that what an event did can be taken back exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_ABSENT: Final = object()


class Journal:
    """The changes made to some dicts, newest last.

    No key is ever deleted while going forward, so undoing also restores the order of every dict.
    """

    __slots__ = ("_records",)

    def __init__(self) -> None:
        self._records: list[tuple[dict[Any, Any], Any, Any]] = []

    def __len__(self) -> int:
        return len(self._records)

    def put(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        """Set `table[key]`, and remember what was there."""
        self._records.append((table, key, table.get(key, _ABSENT)))
        table[key] = value

    def undo(self, mark: int) -> None:
        """Take back every change made since the journal was `mark` records long."""
        records = self._records
        while len(records) > mark:
            table, key, old = records.pop()
            if old is _ABSENT:
                del table[key]
            else:
                table[key] = old

    def copy(self, tables: Mapping[int, dict[Any, Any]]) -> Journal:
        """Return the same journal about copied tables; `tables` gives the copy of each by id()."""
        twin = Journal()
        twin._records = [
            (tables[id(table)], key, _twin(old, tables)) for table, key, old in self._records
        ]  # fmt: skip
        return twin


def _twin(value: Any, tables: Mapping[int, dict[Any, Any]]) -> Any:
    return tables.get(id(value), value) if isinstance(value, dict) else value
