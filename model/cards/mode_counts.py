"""The number of modes that rules text lets its controller choose (700.2)."""

from __future__ import annotations

import re
from typing import Final

from ..data.numbers import NUMBERS
from ..effects.ability import TextAbility
from ..support.patterns import lazy_pattern
from ..support.records import Record


class ModeLimit(Record, frozen=True):
    """How many modes are chosen.

    Attributes:
        least, most: the least and the greatest number.
        again: whether the same mode can be chosen more than once (700.2d).
    """

    least: int
    most: int
    again: bool = False


_HEADER: Final = lazy_pattern(r"[^\n]*(?=\n•)")
_CHOICE: Final = lazy_pattern(
    r"\bchoose (?P<up_to>up to )?(?P<number>any number|one or both|both|(?:one|two|three|four|five)(?: or more)?|X)\b",
    re.IGNORECASE,
)
_ANY: Final = 99


def mode_limit(text: str) -> ModeLimit | None:
    r"""Return how many modes of a text are chosen, or None if it is not modal or does not say so.

    A number that a condition replaces ("choose both instead") can be either of the two.

    >>> mode_limit("Choose one or both —\n• Draw a card.\n• Destroy target artifact.")
    ModeLimit(least=1, most=2, again=False)
    >>> mode_limit("Draw a card.")
    """
    from ..oracle.recognition.forms import EITHER

    if EITHER.search(text):
        return ModeLimit(1, 1)
    header = _HEADER.search(text)
    choices = [] if header is None else list(_CHOICE.finditer(header[0]))
    if header is None or not choices:
        return None
    limits = [_numbers(found["number"].lower(), found["up_to"] is not None) for found in choices]
    again = "same mode more than once" in header[0]
    return ModeLimit(min(least for least, _ in limits), max(most for _, most in limits), again)


def _numbers(words: str, up_to: bool) -> tuple[int, int]:
    if words == "one or both":
        return 1, 2
    if words in ("any number", "x"):
        return 0, _ANY
    number = 2 if words == "both" else NUMBERS[words.partition(" ")[0]]
    if words.endswith("or more"):
        return number, _ANY
    return (0 if up_to else number), number


def mode_limit_of(ability: TextAbility) -> ModeLimit | None:
    """Return how many modes of an ability are chosen, whether or not its text is known."""
    if ability.text:
        return mode_limit(ability.text)
    return ModeLimit(ability.modes[0], ability.modes[1], bool(ability.modes[2])) if ability.modes else None
