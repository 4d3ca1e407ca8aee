"""Functions that read conditions about the course of the game."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from ...effects.conditions import AtLevel, GameFact, Is, Not, TurnOf
from ...effects.filters.status import Status
from ...effects.language import Condition
from ...effects.selectors import Attached, Itself, Target
from ..printing.conditions import PAST
from ..words import Stop
from .discourse import CONDITIONS, Branch, Discourse, reads
from .pronouns import pronoun

CONDITIONS["at_level"] = lambda _, tree: AtLevel(int(str(tree.children[0]).split()[4]), "this Class")

CONDITIONS["your_turn"] = lambda _, tree: TurnOf(
    "opponents" if "opponent" in tree.children[0] else "you", "not" in tree.children[0], "it's"
)


def turn(token: Token) -> Condition:
    if token.endswith(("step", "phase", "upkeep")):  # the board knows the turn, but not the step
        return GameFact(str(token))
    who: Any = "opponents" if token == "during each opponent's turn" else "you"
    if who == "you" and token not in ("during your turn", "during turns other than yours"):
        raise Stop(token)
    return TurnOf(who, negated=token == "during turns other than yours")


@reads(CONDITIONS, "told")
def game_fact(discourse: Discourse, tree: Branch) -> Condition:
    token = tree.children[0]
    if token == "you're not the monarch":
        return Not(GameFact("you're the monarch"))
    if token.startswith("that mana is spent on "):
        discourse.it = None  # "it" is the spell, which the event names
        return GameFact(str(token))
    found = re.fullmatch(r"(it|that \w+|(?:enchanted|equipped) \w+) (.+)", str(token))
    flag = next((fact for fact, phrase in PAST.items() if found and found[2] == phrase), "")
    if found is None or not flag or (found[1] == "it" and isinstance(discourse.it, Itself | None)):
        return GameFact(str(token))
    attached = found[1].startswith(("enchanted", "equipped"))
    about = Attached(found[1]) if attached else pronoun(discourse, token.update(value=found[1]))
    if not isinstance(about, Attached | Target):
        raise Stop(token)
    return Is(about, (Status(flag),), word=found[2])
