"""Amounts among players, and numbers that the timeline records."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..language import Amount, Condition
from ..view import Column, Context, View, Who, players
from .base import of_players


class AmongPlayers(Amount, frozen=True):
    """The greatest or least number among players: "the highest life total among your opponents".

    Attributes:
        who: the players; `amount` calls each of them "they".
        amount: the number of each of them.
        how: which of these numbers is meant.
        word: how the text says it.
    """

    who: Who
    amount: Amount
    how: Literal["greatest", "least"] = "greatest"
    word: str = ""

    def value(self, view: View, context: Context) -> int:
        asked = players(view, context, self.who)
        found = [self.amount.value(view, msgspec.structs.replace(context, player=player)) for player in asked]
        if not found:
            return 0
        return max(found) if self.how == "greatest" else min(found)

    def reads(self) -> frozenset[Column]:
        return self.amount.reads() | of_players(self.who)


class PlayersWho(Amount, frozen=True):
    """How many players there are, or fulfil a condition: "for each opponent who has no cards in hand"."""

    who: Who
    part: Condition | None = None
    word: str = "opponent you have"

    def value(self, view: View, context: Context) -> int:
        asked = players(view, context, self.who)
        if self.part is None:
            return len(asked)
        return sum(self.part.holds(view, msgspec.structs.replace(context, player=player)) for player in asked)

    def reads(self) -> frozenset[Column]:
        return of_players(self.who) | (self.part.reads() if self.part is not None else frozenset())


class RecordedNumber(Amount, frozen=True):
    """A number that the course of the game decides: "the amount of life you gained", "the result".

    An event gives it as the value of X, or it was chosen for the object that the effect comes from.
    """

    text: str

    def value(self, view: View, context: Context) -> int:
        if context.x is not None:
            return context.x
        chosen = view.choices(context).number
        return chosen[-1] if chosen else 0
