"""Numbers of objects that an event names, as in "X is that creature's power" (608.2h)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ..effects.amounts.counting import NumberOf
from ..effects.amounts.players import RecordedNumber
from ..effects.choices import spoken
from ..effects.language import Clause, Selector
from ..effects.node import Node
from ..effects.selectors import ChosenFrom, ChosenObject, Target
from ..support.patterns import lazy_pattern

_NUMBER: Final = lazy_pattern(r"(?P<of>that (?P<noun>[a-z]+))'s (?P<what>power|toughness|mana value)")


def measured(
    clauses: tuple[Clause, ...], targets: Sequence[str], chosen: Sequence[str], zone_of: Callable[[str], str]
) -> tuple[Clause, ...]:
    """Return clauses in which the numbers of the only object that is meant are those that the board has.

    A number remains if several objects could be meant.

    Args:
        clauses: the clauses of the effect.
        targets: the objects among the targets in the event.
        chosen: the objects that the event names without targeting.
        zone_of: a function that returns the zone in which an object is or was last.
    """
    nodes = [node for clause in clauses for node in spoken(clause)]
    named = [node for node in nodes if isinstance(node, Target)]
    others = {node.word if isinstance(node, ChosenObject) else "" for node in nodes
              if isinstance(node, ChosenObject | ChosenFrom)}  # fmt: skip

    def meant(phrase: str, noun: str) -> Selector | None:
        if same := {node.index: node for node in named if node.word == phrase}:
            only = next(iter(same.values()))
            return None if len(same) > 1 or only.many else only
        names = [*(() if named else targets), *chosen]
        if len(names) != 1 or not _is_a(noun, zone_of(names[0])) or not others <= {phrase}:
            return None
        return ChosenObject(phrase) if chosen else Target(0, word=phrase)

    def of_object(node: Node) -> Node:
        found = _NUMBER.fullmatch(node.text) if isinstance(node, RecordedNumber) else None
        of = None if found is None else meant(found["of"], found["noun"])
        what: Any = "" if found is None else found["what"].replace(" ", "_")
        return node if of is None else NumberOf(of, what)

    return tuple(clause.rewrite(of_object) for clause in clauses)


def _is_a(noun: str, zone: str) -> bool:
    # 109.2: without "card" or "spell", a noun means a permanent.
    if noun == "spell":
        return zone == "stack"
    return zone not in ("battlefield", "stack") if noun == "card" else zone == "battlefield"
