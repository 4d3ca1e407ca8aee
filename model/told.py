"""What conditions about the course of the game ask, as facts that the timeline tells of players and objects."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

_NUMBERS: Final[tuple[str, ...]] = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip


class Question(NamedTuple):
    """A fact and how much of it is asked for.

    Attributes:
        who: "you", "opponents" (any of them) or "source".
        fact: the name in `facts.PLAYER_FACTS` or, of the source, in `facts.FLAGS`.
        least: the least number for which the answer is yes.
    """

    who: str
    fact: str
    least: int = 1


_COUNT: Final = r"(?P<n>\w+) or more"
_QUESTIONS: Final = (
    (r"you have the city's blessing", "you", "citys_blessing"),
    (r"you're the monarch", "you", "monarch"),
    (r"you have the initiative", "you", "initiative"),
    (r"it's night", "you", "night"),
    (r"it's day", "you", "day"),
    (r"(?:you gained|you've gained) life this turn", "you", "life_gained"),
    (r"(?:you lost|you've lost) life this turn", "you", "life_lost"),
    (r"an opponent lost life this turn", "opponents", "life_lost"),
    (r"you attacked this turn|you've attacked this turn", "you", "attacked"),
    (rf"you've drawn {_COUNT} cards this turn", "you", "cards_drawn"),
    (rf"you've cast {_COUNT} spells this turn", "you", "spells_cast"),
    (rf"you've gained {_COUNT} life this turn", "you", "life_gained"),
    (r"you've committed a crime this turn", "you", "crimes"),
    (r"(?:~|this \w+) entered this turn", "source", "entered_this_turn"),
)


@cache
def question(text: str) -> Question | None:
    """Return the fact that a condition asks for, or None where only its own words can tell it.

    >>> question("you've drawn two or more cards this turn")
    Question(who='you', fact='cards_drawn', least=2)
    """
    for pattern, who, fact in _QUESTIONS:
        found = re.fullmatch(pattern, text)
        if found:
            word = found.groupdict().get("n") or "one"
            return Question(who, fact, int(word) if word.isdigit() else _NUMBERS.index(word))
    return None
