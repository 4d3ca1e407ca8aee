"""A search index of names, ranked by how well they fit what someone types."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Final

from ..support.names import MISSPELT, Words, fold, resembling


class NameIndex:
    """Names that can be found by how they begin, by their words, and by similarity.

    >>> index = NameIndex([("Urborg, Tomb of Yawgmoth", "land"), ("Tomb of Urami", "tomb"), ("Urborg", "older land")])
    >>> index.matches("urborg", 5), index.matches("tomb of", 5), index.matches("yawg tomb", 5)
    (['older land', 'land'], ['tomb', 'land'], ['land'])
    >>> index.matches("tomb of urani", 5)
    ['tomb']
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """Create an index from (name, what the name stands for) pairs; of equally good matches, the first wins."""
        meant: dict[str, list[str]] = {}
        for name, meaning in names:
            if meaning not in (meanings := meant.setdefault(plain(name), [])):
                meanings.append(meaning)
        self._meant = meant
        self._keys = tuple(meant)
        self._text = "".join(f"\n {key}" for key in self._keys)
        self._starts = tuple(accumulate((len(key) + 2 for key in self._keys), initial=0))

    def matches(self, text: str, limit: int) -> list[str]:
        """Return what the names that fit the text stand for, best first.

        Names that begin with the text come first, then names that contain it from the beginning of a word, then names
        in which each word of the text begins a word, then similar names. In each group, the text itself and names such
        as "Urborg, Tomb of Yawgmoth", of which it is the part before the comma, come first, then names that contain
        the whole words, and shorter names before longer ones.
        """
        wanted = plain(text)[:LONGEST]
        if not wanted or limit < 1:
            return []
        found: dict[str, None] = {}
        for group in (self._containing("\n ", wanted), self._containing(" ", wanted), self._with_words(wanted)):
            keys = [self._keys[place] for place in group]
            for key in sorted(
                keys, key=lambda key: (not self._is_called(key, wanted), f" {wanted} " not in f" {key} ", len(key))
            ):
                found.update(dict.fromkeys(self._meant[key]))
            if len(found) >= limit:
                return list(found)[:limit]
        for key in resembling(wanted, self._words, limit - len(found), MISSPELT if found else SIMILAR):
            found.update(dict.fromkeys(self._meant[key]))
        return list(found)[:limit]

    def _is_called(self, key: str, wanted: str) -> bool:
        titles = (meaning.partition(",")[0] for meaning in self._meant[key])
        return key == wanted or (key.startswith(f"{wanted} ") and wanted in map(plain, titles))

    def _containing(self, before: str, wanted: str) -> list[int]:
        # The places of the names that contain the text after the given characters.
        found: dict[int, None] = {}
        place = self._text.find(before + wanted)
        while place >= 0:
            found[bisect_right(self._starts, place) - 1] = None
            place = self._text.find(before + wanted, place + 1)
        return list(found)

    def _with_words(self, wanted: str) -> Iterator[int]:
        words = sorted(wanted.split(), key=len, reverse=True)
        for place in self._containing(" ", words[0]) if len(words) > 1 else ():
            name = f" {self._keys[place]}"
            if all(f" {word}" in name for word in words):
                yield place

    @cached_property
    def _words(self) -> Words:
        return Words(self._keys)


LONGEST: Final = 200
"""Maximum number of characters of a text that are compared."""

SIMILAR: Final = 0.6
"""Minimum similarity (0 to 1) of a name to a text if no name contains the words of the text."""

_SIGNS: Final = str.maketrans(
    {"'": "", ",": " ", "/": " ", "-": " ", '"': " ", ":": " ", "!": " ", ".": " ", "&": " and "}
)


def plain(name: str) -> str:
    """Return a name as search compares it, without case, accents and punctuation.

    >>> plain("Urza's Saga"), plain("Fire // Ice"), plain("1/1 Soldier"), plain("Life & Limb")
    ('urzas saga', 'fire ice', '1 1 soldier', 'life and limb')
    """
    plainer = name.casefold() if name.isascii() else fold(name)
    return " ".join(plainer.translate(_SIGNS).split())
