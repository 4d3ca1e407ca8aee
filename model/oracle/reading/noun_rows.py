"""Functions that read rows of adjectives and nouns as groups and filters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from lark import Token

from ...data.numbers import count_of, is_numeral, number_of
from ...effects.filters.characteristics import (
    CanBePermanent,
    Chosen,
    ColorCount,
    OfColor,
    OfSubtype,
    OfSupertype,
    OfType,
)
from ...effects.filters.combinators import Anything, Each, Either, Non, Other
from ...effects.filters.comparisons import Sized
from ...effects.filters.status import Status
from ...effects.filters.whereabouts import CardNoun, IsToken, Permanent, Spell
from ...effects.language import Filter
from ...effects.view import Comparison
from ...rules.vocabulary import CARD_TYPE_FAMILY, families
from ..printing.nouns import adjective
from ..words import Stop, words

_GENERIC: Final = (Permanent, CardNoun, Spell, IsToken)


def of_chosen(token: Token, type_word: str) -> Filter:
    """Return the filter for "of the chosen type"; `type_word` is the kind of type."""
    text = str(token)
    if " you noted " in text:  # 905.2: what a player noted during the draft is recorded as a choice
        return Chosen("card_name" if " name you " in text else "creature_type", word="noted")
    which = 1 if "first" in text else 2 if "second" in text else 0
    if "name" in text:
        return Chosen("card_name", which)
    word = "that" if "that" in text else ""  # the choice in the previous sentence
    if text.endswith("color"):
        return Chosen("color", which, word)
    kind = "creature_type" if "creature" in text else type_word
    if kind not in Chosen.FAMILY:  # a planeswalker type
        raise Stop(token)
    return Chosen(kind, which, word)  # type: ignore[arg-type]


def count(token: Token) -> tuple[int, Comparison]:
    """Return the number and the comparison in a phrase such as "five or more"."""
    text = str(token)
    if text == "no":
        return 0, "exactly"
    if text.startswith("fewer than "):
        return count(Token("COUNTQ", text.removeprefix("fewer than ")))[0], "less than"
    if text.startswith("at least "):
        return count(Token("COUNTQ", text.removeprefix("at least ")))[0], "at least"
    found = re.fullmatch(r"(exactly )?(\w+)(?: or (more|fewer|less|greater))?", text)
    number = count_of(found[2]) if found else None
    if found is None or number is None:
        raise Stop(token)
    comparison: Any = "exactly" if found[1] or not found[3] else f"or {found[3]}"
    return number, comparison


class Segment(msgspec.Struct):
    """A part of a row of nouns that has its own quantifier or conditions."""

    quantifier: Token | None = None
    words: list[Any] = []  # filters and conjunction tokens
    plurals: list[bool | None] = []  # whether each word is plural; None for a word without a plural form
    after: list[Filter] = []
    joined: str = ""


def segments(items: Sequence[tuple[str, Any]]) -> list[Segment]:
    """Split a row of items into segments, each of which describes one group."""
    found = [Segment()]
    for place, (kind, value) in enumerate(items):
        now = found[-1]
        if kind == "separator":
            following = items[place + 1][0] if place + 1 < len(items) else ""
            if now.after or following == "quantifier" or now.joined == ",":
                found.append(Segment(joined=str(value)))
            else:
                now.words.append(value)
                now.plurals.append(None)
        elif kind == "quantifier":
            if now.words or now.after:
                raise Stop(value)
            now.quantifier = value
        elif kind == "word":
            if now.after:
                raise Stop(value)
            filter, many = words()[str(value)]
            now.words.append(filter)
            now.plurals.append(many)
        elif kind == "size":
            power, _, toughness = str(value).partition("/")
            if now.after or not (is_numeral(power) and is_numeral(toughness)):
                raise Stop(value)
            now.words.append(Sized(number_of(power), number_of(toughness)))
            now.plurals.append(None)
        elif kind == "article":
            if now.words and not isinstance(now.words[-1], Token):
                raise Stop(value)
            if now.words:
                now.words.append(value)
                now.plurals.append(None)
        else:
            now.after.append(value)
    return found


def before(parts: Sequence[Any], plural_head: bool, own_heads: bool = False) -> tuple[Filter, ...]:
    """Return the filters for adjectives and a noun; alternatives become `Either`.

    Args:
        parts: the filters and conjunctions.
        plural_head: whether only the last alternative has a plural noun, which the others share.
        own_heads: whether each alternative has a noun of its own, as in "Zombies and creature tokens".
    """
    if place := _colors_in_front(parts):  # "red or green instant or sorcery spell"
        colors = tuple(part for part in parts[:place] if not isinstance(part, Token))
        joint = next(str(part).strip(", ") for part in reversed(parts[:place]) if isinstance(part, Token))
        return (Either(colors, joint), *before(parts[place:], plural_head, own_heads))
    options: list[list[Filter]] = [[]]
    word = article = ""
    for part in parts:
        if isinstance(part, Token) and part.type == "ART":
            article = " a"
        elif isinstance(part, Token):
            options.append([])
            text = str(part).strip(", ")
            word = text or word
        else:
            options[-1].append(part)
    if any(not option for option in options):
        raise Stop
    options = [_of_permanents(option) for option in options]
    if len(options) == 1:
        return tuple(options[0])
    if not word:  # "noncreature, nonland": every filter must match
        if not all(isinstance(filter, Non) for option in options[:-1] for filter in option):
            raise Stop
        return tuple(filter for option in options for filter in option)
    lead: list[Filter] = []
    if isinstance(options[0][0], Other) and len(options[0]) > 1 and not article:  # not "another Merfolk or an Island"
        lead.append(options[0].pop(0))
    tail: list[Filter] = []
    head = options[-1][-1]
    said_of_each = any(option[-1] == head for option in options[:-1])  # "blue spells and red spells"
    last = options[-1]
    if len(last) > 1 and not article and _need_a_noun(options[:-1], last):
        options[-1], tail = last[:1], last[1:]  # "each white or blue creature"
    elif len(last) > 1 and (isinstance(head, _GENERIC) or plural_head) and not said_of_each and not own_heads:
        tail.append(last.pop())
    first = options[0]
    # 301.5: only creatures are equipped, as in "equipped creature and Equipment".
    alone = not any(len(option) > 1 for option in options[1:]) and first[0] != Status("equipped")
    if (
        len(first) > 1
        and alone
        and not article
        and (isinstance(first[0], Status) or (tail and isinstance(first[0], OfColor)))
    ):
        lead.append(first.pop(0))  # "untapped artifacts, creatures, and lands", "red instant and sorcery spells"
    # "white Elves and Goblins" does not say whether the Goblins are white.
    if len(first) > 1 and isinstance(first[0], OfColor | OfSupertype | Status | ColorCount | Non) and alone:
        raise Stop
    joined = Either(
        tuple(option[0] if len(option) == 1 else Each(tuple(option)) for option in options), (word or "and") + article
    )
    return (*lead, joined, *tail)


def predicate(parts: Sequence[Any]) -> tuple[Filter, ...]:
    """Return the filters for what an object is; unlike a group, "white and tapped" means both."""
    return tuple(
        Each(filter.options, filter.word) if isinstance(filter, Either) and filter.word in ("and", "and a") else filter
        for filter in before(parts, False)
    )


def _colors_in_front(parts: Sequence[Any]) -> int:
    """Return the number of parts in a row of colors before a row of nouns with alternatives, or 0."""
    row = next((place for place, part in enumerate(parts) if not isinstance(part, OfColor | Token)), 0)
    joined = any(isinstance(part, Token) for part in parts[row:])
    return row if row > 1 and joined and isinstance(parts[row - 1], OfColor) else 0


def _need_a_noun(options: Sequence[Sequence[Filter]], last: Sequence[Filter]) -> bool:
    # "Elf or Orc creature"
    if any(isinstance(option[-1], Non) or adjective(option[-1]) for option in options):
        return True
    if not isinstance(last[-1], OfType):
        return False
    family = CARD_TYPE_FAMILY.get(last[-1].type, "")
    subtypes = [filter for filter in (*(option[-1] for option in options), last[0]) if isinstance(filter, OfSubtype)]
    return len(subtypes) == len(options) + 1 and all(family in families(filter.subtype) for filter in subtypes)


def _of_permanents(option: list[Filter]) -> list[Filter]:
    # 110.4b-c
    following = [*option[1:], Anything()]
    return [
        CanBePermanent() if isinstance(filter, Permanent) and isinstance(after, CardNoun | Spell) else filter
        for filter, after in zip(option, following, strict=True)
    ]
