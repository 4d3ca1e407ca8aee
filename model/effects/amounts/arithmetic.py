"""Amounts made of other amounts: times, plus, half, differences, sums."""

from __future__ import annotations

from collections.abc import Mapping

from ...rules.vocabulary import EVERY_MARKERS, subtypes_of
from ..language import Amount
from ..view import ANY, Column, Context, Mask, View, columns, positive


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
