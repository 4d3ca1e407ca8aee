"""What not every edition of the rules has: each concept, with the objects and effects that need it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

import msgspec

from ..cards.card import Card
from ..cards.faces import TWO_SIDED
from ..effects.designations import DESIGNATIONS
from ..effects.language import Clause
from ..effects.operations.text import ExchangeText, TakeTextBox
from ..objects.gameobject import GameObject
from ..objects.tables import Tables
from ..rules.counter_kinds import is_keyword_counter
from ..rules.edition import Edition, Moment, since_when
from ..support.limits import check
from .base import Event

MERGING: Final = "merging"
STICKERS: Final = "stickers"
DOUBLE_FACED: Final = ("double-faced", "double-faced cards")
"""A concept, and what a message calls it."""
TEXT_BOXES: Final = ("text boxes", "exchanged text boxes")


class Nontraditional(msgspec.Struct, frozen=True):
    """The rules for a card type whose cards stay in the command zone (108.2a).

    Attributes:
        concept: the name of the concept for `Edition.knows`.
        moment: the argument of `Edition.stamps` for turning a card face up (613.7h, 613.7j).
        stays: the rule that keeps the cards in the command zone.
        hides: the rule that makes a card that is turned face down a new object, or "" if there is no such rule.
        beginning: whether the cards start the game in the command zone (313.5, 315.2).
        planar: whether the active player (311.5, 312.4) rather than the owner (313.5, 314.5, 315.6) controls the cards.
    """

    concept: str
    moment: Moment
    stays: str
    hides: str = ""
    beginning: bool = False
    planar: bool = False


NONTRADITIONAL: Final = MappingProxyType({
    "Plane": Nontraditional("planes", "plane", "311.2", "311.6", planar=True),
    "Phenomenon": Nontraditional("phenomena", "phenomenon", "312.2", "312.6", planar=True),
    "Scheme": Nontraditional("schemes", "scheme", "314.2", "314.6"),
    "Vanguard": Nontraditional("vanguards", "vanguard", "313.2", beginning=True),
    "Conspiracy": Nontraditional("conspiracies", "conspiracy", "315.3", beginning=True),
})  # fmt: skip
"""The rules for each card type whose cards stay in the command zone."""


def nontraditional(card: Card) -> str | None:
    """Return the card type that keeps a card in the command zone, or None."""
    return next((word for word in card.faces[0].types if word in NONTRADITIONAL), None)


def lacking(edition: Edition, concept: str, what: str = "") -> str:
    """Return a message that the edition does not have a concept, which `what` can call by another name; or ""."""
    if edition.knows(concept):
        return ""
    return f"edition {edition.name} does not have {what or concept} (introduced on {since_when(concept)})"


def admit_concept(event: Event, tables: Tables, concept: str, what: str = "") -> None:
    """Reject an event that uses a concept that the board's edition does not include."""
    if problem := lacking(tables.edition, concept, what):
        raise event.refuse(problem)


def known_counters(event: Event, tables: Tables, counts: Iterable[tuple[str, int]], path: str) -> None:
    """Reject keyword counters that the board's edition does not include (122.1b) or that exceed the limit.

    Args:
        event: the event.
        tables: the tables of the board.
        counts: the kinds of counters and the number of each kind that the object gets.
        path: the event's key that lists the counters.
    """
    for kind, count in counts:
        if is_keyword_counter(kind):
            admit_concept(event, tables, *_counters(kind))
            check("counters", count, (path, kind))


def concepts_of(found: GameObject) -> Iterator[tuple[str, str]]:
    """Yield the concepts that an object needs, each with what a message calls it."""
    if (kind := nontraditional(found.card)) is not None:
        yield NONTRADITIONAL[kind].concept, ""
    if "transformed" in found.facts or (found.face and found.card.layout in TWO_SIDED):
        yield DOUBLE_FACED
    if found.merged:
        yield MERGING, ""
    if found.stickers:
        yield STICKERS, ""
    yield from ((DESIGNATIONS[name].concept, "") for name, _ in found.designated)
    yield from (_counters(counter.kind) for counter in found.counters if is_keyword_counter(counter.kind))


def concepts_in(clauses: Iterable[Clause]) -> Iterator[tuple[str, str]]:
    """Yield the concepts that the clauses of an effect need, each with what a message calls it."""
    for clause in clauses:
        if any(isinstance(operation, (ExchangeText, TakeTextBox)) for operation in clause.flat()):
            yield TEXT_BOXES


def _counters(kind: str) -> tuple[str, str]:
    return "keyword counters", f"`{kind}` counters"
