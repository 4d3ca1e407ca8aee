"""Conditions that the basic ones do not cover: of each player by itself, of the commonest colour, of an event."""

from __future__ import annotations

from typing import Literal

import msgspec

from .amounts.counting import of_players
from .conditions import Condition
from .selectors import Group
from .view import ANY, Column, Context, View, Who, columns, players


class OfPlayers(Condition, frozen=True):
    """What is asked of each player by itself: "an opponent has 10 or less life", "no opponent controls a Wall".

    Attributes:
        who: the players who are asked about; `part` calls each of them "they".
        how: of how many of them it has to be true.
        part: what is asked.
        word: how the text calls them: "an opponent", "each other player".
    """

    who: Who
    how: Literal["some", "every", "none"]
    part: Condition
    word: str = "an opponent"

    def holds(self, view: View, context: Context) -> bool:
        asked = players(view, context, self.who)
        found = sum(self.part.holds(view, msgspec.structs.replace(context, player=player)) for player in asked)
        if self.how == "every":  # of nobody nothing is asked
            return bool(asked) and found == len(asked)
        return found > 0 if self.how == "some" else found == 0

    def reads(self) -> frozenset[Column]:
        return self.part.reads() | of_players(self.who)


class CommonColor(Condition, frozen=True):
    """A colour is the most common one among objects: "white is the most common color among all permanents".

    Attributes:
        color: the colour.
        of: the objects; one of several colours counts for each of them.
        tied: whether a tie will do.
    """

    color: str
    of: Group
    tied: bool = True

    def holds(self, view: View, context: Context) -> bool:
        scope = self.of.select(view, context)
        counts = {color: (having & scope).bit_count() for color, having in view.column("color").items()}
        own = counts.pop(self.color, 0)
        most = max(counts.values(), default=0)
        return own >= most and own > 0 if self.tied else own > most

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | columns(("color", ANY))


class ChosenOption(Condition, frozen=True):
    """One of the words that the source offers was chosen for it as it entered: an anchor word (614.12b).

    Attributes:
        place: the place of the word among those offered, from 1, as ``chosen`` tells it.
        word: the word.
        chosen: the kind of choice that is asked.
    """

    place: int
    word: str
    chosen: Literal["option"] = "option"

    def holds(self, view: View, context: Context) -> bool:
        return self.place in view.choices(context).option
