"""Unknowns that no effect reads and no expectation mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.search import find_card
from mtglayers.model.effects.ability import UnsupportedAbility
from mtglayers.model.effects.keyword_parameters import of_choice
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import Column
from mtglayers.model.errors import LayersError
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event
from mtglayers.model.events.changes import Marks
from mtglayers.model.events.command_zone import Stickers
from mtglayers.model.events.fields import card_of
from mtglayers.model.events.turns import Order
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.query import Query, Unknown

from ...result.unsupported import choices_asked

_CHOICES = ("color", "creature_type", "land_type", "basic_land_type", "card_type")


def irrelevant_unknowns(query: Query) -> dict[str, Any]:
    """Return the unknowns that cannot affect the outcome, with their first values.

    They are the controllers of entering objects, if no ability or expectation reads controllers, and the choices
    made as an object enters, if no ability reads these choices.
    """
    named = {name for each in query.constraints for name in each.names}
    candidates = [unknown for unknown in query.unknowns if _is_candidate(unknown, query) and unknown.name not in named]
    if not candidates:
        return {}
    nodes = _nodes(query)
    if nodes is None:
        return {}
    read = {family for node in nodes for family, _ in _reads(node)}
    asked = {kind for node in nodes if isinstance(node, Ability) for kind in choices_asked(node)}
    if any(isinstance(node, Ability) and of_choice(node) for node in nodes):
        asked.update(_CHOICES)
    return {
        unknown.name: unknown.values[0]
        for unknown in candidates
        if (unknown.path[-1] not in asked if unknown.path[0] == "chosen" else "controller" not in read)
    }


def _reads(node: Node) -> frozenset[Column]:
    asked: Callable[[], frozenset[Column]] | None = getattr(node, "reads", None)
    return frozenset() if asked is None else asked()


def _is_candidate(unknown: Unknown, query: Query) -> bool:
    event = query.puzzle.timeline[unknown.entry].event
    if not isinstance(event, Enters) or event.zone not in (None, "battlefield"):
        return False
    if unknown.path == ("controller",):
        return not _speaks_of_players(query.expect)
    return len(unknown.path) == 2 and unknown.path[0] == "chosen" and unknown.path[1] in _CHOICES


def _speaks_of_players(expect: Expectation) -> bool:
    controlled = any(wanted.controller is not None for _, wanted in expect.objects)
    return controlled or bool(expect.players) or bool(expect.readings) or expect.ambiguous is not None


def _nodes(query: Query) -> list[Node] | None:
    # None if the abilities are not all known.
    events = [entry.event for entry in query.puzzle.timeline if entry.event is not None]
    if not all(map(_is_plain, events)):
        return None
    board = query.puzzle.board()
    own = board.own_cards
    cards: list[Card] = []
    for place, event in enumerate(events):
        cards_tried = [
            value for u in query.unknowns if u.entry == place and u.path[:1] == ("enters",) for value in u.values
        ]
        try:
            cards += [_card(entry, own) for entry in (*_entered(event), *cards_tried)]
        except LayersError:
            return None
    abilities = [ability for card in cards for face in card.faces for ability in face.abilities]
    nodes = [node for ability in abilities for node in ability.walk()]
    nodes += [  # the effects of keywords are not part of the tree
        inner
        for node in nodes
        if isinstance(node, Ability)
        for clause in (*node.clauses(), node.when())
        if clause is not None
        for inner in clause.walk()
    ]
    return None if any(isinstance(node, UnsupportedAbility) for node in nodes) else nodes


def _is_plain(event: Event) -> bool:
    if not isinstance(event, Enters):
        return not isinstance(event, Marks | Stickers | Order) and event.VERB in ("counters", "leaves", "attaches")
    return event.except_ is None and event.with_effect is None


def _entered(event: Event) -> Iterator[str | Card]:
    if isinstance(event, Enters):
        yield from event.enters


def _card(entry: Any, own: Mapping[str, Card]) -> Card:
    return card_of(entry) if not isinstance(entry, str) else find_card(entry, own)
