"""Kinds of counters that nobody means as they are written."""

from __future__ import annotations

import re
from typing import Final

from ..data.record import Path
from ..support.names import MISSPELT, did_you_mean
from ..support.patterns import lazy_pattern
from .vocabulary import KEYWORD_COUNTERS, pt_counter

_SIZE: Final = lazy_pattern(r"([pm+-]?)([0-9]{1,9})[ /]*([pm+-]?)([0-9]{1,9})\b.*", re.IGNORECASE | re.DOTALL)
_SIGNS: Final = {"p": "+", "m": "-"}


def is_keyword_counter(kind: str) -> bool:
    """Return whether a kind of counter gives the ability of the same name (122.1b), written in any case."""
    return kind.casefold() in KEYWORD_COUNTERS


def misspelt_counter(kind: str, path: Path = ()) -> str | None:
    """Return the hint of a message about a misspelled kind of counter, or None if the kind can be meant.

    Only counters that change power and toughness have digits in their names (122.1a).

    Args:
        kind: the kind of counter.
        path: the keys and indices that lead to the kind in the data.

    Raises:
        LimitError: a number has too many digits.

    >>> misspelt_counter("P1P1"), misspelt_counter("first_strike")
    ('; did you mean `+1/+1`?', '; did you mean `first strike`?')
    >>> misspelt_counter("+1/+1"), misspelt_counter("First Strike"), misspelt_counter("charge")
    (None, None, None)
    """
    plain = kind.strip().replace("\u2212", "-")
    if plain != kind:
        return did_you_mean(kind, [plain])
    if is_keyword_counter(kind) or pt_counter(kind, path) is not None:
        return None
    if any(letter in "0123456789" for letter in kind):
        found = _SIZE.fullmatch(kind)
        if found is None:
            return ""
        first, power, second, toughness = found.groups()
        signs = [_SIGNS.get(sign.lower(), sign) or "+" for sign in (first, second or first)]
        return f"; did you mean `{signs[0]}{power}/{signs[1]}{toughness}`?"
    return did_you_mean(kind, KEYWORD_COUNTERS, MISSPELT) or None
