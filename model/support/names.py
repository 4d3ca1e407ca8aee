"""Functions that convert names to ids and find similar names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Final

from .patterns import lazy_pattern
from .progress import checkpoint

# Letters that Unicode does not decompose into basic letters.
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_QUOTES = str.maketrans("’ʼ“”‘", "''\"\"'")
_SLASH = lazy_pattern(r"\s*//?\s*")
_APOSTROPHES = str.maketrans("", "", "'’ʼ")


def kebab(name: str) -> str:
    """Convert a name to an id of lowercase letters, digits and hyphens, such as life-and-limb."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS).translate(_APOSTROPHES))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "object"


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    """Normalize the case, accents, spaces and quotation marks of a card name.

    >>> fold("Lim-Dûl’s  Vault"), fold("Fire/Ice"), fold("Æther Vial")
    ("lim-dul's vault", 'fire // ice', 'aether vial')
    """
    plain = name.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain.translate(_LETTERS).translate(_QUOTES))
        plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    plain = " ".join(plain.split())
    return _SLASH.sub(" // ", plain) if "/" in plain else plain


def free_name(base: str, taken: Container[str]) -> str:
    """Return the first name among base, base-2, base-3 ... that is not in use."""
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"


def is_for_effects(name: str) -> bool:
    """Return whether a name has the form of a generated effect name.

    >>> [is_for_effects(name) for name in ("blood-moon#1", "bear+1/+1", "bear<face down>", "bear@exile", "Bear 2")]
    [True, True, True, False, False]
    """
    return any(sign in name for sign in "#+<>")


MISSPELT: Final = 0.8
"""Minimum similarity (0 to 1) between a misspelled word and a suggestion."""

LONGEST_WORD: Final = 300
"""Maximum number of characters in a word for which suggestions are made."""


def nearest(word: str, known: Iterable[str], count: int = 3, like: float = 0.6) -> tuple[str, ...]:
    """Return the known words whose similarity to `word` is at least `like` (0 to 1), most similar first."""
    if len(word) > LONGEST_WORD:
        return ()
    by_fold: dict[str, str] = {}
    for candidate in known:
        by_fold.setdefault(candidate.casefold(), candidate)
    return tuple(by_fold[fold] for fold in resembling(word.casefold(), by_fold, count, like))


class Words:
    """Words indexed for repeated similarity searches; words of other lengths are not looked at."""

    __slots__ = ("_by_size", "_signs")

    def __init__(self, words: Iterable[str]) -> None:
        self._by_size: dict[int, list[str]] = {}
        self._signs: dict[int, list[tuple[str, int, int]]] = {}
        for word in words:
            self._by_size.setdefault(len(word), []).append(word)

    def _of_size(self, size: int) -> list[tuple[str, int, int]]:
        if size not in self._signs:
            self._signs[size] = [(word, *_signs(word)) for word in self._by_size[size]]
        return self._signs[size]

    def possible(self, word: str, like: float) -> list[tuple[float, str]]:
        """Return the words that may be similar enough to `word`, highest possible similarity first.

        Each item contains an upper bound on the similarity and the word. The bound depends on the number of characters
        that the words have in common.
        """
        found: list[tuple[float, str]] = []
        size = len(word)
        mine, more = _signs(word)
        for length in self._by_size:
            checkpoint("candidate")
            signs = size + length
            least = like * signs / 2
            if min(size, length) < least:
                continue
            for other, theirs, rest in self._of_size(length):
                common = (mine & theirs).bit_count()
                if more:
                    common += min(more, rest)
                if common >= least:
                    found.append((2.0 * common / signs if signs else 1.0, other))
        found.sort(reverse=True)
        return found


def resembling(word: str, known: Iterable[str] | Words, count: int, like: float) -> list[str]:
    """Return the words that are most similar to `word`, most similar first; `difflib` gives the same results."""
    words = known if isinstance(known, Words) else Words(known)
    possible = words.possible(word, like)
    if not possible:
        return []
    import difflib  # slow to import, and needed only for messages
    import heapq

    matcher = difflib.SequenceMatcher(None, b=word)
    in_order = _InOrder(word)
    best: list[tuple[float, str]] = []
    least = like
    for most, other in possible:
        if most < least:
            break
        checkpoint("candidate")
        # `difflib` matches characters that are in the same order in both words.
        if in_order.most(other) < least:
            continue
        matcher.set_seq1(other)
        if (ratio := matcher.ratio()) < like:
            continue
        if len(best) < count:
            heapq.heappush(best, (ratio, other))
        else:
            heapq.heappushpop(best, (ratio, other))
        if len(best) == count:
            least = max(like, best[0][0])
    return [other for _, other in sorted(best, reverse=True)]


class _InOrder:
    # The length of the longest common subsequence with a word, computed with bit operations.
    __slots__ = ("places", "size")

    def __init__(self, word: str) -> None:
        self.size = len(word)
        self.places: dict[str, int] = {}
        for place, sign in enumerate(word):
            self.places[sign] = self.places.get(sign, 0) | 1 << place

    def most(self, other: str) -> float:
        # An upper bound on the similarity.
        signs = self.size + len(other)
        if not signs:
            return 1.0
        whole = row = (1 << self.size) - 1
        get = self.places.get
        for sign in other:
            if same := row & get(sign, 0):
                row = (row + same | row - same) & whole
        return 2.0 * (self.size - row.bit_count()) / signs


@lru_cache(maxsize=1 << 16)
def _signs(word: str) -> tuple[int, int]:
    # The characters of a word and their counts as a mask, and the number of characters that do not fit in the mask.
    # Characters that share bits can make two words appear more similar, but never less similar.
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
"""Number of kinds of characters in a mask, and the maximum count of each kind."""


def did_you_mean(word: str, known: Iterable[str], like: float = 0.6) -> str:
    """Return "; did you mean `x`?" for the known word `x` that is most similar to `word`, or ""."""
    found = nearest(word, known, 1, like)
    return f"; did you mean `{found[0]}`?" if found else ""
