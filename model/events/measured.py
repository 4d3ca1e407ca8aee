"""Numbers of objects that an event names, as in "X is that creature's power" (608.2h)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..effects.amounts.counting import NumberOf
from ..effects.amounts.players import RecordedNumber
from ..effects.language import Clause, Selector
from ..effects.node import Node
from ..effects.selectors import ChosenObject, Target
from ..support.patterns import lazy_pattern

_NUMBER: Final = lazy_pattern(r"(that [a-z]+)'s (power|toughness|mana value)")


def measured(clauses: tuple[Clause, ...], targets: Sequence[str], chosen: Sequence[str]) -> tuple[Clause, ...]:
    """Return clauses in which the numbers of an object that the event names are those that the board has.

    Args:
        clauses: the clauses of the effect.
        targets: the targets in the event.
        chosen: the objects that the event names without targeting.
    """
    spoken = [node for clause in clauses for node in clause.walk() if isinstance(node, Target)]

    def meant(phrase: str) -> Selector | None:
        same = next((node for node in spoken if node.word == phrase and not node.many), None)
        if same is not None:
            return same
        if chosen:
            return ChosenObject(phrase)
        return Target(0, word=phrase) if targets and not spoken else None

    def of_object(node: Node) -> Node:
        found = _NUMBER.fullmatch(node.text) if isinstance(node, RecordedNumber) else None
        of = None if found is None else meant(found[1])
        what: Any = "" if found is None else found[2].replace(" ", "_")
        return node if of is None else NumberOf(of, what)

    return tuple(clause.rewrite(of_object) for clause in clauses)
