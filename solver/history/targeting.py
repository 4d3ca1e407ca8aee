"""Effects that say what can be a target and what cannot (101.2, 609.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from mtglayers.model.cards.rules_text import signature
from mtglayers.model.cards.targeting_rules import rule_of, targeting_clauses
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.view import Context
from mtglayers.model.events.resolution import shown_values
from mtglayers.model.events.turns import Ends, Turn
from mtglayers.model.rules.vocabulary import COLOR_WORDS
from mtglayers.model.support.patterns import lazy_pattern

from ..engine.state import numbers
from .moment import Moment, Qualities

_YOURS: Final = r"(?: your opponents control)?"
_CANNOT: Final = lazy_pattern(
    rf"can't be the targets? of (?:(?:(?P<spells>[\w ]+) )?(?P<s>spells)(?P<s_rival>{_YOURS})(?: or |$))?"
    rf"(?:(?P<a>abilities)(?: from (?P<abilities>[\w ]+) sources)?(?P<a_rival>{_YOURS}))?"
)
_THOUGH: Final = lazy_pattern(
    r"can be the targets? of spells and abilities(?P<by> you control)? as though (?:it|they) didn't have hexproof"
)


class Targeting(NamedTuple):
    """A spell or ability that has a target.

    Attributes:
        name: the name of the spell or effect.
        you: the number of its controller.
        qualities: a function that returns what protection can name.
        kind: "spell", "ability" for an activated or triggered ability, or "" for an effect that has no card.
    """

    name: str
    you: int | None
    qualities: Callable[[], Qualities]
    kind: str = "spell"


def barring(now: Moment, by: Targeting, object: int) -> str:
    """Return the words of a rule because of which an object cannot be the target, or ""."""
    for clause, context, words in _rules(now):
        found = _CANNOT.fullmatch(words)
        if found is None or not clause.selector.select(now.before, context) >> object & 1:
            continue
        rival = by.you != now.before.you(context)
        part = {"spell": "s", "ability": "a"}.get(by.kind, "")
        # In "spells or abilities your opponents control", the last words belong to both.
        whose = found["a_rival"] if part == "s" and found["a"] and not found["abilities"] else None
        meant = part and found[part] and (rival or not (found[f"{part}_rival"] or whose))
        of = found["spells" if part == "s" else "abilities"]
        if meant and (not of or _fits(of, by.qualities())):
            return words
    return ""


def _fits(words: str, qualities: Qualities) -> bool:
    # "blue or black", "nongreen", "artifact", "Aura"
    having = {value for values in qualities.values() for value in values}
    if words.startswith("non"):
        return bool(qualities) and COLOR_WORDS.get(words.removeprefix("non"), words) not in having
    return any(COLOR_WORDS.get(word, word[:1].upper() + word[1:]) in having for word in words.split(" or "))


def as_though_without(now: Moment, you: int | None, keyword: str, *, object: int = -1, player: int = -1) -> bool:
    """Return whether an object or a player can be the target of `you` as though it did not have a keyword."""
    view = now.before
    for clause, context, words in _rules(now) if keyword == "Hexproof" else ():
        found = _THOUGH.fullmatch(words)
        if found is None or (found["by"] and you != view.you(context)):
            continue
        if player >= 0 and clause.form and player != view.you(context):
            return True
        if object >= 0 and clause.selector.select(view, context) >> object & 1:
            return True
    for text, context in _for_this_turn(now):
        if text == _TOWER and keyword == "Hexproof" and you == context.you:
            theirs = object >= 0 and now.has(object, "type", "Creature") and now.controller(object) != you
            return theirs or (player >= 0 and player != you)
        if text == _WILLOW and keyword == "Shroud" and object == context.source and you in context.target_players:
            return True
    return False


def _rules(now: Moment) -> Iterator[tuple[Clause, Context, str]]:
    there = now.before.still("zone", "battlefield")
    for held, mask in now.before.column("ability").items():
        clauses = targeting_clauses(held.ability) if mask & there else ()
        for number in numbers(mask & there) if clauses else ():
            context = Context(source=number)
            for clause in clauses:
                yield from ((clause, context, words) for op in clause.operations if (words := rule_of(op)))


# Effects of resolved abilities, which the reader does not keep, because they change no characteristic.
_TOWER: Final = (
    "{1}, {T}: Until end of turn, your opponents and creatures your opponents control with hexproof can be the targets"
    " of spells and abilities you control as though they didn't have hexproof."
)
_WILLOW: Final = (
    "{G}: Until end of turn, ~ can be the target of spells and abilities controlled by target player as though it"
    " didn't have shroud."
)


@lru_cache(maxsize=1)
def _by_number() -> dict[int, str]:
    return {signature(text)[0]: text for text in (_TOWER, _WILLOW)}


def _for_this_turn(now: Moment) -> Iterator[tuple[str, Context]]:
    board = now.past.before(now.index)
    for effect in board.effects.values():
        source = effect.context.source
        over = any(event == Ends(ends="turn") or isinstance(event, Turn) for event in board.events[effect.event :])
        if effect.ability and source is not None and not over:
            ability = shown_values(board, board.by_number(source)).abilities[effect.ability - 1]
            if isinstance(ability, TextAbility):
                number = signature(ability.text)[0] if "as though" in ability.text else ability.number
                if text := _by_number().get(number):
                    yield text, effect.context
