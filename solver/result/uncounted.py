"""Hands and libraries that abilities count although no card is in them and no number is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.amounts.counting import Count, PlayerCount, cards_in
from mtglayers.model.effects.amounts.players import AmongPlayers
from mtglayers.model.effects.conditions import Exists, OfPlayers
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.node import Node, marked
from mtglayers.model.effects.players import AttackedBy, ControllerOf
from mtglayers.model.effects.view import Context, Mask, Players, Who, players

from ..engine.state import State, numbers


def uncounted(ability: Ability, state: State, mask: Mask) -> Iterator[tuple[int, str, int]]:
    """Yield the hands and libraries that count as 0 for a static ability of objects, as (object, zone, player)."""
    for zone, who in _counted(ability):
        for number in numbers(mask):
            for player in _asked(state, number, who):
                if (player, zone) not in state.world.told and not state.player_fact(player, zone):
                    yield number, zone, player


def _asked(state: State, source: int, who: Who | Players) -> tuple[int, ...]:
    if isinstance(who, ControllerOf | AttackedBy) and marked(who, "of_each"):  # "its controller's hand", of each object
        return tuple(sorted(player for player, having in state.column("controller").items() if having))
    return players(state, Context(source=source), who)


@lru_cache(maxsize=8192)
def _counted(ability: Ability) -> tuple[tuple[str, Who | Players], ...]:
    return tuple(dict.fromkeys(_counts(ability, "they")))


def _counts(node: Node, they: Who | Players) -> Iterator[tuple[str, Who | Players]]:
    # `they` are the players of whom the node is asked.
    if isinstance(node, TextAbility):
        return
    if isinstance(node, PlayerCount) and node.what in ("hand", "library"):
        yield node.what, they if node.who == "they" else node.who
    if isinstance(node, Count | Exists) and (zone := cards_in(node.of)) and zone.zone in ("hand", "library"):
        yield zone.zone, they if zone.whose == "they" else zone.whose or "each player"
    inner = node.who if isinstance(node, OfPlayers | AmongPlayers) else they
    for child in node.children():
        yield from _counts(child, inner)
