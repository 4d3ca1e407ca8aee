"""Objects that entered the battlefield under a player's control this turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from mtglayers.model.board.board import Board
from mtglayers.model.effects.conditions import GameFact
from mtglayers.model.effects.filters.combinators import fitting
from mtglayers.model.effects.game_questions import entry_asked
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import Context, Mask
from mtglayers.model.events.arrivals import Arrival
from mtglayers.model.objects.gameobject import Base
from mtglayers.model.support.progress import checkpoint

from .acts import besides_bases
from .earlier import StateAfter


def conditions(board: Board) -> list[str]:
    """Return a board's conditions about objects that entered this turn, if turns are recorded."""
    if board.turn_began is None:
        return []
    texts = {text for base in board.bases for text in asked_of(base)}
    texts |= {text for part in besides_bases(board) for text in _texts(part)}
    return sorted(texts)


def entered(board: Board, texts: Iterable[str], after: StateAfter, events: int) -> dict[str, dict[int, Mask]]:
    """Return the objects that entered this turn, by condition and controlling player.

    An object counts if it matched the condition as it entered, even if it has since changed or left.

    Args:
        board: the board.
        texts: the conditions.
        after: a function that returns the states of the timeline.
        events: the number of events after which to determine the objects.
    """
    found: dict[str, dict[int, Mask]] = {text: {0: 0} for text in texts}
    for place in range(board.turn_began or 0, events):
        checkpoint("candidate")
        if not isinstance(board.events[place], Arrival):
            continue
        state = after(place + 1)
        there = state.still("zone", "battlefield")
        fresh = sum(1 << number for number, each in state.world.objects.items() if each.entered == place) & there
        for text, masks in found.items():
            asked = entry_asked(text)
            assert asked is not None
            fits = fitting(asked.filters, fresh, state, Context())
            for player, having in state.column("controller").items():
                masks[player] = masks.get(player, 0) | having & fits
    return found


@lru_cache(maxsize=8192)
def asked_of(base: Base) -> frozenset[str]:
    """Return the conditions about objects that entered this turn of the abilities of a base."""
    return frozenset(text for ability in base.values.abilities for text in _texts(ability))


def _texts(tree: Node) -> Iterator[str]:
    for node in tree.walk():
        if isinstance(node, GameFact) and entry_asked(node.text) is not None:
            yield node.text
