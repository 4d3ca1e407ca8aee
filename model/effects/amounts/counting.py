"""Amounts that count objects or look at their characteristics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Literal

import msgspec

from ...rules.vocabulary import BASIC_LAND_TYPES, devotion
from ..language import Amount, Selector
from ..node import marked
from ..players import ControllerOf
from ..view import ANY, Column, Context, Mask, View, Who, columns, creatures, players, positive, subtype_columns
from .base import of_players


class Count(Amount, frozen=True):
    """How many objects fit: "the number of creatures you control", "for each Forest you control"."""

    of: Selector
    apart: bool = False  # each object counts those other than itself: "for each other creature you control"

    def value(self, view: View, context: Context) -> int:
        return self.of.select(view, context).bit_count()

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if marked(self, "of_each"):
            sums: dict[int, Mask] = {}
            for bit in positive(scope):
                fitting = self.of.select(view, msgspec.structs.replace(context, each=bit))
                number = fitting.bit_count() - (self.apart and fitting >> bit & 1)
                sums[number] = sums.get(number, 0) | 1 << bit
            return sums
        fitting = self.of.select(view, context)
        number = fitting.bit_count()
        if not self.apart:
            return {number: scope} if scope else {}
        found = {number - 1: scope & fitting, number: scope & ~fitting}
        return {count: mask for count, mask in found.items() if mask}

    def reads(self) -> frozenset[Column]:
        return self.of.reads()


class Total(Amount, frozen=True):
    """The total, greatest or least power, toughness or mana value among objects: "the total power of ..."."""

    of: Selector
    what: Literal["power", "toughness", "mana_value"] = "power"
    how: Literal["total", "greatest", "least"] = "total"

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        if self.what != "mana_value":
            scope &= creatures(view)
        found = {n: (having & scope).bit_count() for n, having in view.column(self.what).items() if having & scope}
        if not found:
            return 0
        if self.how == "total":
            return sum(number * times for number, times in found.items())
        extreme: int = max(found) if self.how == "greatest" else min(found)
        return extreme

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | columns((self.what, ANY), ("type", "Creature"))


class Its(Amount, frozen=True):
    """A number of each object itself: "its mana value", "its power"."""

    what: Literal["power", "toughness", "mana_value"] = "mana_value"
    word: str = "its"

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        # 208.3: only creatures have power and toughness on the battlefield, whatever was set.
        able = scope if self.what == "mana_value" else scope & creatures(view)
        found = {n: having & able for n, having in view.column(self.what).items() if having & able}
        rest = scope
        for having in found.values():
            rest &= ~having
        if rest:  # 208.5, 202.3: no value counts as 0
            found[0] = found.get(0, 0) | rest
        return found

    def value(self, view: View, context: Context) -> int:
        scope = 0 if context.source is None else 1 << context.source
        return next(iter(self.values(view, context, scope)), 0)

    def reads(self) -> frozenset[Column]:
        own = columns((self.what, ANY))
        return own if self.what == "mana_value" else own | columns(("type", "Creature"))


class NumberOf(Amount, frozen=True):
    """A number of another object: "this creature's power", "enchanted creature's mana value"."""

    of: Selector
    what: Literal["power", "toughness", "mana_value"] = "power"

    def value(self, view: View, context: Context) -> int:
        return next(iter(Its(self.what).values(view, context, self.of.select(view, context))), 0)

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | Its(self.what).reads()


class PlayerCount(Amount, frozen=True):
    """A number that players have: cards in hand, life, poison counters."""

    what: str = "hand"  # hand, library, life, poison ...
    who: Who | ControllerOf = "you"

    def value(self, view: View, context: Context) -> int:
        return sum(view.player_fact(player, self.what) for player in players(view, context, self.who))

    def reads(self) -> frozenset[Column]:
        return of_players(self.who)


class Devotion(Amount, frozen=True):
    """Mana symbols of the colors among the mana costs of permanents you control (700.5)."""

    colors: tuple[str, ...]

    def value(self, view: View, context: Context) -> int:
        you = view.you(context)
        if you is None:
            return 0
        mine = view.still("zone", "battlefield") & view.having("controller", you)
        return sum(
            devotion(cost, self.colors) * (having & mine).bit_count()
            for cost, having in view.column("mana_cost").items()
            if having & mine
        )

    def reads(self) -> frozenset[Column]:
        return columns(("mana_cost", ANY), ("controller", ANY))


class Domain(Amount, frozen=True):
    """The number of basic land types among objects: "basic land types among lands you control"."""

    of: Selector

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        return sum(1 for word in BASIC_LAND_TYPES if view.having("subtype", word) & scope)

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | columns(("subtype", ANY))


class KindsAmong(Amount, frozen=True):
    """How many different values there are among objects: "card types among cards in all graveyards"."""

    of: Selector
    family: Literal["type", "color", "name", "mana_value", "power"] = "type"

    def value(self, view: View, context: Context) -> int:
        scope = self.of.select(view, context)
        if self.family == "power":
            scope &= creatures(view)  # 208.3
        column = view.column(self.family)
        return sum(1 for value, having in column.items() if having & scope and value != "")  # 201.2: no name is none

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | columns((self.family, ANY), ("type", "Creature"))


class CountersOn(Amount, frozen=True):
    """How many counters of a kind are on each object itself, or on what `of` means."""

    counter: str = ""
    of: Selector | None = None
    word: str = "it"  # "them", of each of several

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if self.of is not None:
            number = self.value(view, context)
            return {number: scope} if scope else {}
        found: dict[int, int] = {}
        for bit in positive(scope):
            number = self._on(view, 1 << bit)
            found[number] = found.get(number, 0) | 1 << bit
        return found

    def value(self, view: View, context: Context) -> int:
        if self.of is not None:
            return self._on(view, self.of.select(view, context))
        return 0 if context.source is None else self._on(view, 1 << context.source)

    def _on(self, view: View, mask: Mask) -> int:
        kinds = (self.counter,) if self.counter else tuple(view.still_values("counter"))
        return sum(
            number * (having & mask).bit_count()
            for kind in kinds
            for number, having in view.still_values(f"counter {kind}").items()
        )

    def reads(self) -> frozenset[Column]:
        return frozenset() if self.of is None else self.of.reads()


class ColorsOf(Amount, frozen=True):
    """How many colors each object has, or what `of` means: "for each of its colors" (105.2)."""

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
    """How many mana symbols of a color are in mana costs: those of `of`, or of each object itself (chroma)."""

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
        each = frozenset().union(*(subtype_columns(word) for word in PARTY))
        return columns(("controller", ANY), ("type", "Creature")) | each


@lru_cache(maxsize=4096)
def _matched(roles: tuple[Mask, ...]) -> int:
    # 700.8a: how many roles different creatures can fill at once
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
