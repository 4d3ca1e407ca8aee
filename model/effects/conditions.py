"""Conditions for the existence and duration of effects, as in "as long as ..." (611.2b, 611.3a)."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from msgspec.structs import replace

from .amounts.base import Number, compare
from .filters.combinators import fitting
from .filters.status import Status
from .game_questions import entry_asked, question
from .language import Amount, Clause, Condition, Filter, Selector
from .node import Node
from .selectors import Group
from .view import ANY, CONTROLLERS, Columns, Comparison, Context, View, Who, Zone, columns, players


class Exists(Condition, frozen=True):
    """A condition about the number of objects, as in "you control five or more enchantments"."""

    STYLE_FIELDS: ClassVar[frozenset[str]] = Node.STYLE_FIELDS | {"form"}
    of: Selector
    amount: Amount = Number(1)
    comparison: Comparison = "or greater"
    form: str = ""  # "control" if the players named last in `of` are the subject; otherwise "there are"

    def holds(self, view: View, context: Context) -> bool:
        return compare(self.of.select(view, context).bit_count(), self.comparison, self.amount.value(view, context))


class Is(Condition, frozen=True):
    """A condition that an object has or lacks a quality, as in "this creature is untapped".

    The condition is false if the object does not exist, even if the condition is negated.
    """

    subject: Selector
    filters: tuple[Filter, ...]
    negated: bool = False
    word: str = "is"  # can also be "remains"

    def holds(self, view: View, context: Context) -> bool:
        subject = self.subject.select(view, context)
        fits = fitting(self.filters, subject, view, context)
        return subject != 0 and (fits == 0 if self.negated else fits == subject)


class Compare(Condition, frozen=True):
    """A comparison of two amounts, as in "your devotion to blue is less than five"."""

    STYLE_FIELDS: ClassVar[frozenset[str]] = Node.STYLE_FIELDS | {"form"}
    amount: Amount
    comparison: Comparison
    bound: Amount
    form: str = ""  # the wording on the card: "there are", "you have", "are in"

    def holds(self, view: View, context: Context) -> bool:
        return compare(self.amount.value(view, context), self.comparison, self.bound.value(view, context))


class IsEven(Condition, frozen=True):
    """A condition that a number is even or odd, as in "the number of permanents is even"; zero is even."""

    amount: Amount
    odd: bool = False

    def holds(self, view: View, context: Context) -> bool:
        return self.amount.value(view, context) % 2 == self.odd


class ShareColor(Condition, frozen=True):
    """A condition that all objects in a group have a color in common, as in "as long as they all share a color"."""

    READS: ClassVar[Columns] = columns(("color", ANY))
    of: Group

    def holds(self, view: View, context: Context) -> bool:
        those = self.of.select(view, context)
        return not those or any(those & ~having == 0 for having in view.column("color").values())


class TurnOf(Condition, frozen=True):
    """A condition that it is the given player's turn, as in "during your turn"."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"active player"})
    READS: ClassVar[Columns] = CONTROLLERS
    who: Who = "you"
    negated: bool = False
    word: str = "during"

    def holds(self, view: View, context: Context) -> bool:
        return (view.active_player in players(view, context, self.who)) is not self.negated


class SelfIn(Condition, frozen=True):
    """A condition that the source is in the given zone, as in "as long as this card is in your graveyard" (113.6b)."""

    zone: Zone
    word: str = "this card"

    def holds(self, view: View, context: Context) -> bool:
        return bool(view.still("zone", self.zone) & context.itself)


class AtLevel(Condition, frozen=True):
    """A condition that the source is a Class with at least the given level (716.2a)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"level"})
    level: int
    word: str = "~"

    def holds(self, view: View, context: Context) -> bool:
        return any(
            level >= self.level and having & context.itself for level, having in view.still_values("level").items()
        )


WHOSE: Final[dict[str, Who]] = {"you": "you", "opponents": "opponents", "anyone": "each player"}
"""The players that each word in a question refers to; at least one of them must meet the condition."""


class GameFact(Condition, frozen=True):
    """A condition about earlier game events, which the timeline records, as in "a creature died this turn".

    The condition is true if the fact that decides it (`game_questions.question`) is recorded. It is also true if its
    wording is listed under ``told`` in a ``marks`` event for the source or in the ``resolves`` event of the effect.
    Results report missing facts.
    """

    READS: ClassVar[Columns] = CONTROLLERS
    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"text"})
    text: str

    def facts(self) -> frozenset[str]:
        asked = question(self.text)
        return frozenset({f"told:{self.text}", f"entered:{self.text}" if asked is None else asked.fact})

    def holds(self, view: View, context: Context) -> bool:
        if context.told is not None and self.text in context.told:
            return True
        if view.still(f"told:{self.text}", True) & context.itself:
            return True
        asked = question(self.text)
        if asked is None:
            return self._entered(view, context)
        if asked.who == "source":
            return bool(view.still(asked.fact, True) & context.itself)
        whose = WHOSE[asked.who]
        return any(view.player_fact(player, asked.fact) >= asked.least for player in players(view, context, whose))

    def _entered(self, view: View, context: Context) -> bool:
        entry, you = entry_asked(self.text), view.you(context)
        if entry is None or you is None:
            return False
        those = view.still(f"entered:{self.text}", you)
        return (those & ~context.itself if entry.other else those).bit_count() >= entry.least


class AllOf(Condition, frozen=True):
    """A condition that is true if all of its parts are true."""

    parts: tuple[Condition, ...]
    word: str = ""  # "shared" if the text names the subject of the parts once

    def holds(self, view: View, context: Context) -> bool:
        return all(part.holds(view, context) for part in self.parts)


def all_of(*conditions: Condition | None) -> Condition | None:
    """Return a condition that is true if all those given are true, or None if none is given."""
    parts = tuple(condition for condition in conditions if condition is not None)
    return AllOf(parts) if len(parts) > 1 else next(iter(parts), None)


class AnyOf(Condition, frozen=True):
    """A condition that is true if at least one of its parts is true."""

    STYLE_FIELDS: ClassVar[frozenset[str]] = Node.STYLE_FIELDS | {"word"}
    parts: tuple[Condition, ...]
    word: str = "or"  # can also be "or if", or "shared" if the text names the subject of the parts once

    def holds(self, view: View, context: Context) -> bool:
        return any(part.holds(view, context) for part in self.parts)


class Not(Condition, frozen=True):
    """The negation of a condition, as in "unless you control a Mountain"."""

    part: Condition

    def holds(self, view: View, context: Context) -> bool:
        return not self.part.holds(view, context)


class OfPlayers(Condition, frozen=True):
    """A condition evaluated for each player, as in "an opponent has 10 or less life" or "no opponent controls a Wall".

    Attributes:
        who: the players; "they" in `part` refers to each of them.
        how: whether the condition must be true for some, every or none of the players.
        part: the condition for each player.
        word: the wording on the card for the players, such as "an opponent" or "each other player".
    """

    READS: ClassVar[Columns] = CONTROLLERS
    who: Who
    how: Literal["some", "every", "none"]
    part: Condition
    word: str = "an opponent"

    def holds(self, view: View, context: Context) -> bool:
        asked = players(view, context, self.who)
        found = sum(self.part.holds(view, replace(context, player=player)) for player in asked)
        if self.how == "every":  # false without players
            return bool(asked) and found == len(asked)
        return found > 0 if self.how == "some" else found == 0


class CommonColor(Condition, frozen=True):
    """A condition that a color is the most common color, as in "white is the most common color among all permanents".

    Attributes:
        color: the color, or "" for the chosen color.
        of: the objects; an object with several colors counts once for each of its colors.
        tied: whether a tie is sufficient.
    """

    READS: ClassVar[Columns] = columns(("color", ANY))
    color: str
    of: Group
    tied: bool = True

    def facts(self) -> frozenset[str]:
        return frozenset() if self.color else frozenset({"choices"})

    def holds(self, view: View, context: Context) -> bool:
        scope = self.of.select(view, context)
        counts = {color: (having & scope).bit_count() for color, having in view.column("color").items()}
        color = self.color or next(iter(view.choices(context).color), "")
        if not color:
            return False
        own = counts.pop(color, 0)
        most = max(counts.values(), default=0)
        return own >= most and own > 0 if self.tied else own > most


class SharesCommonColor(Condition, frozen=True):
    """A condition that an object has a most common color, as in "it shares a color with the most common color among".

    Attributes:
        subject: the object.
        of: the objects among which colors are counted; several colors can be tied.
    """

    READS: ClassVar[Columns] = columns(("color", ANY))
    subject: Selector
    of: Group

    def holds(self, view: View, context: Context) -> bool:
        scope, subject = self.of.select(view, context), self.subject.select(view, context)
        counts = [((having & scope).bit_count(), having) for having in view.column("color").values()]
        most = max((number for number, _ in counts), default=0)
        return most > 0 and any(number == most and having & subject for number, having in counts)


class ChosenOption(Condition, frozen=True):
    """A condition that an anchor word was chosen as the source entered (614.12b).

    Attributes:
        place: the 1-based position of the word among the options; events record this number under ``chosen``.
        word: the anchor word.
        chosen: the kind of choice.
    """

    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word names the option
    place: int
    word: str
    chosen: Literal["option"] = "option"

    def holds(self, view: View, context: Context) -> bool:
        return self.place in view.choices(context).option


def triggered(clause: Clause) -> tuple[Condition | None, Clause]:
    """Return the condition in the trigger of a clause, or None, and the clause without it (603.4)."""
    if "intervening" not in clause.marks or not isinstance(clause.condition, AllOf):
        return None, clause
    trigger, *own = clause.condition.parts
    form = " ".join(mark for mark in clause.marks if mark != "intervening" and (own or mark != "if"))
    return trigger, replace(clause, condition=own[0] if own else None, form=form)


def is_left_to_event(condition: Condition | None) -> bool:
    """Return whether a condition asks about a group of objects, or a status, which a described board need not contain.

    An ability whose trigger has the condition does what an event says that it does.
    """
    return condition is not None and any(isinstance(node, Group | Status) for node in condition.walk())
