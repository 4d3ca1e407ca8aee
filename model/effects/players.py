"""Players identified by objects or designations, such as "its controller" or "the monarch"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from .language import Amount, Selector, Term
from .view import CONTROLLERS, Columns, Context, View, positive


class ControllerOf(Term, frozen=True):
    """The controllers of selected objects, as in "its controller" (108.4)."""

    READS: ClassVar[Columns] = CONTROLLERS
    of: Selector
    word: str = "its controller"

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the numbers of the players who control the selected objects."""
        found: list[int] = []
        for bit in positive(self.of.select(view, context)):
            holders = [player for player, having in view.column("controller").items() if having >> bit & 1]
            found.extend(player for player in holders if player not in found)
        return tuple(found)


class AttackedBy(Term, frozen=True):
    """The player whom each of the selected creatures attacks, as in "each creature that player controls" (508.5)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"attacks", "attacks_player", "attacking"})
    READS: ClassVar[Columns] = CONTROLLERS
    of: Selector
    word: str = "that player"

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the numbers of the players whom the selected creatures attack."""
        those = self.of.select(view, context) & view.still("attacking", True)
        found = [player for player, having in view.still_values("attacks_player").items() if having & those]
        if found or not those or any(having & those for having in view.still_values("attacks").values()):
            return tuple(found)
        holders = [player for player, having in view.column("controller").items() if having & those]
        others = tuple(other for player in holders for other in view.opponents(player))
        return others if len(others) == 1 else ()  # 506.2: of two players, it is the other


class Holder(Term, frozen=True):
    """The player with a recorded designation, as in "the monarch" (725)."""

    fact: Literal["monarch", "initiative"] = "monarch"
    word: str = "the monarch"

    def facts(self) -> frozenset[str]:
        return frozenset({self.fact})

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the number of the player with the designation, if there is such a player."""
        everyone = sorted((0, *view.opponents(0)))
        return tuple(player for player in everyone if view.player_fact(player, self.fact))


class Foremost(Term, frozen=True):
    """The player with the greatest or least number, as in "the player with the most life".

    If the event names a player, it is this player; among several players with that number, an event must name one.

    Attributes:
        amount: the number for each player, who is "they".
        how: whether the player has the greatest or the least number.
        word: the wording on the card.
    """

    READS: ClassVar[Columns] = CONTROLLERS
    FACTS: ClassVar[frozenset[str]] = frozenset({"targets"})
    amount: Amount
    how: Literal["greatest", "least"]
    word: str

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the number of the player, or nothing if several players have the number."""
        if context.target_players:
            return context.target_players
        everyone = sorted((0, *view.opponents(0)))
        numbers = {player: self.amount.value(view, replace(context, player=player)) for player in everyone}
        found = self.among(numbers)
        return found if len(found) == 1 else ()

    def among(self, numbers: Mapping[int, int]) -> tuple[int, ...]:
        """Return the players with the greatest or least of the given numbers, which are keyed by player."""
        most = (max if self.how == "greatest" else min)(numbers.values())
        return tuple(player for player, number in numbers.items() if number == most)
