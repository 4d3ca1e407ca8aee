"""Static abilities that say what can be a target, such as "can't be the target of black spells" (101.2, 609.4)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ..effects.ability import Static, TextAbility
from ..effects.conditions import all_of
from ..effects.language import Ability, Clause
from ..effects.operations.players_and_rules import RuleText
from ..errors import UnsupportedTextError


@lru_cache(maxsize=8192)
def targeting_clauses(ability: Ability) -> tuple[Clause, ...]:
    """Return the clauses of a static ability with a `RuleText` about being a target, each with its whole condition.

    >>> [clause.operations for clause in targeting_clauses(TextAbility("rule", "~ can't be the target of spells."))]
    [(RuleText(text="can't be the target of spells"),)]
    """
    if isinstance(ability, Static):
        return tuple(filter(says_target_rule, _whole(ability)))
    if not isinstance(ability, TextAbility) or ability.form != "rule":
        return ()
    if ability.resolution is not None:
        return tuple(filter(says_target_rule, ability.resolution.clauses))
    if "be the target" not in ability.text:
        return ()
    from ..oracle.reading.lines import read_static
    from ..oracle.recognition.normalise import sentences
    from ..oracle.recognition.target_rules import with_target_rule

    clauses: list[Clause] = []
    for sentence in sentences(ability.text):
        try:
            clauses += filter(says_target_rule, with_target_rule(sentence, lambda said: _whole(read_static(said))))
        except UnsupportedTextError:
            continue
    return tuple(clauses)


def says_target_rule(clause: Clause) -> bool:
    """Return whether a clause says what can be a target."""
    return any(isinstance(operation, RuleText) and operation.is_about_targets for operation in clause.operations)


def _whole(static: Static) -> list[Clause]:
    # with the condition of the whole effect
    return [msgspec.structs.replace(part, condition=all_of(static.condition, part.condition)) for part in static.parts]
