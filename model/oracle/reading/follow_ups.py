"""Functions that read keyword actions, and sentences that continue or replace the previous sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from ...effects.conditions import AllOf, GameFact, Not
from ...effects.language import Clause, Condition
from ...effects.node import Node
from ...effects.operations.abilities import Gain
from ...effects.operations.abilities_from_board import GainOne
from ...effects.selectors import ChosenObject, Target
from ...errors import UnsupportedTextError
from ..recognition.keyword_actions import actions_in
from ..words import Stop
from .discourse import Discourse
from .lines import read_sentence

_CONDITION = re.compile(r"(?:Then )?[Ii]f (?!you do\b|you don't\b)([^,\"]*), ")
REPLACES = re.compile(r"\binstead\b(?! of\b)")


def sharing(found: list[Clause], began: int, before: int, discourse: Discourse) -> list[Clause]:
    """Give the targets of an "instead" sentence the indices of the targets that they replace.

    Only one of the two sets of targets is chosen (601.2c), as in "if this spell was kicked, instead any number of
    target creatures".
    """
    if began == before or not any(clause.relation == "instead" for clause in found):
        return found

    def moved(node: Node) -> Node:
        if isinstance(node, Target) and node.index >= before:
            return msgspec.structs.replace(node, index=node.index - (before - began))
        return node

    if discourse.it is not None:
        discourse.it = moved(discourse.it)  # type: ignore[assignment]
    discourse.targets = max(before, discourse.targets - (before - began))
    return [clause.rewrite(moved) for clause in found]


def opposite(
    found: list[Clause], last: list[Clause], said: str, discourse: Discourse, sentence: str
) -> list[Clause]:  # fmt: skip
    """Return the clauses of "Otherwise, ...", whose condition is the negated previous condition (608.2c)."""
    if not found or "otherwise" not in found[0].marks:
        return found
    before = _asked(said, discourse) if said else last[0].condition if last else None
    if before is None:
        raise UnsupportedTextError(sentence, (0, len("Otherwise")))
    return [msgspec.structs.replace(clause, condition=Not(before)) for clause in found]


def _asked(said: str, discourse: Discourse) -> Condition | None:
    state = discourse.state()
    try:
        return read_sentence(f"If {said}, this permanent is white.", discourse)[0].condition
    except (UnsupportedTextError, Stop):
        return None
    finally:
        discourse.restore(state)


def unless(last: list[Clause], said: str, discourse: Discourse, sentence: str) -> list[Clause]:
    """Return the previous clauses, limited to cases in which an "instead" instruction does not replace them.

    Raises:
        UnsupportedTextError: the condition is not understood.
    """
    return replaced(last, _asked(said, discourse) if said else None, sentence)


def instead_of_both(found: list[Clause], bare: str) -> bool:
    """Return whether a sentence that combines an instruction and clauses replaces the previous sentence."""
    marked = any(clause.relation in ("instead", "otherwise") for clause in found)
    return bool(found) and not marked and bool(REPLACES.search(bare)) and "would" not in bare


def replaced(last: list[Clause], condition: Condition | None, sentence: str) -> list[Clause]:
    """Return the replaced clauses, limited to cases in which the given condition is false.

    Raises:
        UnsupportedTextError: there is no condition.
    """
    if condition is None:
        place = sentence.index("instead")
        raise UnsupportedTextError(sentence, (place, place + len("instead")))
    return [
        msgspec.structs.replace(
            clause.marked("replaced"),
            condition=Not(condition) if clause.condition is None else AllOf((clause.condition, Not(condition))),
        )
        for clause in last
    ]


def replacing(found: list[Clause], last: list[Clause], sentence: str) -> list[Clause]:
    """Return the clauses after copying the duration of the sentence that they replace.

    Raises:
        UnsupportedTextError: the clauses replace only part of the previous sentence.
    """
    if not any(clause.relation == "instead" for clause in found):
        return found
    if any(clause.condition is None for clause in found):
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    if not last:  # the clauses replace an instruction
        return [found[0].marked("anew"), *found[1:]]
    done = {type(operation) for clause in found for operation in clause.operations}
    done |= {GainOne} if Gain in done else set()
    durations = {clause.duration for clause in last}
    if {type(operation) for clause in last for operation in clause.operations} - done or len(durations) > 1:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    (duration,) = durations
    if duration and duration != "while":
        return [
            clause if clause.duration
            else msgspec.structs.replace(clause.marked("untimed"), duration=duration)
            for clause in found
        ]  # fmt: skip
    return found


def clauses_of_actions(
    sentence: str, discourse: Discourse, read: Callable[[str, Discourse], list[Clause]]
) -> tuple[list[Clause], bool]:
    """Return the clauses of the keyword actions in a sentence.

    Also return whether the sentence begins with a keyword action. The clauses have the form "action", because their
    wording does not occur in the text.

    Args:
        sentence: the sentence.
        discourse: the antecedents; a target of the action is added.
        read: the function that reads the effect of an action.
    """
    found: list[Clause] = []
    first = False
    for action, text, begins in actions_in(sentence):
        it = discourse.it
        if action.object:
            discourse.it = ChosenObject(action.object)
        clauses = read(text, discourse)
        discourse.it = it if action.object else clauses[-1].selector
        said = _CONDITION.match(sentence)
        condition = GameFact(said[1]) if said else None
        for clause in clauses:
            chosen = ChosenObject(action.object) if action.object else clause.selector
            found.append(msgspec.structs.replace(clause, selector=chosen, condition=condition, form="action"))
        first = first or begins
    return found, first
