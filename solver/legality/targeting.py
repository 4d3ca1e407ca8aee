"""Effects that say what can be a target and what cannot (101.2, 609.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from mtglayers.model.cards.targeting_rules import says_target_rule, targeting_clauses
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.selectors import PlayerGroup
from mtglayers.model.effects.view import Context
from mtglayers.model.rules.vocabulary import COLOR_WORDS
from mtglayers.model.support.patterns import lazy_pattern
from mtglayers.model.support.records import Record

from ..engine.state import State, numbers
from ..history.resolved import rules_in_force
from .moment import Moment
from .qualities import Qualities

_YOURS: Final = r"(?: your opponents control)?"
_CANNOT: Final = lazy_pattern(
    rf"can't be the targets? of (?:(?:(?P<spells>[\w ]+) )?(?P<s>spells)(?P<s_rival>{_YOURS})(?: or |$))?"
    rf"(?:(?:(?P<form>activated|triggered) )?(?P<a>abilities)(?: from (?P<abilities>[\w ]+) sources)?"
    rf"(?P<a_rival>{_YOURS}))?"
)
_THOUGH: Final = lazy_pattern(
    r"can be the targets? of spells and abilities(?P<by> you control| controlled by target player)?"
    r" as though (?:it|they) didn't have (?P<keyword>hexproof|shroud)"
)

Kind = Literal["spell", "activated", "triggered", "ability", ""]
"""A spell, an activated or a triggered ability, an ability of which it is not known, or an effect that has no card."""


class Targeting(Record, frozen=True):
    """A spell or ability that has a target.

    Attributes:
        name: the name of the spell or effect.
        you: the number of its controller.
        qualities: a function that returns what protection can name.
        kind: what it is.
        source: the number of the object that it is an ability of, if that is on the board.
    """

    name: str
    you: int | None
    qualities: Callable[[], Qualities]
    kind: Kind = "spell"
    source: int | None = None


def barring(now: Moment, by: Targeting, *, object: int = -1, player: int = -1) -> str:
    """Return the words of a rule because of which an object or a player cannot be the target, or ""."""
    for clause, context, words in _rules(now):
        found = _CANNOT.fullmatch(words)
        if found is None or not _concerns(clause, context, now, object, player):
            continue
        rival = by.you != now.before.you(context)
        part = "s" if by.kind == "spell" else "a" if by.kind else ""
        # In "spells or abilities your opponents control", the last words belong to both.
        whose = found["a_rival"] if part == "s" and found["a"] and not found["abilities"] else None
        meant = part and found[part] and (rival or not (found[f"{part}_rival"] or whose))
        of = found["spells" if part == "s" else "abilities"]
        form = found["form"] if part == "a" else None
        if meant and (not form or form == by.kind) and (not of or _fits(of, by.qualities())):
            return words.replace("be the targets of", "be the target of")  # of one object
    return ""


def _fits(words: str, qualities: Qualities) -> bool:
    # "blue or black", "nongreen", "artifact", "Aura"
    having = {value for family in ("color", "type", "subtype") for value in qualities.get(family, ())}
    if words.startswith("non"):
        return bool(qualities) and COLOR_WORDS.get(words.removeprefix("non"), words) not in having
    return any(COLOR_WORDS.get(word, word[:1].upper() + word[1:]) in having for word in words.split(" or "))


def as_though_without(now: Moment, you: int | None, keyword: str, *, object: int = -1, player: int = -1) -> bool:
    """Return whether an object or a player can be the target of `you` as though it did not have a keyword."""
    for clause, context, words in _rules(now):
        found = _THOUGH.fullmatch(words)
        if found is None or found["keyword"].capitalize() != keyword:
            continue
        players = {None: (you,), " you control": (now.before.you(context),)}.get(found["by"], context.target_players)
        if you in players and _concerns(clause, context, now, object, player):
            return True
    return False


def _concerns(clause: Clause, context: Context, now: Moment, object: int, player: int) -> bool:
    view = now.before
    if player >= 0:
        groups = (node for node in clause.selector.walk() if isinstance(node, PlayerGroup))
        return any(player in group.players(view, context) for group in groups)
    return bool(clause.selector.select(view, context) >> object & 1)


def _rules(now: Moment) -> Iterator[tuple[Clause, Context, str]]:
    for clause, context in (*static_rules(now.before, targeting_clauses), *_resolved(now)):
        for operation in clause.operations:
            if isinstance(operation, RuleText) and operation.is_about_targets:
                yield clause, context, operation.text


def static_rules(
    state: State, clauses_of: Callable[[Ability], tuple[Clause, ...]]
) -> Iterator[tuple[Clause, Context]]:  # fmt: skip
    """Yield the clauses of static abilities on the battlefield that apply, as far as `clauses_of` returns them."""
    there = state.still("zone", "battlefield")
    for held, mask in state.column("ability").items():
        clauses = clauses_of(held.ability) if mask & there else ()
        for context in (Context(source=number) for number in numbers(mask & there) if clauses):
            for clause in clauses:
                if clause.condition is None or clause.condition.holds(state, context):
                    yield clause, context


def _resolved(now: Moment) -> Iterator[tuple[Clause, Context]]:
    board = now.past.before(now.index)
    for effect in board.effects.values():
        if not effect.ended and any(map(says_target_rule, effect.clauses)):
            whole = now.past.controlled(effect)
            for clause in rules_in_force(whole, board, now.past):
                if clause.until is None or clause.until.holds(now.before, whole.context):  # 611.2b
                    yield clause, whole.context
