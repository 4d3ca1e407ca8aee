"""Players by what they control or are: "its controller", "the monarch"."""

from __future__ import annotations

from typing import Literal

from .language import Selector
from .node import Node
from .view import ANY, Column, Context, View, columns, positive


class ControllerOf(Node, frozen=True):
    """The player who controls what `of` means: "its controller" (108.4); an object elsewhere has an owner alone."""

    of: Selector
    word: str = "its controller"

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the numbers of the players meant."""
        found: list[int] = []
        for bit in positive(self.of.select(view, context)):
            holders = [player for player, having in view.column("controller").items() if having >> bit & 1]
            found.extend(player for player in holders if player not in found)
        return tuple(found)

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide who that is."""
        return self.of.reads() | columns(("controller", ANY))


class Holder(Node, frozen=True):
    """The player with a recorded designation: "the monarch" (725)."""

    fact: Literal["monarch", "initiative"] = "monarch"
    word: str = "the monarch"

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the number of the player meant, if there is one."""
        everyone = sorted((0, *view.opponents(0)))
        return tuple(player for player in everyone if view.player_fact(player, self.fact))

    def reads(self) -> frozenset[Column]:
        """Return no columns: no effect of a layer changes who that is."""
        return frozenset()
