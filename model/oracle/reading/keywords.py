"""Functions that read lists of keywords and quoted abilities."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from ...effects.amounts.counting import NumberOf
from ...effects.keywords import Keyword
from ...effects.language import Ability
from ...effects.selectors import Group
from ..grammar.keywords import read_keywords
from ..printing import amounts
from ..printing.keywords import COST_IN_WORDS, ability_phrases
from ..words import Stop
from .discourse import Branch, Discourse, groups


def only_abilities(discourse: Discourse, tree: Branch) -> tuple[tuple[Ability, ...], str]:
    found: list[Ability] = []
    style = ""
    for kind, value in abilities(discourse, tree):
        if kind != "abilities":
            raise Stop
        found.extend(value[0])
        style = style or value[1]
    return tuple(found), style


def abilities(discourse: Discourse, tree: Branch) -> list[tuple[str, Any]]:
    return [ability(discourse, child) for child in tree.children if not isinstance(child, Token)]


def ability(discourse: Discourse, tree: Branch) -> tuple[str, Any]:
    """Return the (kind, value) pair of a list item; the value of an ability includes a print style."""
    token = tree.children[0]
    match tree.data:
        case "keyword" if " or from " in token:
            head, *rest = str(token).split(" or from ")
            options = (head, *(f"{head.split(' from ')[0]} from {quality}" for quality in rest))
            read = [read_keywords(option) for option in options]
            if discourse.default is None or any(len(option) != 1 for option in read):
                raise Stop(token)
            return "one", tuple(option[0] for option in read)
        case "keyword":
            abilities = read_keywords(str(token))
            if not abilities:
                raise Stop(token)
            style = next((word for word in ("each color", "all colors") if word in token), "")
            if any(COST_IN_WORDS.match(keyword.parameter) for keyword in abilities):
                style = "unquoted"
            return "abilities", (abilities, style)
        case "quote":
            inner = discourse.inner(str(token)[1:-1].rstrip(","))
            keywords = all(isinstance(ability, Keyword) for ability in inner)
            usual = all(quoted for _, quoted in ability_phrases(inner))
            style = "quoted" if keywords and not usual else ""
            return "abilities", (inner, "quoted low" if style and token[1].islower() else style)
        case "base_size":
            if str(token) != "base power and toughness":
                raise Stop(token)
            power, toughness = str(tree.children[1]).split("/")
            return "size", (amounts.plain_number(power), amounts.plain_number(toughness))
        case "base_amount":
            both = str(token) == "base power and toughness equal to"
            if both and tree.children[1].data == "size_of":  # "... equal to this creature's power and toughness"
                of = discourse.subject(tree.children[1].children[0])
                if isinstance(of, Group) and discourse.default is not None:  # the event names the exiled card
                    raise Stop(token)
                return "both", (NumberOf(of, "power"), NumberOf(of, "toughness"))
            if str(token) in ("base power equal to", "base toughness equal to"):
                return "one number", (str(token), discourse.amount(tree.children[1]))
            if not both and "each" not in token:
                raise Stop(token)
            return "each", (str(token), discourse.amount(tree.children[1]))
        case "base_number":
            what, word = groups(r"base (power|toughness) (\w+)", token)
            number = amounts.plain_number(word)
            return "size", (number, None) if what == "power" else (None, number)
        case "no_abilities":
            return "none", None
        case "all_types" | "landwalks":
            return tree.data, str(token)
        case _:
            raise Stop(token)


def alternatives(listed: str) -> tuple[Ability, ...]:
    """Return the keyword abilities in a list such as "flying, first strike, or trample", or () for another list."""
    found = [read_keywords(item) for item in re.split(r", (?:or|and) |, | (?:or|and) ", listed)]
    return tuple(keywords[0] for keywords in found) if all(len(keywords) == 1 for keywords in found) else ()
