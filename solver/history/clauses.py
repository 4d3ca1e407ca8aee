"""Boards amid a resolving effect: what its later sentences find when the earlier ones have been followed (608.2c)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from mtglayers.model.effects.ability import Clause
from mtglayers.model.effects.conditions import AllOf, Is, Not, SelfIn, TurnOf
from mtglayers.model.effects.filters.combinators import Other
from mtglayers.model.effects.filters.status import Status
from mtglayers.model.effects.language import Condition, Selector
from mtglayers.model.effects.selectors import Fixed, Itself, Same

from ..engine.state import State

INSTEAD = frozenset({"instead", "instead-front", "instead-only"})
# How a clause stands that goes on with the sentence before it.
JOINED = frozenset({"and", "comma-and", "comma", "elided", "silent"})
# A sentence that asks with the one before, of the same board: "otherwise", "the same is true for".
_ALONG = JOINED | {"otherwise", "same"}

Amid = Callable[[str | None], State]
"""The state amid an effect, after a layer or, of None, after all layers."""


def replaces(clause: Clause) -> bool:
    """Return whether a clause stands in place of the sentence before: "it gets +4/+4 instead"."""
    marks = set(clause.form.split())
    return bool(marks & INSTEAD) and "anew" not in marks


def moments(clauses: Sequence[Clause]) -> list[int]:
    """Return for each clause how many of those before it have been carried out by then (608.2c)."""
    found: list[int] = []
    start = 0
    for place, clause in enumerate(clauses):
        if found and _ALONG & set(clause.form.split()):
            found.append(found[-1])
            continue
        start = start if replaces(clause) else place
        found.append(place if start == place else found[start])
    return found


def contrasts(selector: Selector) -> bool:
    """Return whether it is meant of what the first sentence left out: "other creatures get -2/-1"."""
    return any(isinstance(node, Other) and node.than is not None for node in selector.walk())


def does_something(clause: Clause) -> bool:
    """Return whether a clause with fixed objects may change what the sentences after it find."""
    return (
        isinstance(clause.selector, Fixed)
        and bool(clause.selector.numbers)
        and any(operation.kind not in ("rule", "cost", "player") for operation in clause.flat())
    )


def lasting(clause: Clause) -> Clause:
    """Return a clause with a duration that speaks of its source as the condition that this is (611.2a)."""
    if re.fullmatch(r"(?:~|this \w+) leaves the battlefield", clause.duration):
        return msgspec.structs.replace(clause, until=SelfIn("battlefield"))
    if re.fullmatch(r"(?:~|this \w+) is turned face down", clause.duration):
        return msgspec.structs.replace(clause, until=Not(Is(Itself(), (Status("face-down"),))))
    if re.fullmatch(r"(?:~|this \w+) becomes untapped", clause.duration):
        return msgspec.structs.replace(clause, until=Is(Itself(), (Status("tapped"),)))
    asked = {"if", "unless", "otherwise"} & set(clause.form.split()) or isinstance(clause.condition, TurnOf)
    if clause.condition is not None and not clause.duration and not asked:
        # 418.3d: until 2009 cards said "as long as" of what is now "for as long as".
        return msgspec.structs.replace(clause, duration="while", until=clause.condition, condition=None)
    return clause


def spoken(clauses: tuple[Clause, ...]) -> Iterator[Clause]:
    """Yield the clauses of an effect with durations as conditions, and "otherwise", "instead" as opposites (608.2c)."""
    found: list[Clause] = []
    sentence = start = 0  # where the sentence begins, and the first one that an "instead" would replace
    meant: Selector = Itself()
    before: Condition | None = None
    for place, worded in enumerate(clauses):
        clause = lasting(worded)
        marks = set(clause.form.split())
        if "otherwise" in marks and clause.condition is None and before is not None:
            clause = _with_condition(clause, Not(before))
        if isinstance(clause.selector, Same) and (before is not None or clause.condition is not None):
            clause = msgspec.structs.replace(clause, selector=meant)  # it is meant whether or not that holds
        elif not isinstance(clause.selector, Same):
            meant = clause.selector
        instead = replaces(clause)
        if not marks & JOINED:
            start, sentence = (start if instead else place), place
        if instead and clause.condition is not None:
            for other in range(start, sentence):
                found[other] = _with_condition(found[other], Not(clause.condition))
        found.append(clause)
        before = clause.condition
    yield from found


def _with_condition(clause: Clause, condition: Condition) -> Clause:
    both = condition if clause.condition is None else AllOf((clause.condition, condition))
    return msgspec.structs.replace(clause, condition=both)
