"""Amounts that depend on players, and numbers that the timeline records."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from ..language import Amount, Condition
from ..view import CONTROLLERS, Columns, Context, View, Who, players


class AmongPlayers(Amount, frozen=True):
    """The greatest or least number among players, as in "the highest life total among your opponents".

    Attributes:
        who: the players; "they" in `amount` refers to each of them.
        amount: the number for each player.
        how: whether the amount is the greatest or the least number.
        word: the wording on the card for the players.
    """

    READS: ClassVar[Columns] = CONTROLLERS
    who: Who
    amount: Amount
    how: Literal["greatest", "least"] = "greatest"
    word: str = ""

    def value(self, view: View, context: Context) -> int:
        asked = players(view, context, self.who)
        found = [self.amount.value(view, replace(context, player=player)) for player in asked]
        if not found:
            return 0
        return max(found) if self.how == "greatest" else min(found)


class PlayersWho(Amount, frozen=True):
    """The number of players, or of players who meet a condition, as in "for each opponent who has no cards in hand"."""

    READS: ClassVar[Columns] = CONTROLLERS
    who: Who
    part: Condition | None = None
    word: str = "opponent you have"

    def value(self, view: View, context: Context) -> int:
        asked = players(view, context, self.who)
        if self.part is None:
            return len(asked)
        return sum(self.part.holds(view, replace(context, player=player)) for player in asked)


class RecordedNumber(Amount, frozen=True):
    """A number that depends on earlier game events, as in "the amount of life you gained" or "the result".

    The number is the value of X that an event specifies, or a number chosen for the source of the effect.
    """

    text: str

    def value(self, view: View, context: Context) -> int:
        if context.x is not None:
            return context.x
        chosen = view.choices(context).number
        return chosen[-1] if chosen else 0
