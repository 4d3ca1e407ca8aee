"""Amounts that the basic ones do not cover: differences, extremes among players, parties, symbols, what was told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Literal

import msgspec

from ...rules.vocabulary import devotion
from ..conditions import Condition
from ..filters.basic import OfSubtype
from ..selectors import Selector
from ..view import ANY, Column, Context, Mask, View, Who, columns, players
from .counting import Amount, of_players, positive


class Minus(Amount, frozen=True):
    """A difference: "seven minus the number of cards in your hand"."""

    amount: Amount
    minus: Amount

    def value(self, view: View, context: Context) -> int:
        return self.amount.value(view, context) - self.minus.value(view, context)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        found: dict[int, Mask] = {}
        for first, having in self.amount.values(view, context, scope).items():
            for second, mask in self.minus.values(view, context, having).items():
                found[first - second] = found.get(first - second, 0) | mask
        return found

    def reads(self) -> frozenset[Column]:
        return self.amount.reads() | self.minus.reads()


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
    """How many players there are, or of how many something is true: "for each opponent who has no cards in hand"."""

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


class ColorsOf(Amount, frozen=True):
    """How many colours each object has, or what `of` means: "for each of its colors" (105.2)."""

    of: Selector | None = None
    word: str = "its"

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if self.of is not None:
            number = self.value(view, context)
            return {number: scope} if scope else {}
        found: dict[int, Mask] = {0: scope}
        for having in view.column("color").values():
            fresh: dict[int, Mask] = {}
            for number, mask in found.items():
                fresh[number + 1] = fresh.get(number + 1, 0) | mask & having
                fresh[number] = fresh.get(number, 0) | mask & ~having
            found = fresh
        return {number: mask for number, mask in found.items() if mask}

    def value(self, view: View, context: Context) -> int:
        if self.of is None:
            mask = 0 if context.source is None else 1 << context.source
        else:
            mask = self.of.select(view, context)
        return sum(1 for having in view.column("color").values() if having & mask)

    def reads(self) -> frozenset[Column]:
        own = columns(("color", ANY))
        return own if self.of is None else own | self.of.reads()


class Symbols(Amount, frozen=True):
    """How many mana symbols of a colour are in mana costs: those of `of`, or of each object itself (chroma)."""

    color: str
    of: Selector | None = None

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if self.of is not None:
            number = self.value(view, context)
            return {number: scope} if scope else {}
        found: dict[int, Mask] = {}
        left = scope
        for cost, having in view.column("mana_cost").items():
            if having & scope:
                number = devotion(cost, self.color)
                found[number] = found.get(number, 0) | having & scope
                left &= ~having
        if left:
            found[0] = found.get(0, 0) | left
        return found

    def value(self, view: View, context: Context) -> int:
        if self.of is None:
            mask = 0 if context.source is None else 1 << context.source
        else:
            mask = self.of.select(view, context)
        costs = view.column("mana_cost").items()
        return sum(devotion(cost, self.color) * (having & mask).bit_count() for cost, having in costs)

    def reads(self) -> frozenset[Column]:
        own = columns(("mana_cost", ANY))
        return own if self.of is None else own | self.of.reads()


PARTY = ("Cleric", "Rogue", "Warrior", "Wizard")


class Party(Amount, frozen=True):
    """The number of creatures in your party: up to one each of Cleric, Rogue, Warrior and Wizard (700.8)."""

    def value(self, view: View, context: Context) -> int:
        you = view.you(context)
        if you is None:
            return 0
        mine = view.still("zone", "battlefield") & view.having("controller", you) & view.having("type", "Creature")
        return _matched(tuple(view.having("subtype", word) & mine for word in PARTY))

    def reads(self) -> frozenset[Column]:
        each = frozenset().union(*(OfSubtype(word).reads() for word in PARTY))
        return columns(("controller", ANY), ("type", "Creature")) | each


@lru_cache(maxsize=4096)
def _matched(roles: tuple[Mask, ...]) -> int:
    """Return how many roles different creatures can fill at once (700.8a)."""
    if not roles:
        return 0
    first, rest = roles[0], roles[1:]
    best = _matched(rest)
    for bit in islice(positive(first), len(roles)):  # the other roles take no more than the rest of these
        best = max(best, 1 + _matched(tuple(role & ~(1 << bit) for role in rest)))
    return best


class CounterKinds(Amount, frozen=True):
    """How many different kinds of counters there are among objects."""

    of: Selector

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        return sum(1 for having in view.still_values("counter").values() if having & scope)

    def reads(self) -> frozenset[Column]:
        return self.of.reads()


class ToldNumber(Amount, frozen=True):
    """A number that only the course of the game tells: "the amount of life you gained", "the result".

    An event tells it as the value of X, or it was chosen for the object that the effect comes from.
    """

    text: str

    def value(self, view: View, context: Context) -> int:
        if context.x is not None:
            return context.x
        chosen = view.choices(context).number
        return chosen[-1] if chosen else 0
