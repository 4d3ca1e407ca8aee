"""How objects are called in a puzzle, and which known name resembles an unknown one."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Final

from .watch import tick

# Letters that no decomposition turns into plain ones.
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_QUOTES = str.maketrans("’ʼ“”‘", "''\"\"'")
_SLASH = re.compile(r"\s*//?\s*")
_APOSTROPHES = str.maketrans("", "", "'’ʼ")


def kebab(name: str) -> str:
    """Return a name as an id: "Life and Limb" -> life-and-limb; apostrophes dropped, other signs a hyphen."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS).translate(_APOSTROPHES))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "object"


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    """Return what two ways to write a card's name have in common: no case, no accents, straight quotation marks.

    >>> fold("Lim-Dûl’s  Vault"), fold("Fire/Ice"), fold("Æther Vial")
    ("lim-dul's vault", 'fire // ice', 'aether vial')
    """
    plain = name.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain.translate(_LETTERS).translate(_QUOTES))
        plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return _SLASH.sub(" // ", " ".join(plain.split()))


def free_name(base: str, taken: Container[str]) -> str:
    """Return `base`, or else the first of base-2, base-3 ... that is not taken."""
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"


MISSPELT: Final = 0.8
"""How much two words resemble each other before one is taken for a misspelt other."""


LONGEST: Final = 300
"""So many signs a word may have that is taken for a misspelt one; no name is half as long."""


def nearest(word: str, known: Iterable[str], count: int = 3, like: float = 0.6) -> tuple[str, ...]:
    """Return the known words that resemble `word` at least as much as `like` says (0 to 1), best first."""
    if len(word) > LONGEST:
        return ()
    by_fold: dict[str, str] = {}
    for candidate in known:
        by_fold.setdefault(candidate.casefold(), candidate)
    return tuple(by_fold[fold] for fold in resembling(word.casefold(), by_fold, count, like))


def resembling(word: str, known: Iterable[str], count: int, like: float) -> list[str]:
    """Return the words that resemble one, as `difflib` measures it, best first: the same, and sooner."""
    return difflib.get_close_matches(word, _possible(word, known, like), count, like)


def _possible(word: str, known: Iterable[str], like: float) -> Iterator[str]:
    """Yield those that may resemble a word: so many signs at most as both have can match."""
    size = len(word)
    mine, more = _signs(word)
    for other in known:
        tick("candidate")
        theirs, rest = _signs(other)
        common = (mine & theirs).bit_count() + min(more, rest)
        if 2 * common >= like * (size + len(other)):
            yield other


@lru_cache(maxsize=1 << 16)
def _signs(word: str) -> tuple[int, int]:
    """Return which signs a word has how often, as a mask, and how many more than the mask has room for.

    Some signs share their bits, so that two words may seem to have more in common than they have, but never less.
    """
    mask = more = 0
    for sign in word:
        bit = 1 << ord(sign) % _KINDS * _TIMES
        for _ in range(_TIMES):
            if not mask & bit:
                mask |= bit
                break
            bit <<= 1
        else:
            more += 1
    return mask, more


_KINDS: Final = 48
_TIMES: Final = 5
"""So many kinds of signs a mask tells apart, and so many of each kind it counts."""


def did_you_mean(word: str, known: Iterable[str], like: float = 0.6) -> str:
    """Return "; did you mean `x`?" for the word nearest to `word`, or an empty string."""
    found = nearest(word, known, 1, like)
    return f"; did you mean `{found[0]}`?" if found else ""
