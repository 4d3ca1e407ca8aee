"""Operations that change costs (601.2f), and mana arithmetic (118.7)."""

from __future__ import annotations

import re
from typing import ClassVar, Final, Literal

import msgspec

from ...data.numbers import is_numeral, number_of
from ...rules.vocabulary import parse_mana_cost
from ...support.limits import check
from ...support.patterns import lazy_pattern
from ..language import Amount, Inert, Kind, Operation
from ..phrase import Wording
from ..view import Context, Mask, View

How = Literal["more", "less", "least"]

_SPEAKS: Final = lazy_pattern(
    r"\bcosts? (?:up to |an additional )?(?:\{[^}]+\})+ (?:less|more)\b(?![^.]*\bto (?:activate|equip|unlock)\b)"
    r"|\bcosts? an additional [^.]* to cast\b"
)
_ITS_OWN: Final = lazy_pattern(r"(?:\bthis spell|~|\bit(?: also)?) costs?\b", re.IGNORECASE)


def speaks_of_costs(text: str) -> bool:
    """Return whether rules text changes the costs of spells."""
    return bool(_SPEAKS.search(text))


def of_its_own(text: str) -> bool:
    """Return whether rules text about costs changes the cost of its own spell."""
    return bool(_ITS_OWN.search(text))


class ChangeCost(Inert, frozen=True):
    """Changes the cost of spells or sets a minimum cost, as in "costs {1} less to cast" (601.2f).

    The operation does not apply in any layer; it is evaluated when a cost is determined.

    Attributes:
        mana: the amount by which the cost changes, or the minimum; {X} is `x` generic mana.
        how: "more", "less", or "least" for a minimum.
        x: the value of X.
        each: the number of times that the cost changes; None means once.
        only: whether only colored mana is reduced, as in "this effect reduces only the amount of colored mana you pay".
    """

    kind: ClassVar[Kind] = "cost"
    mana: str
    how: How = "less"
    x: Amount | None = None
    each: Amount | None = None
    only: bool = False

    def primitives(self) -> tuple[Operation, ...]:
        """Return no operations, because the change does not apply in any layer (613.11)."""
        return ()

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        """Return one change with a constant amount of mana for each group of objects in `scope`."""
        if self.x is None and self.each is None:
            return ((self, scope),)
        found: list[tuple[Operation, Mask]] = []
        x = {0: scope} if self.x is None else self.x.values(view, context, scope)
        each = {1: scope} if self.each is None else self.each.values(view, context, scope)
        for number, these in sorted(x.items()):
            for times, those in sorted(each.items()):
                if these & those:
                    mana = str(Mana.of(self.mana, max(number, 0)).times(max(times, 0)))
                    found.append((ChangeCost(mana, self.how, only=self.only), these & those))
        return tuple(found)

    def describe(self, wording: Wording) -> str:
        return f"makes a spell cost {self.mana} {'at least' if self.how == 'least' else self.how}"


class Mana(msgspec.Struct, frozen=True):
    """The mana of a cost: an amount of generic mana and the other symbols in printed order.

    >>> str(Mana.of("{3}{U}{U}").less(Mana.of("{2}{U}{U}{U}")))
    '{0}'
    """

    generic: int = 0
    symbols: tuple[str, ...] = ()

    @classmethod
    def of(cls, cost: str, x: int | None = None) -> Mana:
        """Parse a mana cost; if `x` is given, {X} becomes that amount of generic mana (107.3)."""
        generic, symbols = 0, []
        for symbol in parse_mana_cost(cost).symbols:
            if is_numeral(symbol):
                generic += number_of(symbol, limit="computed")
            elif symbol == "X" and x is not None:
                generic += x
            else:
                symbols.append(symbol)
        return cls(generic, tuple(symbols))

    def __str__(self) -> str:
        variable = [symbol for symbol in self.symbols if symbol in ("X", "Y", "Z")]
        rest = [symbol for symbol in self.symbols if symbol not in variable]
        number = [str(self.generic)] if self.generic or not self.symbols else []
        return "".join(f"{{{symbol}}}" for symbol in (*variable, *number, *rest))

    @property
    def amount(self) -> int:
        """The amount of mana; {2/W} counts as 2 and an unknown {X} as 0."""
        return parse_mana_cost(str(self)).value()

    def times(self, number: int) -> Mana:
        """Return the mana multiplied by a number.

        Raises:
            LimitError: the result has more symbols than the limits allow.
        """
        check("symbols", number * len(self.symbols))
        return Mana(self.generic * number, self.symbols * number)

    def plus(self, more: Mana) -> Mana:
        """Return the cost increased by the given mana."""
        return Mana(self.generic + more.generic, self.symbols + more.symbols)

    def less(self, mana: Mana, only: bool = False) -> Mana:
        """Return the cost reduced by the given mana, but not below {0} (118.7).

        Generic mana reduces only generic mana (118.7a). A colored or colorless symbol reduces an equal symbol or, if
        there is none left and `only` is false, generic mana (118.7b-d).
        """
        generic = self.generic - mana.generic
        left = list(self.symbols)
        for symbol in mana.symbols:
            # 118.7e, 601.2b: the half of a hybrid symbol that reduces the cost is chosen.
            fitting = next((other for half in _halves(symbol) for other in _with_half(left, half)), None)
            if fitting is not None:
                left.remove(fitting)
            elif not only:
                generic -= 1
        return Mana(max(generic, 0), tuple(left))

    def at_least(self, number: int) -> Mana:
        """Return the cost with enough generic mana added to reach a minimum amount."""
        return Mana(self.generic + max(number - self.amount, 0), self.symbols)


def _halves(symbol: str) -> list[str]:
    # 118.7e, 118.7f
    return [half for half in symbol.split("/") if half in "WUBRGC"]


def _with_half(symbols: list[str], half: str) -> list[str]:
    # Symbols that can be paid only with this mana come first.
    return sorted((symbol for symbol in symbols if half in symbol.split("/")), key=len)
