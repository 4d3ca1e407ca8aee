"""Sentence templates with slots for the words that vary."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from mtglayers.model.data.numbers import NUMBERS
from mtglayers.model.rules.vocabulary import CARD_TYPES, COLOR_WORDS, KEYWORDS, SUPERTYPES, families, plural, singular

_MANA: Final = re.compile(r"(?:\{[^{}]*\})+")
_SIZE: Final = re.compile(r"[+-](?:\d+|X)/[+-](?:\d+|X)")
_NUMBER: Final = re.compile(r"\b\d+\b|\bX\b")
_WORD: Final = re.compile(r"[A-Za-z][\w'-]*")


def template(sentence: str) -> str:
    """Return the template of a sentence.

    Slots replace numbers, mana, colors, types and keywords.

    >>> template("Target Goblin gets +2/+1 and gains first strike for each red creature.")
    'Target SUBTYPE gets ±N/±N and gains KEYWORD for each COLOR TYPE.'
    """
    text = _MANA.sub("MANA", sentence)
    text = _SIZE.sub("±N/±N", text)
    text = _keyword_words().sub("KEYWORD", text)
    text = _NUMBER.sub("N", text)
    return _WORD.sub(lambda found: _slot(found[0]), text)


@cache
def _keyword_words() -> re.Pattern[str]:
    names = sorted((name for name in KEYWORDS if name not in ("Enchant", "Equip")), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b", re.IGNORECASE)


@cache
def _slot(word: str) -> str:
    bare = word.removesuffix("'s").removesuffix("'")
    low = bare.lower().removeprefix("non")
    after = word[len(bare) :]
    if low in COLOR_WORDS or low in ("colorless", "multicolored", "monocolored"):
        return "COLOR" + after
    if low in _types():
        return "TYPE" + after
    if low.capitalize() in SUPERTYPES:
        return "SUPERTYPE" + after
    if bare[:1].isupper() and _is_subtype(bare.removeprefix("non-")):
        return "SUBTYPE" + after
    if low in NUMBERS and low not in ("a", "an"):
        return "N" + after
    return word


def _is_subtype(word: str) -> bool:
    try:
        return bool(families(word) or families(singular(word)))
    except ValueError:
        return False


@cache
def _types() -> frozenset[str]:
    names = {name.lower() for name in CARD_TYPES}
    return frozenset(names | {plural(name) for name in names} | {"permanent", "permanents"})
