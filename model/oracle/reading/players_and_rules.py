"""Clauses about players and the rules of the game (613.10, 613.11)."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ...data.numbers import is_numeral, number_of
from ...effects.ability import Clause
from ...effects.filters.whereabouts import (
    Spell,
)
from ...effects.operations.costs import ChangeCost, How
from ...effects.operations.players_and_rules import LandPlays, MaxHandSize, PlayerGains
from ...effects.selectors import (
    Group,
    PlayerGroup,
)
from ..grammar.trees import Branch
from ..words import NUMBERS, Stop
from .discourse import CLAUSES, Discourse, reads
from .keywords import only_abilities
from .tails import add_tail, with_tails


@reads(CLAUSES)
def least_cost(discourse: Discourse, tree: Branch) -> list[Clause]:
    words = re.findall(r"(?:less than|costs) (\w+) mana", str(tree.children[0]))
    if words[0] != words[1] or words[0] not in NUMBERS:
        raise Stop(tree.children[0])
    how: How = "least"
    return [Clause(Group((Spell(),), "each"), (ChangeCost(f"{{{NUMBERS[words[0]]}}}", how),))]


@reads(CLAUSES)
def players_have(discourse: Discourse, tree: Branch) -> list[Clause]:
    who, verb = str(tree.children[0]), str(tree.children[1])
    abilities, style = only_abilities(discourse, tree.children[2])
    fields: dict[str, Any] = {}
    for tail in tree.children[3:]:
        add_tail(discourse, tail, fields, [])
    word = "gains" if verb.startswith("gain") else "has"
    return [Clause(PlayerGroup(who), (PlayerGains(abilities, word, style),), **fields)]


@reads(CLAUSES)
def max_hand(discourse: Discourse, tree: Branch) -> list[Clause]:
    (clause,) = _max_hand(discourse, tree)
    _, fields = with_tails(discourse, tree.children[1:], clause.selector)
    return [msgspec.structs.replace(clause, **fields)]


@reads(CLAUSES)
def hand_size(discourse: Discourse, tree: Branch) -> list[Clause]:
    """Return "your maximum hand size is equal to the number of hour counters on this enchantment"."""
    if discourse.default is not None:  # a resolving text would fix the number (611.2d)
        raise Stop(tree.children[0])
    who = _whose_hand(str(tree.children[0]).removesuffix(" maximum hand size is equal to"))
    _, fields = with_tails(discourse, tree.children[2:], who)
    return [Clause(who, (MaxHandSize(equal=discourse.amount(tree.children[1])),), **fields)]


def _max_hand(discourse: Discourse, tree: Branch) -> list[Clause]:
    text = str(tree.children[0])
    if none := re.fullmatch(r"(.+) (?:have|has) no maximum hand size", text):
        return [Clause(PlayerGroup(none[1]), (MaxHandSize(),))]
    found = re.fullmatch(r"(.+) maximum hand size is (increased by |reduced by )?(\w+)", text)
    if found is None or (found[3] not in NUMBERS and not is_numeral(found[3])):
        raise Stop(tree.children[0])
    number = NUMBERS[found[3]] if found[3] in NUMBERS else number_of(found[3])
    who = _whose_hand(found[1])
    if found[2] is None:
        return [Clause(who, (MaxHandSize(number),))]
    return [Clause(who, (MaxHandSize(-number if "reduced" in found[2] else number, "add"),))]


@reads(CLAUSES)
def land_plays(discourse: Discourse, tree: Branch) -> list[Clause]:
    text = str(tree.children[0])
    words = (("an additional", 1), *((word, NUMBERS[word]) for word in ("two", "three", "four", "five")))
    number = next((n for word, n in words if f" {word} " in text), None)
    who, _, _ = text.partition(" may play ")
    when = re.search(r" (during|up to) ", text)
    operation = LandPlays(number, when[1] if when else "")
    if len(tree.children) == 1:
        if " turns" not in text:
            raise Stop(tree.children[0])
        return [Clause(PlayerGroup(who), (operation,))]
    if " turns" in text or str(tree.children[1].children[0]) != "this turn":
        raise Stop(tree.children[0])
    _, fields = with_tails(discourse, tree.children[1:], PlayerGroup(who))
    return [Clause(PlayerGroup(who), (operation,), **fields)]


def _whose_hand(text: str) -> PlayerGroup:
    return PlayerGroup(text.removesuffix("'s").replace("your", "you"))
