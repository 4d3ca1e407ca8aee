"""Descriptions of outcomes over all orders, with their conditions and numbers of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd

from ...wording import counted, joined
from .outcomes import Case, ObjectOutcomes, Outcome

NameOf = Callable[[str], str]
"""The name of an object or effect with a timestamp -> its name in sentences."""


def outcome_words(outcome: ObjectOutcomes, name_of: NameOf) -> str:
    """Return an outcome and its conditions as a sentence."""
    words = outcome.words.removesuffix(".")
    when = condition_words(outcome.cases, name_of)
    return f"{words} exactly when {when}." if when else f"{words} in every order."


def condition_words(cases: Sequence[Case], name_of: NameOf) -> str:
    """Describe a condition, or return "" if it always holds.

    >>> condition_words([Case((("b", "a"), ("b", "c"))), Case(gone="d"), Case(gone="e")], str.upper)
    'B is older than A and C, or D or E is absent'
    """
    if Case() in cases:
        return ""
    absent = [case.gone for case in cases if case == Case(gone=case.gone)]
    found = [case_words(case, name_of) for case in cases if case.gone not in absent]
    if absent:
        found.append(f"{joined(map(name_of, absent), 'or')} is absent")
    return ", or ".join(found)


def case_words(case: Case, name_of: NameOf) -> str:
    """Describe a case.

    >>> case_words(Case((("a", "c"), ("b", "c")), there=("d",)), str)
    'c is younger than a and b while d is present'
    """
    words = joined(_pairs(case.pairs, name_of))
    if case.gone:
        words = joined([*([words] if words else []), f"{name_of(case.gone)} is absent"])
    if case.there:
        present = f"{joined(map(name_of, case.there))} {'is' if len(case.there) == 1 else 'are'} present"
        words = f"{words} while {present}" if words else present
    return words


def _pairs(pairs: Sequence[tuple[str, str]], name_of: NameOf) -> Iterator[str]:
    left = list(pairs)
    for old in dict.fromkeys(old for old, _ in pairs):
        youngs = [young for each, young in left if each == old]
        if len(youngs) > 1:
            yield f"{name_of(old)} is older than {joined(map(name_of, youngs))}"
            left = [pair for pair in left if pair[0] != old]
    for young in dict.fromkeys(young for _, young in left):
        olds = [old for old, each in left if each == young]
        if len(olds) > 1:
            yield f"{name_of(young)} is younger than {joined(map(name_of, olds))}"
        else:
            yield f"{name_of(olds[0])} is older than {name_of(young)}"


def count_words(outcome: ObjectOutcomes, total: int) -> str:
    """Describe an outcome's number of orders; "" means every order."""
    if outcome.cases == (Case(),):
        return ""
    if not outcome.orders:
        return "No order of the board as it is"
    if outcome.orders == total:
        return "Every order of the board as it is"
    return share(outcome.orders, total) + own_words(outcome)


def own_words(outcome: Outcome | ObjectOutcomes) -> str:
    """Return a phrase that marks the outcome of the board's own order, or ""."""
    if not outcome.present:
        return ""
    return ", including the board’s own" if outcome.orders > 1 else ", the board’s own"


def share(number: int, total: int) -> str:
    """Return a phrase that compares a number of orders with the total.

    >>> share(2, 6), share(79_833_600, 479_001_600)
    ('2 of 6 orders', '1/6 of 479,001,600 orders')
    """
    return f"{part(number, total)} of {counted(total, 'order')}"


def part(number: int, total: int) -> str:
    """Return a number as digits, or as a simple fraction of a large total.

    >>> part(2, 6), part(79_833_600, 479_001_600)
    ('2', '1/6')
    """
    common = gcd(number, total)
    exact = total < 1000 or total // common > 1000 or number in (0, total)
    return f"{number:,}" if exact else f"{number // common}/{total // common}"
