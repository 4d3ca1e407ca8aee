"""The effects in a layer by the columns that they write."""

from __future__ import annotations

from mtglayers.model.effects.view import ANY, Column, Columns, Mask

from .effect import Effect, Part
from .state import numbers


class Writers:
    """The effects in a layer, in groups whose parts write the same columns; in masks, a bit stands for a group."""

    __slots__ = ("_groups", "_of_column", "_of_family", "_places", "_rewording")

    def __init__(self) -> None:
        self._groups: list[dict[str, Effect]] = []
        self._places: dict[tuple[Columns, bool], int] = {}
        self._of_column: dict[Column, Mask] = {}
        self._of_family: dict[str, Mask] = {}
        self._rewording: Mask = 0

    def add(self, effect: Effect, part: Part) -> None:
        """Add an effect with its part in the layer."""
        key = part.writes, part.rewords
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = len(self._groups)
            self._groups.append({})
            group = 1 << place
            for column in part.writes:
                family = column[0]
                self._of_column[column] = self._of_column.get(column, 0) | group
                self._of_family[family] = self._of_family.get(family, 0) | group
            if part.rewords:
                self._rewording |= group
        self._groups[place][effect.name] = effect

    def remove(self, effect: Effect, part: Part) -> None:
        """Remove an effect."""
        del self._groups[self._places[part.writes, part.rewords]][effect.name]

    def seen_by(self, reads: Columns, gate: Columns, needs: bool) -> dict[str, Effect]:
        """Return the effects that write what another effect reads.

        Args:
            reads: the columns that the other effect reads.
            gate: the columns that decide whether it exists.
            needs: whether these matter; otherwise only text changes can affect the ability from which it comes.
        """
        groups = self._writing(gate)
        return self._in(self._writing(reads) | (groups if needs else groups & self._rewording))

    def everything(self) -> dict[str, Effect]:
        """Return all effects."""
        return self._in((1 << len(self._groups)) - 1)

    def _in(self, groups: Mask) -> dict[str, Effect]:
        found: dict[str, Effect] = {}
        for place in numbers(groups):
            found.update(self._groups[place])
        return found

    def _writing(self, reads: Columns) -> Mask:
        # As `overlaps` decides.
        found: Mask = 0
        for column in reads:
            family, value = column
            if value == ANY:
                found |= self._of_family.get(family, 0)
            elif family in self._of_family:
                found |= self._of_column.get(column, 0) | self._of_column.get((family, ANY), 0)
        return found
