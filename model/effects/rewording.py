"""Color words and types in rules text (612.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from ..rules.vocabulary import COLOR_NAMES, families, plural, subtypes_of
from ..support.records import Record

# 612.2: words in a name are not used as color words or types.
_NAME: Final = r"named [A-Z~][\w'-]*(?:,? (?:(?:of|the|and|in|to) )*[A-Z][\w'-]*)*"


_TAILS: Final = ("walk", "cycling")


def reworded(text: str, swap: Mapping[str, str]) -> str:
    """Return rules text in which several words are replaced simultaneously.

    The keys and values of `swap` are colors (W, U, B, R, G) and subtypes.

    >>> reworded("Destroy target nonblack creature. It gains swampwalk.", {"B": "G", "Swamp": "Plains"})
    'Destroy target nongreen creature. It gains plainswalk.'
    >>> reworded("Forests become Islands. Search for a card named Forest.", {"Forest": "Plains", "Island": "Forest"})
    'Plains become Forests. Search for a card named Forest.'
    >>> reworded("Target land becomes a Swamp.", {"Swamp": "Island"})
    'Target land becomes an Island.'
    """
    if not swap:  # an empty mapping whose `get` returns a word for any key replaces the whole text
        return swap.get("W", text)
    pattern, forms = _pattern(tuple(sorted(swap.items())))

    def other(found: re.Match[str]) -> str:
        word = forms.get(found["word"] or "")
        if word is None:
            return found[0]
        article = found["article"]
        if not article:
            return word
        return f"{article[0]}{'n' if word[0] in 'AEIOUaeiou' else ''} {word}"

    return pattern.sub(other, text) if forms else text


def words_in(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the colors (W, U, B, R, G) and subtypes that layer 3 could change.

    >>> words_in("Destroy target nonblack Elf. Then Elves gain swampwalk.")
    (('B',), ('Elf', 'Swamp'))
    """
    pattern, forms = _all_words()
    found = {forms[spot["word"]] for spot in pattern.finditer(text) if spot["word"]}
    colors = tuple(color for color in COLOR_NAMES if color in found)
    return colors, tuple(sorted(found - set(colors)))


class Masked(Record, frozen=True):
    """Rules text with a sign in place of each word that layer 3 could change.

    Attributes:
        text: the text, with neither the articles nor the plurals of the replaced words.
        colors, subtypes: the replaced words, in the order of the text.
    """

    text: str
    colors: tuple[str, ...]
    subtypes: tuple[str, ...]


def masked(text: str) -> Masked:
    """Return rules text without the colors (W, U, B, R, G) and subtypes that layer 3 could change.

    >>> masked("Destroy a nonblack creature. It gains swampwalk.")
    Masked(text='Destroy a non# creature. It gains #walk.', colors=('B',), subtypes=('Swamp',))
    """
    pattern, forms = _all_words()
    words: list[str] = []

    def mark(spot: re.Match[str]) -> str:
        if not spot["word"]:
            return spot[0]
        words.append(forms[spot["word"]])
        lower = spot["word"].lower()
        head = "non" if words[-1] in COLOR_NAMES and lower.startswith("non") else ""
        return f"{head}#{next((tail for tail in _TAILS if lower.endswith(tail)), '')}"

    mask = pattern.sub(mark, text)
    colors = tuple(word for word in words if word in COLOR_NAMES)
    mask = re.sub(r"\b([Aa])n? (?=(?:non)?#)", r"\1 ", mask)
    return Masked(mask, colors, tuple(word for word in words if word not in COLOR_NAMES))


@cache
def _all_words() -> tuple[re.Pattern[str], dict[str, str]]:
    subtypes = (word for family in ("land", "creature") for word in subtypes_of(family))  # 612.2
    forms = {form: word for word in (*COLOR_NAMES, *subtypes) for form in _forms(word, word)}
    words = "|".join(re.escape(word) for word in sorted(forms, key=len, reverse=True))
    return re.compile(rf"{_NAME}|(?<!\w)(?P<word>{words})(?!\w)"), forms


@lru_cache(maxsize=1024)
def _pattern(swap: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    forms: dict[str, str] = {}
    for old, new in swap:
        if old and new and old != new:
            forms.update(_forms(old, new))
    longest = sorted(forms, key=len, reverse=True)
    words = "|".join(re.escape(word) for word in longest)
    spot = rf"(?<!\w)(?:(?P<article>[Aa]n?) )?(?<!\w)(?P<word>{words})(?!\w)" if words else "(?P<word>(?!))"
    return re.compile(rf"{_NAME}|{spot}"), forms


def _forms(old: str, new: str) -> dict[str, str]:
    if old in COLOR_NAMES:
        before, after = COLOR_NAMES[old], COLOR_NAMES.get(new, new)
        found = {before: after, "non" + before: "non" + after}
        return {**found, **{word.capitalize(): found[word].capitalize() for word in found}}
    found = {plural(old): plural(new), old: new}
    if "land" in families(old):
        for tail in _TAILS:
            found[old + tail] = new + tail
            found[old.lower() + tail] = new.lower() + tail
    return found
