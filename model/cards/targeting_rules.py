"""Static abilities that say what can be a target, such as "can't be the target of black spells" (101.2, 609.4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..effects.ability import Static, TextAbility
from ..effects.language import Ability, Clause
from ..effects.operations.abilities import Gain
from ..effects.operations.players_and_rules import RuleText
from ..errors import UnsupportedTextError
from ..support.patterns import lazy_pattern

WORDS: Final = ("can't be the target", "can be the target")
"""The beginnings of the words of such a rule."""

_RULE: Final = lazy_pattern(r"\b(?P<rule>can(?:'t)? be the target(?P<many>s?) of [^.]*?)(?= and can't\b|\.)")
_PLAYERS: Final = "Your opponents and "


@lru_cache(maxsize=8192)
def targeting_clauses(ability: Ability) -> tuple[Clause, ...]:
    """Return a clause with a `RuleText` for what an ability says about being a target.

    >>> [clause.operations for clause in targeting_clauses(TextAbility("rule", "~ can't be the target of spells."))]
    [(RuleText(text="can't be the target of spells"),)]
    """
    if isinstance(ability, Static):
        return tuple(clause for clause in ability.parts if any(map(rule_of, clause.operations)))
    if not isinstance(ability, TextAbility) or ability.form != "rule":
        return ()
    if ability.resolution is not None:
        return tuple(clause for clause in ability.resolution.clauses if any(map(rule_of, clause.operations)))
    found = _RULE.search(ability.text)
    if found is None:
        return ()
    from ..oracle.reading.lines import read_static

    # In a sentence about flying, the reader finds the same subject.
    subject = ability.text[: found.start()].removeprefix(_PLAYERS)
    try:
        static = read_static(f"{subject[:1].upper()}{subject[1:]}{'have' if found['many'] else 'has'} flying.")
    except UnsupportedTextError:
        return ()
    if static.condition is not None or any(not isinstance(op, Gain) for part in static.parts for op in part.operations):
        return ()
    players = "your opponents, too" if ability.text.startswith(_PLAYERS) else ""
    return tuple(Clause(part.selector, (RuleText(found["rule"]),), form=players) for part in static.parts)


def rule_of(operation: object) -> str:
    """Return the words of a rule about being a target, or ""."""
    return operation.text if isinstance(operation, RuleText) and operation.text.startswith(WORDS) else ""
