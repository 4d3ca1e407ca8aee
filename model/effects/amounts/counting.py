"""Amounts: the numbers in an effect, evaluated on the board each time unless they were fixed (611.2d)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeVar

from ...rules.vocabulary import BASIC_LAND_TYPES, EVERY_MARKERS, devotion, subtypes_of
from ..node import Node
from ..view import ANY, Column, Context, Mask, View, Who, columns, creatures, players

if TYPE_CHECKING:
    from ..players import ControllerOf
    from ..selectors import Selector


AnyAmount = TypeVar("AnyAmount", bound="Amount")


def positive(mask: Mask) -> Iterator[int]:
    """Yield the numbers of the objects in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def compare(number: int, comparison: str, bound: int) -> bool:
    """Return whether `number` is exactly, at least, at most, more than or less than `bound`."""
    match comparison:
        case "exactly":
            return number == bound
        case "or greater" | "or more" | "at least":
            return number >= bound
        case "or less" | "or fewer":
            return number <= bound
        case "greater than" | "more than":
            return number > bound
        case _:
            return number < bound


def of_players(who: Who | ControllerOf) -> frozenset[Column]:
    """Return the columns that decide which players are meant."""
    return columns(("controller", ANY)) if isinstance(who, str) else who.reads()


class Amount(Node, frozen=True):
    """A number; some amounts differ from object to object ("its mana value")."""

    def value(self, view: View, context: Context) -> int:
        """Return the number, where it is one number for the whole effect."""
        raise NotImplementedError

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        """Return number -> objects of `scope` for which it is that number."""
        if not scope:
            return {}
        if not _speaks_of_each(self):
            return {self.value(view, context): scope}
        found: dict[int, Mask] = {}
        for bit in positive(scope):
            number = _said_of(self, bit).value(view, context)
            found[number] = found.get(number, 0) | 1 << bit
        return found

    def reads(self) -> frozenset[Column]:
        """Return the columns that decide the number."""
        return frozenset()


@lru_cache(maxsize=4096)
def _speaks_of_each(amount: Amount) -> bool:
    """Return whether an amount says "it" of each object that it is evaluated for: "Equipment attached to it"."""
    from ..selectors import Same

    return any(isinstance(node, Same) for node in amount.walk())


def _said_of(amount: AnyAmount, number: int) -> AnyAmount:
    from ..selectors import Fixed, Same

    return amount.rewrite(lambda node: Fixed((), (number,)) if isinstance(node, Same) else node)


class Number(Amount, frozen=True):
    """A number as printed."""

    number: int

    def value(self, view: View, context: Context) -> int:
        return self.number


class X(Amount, frozen=True):
    """The X that was chosen or paid."""

    def value(self, view: View, context: Context) -> int:
        return context.x or 0


class Count(Amount, frozen=True):
    """How many objects fit: "the number of creatures you control", "for each Forest you control"."""

    of: Selector
    apart: bool = False  # each object counts those other than itself: "for each other creature you control"

    def value(self, view: View, context: Context) -> int:
        return self.of.select(view, context).bit_count()

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        if _speaks_of_each(self):
            sums: dict[int, Mask] = {}
            for bit in positive(scope):
                theirs = _said_of(self, bit)
                fitting = theirs.of.select(view, context)
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
    """Mana symbols of the colours among the mana costs of permanents you control (700.5)."""

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


class Times(Amount, frozen=True):
    """A multiple: "twice the number of", "+2/+2 for each"; a negative factor for "-1/-1 for each"."""

    factor: int
    amount: Amount

    def value(self, view: View, context: Context) -> int:
        return self.factor * self.amount.value(view, context)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        return {self.factor * n: having for n, having in self.amount.values(view, context, scope).items()}

    def reads(self) -> frozenset[Column]:
        return self.amount.reads()


class Plus(Amount, frozen=True):
    """A sum: "that number plus 1"."""

    amount: Amount
    plus: int

    def value(self, view: View, context: Context) -> int:
        return self.amount.value(view, context) + self.plus

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        return {n + self.plus: having for n, having in self.amount.values(view, context, scope).items()}

    def reads(self) -> frozenset[Column]:
        return self.amount.reads()


class Half(Amount, frozen=True):
    """Half of an amount, rounded up or down (107.1a)."""

    amount: Amount
    up: bool = False
    said: bool = True  # in a comparison nothing is rounded: `up` is what comes to the same there

    def value(self, view: View, context: Context) -> int:
        return (self.amount.value(view, context) + self.up) // 2

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        found: dict[int, Mask] = {}
        for number, having in self.amount.values(view, context, scope).items():
            half = (number + self.up) // 2
            found[half] = found.get(half, 0) | having
        return found

    def reads(self) -> frozenset[Column]:
        return self.amount.reads()


class Defined(Amount, frozen=True):
    """An amount that the text calls X: "+X/+X, where X is ..."."""

    amount: Amount
    letter: str = "X"
    outside: bool = False  # the sentence that says what X is stands outside the quoted ability

    def value(self, view: View, context: Context) -> int:
        return self.amount.value(view, context)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        return self.amount.values(view, context, scope)

    def reads(self) -> frozenset[Column]:
        return self.amount.reads()


class Signs(Amount, frozen=True):
    """How many supertypes, card types and subtypes each object has (205.1)."""

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        found: dict[int, int] = {}
        for bit in positive(scope):
            families = ("supertype", "type", "subtype")
            words = {word for family in families for word, having in view.column(family).items() if having >> bit & 1}
            for family, marker in EVERY_MARKERS.items():
                if marker in words:  # an Elf that is every creature type is an Elf once
                    words = (words - {marker}) | set(subtypes_of(family))
            found[len(words)] = found.get(len(words), 0) | 1 << bit
        return found

    def value(self, view: View, context: Context) -> int:
        scope = 0 if context.source is None else 1 << context.source
        return next(iter(self.values(view, context, scope)), 0)

    def reads(self) -> frozenset[Column]:
        return columns(("supertype", ANY), ("type", ANY), ("subtype", ANY))


class Sum(Amount, frozen=True):
    """Several amounts together: "the number of Elves you control plus the number of Elf cards in your graveyard"."""

    parts: tuple[Amount, ...]

    def value(self, view: View, context: Context) -> int:
        return sum(part.value(view, context) for part in self.parts)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        found: dict[int, Mask] = {0: scope} if scope else {}
        for part in self.parts:
            more: dict[int, Mask] = {}
            for number, having in part.values(view, context, scope).items():
                for before, mask in found.items():
                    if mask & having:
                        more[before + number] = more.get(before + number, 0) | mask & having
            found = more
        return found

    def reads(self) -> frozenset[Column]:
        return frozenset().union(*(part.reads() for part in self.parts))
