"""Conditions: when a static ability's effect exists ("as long as ...", 611.3a) and how long one lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal, Self

import msgspec

from .amounts.base import Number, compare, of_players
from .game_questions import question
from .language import Amount, Condition, Filter, Selector
from .node import Node
from .rewording import reworded
from .selectors import Group
from .view import ANY, Column, Comparison, Context, View, Who, Zone, columns, players


class Exists(Condition, frozen=True):
    """So many objects fit: "you control five or more enchantments", "you control a Mountain"."""

    STYLE_FIELDS: ClassVar[frozenset[str]] = Node.STYLE_FIELDS | {"form"}
    of: Selector
    amount: Amount = Number(1)
    comparison: Comparison = "or greater"
    form: str = ""  # "control": the players named last in `of` are the subject; else "there are"

    def holds(self, view: View, context: Context) -> bool:
        return compare(self.of.select(view, context).bit_count(), self.comparison, self.amount.value(view, context))

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | self.amount.reads()


class Is(Condition, frozen=True):
    """An object is or isn't something: "enchanted permanent is an Equipment", "this creature is untapped".

    False either way when there is no such object.
    """

    subject: Selector
    filters: tuple[Filter, ...]
    negated: bool = False
    word: str = "is"  # "remains"

    def holds(self, view: View, context: Context) -> bool:
        subject = self.subject.select(view, context)
        fits = subject
        for filter in self.filters:
            fits &= filter.select(view, context)
        return subject != 0 and (fits == 0 if self.negated else fits == subject)

    def reads(self) -> frozenset[Column]:
        return self.subject.reads().union(*(filter.reads() for filter in self.filters))


class Compare(Condition, frozen=True):
    """An amount against another: "your devotion to blue is less than five"."""

    STYLE_FIELDS: ClassVar[frozenset[str]] = Node.STYLE_FIELDS | {"form"}
    amount: Amount
    comparison: Comparison
    bound: Amount
    form: str = ""  # how the text says it: "there are", "you have", "are in"

    def holds(self, view: View, context: Context) -> bool:
        return compare(self.amount.value(view, context), self.comparison, self.bound.value(view, context))

    def reads(self) -> frozenset[Column]:
        return self.amount.reads() | self.bound.reads()


class TurnOf(Condition, frozen=True):
    """It is a player's turn: "during your turn"."""

    who: Who = "you"
    negated: bool = False
    word: str = "during"

    def holds(self, view: View, context: Context) -> bool:
        return (view.active_player in players(view, context, self.who)) is not self.negated

    def reads(self) -> frozenset[Column]:
        return columns(("controller", "*"))


class SelfIn(Condition, frozen=True):
    """The source is in a zone: "as long as this card is in your graveyard" (113.6b)."""

    zone: Zone
    word: str = "this card"

    def holds(self, view: View, context: Context) -> bool:
        return context.source is not None and bool(view.still("zone", self.zone) >> context.source & 1)


class AtLevel(Condition, frozen=True):
    """The source is a Class of this level or a higher one (716.2a)."""

    level: int

    def holds(self, view: View, context: Context) -> bool:
        if context.source is None:
            return False
        return any(
            level >= self.level and having >> context.source & 1 for level, having in view.still_values("level").items()
        )


WHOSE: Final[dict[str, Who]] = {"you": "you", "opponents": "opponents", "anyone": "each player"}
"""Word of a question -> the players it is about; one of them suffices."""


class GameFact(Condition, frozen=True):
    """A fact about the course of the game that the timeline records: "a creature died this turn".

    It is true where the recorded facts answer it (`game_questions.question`), or where the words themselves are
    recorded: ``marks`` with `told` for its source, ``resolves`` for its effect. A result reports what is not recorded.
    """

    text: str

    def with_words(self, swap: Mapping[str, str]) -> Self:
        return msgspec.structs.replace(self, text=reworded(self.text, swap))

    def holds(self, view: View, context: Context) -> bool:
        if context.told is not None and self.text in context.told:
            return True
        if context.source is not None and view.still(f"told:{self.text}", True) >> context.source & 1:
            return True
        asked = question(self.text)
        if asked is None:
            return False
        if asked.who == "source":
            return context.source is not None and bool(view.still(asked.fact, True) >> context.source & 1)
        whose = WHOSE[asked.who]
        return any(view.player_fact(player, asked.fact) >= asked.least for player in players(view, context, whose))

    def reads(self) -> frozenset[Column]:
        return columns(("controller", ANY))


class AllOf(Condition, frozen=True):
    """Several conditions at once."""

    parts: tuple[Condition, ...]

    def holds(self, view: View, context: Context) -> bool:
        return all(part.holds(view, context) for part in self.parts)

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(part.reads() for part in self.parts))


class AnyOf(Condition, frozen=True):
    """One of several conditions."""

    parts: tuple[Condition, ...]

    def holds(self, view: View, context: Context) -> bool:
        return any(part.holds(view, context) for part in self.parts)

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(part.reads() for part in self.parts))


class Not(Condition, frozen=True):
    """The opposite: "unless you control a Mountain"."""

    part: Condition

    def holds(self, view: View, context: Context) -> bool:
        return not self.part.holds(view, context)

    def reads(self) -> frozenset[Column]:
        return self.part.reads()


class OfPlayers(Condition, frozen=True):
    """A condition for each player by itself: "an opponent has 10 or less life", "no opponent controls a Wall".

    Attributes:
        who: the players; `part` calls each of them "they".
        how: for how many of them it has to be true.
        part: the condition.
        word: how the text calls them: "an opponent", "each other player".
    """

    who: Who
    how: Literal["some", "every", "none"]
    part: Condition
    word: str = "an opponent"

    def holds(self, view: View, context: Context) -> bool:
        asked = players(view, context, self.who)
        found = sum(self.part.holds(view, msgspec.structs.replace(context, player=player)) for player in asked)
        if self.how == "every":  # with no player it is false
            return bool(asked) and found == len(asked)
        return found > 0 if self.how == "some" else found == 0

    def reads(self) -> frozenset[Column]:
        return self.part.reads() | of_players(self.who)


class CommonColor(Condition, frozen=True):
    """A color is the most common one among objects: "white is the most common color among all permanents".

    Attributes:
        color: the color.
        of: the objects; one of several colors counts for each of them.
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
        place: the place of the word among those offered, from 1, as ``chosen`` gives it.
        word: the word.
        chosen: the kind of choice that is asked.
    """

    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # it names the option
    place: int
    word: str
    chosen: Literal["option"] = "option"

    def holds(self, view: View, context: Context) -> bool:
        return self.place in view.choices(context).option
