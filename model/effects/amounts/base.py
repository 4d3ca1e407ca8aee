"""Constants, X, and what all amounts share."""

from __future__ import annotations

from ..language import Amount
from ..players import ControllerOf
from ..view import ANY, Column, Context, View, Who, columns


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


class Number(Amount, frozen=True):
    """A number as printed."""

    number: int

    def value(self, view: View, context: Context) -> int:
        return self.number


class X(Amount, frozen=True):
    """The X that was chosen or paid."""

    def value(self, view: View, context: Context) -> int:
        return context.x or 0


def reads_of(*amounts: Amount | None) -> frozenset[Column]:
    """Return the columns that decide any of these amounts."""
    return frozenset().union(*(amount.reads() for amount in amounts if amount is not None))
