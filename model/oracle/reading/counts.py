"""Counts and characteristics of objects as amounts, from the grammar's trees."""

from __future__ import annotations

import re
from typing import Any, Final

from lark import Token

from ...effects.amounts.counting import Count, CountersOn, Devotion, KindsAmong, PlayerCount, Total
from ...effects.filters.characteristics import OfColor
from ...effects.filters.whereabouts import CardNoun, InZone
from ...effects.language import Amount, Selector
from ...effects.selectors import Group, Itself
from ..words import FACTORS, Stop

_STATS: Final = {"power": "power", "toughness": "toughness", "mana value": "mana_value"}


_KINDS: Final = {
    "card types": "type", "card type": "type", "colors": "color", "color": "color",
    "different mana values": "mana_value", "mana values": "mana_value",
}  # fmt: skip


def stat(token: Token) -> str:
    """Return "power", "toughness" or "mana_value", the last word or words of a phrase."""
    for phrase, name in _STATS.items():
        if str(token).endswith(phrase):
            return name
    raise Stop(token)


def count_of(group: Selector) -> Amount:
    """Return the amount "the number of" a group; of cards in a hand or library the number is enough."""
    if isinstance(group, Group) and not group.quantifier and len(group.filters) == 2:
        noun, where = group.filters
        if isinstance(noun, CardNoun) and isinstance(where, InZone) and where.whose is not None and not where.word:
            return PlayerCount(where.zone, where.whose)
    return Count(group)


def counters_on(token: Token) -> Amount:
    """Return the amount of "the number of charge counters on it"."""
    found = re.fullmatch(r"(?:the number of )?(.*?) ?counters? on (.+)", str(token))
    if found is None:
        raise Stop(token)
    kind, where = found[1], found[2]
    if where in ("it", "them"):
        return CountersOn(kind, None, where)
    if where == "~" or where.startswith("this "):
        return CountersOn(kind, Itself(where))
    raise Stop(token)


def kinds_among(token: Token, group: Selector) -> Amount:
    """Return "the number of card types among" a group."""
    text = str(token)
    for phrase, family in _KINDS.items():
        if re.search(rf"(?:^|of ){phrase} among", text):
            return KindsAmong(group, family)  # type: ignore[arg-type]
    raise Stop(token)


def total(token: Token, group: Selector) -> Amount:
    """Return "the greatest power among" a group."""
    text = str(token)
    how: Any = "total" if " total " in f" {text}" else "least" if "lowest" in text else "greatest"
    if "highest" in text:
        raise Stop(token)
    for phrase, name in _STATS.items():
        if f" {phrase} " in text:
            return Total(group, name, how)  # type: ignore[arg-type]
    raise Stop(token)


def devotion(group: Selector, token: Token) -> Amount:
    """Return "your devotion to red and white"; the colours were read as a group."""
    filters = group.filters if isinstance(group, Group) else ()
    options = getattr(filters[0], "options", filters) if filters else ()
    if len(filters) != 1 or not all(isinstance(option, OfColor) for option in options):
        raise Stop(token)
    return Devotion(tuple(option.color for option in options if isinstance(option, OfColor)))


def factor(token: Token) -> int:
    """Return what "twice" multiplies by."""
    if str(token) not in FACTORS:
        raise Stop(token)
    return FACTORS[str(token)]
