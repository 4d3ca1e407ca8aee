"""Functions that find the rules that a board illustrates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from mtglayers.model.board.board import Board
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event
from mtglayers.model.rules.edition import NEWEST
from mtglayers.solver.result.result import Result

# The clauses of 613.7 in the newest rules that describe events that assign timestamps.
_STAMPS: Final = {
    "counters": "613.7c", "attaches": "613.7e", "turns": "613.7f", "transforms": "613.7g", "stickers": "613.7k",
    "order": "613.7m",
}  # fmt: skip
_REVEALED: Final = {
    "Plane": "613.7h", "Phenomenon": "613.7h", "Scheme": "613.7h", "Vanguard": "613.7i", "Conspiracy": "613.7j",
}  # fmt: skip


def cited(result: Result, board: Board) -> Iterator[str]:
    """Yield the numbers of the rules that a board illustrates under its edition."""
    yield from with_heads(_of_steps(result))
    if result.edition.key == NEWEST.key:
        yield from with_heads(_of_events(result, board))


def with_heads(clauses: Iterable[str]) -> Iterator[str]:
    """Yield each rule number, followed by the number of the rule that contains it.

    >>> list(with_heads(["613.8a"]))
    ['613.8a', '613.8']
    """
    for clause in clauses:
        yield clause
        head = re.fullmatch(r"(\d+\.\d+)[a-z]", clause)
        if head is not None:
            yield head[1]


def _of_steps(result: Result) -> Iterator[str]:
    rule = result.edition.rule
    for layer in result.layers:
        if layer.steps:
            yield layer.rule
            chapter = layer.rule.partition(".")[0]
            if layer.name[0] in "17" and chapter in ("612", "613") and layer.rule[:3] != layer.name:
                yield f"{chapter}.1{'a' if layer.name[0] == '1' else 'g'}"  # the layer that contains the sublayer
        for step in layer.steps:
            if len(layer.steps) > 1:
                yield step.rule
            if step.arrows:
                yield rule("dependency")
            if step.loops:
                yield rule("loop")
            if step.going_on:
                yield rule("started")
            if step.applied.origin == "resolved":
                yield rule("resolved stamp")
                yield rule("locked")
            elif step.applied.held is not None and len(layer.steps) > 1:
                yield rule("static stamp")
            if step.begun_after is not None:
                yield rule("again")


def _of_events(result: Result, board: Board) -> Iterator[str]:
    # 613.7: events with timestamps that determine the order of effects in a layer.
    ordered = {
        source
        for layer in result.layers
        if len(layer.steps) > 1
        for step in layer.steps
        if (source := step.source) is not None
    }
    for event in board.events:
        about = set(_about(event))
        if event.VERB in _STAMPS and about & ordered:
            yield _STAMPS[event.VERB]
        if isinstance(event, Enters) and len(event.enters) > 1:
            yield "613.7m"
    for found in board.objects.values():
        if found.id in ordered:
            yield "613.7d"
            for type in found.base.values.types:
                if type in _REVEALED:
                    yield _REVEALED[type]


def _about(event: Event) -> Iterator[str]:
    named = event.to_data()[event.VERB]
    yield from [named] if isinstance(named, str) else named if isinstance(named, list) else ()


def clause_order(clause: str) -> tuple[Any, ...]:
    """Return a sort key for a rule number; for example, 613.8a comes before 613.10.

    >>> sorted(["613.10", "613.8b", "613.8a", "305.7"], key=clause_order)
    ['305.7', '613.8a', '613.8b', '613.10']
    """
    chapter, _, rest = clause.partition(".")
    digits = "".join(sign for sign in rest if sign.isdigit())
    return int(chapter), int(digits or 0), rest.lstrip("0123456789")
