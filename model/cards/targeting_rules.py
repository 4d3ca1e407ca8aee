"""Static abilities that say what can be a target or what can be attached (101.2, 301.5, 303.4, 609.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

import msgspec

from ..effects.ability import Static, TextAbility
from ..effects.conditions import all_of
from ..effects.language import Ability, Clause
from ..effects.operations.players_and_rules import ONLY_HOST, RuleText
from ..errors import UnsupportedTextError
from ..support.patterns import lazy_pattern

_ONLY_HOST: Final = lazy_pattern(r"(?:~|[Tt]his \w+) can be attached only to an? (?P<of>[^.\"]+)\.")


@lru_cache(maxsize=8192)
def targeting_clauses(ability: Ability) -> tuple[Clause, ...]:
    """Return the clauses of a static ability with a `RuleText` about being a target, each with its whole condition.

    >>> [clause.operations for clause in targeting_clauses(TextAbility("rule", "~ can't be the target of spells."))]
    [(RuleText(text="can't be the target of spells"),)]
    """
    from ..oracle.recognition.target_rules import with_target_rule

    def read(sentence: str) -> Iterable[Clause]:
        return with_target_rule(sentence, _read)

    return _stating(ability, says_target_rule, "be the target", read)


@lru_cache(maxsize=8192)
def attaching_clauses(ability: Ability) -> tuple[Clause, ...]:
    """Return the clauses of a static ability with a `RuleText` about being attached, each with its whole condition.

    >>> [clause.operations for clause in attaching_clauses(TextAbility("rule", "~ can't be equipped."))]
    [(RuleText(text="can't be equipped"),)]
    """
    return _stating(ability, says_attaching_rule, "can't be e", _read) or _stating(
        ability, says_attaching_rule, "can be attached only to ", _read_only_host
    )


def says_target_rule(clause: Clause) -> bool:
    """Return whether a clause says what can be a target."""
    return any(isinstance(operation, RuleText) and operation.is_about_targets for operation in clause.operations)


def says_attaching_rule(clause: Clause) -> bool:
    """Return whether a clause says what can be attached."""
    return any(isinstance(operation, RuleText) and operation.is_about_attachments for operation in clause.operations)


def _stating(
    ability: Ability, says: Callable[[Clause], bool], words: str, read: Callable[[str], Iterable[Clause]]
) -> tuple[Clause, ...]:  # fmt: skip
    if isinstance(ability, Static):
        return tuple(filter(says, _whole(ability)))
    if not isinstance(ability, TextAbility) or ability.form != "rule":
        return ()
    if ability.resolution is not None:
        return tuple(filter(says, ability.resolution.clauses))
    if words not in ability.text:
        return ()
    from ..oracle.recognition.normalise import sentences

    clauses: list[Clause] = []
    for sentence in sentences(ability.text):
        try:
            clauses += filter(says, read(sentence))
        except UnsupportedTextError:
            continue
    return tuple(clauses)


def _read(sentence: str) -> list[Clause]:
    from ..oracle.reading.lines import read_static

    return _whole(read_static(sentence))


def _read_only_host(sentence: str) -> list[Clause]:
    from ..oracle.reading.resolving import target_of

    found = _ONLY_HOST.fullmatch(sentence)
    hosts = None if found is None else target_of(found["of"])
    return [] if hosts is None or hosts.group is None else [Clause(hosts.group, (ONLY_HOST,))]


def _whole(static: Static) -> list[Clause]:
    # with the condition of the whole effect
    return [msgspec.structs.replace(part, condition=all_of(static.condition, part.condition)) for part in static.parts]
