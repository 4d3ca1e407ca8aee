"""Functions that read sentences that continue or replace the previous sentence."""

from __future__ import annotations

import re

import msgspec

from ...effects.conditions import AllOf, Not
from ...effects.language import Clause, Condition
from ...effects.node import Node
from ...effects.selectors import Target
from ...errors import UnsupportedTextError
from ..words import Stop
from .discourse import Discourse
from .lines import read_sentence

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
    """Return the clauses of "Otherwise, ..." with the previous condition negated (608.2c)."""
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
    """Return the clauses, limited to cases in which the condition is false.

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
    """Return the clauses with the duration of the sentence they replace.

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
