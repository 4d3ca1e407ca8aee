"""The rarer amounts in English: read from a tree of the grammar, and printed."""

from __future__ import annotations

import re
from typing import Any, Final

from lark import Token

from ...effects.amounts.arithmetic import Minus, Sum, Times
from ...effects.amounts.counting import (
    ColorsOf,
    CounterKinds,
    CountersOn,
    KindsAmong,
    NumberOf,
    Party,
    PlayerCount,
    Symbols,
)
from ...effects.amounts.players import AmongPlayers, PlayersWho, RecordedNumber
from ...effects.filters.whereabouts import ExiledWith
from ...effects.language import Amount, Selector
from ...effects.selectors import Group
from ...rules.vocabulary import COLOR_WORDS
from ..grammar.trees import Branch
from ..words import EACH_AMOUNTS, SPELLED_AMOUNTS, Stop
from . import counts
from .filters import FilterBuilder

_EXTREMES: Final = {
    "the highest life total among players": ("each player", "life", "greatest"),
    "the highest life total among your opponents": ("opponents", "life", "greatest"),
    "the lowest life total among players": ("each player", "life", "least"),
    "the lowest life total among your opponents": ("opponents", "life", "least"),
    "the life total of an opponent with the most life": ("opponents", "life", "greatest"),
    "the life total of the opponent with the most life": ("opponents", "life", "greatest"),
    "the number of cards in the hand of the opponent with the most cards in hand": ("opponents", "hand", "greatest"),
    "the number of cards in the hand of the player with the most cards in hand": ("each player", "hand", "greatest"),
}  # fmt: skip
"""Phrase -> players, what of each is meant, and whether the greatest or the least."""


class FigureBuilder(FilterBuilder):
    """The rules of the grammar that make the rarer amounts."""

    def further_amount(self, tree: Branch) -> Amount:
        """Return an amount of this module."""
        token: Any = tree.children[0]
        match tree.data:
            case "minus":
                return Minus(self.amount(tree.children[0]), self.amount(tree.children[2]))
            case "sum_times":
                return Sum(
                    (
                        self.amount(tree.children[0]),
                        Times(counts.factor(tree.children[2]), self.amount(tree.children[3])),
                    )
                )
            case "spelled":
                return self._spelled(str(token), token)
            case "spelled_one":
                text = str(token)
                return RecordedNumber(text) if self.default is not None else EACH_AMOUNTS[text]
            case "party":
                return Party()
            case "opponents":
                return PlayersWho("opponents")
            case "colors_of":
                return ColorsOf()
            case "symbols":
                return self._symbols(tree, token)
            case "counters_among":
                found = re.fullmatch(r"(?:the number of )?(.*?) ?counters? (on|among)", str(token))
                assert found is not None
                return CountersOn(found[1], self._all(tree.children[1]), found[2])
            case "counter_kinds":
                return CounterKinds(self._all(tree.children[1]))
            case "names":
                return KindsAmong(self._all(tree.children[1]), "name")
            case "kinds_exiled":
                return counts.kinds_among(token, Group((ExiledWith(str(tree.children[1])),)))
            case "several":
                return Sum(tuple(self.counted_amount(child) for child in tree.children if not isinstance(child, Token)))
            case _:
                raise Stop(token if isinstance(token, Token) else None)

    def counted_amount(self, tree: Branch) -> Amount:
        raise NotImplementedError

    def _all(self, tree: Branch) -> Selector:
        found = self.nouns(tree)
        if found.number is not None:
            raise Stop
        return found.selector

    def _spelled(self, text: str, token: Token) -> Amount:
        if self.default is not None and "this turn" in text:  # an event tells it as X
            return RecordedNumber(text)
        if text in _EXTREMES:
            who, what, how = _EXTREMES[text]
            return AmongPlayers(who, PlayerCount(what, "they"), how, text)  # type: ignore[arg-type]
        return SPELLED_AMOUNTS[text]

    def _symbols(self, tree: Branch, token: Token) -> Amount:
        found = re.match(r"(?:the number of )?(\w+) mana symbols? in (its mana cost)?", str(token))
        assert found is not None
        if bool(found[2]) is (len(tree.children) > 1):
            raise Stop(token)
        return Symbols(COLOR_WORDS[found[1]], None if found[2] else self._all(tree.children[1]))


def exiled_card(text: str) -> Amount | None:
    """Return "the exiled card's mana value", said of the card that the source of an effect exiled (607.2a)."""
    found = re.fullmatch(r"(the exiled (?:\w+ )?card)'s (power|toughness|mana value)", text)
    if found is None:
        return None
    return NumberOf(Group((ExiledWith(found[1]),)), found[2].replace(" ", "_"))  # type: ignore[arg-type]
