"""Conversion of digits to whole numbers."""

from __future__ import annotations

import re
from typing import Final

from ..support.limits import check
from .record import Path, WrongTypeError, abbreviated

_NUMERAL: Final = re.compile(r"[+-]?0*([0-9]+)", re.ASCII)


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
