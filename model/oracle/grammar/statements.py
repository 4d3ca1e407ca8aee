"""The parts of a sentence that say what may, must or can't be done: no characteristic is touched (613.11)."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# What a creature or another object may, must or can't do, by its first words.
_HEADS: Final = (
    r"can't (?:attack|block|be (?:attacked|blocked|countered|enchanted|equipped|regenerated|sacrificed|turned"
    r"|the targets?|copied|attached|destroyed|activated)|become|crew|transform|phase|untap"
    r"|have (?:counters|[+-]\d/[+-]\d counters|more than))",
    r"can (?:only )?(?:attack|block|be blocked)",
    r"must (?:attack|block|be blocked)",
    r"attacks? (?:each|this|that)",
    r"blocks? (?:each|this)",
    r"(?:is|are) (?:goaded|suspected)",
    r"(?:loses?|doesn't lose|don't lose) (?:unspent|the game for)",
    r"(?:doesn't|don't) untap",
    r"assigns? (?:no )?combat damage",
    r"enters? tapped",
    r"costs? \{",
    r"(?:may|can) be cast",
    r"(?:saddles Mounts and )?crews? Vehicles",
)
# Where a statement ends: at the end of the sentence, at a further verb, at a condition or a duration.
_VERBS: Final = (
    r"(?:has|have|gets?|is|are|isn't|aren't|all|its|their|loses?|gains?|becomes?|can't|can|must|doesn't|don't"
    r"|prevent)\b"
)
_END: Final = (
    rf"$|[.\"]|,? and (?:it |they |loses? |)(?:{_VERBS})|, (?:{_VERBS})"
    r"|,? as long as\b|(?:,|,? and) (?:it|they|you|other players) | until \w+|(?<! )(?= this (?:turn|combat))"
    r"| if (?!able)"
)
_WHOLE: Final = (
    r"(?:its|their|enchanted \w+'s) activated abilities can't be activated(?: unless they're mana abilities)?",
    r"all creatures able to block (?:it|this creature|enchanted creature|equipped creature|~) do so",
    r"equip abilities you activate cost \{\d+\} less to activate",
    r"don't lose the game for [^.,\"]*?",
    r"prevent all (?:combat |noncombat )?damage (?:that would be dealt|it would deal|\w+ would deal)[^.\"]*?",
)


@cache
def predicate_pattern() -> re.Pattern[str]:
    """Return a pattern for predicates: "can't attack or block"."""
    return re.compile(rf"(?:{'|'.join(_HEADS)})[^.\"]*?(?={_END})")


@cache
def clause_pattern() -> re.Pattern[str]:
    """Return a pattern for clauses with their own subject: "its activated abilities can't be activated"."""
    return re.compile(rf"(?:{'|'.join(_WHOLE)})(?={_END})")
