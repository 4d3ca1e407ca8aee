"""The recorded facts that decide conditions on game events."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ..data.numbers import count_of
from ..rules.vocabulary import CARD_TYPES, capital, singular
from .filters.characteristics import OfSubtype, OfType
from .filters.combinators import Non
from .filters.whereabouts import Permanent
from .language import Filter


class Question(NamedTuple):
    """A recorded fact, and the minimum number that makes a condition true.

    Attributes:
        who: the subject of the fact: "you", "opponents" (any of them), "anyone" or "source".
        fact: the name of the fact in `recorded_facts.PLAYER_FACTS` or, for the source, in `recorded_facts.FLAGS`.
        least: the minimum number.
    """

    who: str
    fact: str
    least: int = 1


_COUNT: Final = r"(?P<n>[a-z]+|[0-9]{1,9}) or more"
_THIS: Final = r"(?:~|it|this \w+)"
_QUESTIONS: Final[tuple[tuple[Any, ...], ...]] = (
    (r"you have the city's blessing", "you", "citys_blessing"),
    (r"you're the monarch", "you", "monarch"),
    (r"an opponent is the monarch", "opponents", "monarch"),
    (r"you have the initiative", "you", "initiative"),
    (r"you have max speed", "you", "speed", 4),
    (r"it's night", "anyone", "night"),
    (r"it's day", "anyone", "day"),
    (r"(?:you gained|you've gained) life this turn", "you", "life_gained"),
    (r"(?:you lost|you've lost) life this turn", "you", "life_lost"),
    (r"an opponent (?:has )?lost life this turn", "opponents", "life_lost"),
    (rf"an opponent (?:has )?lost {_COUNT} life this turn", "opponents", "life_lost"),
    (r"a player lost life this turn", "anyone", "life_lost"),
    (rf"a player lost {_COUNT} life this turn", "anyone", "life_lost"),
    (r"(?:you|you've) attacked this turn", "you", "attacked"),
    (rf"(?:you've drawn|you drew) {_COUNT} cards this turn", "you", "cards_drawn"),
    (rf"(?:you|you've) cast {_COUNT} spells this turn", "you", "spells_cast"),
    (r"(?:you|you've) cast a spell this turn", "you", "spells_cast"),
    (rf"(?:you|you've) gained {_COUNT} life this turn", "you", "life_gained"),
    (rf"(?:you|you've) lost {_COUNT} life this turn", "you", "life_lost"),
    (r"(?:you|you've) committed a crime this turn", "you", "crimes"),
    (r"you've completed a dungeon", "you", "dungeons"),
    (rf"you've completed {_COUNT} dungeons", "you", "dungeons"),
    (r"the Ring has tempted you this game", "you", "ring"),
    (rf"the Ring has tempted you {_COUNT} times this game", "you", "ring"),
    (r"you were dealt damage this turn", "you", "damage"),
    (r"an opponent was dealt damage this turn", "opponents", "damage"),
    (rf"{_THIS} entered this turn", "source", "entered_this_turn"),
    (rf"{_THIS} attacked this turn", "source", "attacked_this_turn"),
    (rf"{_THIS} was dealt damage this turn", "source", "damaged_this_turn"),
    (rf"{_THIS} was kicked", "source", "kicked"),
    (rf"{_THIS} was bargained", "source", "bargained"),
    (rf"{_THIS} was cast", "source", "cast"),
)


@lru_cache(maxsize=4096)
def question(text: str) -> Question | None:
    """Return the recorded fact that decides a condition, or None.

    None means that a timeline can record only the wording of the condition.

    >>> question("you've drawn two or more cards this turn")
    Question(who='you', fact='cards_drawn', least=2)
    """
    for pattern, who, fact, *least in _QUESTIONS:
        found = re.fullmatch(pattern, text)
        if found:
            word = found.groupdict().get("n") or "one"
            number = count_of(word)
            if number is None:
                return None
            return Question(who, fact, *least) if least else Question(who, fact, number)
    return None


class Entry(NamedTuple):
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
    rf"(?P<n>an?|another|{_COUNT.replace('?P<n>', '?:')}) (?P<what>[\w -]+) entered (?:the battlefield )?"
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
