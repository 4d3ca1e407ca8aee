"""Functions that read keyword abilities (702)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ...effects.keywords import Keyword
from ...rules.vocabulary import (
    CARD_TYPES,
    COLOR_WORDS,
    COLORS,
    KEYWORDS,
    capital,
    families,
    plural,
    singular,
    split_keyword,
)
from ..words import FROM_QUALITY, NO_QUALITY

_MANA: Final = r"(?:\{[^{}]+\})+"

_QUALITY: Final = (
    r"(?:each color that's not in your commander's color identity|each color with the most votes or tied for most votes"
    r"|each other color|each color|all colors"
    r"|everything|the (?:last )?chosen color|the color of your choice|that color"
    r"|the chosen player|that player|the card type of your choice"
    r"|each of that (?:creature|permanent|spell|card)'s colors"
    r"|each mana value other than the chosen number|each mana value of the chosen quality"
    r"|the color of its controller's choice|(?:instant|sorcery) spells|non-[A-Z]\w+ creatures"
    r"|the chosen card type|the chosen card name|each of your opponents|each opponent|your opponents"
    r"|colored spells|(?:spells|permanents|creatures|sources) (?:that are|with|of|you don't|your)"
    r"[^.,\"]*?(?=$|[.,]| and | until )|"
    r"mana value \w+ or (?:less|greater)|instants|sorceries|tokens|permanents|spells|activated and triggered"
    r" abilities|"
    r"(?:(?:white|blue|black|red|green|artifact|legendary|snow|nonlegendary|noncreature|monocolored|multicolored"
    r"|colorless) )?"
    r"(?:[A-Z][\w'-]+|artifacts|creatures|enchantments|planeswalkers|lands|battles|white|blue|black|red|green"
    r"|multicolored|monocolored|colorless))"
)  # fmt: skip

# Keywords that a sentence can name without a parameter: "loses protection", "gains flashback".
_BARE: Final = frozenset(
    "Protection Equip Flashback Cycling Madness Kicker Morph Landwalk Ward Annihilator Toxic Replicate Escape Miracle "
    "Encore Unearth Suspend Embalm Eternalize Scavenge Foretell Emerge Blitz Mayhem Plot Harmonize "
    "Rampage".split()
) | {"Cumulative upkeep"}


@cache
def keyword_pattern() -> re.Pattern[str]:
    """Return a pattern for a keyword and its parameter, such as "ward {2}"."""
    forms = [
        rf"(?:protection|hexproof) from {_QUALITY}(?:(?:, | and |, and | or )from {_QUALITY})*",
        rf"equip (?:[A-Z]\w+|[a-z]+ [a-z]+|planeswalker|legendary creature) {_MANA}",
        rf"(?:basic )?[a-z]+cycling {_MANA}",
        r"(?:snow )?landwalk of the chosen type",
        r"artifact landwalk",
        r"(?:nonbasic |legendary |snow )?(?:[A-Z]\w+|land|artifact|plains|island|swamp|mountain|forest)walk"
        r"(?! of each| of that type)",
        r"enchant (?:creature|land|artifact|enchantment|permanent|planeswalker|player|[A-Z]\w+)"
        r"(?:, (?:land|creature|artifact)s?, or planeswalker| or (?:creature|land|enchantment|planeswalker))?"
        r"(?: (?:you control|you don't control|an opponent controls|with \w+))?",
        r"affinity for (?:[a-z]+ )?[\w]+",
        r"bands with other [\w ]+?(?=$|[.,])",
    ]
    last = rf"|(?:,|,? and) (?:{'|'.join(name.lower() for name in KEYWORDS)})\b"  # "ward—Discard a card, and menace"
    for name in sorted(KEYWORDS, key=len, reverse=True):
        entry = KEYWORDS[name]
        takes = set(entry.takes)
        word = re.escape(name.lower())
        if "cost" in takes and name not in ("Typecycling",):
            forms.append(rf"{word}(?: \d+—)?(?: ?{_MANA}|—[^.\"]+?(?=$|[.\"]{last}))")
        if "number" in takes:
            forms.append(rf"{word} (?:\d+|X)(?![\w/])")
        if not takes or any("[" not in form and not re.search(r"\bN\b", form) for form in entry.forms):
            forms.append(rf"{word}(?![\w'-])")
        elif name in _BARE:
            forms.append(rf"{word}(?![\w'-])(?! from| of each| of that type)")
    return re.compile("|".join(forms))


def read_keywords(phrase: str) -> tuple[Keyword, ...]:
    """Return the keyword abilities that the given phrase names, if any.

    >>> read_keywords("protection from black")
    (Keyword(name='Protection', parameter='', color='B', subtype='', label=''),)
    >>> len(read_keywords("Protection from artifacts and from each color"))
    6
    """
    if "|" in phrase:  # marks a parameter that contains the whole line
        return ()
    phrase = phrase.strip()
    low = capital(phrase)
    head, _, rest = low.partition(" from ")
    if head in FROM_QUALITY and rest:
        found: list[Keyword] = []
        for quality in re.split(r",? and from |, from ", rest):
            if not (named := _from(head, quality)):
                return ()
            found.extend(named)
        return tuple(found)
    if low.lower().startswith("enchant "):
        what = low[8:]
        if families(what):
            return (Keyword("Enchant", subtype=what),)
        return () if NO_QUALITY.search(what) else (Keyword("Enchant", what),)
    if low == "Snow landwalk of the chosen type":
        return (Keyword("Landwalk", "snow of the chosen type"),)
    if low == "Landwalk of the chosen type":
        return (Keyword("Landwalk", "of the chosen type"),)
    if walk := re.fullmatch(r"((?:nonbasic|legendary|snow|artifact) )?(\w+?)walk", low, re.IGNORECASE):
        return _walk((walk[1] or "").strip().lower(), walk[2])
    split = split_keyword(low)
    if split is None:
        return _bare(low)
    name, given = split
    if "ability" in KEYWORDS[name].takes:  # "Forecast — ...": the ability follows the keyword
        return ()
    parameter = low[len(name) :].strip() if low.lower().startswith(name.lower()) else "|" + low
    if (name == "Landwalk" and parameter) or parameter.endswith(",") or parameter in (".", ";"):
        return ()
    return (Keyword(name, parameter if given or parameter else ""),)


def _bare(phrase: str) -> tuple[Keyword, ...]:
    # "protection", as in "loses protection"
    name = phrase.rstrip(".")
    return (Keyword(name),) if name in KEYWORDS else ()


def _from(name: str, quality: str) -> tuple[Keyword, ...]:
    if quality in COLOR_WORDS:
        return (Keyword(name, color=COLOR_WORDS[quality]),)
    if quality in ("each color", "all colors"):
        return tuple(Keyword(name, color=color) for color in COLORS)
    try:
        subtype = singular(quality)
    except ValueError:
        subtype = ""
    if families(subtype) and subtype not in CARD_TYPES:
        return (Keyword(name, subtype=subtype),) if plural(subtype) == quality else ()
    return () if NO_QUALITY.search(quality) else (Keyword(name, "from " + quality),)


def _walk(kind: str, word: str) -> tuple[Keyword, ...]:
    name = capital(word)
    if name == "Land":
        return (Keyword("Landwalk", kind),)
    if families(name):
        return (Keyword("Landwalk", kind, subtype=name),)
    return (Keyword("Landwalk", name.lower() + "walk"),) if name in CARD_TYPES else ()
