"""Rules about what can be a target, as in "can't be the target of black spells" (101.2, 609.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from ...effects.keywords import Keyword
from ...effects.language import Clause, Operation, Selector
from ...effects.operations.abilities import Gain
from ...effects.operations.players_and_rules import RuleText
from ...effects.selectors import PlayerGroup, Together
from ...errors import UnsupportedTextError
from ...rules.vocabulary import capital
from ...support.patterns import lazy_pattern

_RULE = lazy_pattern(
    r"\b(?P<rule>can(?:'t)? be the target(?P<many>s?) of [^.\"]*?)"
    r"(?= (?:this turn|unless|until|as long as)\b|,? and can't\b|, and\b|\.|$)"
)
_PLAYERS = lazy_pattern(r"(?:^|(?<=, ))(?P<who>(?:[Yy]our opponents|[Pp]layers)) and (?=[^,]*$)")
# The grammar reads the subject, the duration and the condition of the rule in a sentence about a rare keyword.
_STAND_IN = Keyword("Horsemanship")


def is_target_rule(sentence: str) -> bool:
    """Return whether a sentence has a rule about what can be a target outside quotations."""
    found = _RULE.search(sentence)
    return found is not None and sentence.count('"', 0, found.start()) % 2 == 0


def with_target_rule(sentence: str, read: Callable[[str], Iterable[Clause]]) -> list[Clause]:
    """Return the clauses of a sentence, in which a `RuleText` has the words of the rule about targets, if there is one.

    Args:
        sentence: the sentence.
        read: the function that reads a sentence; its errors are passed on.
    """
    found = _RULE.search(sentence)
    if found is None or not is_target_rule(sentence):
        return list(read(sentence))
    subject = sentence[: found.start()]
    players = _PLAYERS.search(subject)
    if players is not None:
        subject = subject[: players.start()] + subject[players.end() :]
    verb = "have" if found["many"] else "has"
    clauses = read(f"{capital(subject)}{verb} {_STAND_IN.name.lower()}{sentence[found.end() :]}")
    who, rule = "" if players is None else players["who"].lower(), RuleText(found["rule"])
    ruled = [_ruled(clause, rule, who) for clause in clauses]
    if not any(rule in clause.operations for clause in ruled):  # such as "can't can't be the target"
        raise UnsupportedTextError(sentence, found.span("rule"))
    return ruled


def _ruled(clause: Clause, rule: RuleText, who: str) -> Clause:
    def meant(operation: Operation) -> Operation:
        return rule if isinstance(operation, Gain) and operation.abilities == (_STAND_IN,) else operation

    operations = tuple(map(meant, clause.operations))
    selector: Selector = clause.selector
    if who and rule in operations:
        selector = Together((PlayerGroup(who), selector))
    return msgspec.structs.replace(clause, selector=selector, operations=operations)
