"""Durations that a sentence states in other words than "until ..." (611.2a)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from ...effects.language import Clause
from ...effects.operations.players_and_rules import RuleText
from ...effects.selectors import InOrder

_WITHIN: Final = MappingProxyType({
    " this turn if able": "end of turn", " this combat if able": "end of combat",
    " during your next untap step": "your next turn",
})  # fmt: skip
"""Words in a rule for objects, such as "attacks this turn if able", and the duration that they state."""


def within(clause: Clause) -> Clause:
    """Return the clause with the duration that its rule text states, if any."""
    said = " ".join(each.text for each in clause.operations if isinstance(each, RuleText))
    duration = next((ends for words, ends in _WITHIN.items() if words in said), "")
    if not duration or clause.duration:
        return clause
    return msgspec.structs.replace(clause.marked("untimed"), duration=duration)


def of_this_turn(clause: Clause) -> Clause:
    """Return the clause with the duration that its subject states, as in "the next spell you cast this turn"."""
    subject = clause.selector
    if not isinstance(subject, InOrder) or not subject.text.endswith(" this turn") or clause.duration:
        return clause
    return msgspec.structs.replace(clause.marked("untimed"), duration="this turn")
