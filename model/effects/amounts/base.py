"""Constant numbers, X, and comparisons of numbers."""

from __future__ import annotations

from typing import ClassVar

from ..language import Amount
from ..view import Context, View


def compare(number: int, comparison: str, bound: int) -> bool:
    """Return whether a comparison such as "or greater" is true of `number` and `bound`."""
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


class OfEach(Amount, frozen=True):
    """An amount that differs from object to object; a subclass defines `values`."""

    def value(self, view: View, context: Context) -> int:
        return next(iter(self.values(view, context, context.itself)), 0)


class Number(Amount, frozen=True):
    """A constant number printed in the text."""

    BY_ITSELF: ClassVar[bool] = True
    number: int

    def value(self, view: View, context: Context) -> int:
        return self.number


class X(Amount, frozen=True):
    """The chosen value of X."""

    def value(self, view: View, context: Context) -> int:
        return context.x or 0
