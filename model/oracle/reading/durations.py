"""Durations that a sentence states in other words than "until ..." (611.2a)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from ...effects.language import Clause
from ...effects.operations.players_and_rules import RuleText
from ...effects.selectors import InOrder, Together

_WITHIN: Final = MappingProxyType({
    " this turn if able": "end of turn", " this combat if able": "end of combat",
    " during your next untap step": "your next turn",
})  # fmt: skip
"""Words in a rule for objects, such as "attacks this turn if able", and the duration that they state."""


def timed(clause: Clause) -> Clause:
    """Return the clause with the duration that its rule text or its subject states, if any.

    The subject states it in "the next spell you cast this turn".
    """
    said = " ".join(each.text for each in clause.operations if isinstance(each, RuleText))
    duration = next((ends for words, ends in _WITHIN.items() if words in said), "")
    last = clause.selector.parts[-1] if isinstance(clause.selector, Together) else clause.selector
    if isinstance(last, InOrder) and last.text.endswith(" this turn"):
        duration = "this turn"
    if not duration or clause.duration:
        return clause
    return msgspec.structs.replace(clause.marked("untimed"), duration=duration)
