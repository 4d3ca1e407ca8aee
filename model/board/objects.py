"""The objects that are on a board now, by id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..objects.gameobject import GameObject
from ..objects.tables import Tables


class Objects(Mapping[str, GameObject]):
    """The objects that are on a board now, by id, in order of number; a live view."""

    __slots__ = ("_tables",)

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __getitem__(self, id: str) -> GameObject:
        return self._tables.named(id)

    def get(self, id: str, default: Any = None) -> Any:
        """Return the object of that id, or the default: there is no error that would have to say what resembles it."""
        number = self._tables.ids.get(id, self._tables.aliases.get(id))
        return default if number is None or not self._tables.is_present(number) else self._tables.objects[number]

    def __contains__(self, id: object) -> bool:
        number = self._tables.ids.get(id) if isinstance(id, str) else None
        return number is not None and self._tables.is_present(number)

    def __iter__(self) -> Iterator[str]:
        return (found.id for found in self._tables.present())

    def __len__(self) -> int:
        return self._tables.counts["everything"].bit_count()


__all__ = ["Objects"]
