"""Conversion of digits and number words to whole numbers."""

from __future__ import annotations

import re
from typing import Final

from ..support.limits import check
from ..support.patterns import lazy_pattern
from .record import Path, WrongTypeError, abbreviated

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
         "seventeen eighteen nineteen twenty").split()
    )
}  # fmt: skip
"""Number word -> number, in ascending order."""
ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
NUMBER_WORDS: Final = {number: word for word, number in NUMBERS.items()}

_NUMERAL: Final = lazy_pattern(r"[+-]?0*([0-9]+)", re.ASCII)


def ordinal(number: int) -> str:
    """Return an ordinal number, such as "second" or "21st"."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def is_numeral(text: str) -> bool:
    """Return whether a string consists of digits from 0 to 9.

    >>> is_numeral("12"), is_numeral("-1"), is_numeral("²"), is_numeral("٣"), is_numeral("")
    (True, False, False, False, False)
    """
    return text.isascii() and text.isdigit()


def number_of(text: str, path: Path = (), limit: str = "digits") -> int:
    """Return the whole number that a string represents; a sign is allowed.

    Args:
        text: the string.
        path: the keys and indices that lead to the string.
        limit: the name of the limit on the number of digits; "computed" applies to numbers that effects compute.

    Raises:
        LimitError: the number has more digits than the limit allows, not counting leading zeros.
        WrongTypeError: the string is not a whole number.

    >>> number_of("007"), number_of("-3")
    (7, -3)
    >>> number_of("9" * 5000)
    Traceback (most recent call last):
    mtglayers.model.errors.LimitError: at most 9 digits in a number are allowed, not 5000
    """
    found = _NUMERAL.fullmatch(text)
    if found is None:
        raise WrongTypeError(f"`{abbreviated(text)}` is not a whole number", path)
    check(limit, len(found[1]), path)
    return -int(found[1]) if text.startswith("-") else int(found[1])


def count_of(text: str) -> int | None:
    """Return the whole number that digits or a lowercase number word stand for, or None.

    Raises:
        LimitError: the number has too many digits.

    >>> count_of("12"), count_of("twelve"), count_of("-1"), count_of("many")
    (12, 12, None, None)
    """
    return number_of(text) if is_numeral(text) else NUMBERS.get(text)
