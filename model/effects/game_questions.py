"""The recorded facts that decide conditions on game events."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from ..data.numbers import count_of
from ..rules.vocabulary import CARD_TYPES, capital, singular
from ..support.patterns import lazy_pattern
from ..support.records import Record
from .filters.characteristics import OfSubtype, OfType
from .filters.combinators import Non
from .filters.whereabouts import Permanent
from .language import Filter


class Question(Record, frozen=True):
    """A recorded fact, and the minimum number that makes a condition true.

    Attributes:
        who: the subject of the fact: "you", "opponents" (any of them), "anyone" or "source".
        fact: the name of the fact in `recorded_facts.PLAYER_FACTS` or, for the source, in `recorded_facts.FLAGS`.
        least: the minimum number.
    """

    who: str
    fact: str
    least: int = 1


_QUESTIONS: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "you have the city's blessing": ("you", "citys_blessing"),
        "you're the monarch": ("you", "monarch"),
        "an opponent is the monarch": ("opponents", "monarch"),
        "you have the initiative": ("you", "initiative"),
        "you have max speed": ("you", "speed", 4),
        "it's night": ("anyone", "night"),
        "it's day": ("anyone", "day"),
        "you gained life this turn": ("you", "life_gained"),
        "you lost life this turn": ("you", "life_lost"),
        "an opponent lost life this turn": ("opponents", "life_lost"),
        "an opponent lost N life this turn": ("opponents", "life_lost"),
        "a player lost life this turn": ("anyone", "life_lost"),
        "a player lost N life this turn": ("anyone", "life_lost"),
        "you attacked this turn": ("you", "attacked"),
        "you drew N cards this turn": ("you", "cards_drawn"),
        "you've drawn N cards this turn": ("you", "cards_drawn"),
        "you cast N spells this turn": ("you", "spells_cast"),
        "you cast a spell this turn": ("you", "spells_cast"),
        "you gained N life this turn": ("you", "life_gained"),
        "you lost N life this turn": ("you", "life_lost"),
        "you committed a crime this turn": ("you", "crimes"),
        "you completed a dungeon": ("you", "dungeons"),
        "you completed N dungeons": ("you", "dungeons"),
        "the Ring has tempted you this game": ("you", "ring"),
        "the Ring has tempted you N times this game": ("you", "ring"),
        "you were dealt damage this turn": ("you", "damage"),
        "an opponent was dealt damage this turn": ("opponents", "damage"),
        "~ entered this turn": ("source", "entered_this_turn"),
        "~ attacked this turn": ("source", "attacked_this_turn"),
        "~ was dealt damage this turn": ("source", "damaged_this_turn"),
        "~ was kicked": ("source", "kicked"),
        "~ was bargained": ("source", "bargained"),
        "~ was cast": ("source", "cast"),
    }
)
"""A condition, with "N" for "two or more", "~" for its source and without "have" if possible -> the recorded fact."""

_SAME: Final = "attacked|cast|committed|completed|gained|lost"  # the past tense without "have" is the same word
_HAVE: Final = lazy_pattern(rf"^(you|an opponent)(?:(?<=you)'ve|(?<=opponent) has)(?= (?:{_SAME}) )")
_SOURCE: Final = lazy_pattern(r"^(it|this \w+)(?= )")
_COUNT: Final = lazy_pattern(r"\b([a-z]+|[0-9]{1,9}) or more(?= )")


@lru_cache(maxsize=4096)
def question(text: str) -> Question | None:
    """Return the recorded fact that decides a condition, or None.

    None means that a timeline can record only the wording of the condition.

    >>> question("you've drawn two or more cards this turn")
    Question(who='you', fact='cards_drawn', least=2)
    """
    count = _COUNT.search(text)
    number = 1 if count is None else count_of(count[1])
    found = _QUESTIONS.get(_SOURCE.sub("~", _HAVE.sub(r"\1", _COUNT.sub("N", text))))
    if found is None or number is None or (count is None and "N" in text.split()):
        return None
    who, fact, *least = found
    return Question(who, fact, *least) if least else Question(who, fact, number)


class Entry(Record, frozen=True):
    """A condition that objects entered this turn under your control.

    Attributes:
        filters: the filters that the objects match.
        least: the minimum number of objects.
        other: whether the source is excluded, as in "another Knight".
    """

    filters: tuple[Filter, ...]
    least: int = 1
    other: bool = False


_ENTRIES: Final = (
    r"(?P<n>an?|another|(?:[a-z]+|[0-9]{1,9}) or more) (?P<what>[\w -]+) entered (?:the battlefield )?"
    "under your control this turn",
    r"you had (?P<n>an?|another) (?P<what>[\w -]+) enter (?:the battlefield )?under your control this turn",
)


@lru_cache(maxsize=4096)
def entry_asked(text: str) -> Entry | None:
    """Return the condition about objects that entered this turn, or None for any other condition.

    >>> entry_asked("two or more nonland permanents entered the battlefield under your control this turn").least
    2
    """
    for pattern in _ENTRIES:
        found = re.fullmatch(pattern, text)
        filters = None if found is None else tuple(map(_filter_of, found["what"].split()))
        if found is not None and filters is not None and None not in filters:
            word = found["n"].partition(" ")[0]
            number = 1 if word in ("a", "an", "another") else count_of(word)
            if number is not None:
                given = tuple(each for each in filters if each is not None)
                return Entry(given, number, word == "another")
    return None


def _filter_of(word: str) -> Filter | None:
    if word in ("permanent", "permanents"):
        return Permanent()
    if word.startswith("non") and (inner := _filter_of(word.removeprefix("non").removeprefix("-"))) is not None:
        return Non(inner)
    try:
        name = capital(singular(word))
    except ValueError:
        return None
    return OfType(name) if name in CARD_TYPES else OfSubtype(name)
