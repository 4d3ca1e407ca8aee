"""The number of targets that rules text can have (115.1)."""

from __future__ import annotations

import re
from typing import Final

from ..data.numbers import NUMBERS
from ..rules.vocabulary import ACTIONS

UNLIMITED: Final = -1
"""The result of `most_targets` for text with any number of targets, or with a number that is not known."""

_ASIDE: Final = re.compile(r"\([^()]*\)|\"[^\"]*\"")  # reminder text and granted abilities
_TARGET: Final = re.compile(r"(?:([\w']+) )?(?:other )?\btarget(s?)\b", re.IGNORECASE)
_UNKNOWN: Final = frozenset({"x", "of", "many", "hundred"})  # "any number of target"
# Keyword actions that can have targets that the text does not mention: "earthbend 2", "support 2".
_ACTIONS: Final = re.compile(
    r"\b(?:"
    + "|".join(name for name, each in ACTIONS.items() if (each.resolves and not each.object) or each.none == "counters")
    + r")\b",
    re.IGNORECASE,
)
_REPEATED: Final = re.compile(r"\b(?:[Ff]or each|[Ee]ach (?:player|opponent)|more than once|[Rr]epeat)\b")


def most_targets(text: str) -> int:
    """Return an upper limit for the number of targets of a spell or ability with the given text.

    Every use of the word counts, so that the limit can be too high, but not too low.

    >>> most_targets("Two target creatures get +1/+1 until end of turn. Destroy up to one target artifact.")
    3
    >>> most_targets("Any number of target creatures gain flying until end of turn.") == UNLIMITED
    True
    """
    bare = _ASIDE.sub("", text)
    found = 0
    for word, several in _TARGET.findall(bare):
        number = NUMBERS.get(word.lower())
        if word.lower() in _UNKNOWN or (several and number is None):
            return UNLIMITED
        found += number or 1
    return UNLIMITED if _ACTIONS.search(bare) or (found and _REPEATED.search(bare)) else found
