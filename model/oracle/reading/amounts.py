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
from ...effects.amounts.players import AmongPlayers, PlayersWho, ToldNumber
from ...effects.filters.whereabouts import ExiledWith
from ...effects.language import Amount, Selector
from ...effects.selectors import Group
from ...rules.vocabulary import COLOR_NAMES, COLOR_WORDS
from ..printing import amounts
from ..printing.nouns import Branch, Stop, subject
from .filters import FilterBuilder

_SPELLED: Final = {
    "the number of cards you've drawn this turn": PlayerCount("cards_drawn"),
    "the amount of life you've gained this turn": PlayerCount("life_gained"),
    "the amount of life you gained this turn": PlayerCount("life_gained"),
    "the amount of life you've lost this turn": PlayerCount("life_lost"),
    "the amount of life you lost this turn": PlayerCount("life_lost"),
    "the total amount of life your opponents have lost this turn": PlayerCount("life_lost", "opponents"),
    "the total number of cards in all players' hands": PlayerCount("hand", "each player"),
}  # fmt: skip
"""Phrase -> the number of players that it is."""
_EACH: Final = {
    "time you've cast your commander from the command zone this game": PlayerCount("commander_casts"),
    "time you've cast a commander from the command zone this game": PlayerCount("commander_casts"),
    "unspent green mana you have": PlayerCount("green_mana"),
    "player who has lost the game": PlayerCount("lost", "each player"),
    "card you've drawn this turn": PlayerCount("cards_drawn"),
}  # fmt: skip
"""Phrase after "for each" -> the number of players that it is."""
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
                        Times(amounts.factor(tree.children[2]), self.amount(tree.children[3])),
                    )
                )
            case "spelled":
                return self._spelled(str(token), token)
            case "spelled_one":
                text = str(token)
                return ToldNumber(text) if self.default is not None else _EACH[text]
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
                return amounts.kinds_among(token, Group((ExiledWith(str(tree.children[1])),)))
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
            return ToldNumber(text)
        if text in _EXTREMES:
            who, what, how = _EXTREMES[text]
            return AmongPlayers(who, PlayerCount(what, "they"), how, text)  # type: ignore[arg-type]
        return _SPELLED[text]

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


# --- Printing ---


def further(node: Amount) -> str:
    """Return an amount of this module in English."""
    match node:
        case Minus(amount, minus):
            return f"{amounts.amount(amount)} minus {amounts.amount(minus)}"
        case PlayerCount():
            spelled = {value: key for key, value in reversed(_SPELLED.items())}
            if node not in spelled:
                raise Stop
            return spelled[node]
        case AmongPlayers(word=word):
            return word
        case Party():
            return "the number of creatures in your party"
        case PlayersWho("opponents", None):
            return "the number of opponents you have"
        case ColorsOf(None, word):
            return f"the number of {word} colors"
        case Symbols(color, None):
            return f"the number of {COLOR_NAMES[color]} mana symbols in its mana cost"
        case Symbols(color, of) if of is not None:
            return f"the number of {COLOR_NAMES[color]} mana symbols in the mana costs of {subject(of)}"
        case CounterKinds(of):
            return f"the number of different kinds of counters among {subject(of)}"
        case _:
            raise Stop


def further_each(node: Amount) -> str:
    """Return an amount of this module as it stands after "for each"."""
    match node:
        case Party():
            return "creature in your party"
        case PlayersWho("opponents", None):
            return "opponent you have"
        case ColorsOf(None, word):
            return f"of {word} colors"
        case Symbols(color, None):
            return f"{COLOR_NAMES[color]} mana symbol in its mana cost"
        case PlayerCount():
            each = {value: key for key, value in reversed(_EACH.items())}
            if node not in each:
                raise Stop
            return each[node]
        case Sum(parts):
            return " and each ".join(amounts.for_each(part) for part in parts)
        case _:
            raise Stop
