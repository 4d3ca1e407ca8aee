"""Filters about the play of the game: whom a creature attacks, how many colours exactly, the top of a library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from ..phrase import Phrase, said
from ..selectors import Filter
from ..view import ANY, Column, Context, Mask, View, columns, players

_NUMBERS: tuple[str, ...] = ("", "one", "two", "three", "four", "five")


class Assailing(Filter, frozen=True):
    """Creatures by the player whom they attack: "attacking you", not a planeswalker or battle (508.1b).

    ``marks`` tells whom a creature ``attacks``; of two players it is the one who does not control it (506.2), unless
    something else was told.
    """

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("attacking {whom}"),)
    wording: ClassVar[Mapping[str, str]] = {"opponents": "your opponents"}
    whom: Literal["you", "opponents", "one of your opponents", "enchanted player", "the last chosen player"]

    def select(self, view: View, context: Context) -> Mask:
        attacking = view.still("attacking", True)
        known = 0
        for having in (*view.still_values("attacks").values(), *view.still_values("attacks_player").values()):
            known |= having
        mask = 0
        for player in self._whom(view, context):
            others = tuple(view.opponents(player))
            mask |= view.still("attacks_player", player) & attacking
            if len(others) == 1:
                mask |= attacking & view.having("controller", others[0]) & ~known
        return mask

    def _whom(self, view: View, context: Context) -> tuple[int, ...]:
        match self.whom:
            case "one of your opponents":
                return players(view, context, "opponents")
            case "the last chosen player":
                return players(view, context, "the chosen player")[-1:]
            case who:
                return players(view, context, who)

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class Exiled(Filter, frozen=True):
    """The word "exiled" of a card: in exile, whatever put it there (406.1)."""

    phrases: ClassVar[tuple[Phrase, ...]] = (said("exiled"),)
    zoned: ClassVar[bool] = True

    def select(self, view: View, context: Context) -> Mask:
        return view.still("zone", "exile")


class ColorsNumbered(Filter, frozen=True):
    """Objects by the number of their colours: "that's exactly two colors", "that's one or more colors" (105.2)."""

    place: ClassVar[Literal["before", "after"]] = "after"
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[that's|that are] exactly {number} colors"),
        said("[that's|that are] {number} or more colors", least=True),
    )
    number: Literal["one", "two", "three", "four", "five"]
    least: bool = False

    def select(self, view: View, context: Context) -> Mask:
        wanted = _NUMBERS.index(self.number)
        reached = [view.everything] + [0] * (wanted + 1)  # by index: what has so many colours, or more
        for having in view.column("color").values():
            for number in range(wanted + 1, 0, -1):
                reached[number] |= reached[number - 1] & having
        return reached[wanted] if self.least else reached[wanted] & ~reached[wanted + 1]

    def reads(self) -> frozenset[Column]:
        return columns(("color", ANY))
