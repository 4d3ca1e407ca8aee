"""A state that records the columns and facts that are read from it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

import pytest

from mtglayers.model.effects.view import ANY, Column, Held, Mask
from mtglayers.solver.engine.state import Columns, Snapshot, State, markers
from mtglayers.version import COMPILED

EQUAL: Final = ("zone", "owner", "token", "top of graveyard", "id")
"""Facts that nodes do not declare, since earlier results that differ in them are not reused."""

records = pytest.mark.skipif(COMPILED, reason="a compiled state has no subclasses in Python")
"""Marks tests that use `Recording`."""


class Recording(State):
    """A state that records what an effect reads from it and from its drafts.

    Facts have the names that nodes declare. Facts about the source of the effect are left out, since nodes do
    not declare them.

    Attributes:
        source: the number of the object that the effect comes from.
        read: the columns and facts.
    """

    __slots__ = ("read", "source")

    def __init__(
        self, families: dict[str, Columns], world: Snapshot, source: int | None, read: set[Column] | None = None
    ) -> None:  # fmt: skip
        super().__init__(families, world)
        self.source = source
        self.read: set[Column] = set() if read is None else read

    def draft(self) -> Recording:
        copy = Recording(dict(self.families), self.world, self.source, self.read)
        copy._owned = set()
        return copy

    def having(self, family: str, value: Hashable) -> Mask:
        self.read.add((family, value))
        if family == "subtype" and isinstance(value, str):
            self.read.update((family, marker) for marker in markers(value))
        return super().having(family, value)

    def column(self, family: str) -> Columns:
        self.read.add((family, ANY))
        return super().column(family)

    def keywords(self, name: str) -> list[tuple[Held, Mask]]:
        self.read.add(("ability", ANY))
        return super().keywords(name)

    def controller(self, number: int) -> int | None:
        self.read.add(("controller", ANY))
        return super().controller(number)

    def still(self, family: str, value: Hashable) -> Mask:
        self._reads_fact(family)
        return super().still(family, value)

    def still_values(self, family: str) -> Mapping[Any, Mask]:
        self._reads_fact(family)
        return super().still_values(family)

    def attached_to(self, number: int) -> Mask:
        if number != self.source:
            self._reads_fact("attached")
        return super().attached_to(number)

    def player_fact(self, player: int, fact: str) -> int:
        self._reads_fact(fact)
        return super().player_fact(player, fact)

    def fixed_copy(self, effect: str) -> Any:
        self._reads_fact("copied")
        return super().fixed_copy(effect)

    @property
    def active_player(self) -> int:
        self._reads_fact("active player")
        return super().active_player

    def _reads_fact(self, family: str) -> None:
        if family not in EQUAL:
            self.read.add(("counter" if family.startswith("counter ") else family, ANY))
