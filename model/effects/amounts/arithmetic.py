"""Amounts computed from other amounts: multiples, halves, sums and differences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...rules.vocabulary import EVERY_MARKERS, subtypes_of
from ...support.limits import check
from ..language import Amount
from ..view import ANY, Columns, Context, Mask, View, columns, numbered, positive
from .base import OfEach


class Times(Amount, frozen=True):
    """A positive or negative multiple of an amount, as in "twice the number of" or "-1/-1 for each"."""

    factor: int
    amount: Amount

    def value(self, view: View, context: Context) -> int:
        return self.factor * self.amount.value(view, context)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        return numbered((self.factor * n, having) for n, having in self.amount.values(view, context, scope).items())


class _Derived(Amount, frozen=True):
    amount: Amount

    def of(self, number: int) -> int:
        return number

    def value(self, view: View, context: Context) -> int:
        return self.of(self.amount.value(view, context))

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        return numbered((self.of(n), having) for n, having in self.amount.values(view, context, scope).items())


class Plus(_Derived, frozen=True):
    """The sum of an amount and a constant, as in "that number plus 1" or "the number of Elves you control plus one"."""

    STYLE_FIELDS: ClassVar[frozenset[str]] = Amount.STYLE_FIELDS | {"word"}
    plus: int
    word: str = ""  # the number word on the card

    def of(self, number: int) -> int:
        return number + self.plus


class Doubled(Amount, frozen=True):
    """What doubling an amount several times adds to it, as in "double its power X times" (701.10b)."""

    amount: Amount
    times: Amount

    def value(self, view: View, context: Context) -> int:
        return self.amount.value(view, context) * self._factor(view, context)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        factor = self._factor(view, context)
        return numbered((factor * n, having) for n, having in self.amount.values(view, context, scope).items())

    def _factor(self, view: View, context: Context) -> int:
        times = max(self.times.value(view, context), 0)
        check("computed", times // 4)  # 2 to this power has more digits
        return (1 << times) - 1


class Beyond(_Derived, frozen=True):
    """The number of objects after the first one, as in "for each creature blocking it beyond the first"."""

    def of(self, number: int) -> int:
        return max(number - 1, 0)


class Half(_Derived, frozen=True):
    """Half of an amount, rounded up or down (107.1a)."""

    up: bool = False
    said: bool = True  # False in a comparison, in which the text does not mention rounding

    def of(self, number: int) -> int:
        return (number + self.up) // 2


class Defined(_Derived, frozen=True):
    """An amount that the text calls X, as in "+X/+X, where X is ..."."""

    letter: str = "X"
    outside: bool = False  # whether the sentence that defines X is outside the quoted ability


class Signs(OfEach, frozen=True):
    """The number of supertypes, card types and subtypes that each object has (205.1)."""

    READS: ClassVar[Columns] = columns(("supertype", ANY), ("type", ANY), ("subtype", ANY))

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        return numbered((self._of(view, bit), 1 << bit) for bit in positive(scope))

    def _of(self, view: View, bit: int) -> int:
        families = ("supertype", "type", "subtype")
        words = {word for family in families for word, having in view.column(family).items() if having >> bit & 1}
        for family, marker in EVERY_MARKERS.items():
            if marker in words:  # an Elf that has every creature type counts "Elf" once
                words = (words - {marker}) | set(subtypes_of(family))
        return len(words)


class Sum(Amount, frozen=True):
    """A sum of amounts, as in "the number of Elves you control plus the number of Elf cards in your graveyard".

    `word` is "total" if the text says "the total number of Elves you control and Elf cards in your graveyard".
    """

    parts: tuple[Amount, ...]
    word: str = ""

    def value(self, view: View, context: Context) -> int:
        return sum(part.value(view, context) for part in self.parts)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        found: dict[int, Mask] = {0: scope} if scope else {}
        for part in self.parts:
            more = part.values(view, context, scope).items()
            found = numbered((n + number, mask & having) for number, having in more for n, mask in found.items())
        return found


class Largest(Amount, frozen=True):
    """The greatest of several amounts, as in "the greatest power and/or toughness among creatures you control"."""

    parts: tuple[Amount, ...]

    def value(self, view: View, context: Context) -> int:
        return max((part.value(view, context) for part in self.parts), default=0)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        first, *rest = (part.values(view, context, scope) for part in self.parts)
        for more in rest:
            first = numbered((max(n, number), mask & on) for number, on in more.items() for n, mask in first.items())
        return first


class Minus(Amount, frozen=True):
    """The difference of two amounts, as in "seven minus the number of cards in your hand"."""

    amount: Amount
    minus: Amount

    def value(self, view: View, context: Context) -> int:
        return self.amount.value(view, context) - self.minus.value(view, context)

    def values(self, view: View, context: Context, scope: Mask) -> Mapping[int, Mask]:
        return numbered(
            (first - second, mask)
            for first, having in self.amount.values(view, context, scope).items()
            for second, mask in self.minus.values(view, context, having).items()
        )
