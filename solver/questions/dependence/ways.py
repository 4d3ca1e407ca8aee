"""How a card can have effects on a board: as an object in a zone, or as a spell or ability that has resolved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, TypeVar

import msgspec

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.rules_text import resolution_of_ability, resolution_of_spell
from mtglayers.model.effects.ability import Resolution
from mtglayers.model.effects.amounts.base import X
from mtglayers.model.effects.choices import EXAMPLES, choice_needed, spoken
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.selectors import Target
from mtglayers.model.effects.view import Zone
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.rules.edition import Edition

from ..atlas.columns import PartColumns, dependence_layers, resolving_columns, static_columns, zones_of_card
from .layouts import Choice, as_keys, in_zone, is_spell

_X: Final = 3

Found = TypeVar("Found", bound=Node)


class Way(msgspec.Struct, frozen=True):
    """How a card has effects on a board.

    Attributes:
        zone: the zone of the card; "stack" for a spell that has resolved.
        ability: the place of the ability that has resolved, or 0.
        modes: the number of the chosen mode, or 0.
        clauses: the clauses of the spell or ability.
    """

    zone: Zone = "battlefield"
    ability: int = 0
    modes: int = 0
    clauses: tuple[Clause, ...] = ()

    @property
    def resolves(self) -> bool:
        """Whether a spell or ability of the card has resolved."""
        return self.zone == "stack" or self.ability > 0

    @property
    def targets(self) -> int:
        """The number of targets."""
        return max((node.index + 1 for node in self._nodes(Target)), default=0)

    @property
    def targets_players(self) -> bool:
        """Whether a target can be a player, as far as the text says."""
        return any(node.group is None for node in self._nodes(Target))

    @property
    def chosen(self) -> Choice:
        """The choices that are made on resolution, with default words (608.2d)."""
        asked = {choice_needed(node) for clause in self.clauses for node in spoken(clause)}
        return {kind: EXAMPLES[kind][:1] for kind in sorted(asked & EXAMPLES.keys())}

    def keys(self, targets: tuple[str, ...], chosen: Choice) -> dict[str, Any]:
        """Return the keys of the event in which the spell or ability resolves."""
        found: dict[str, Any] = {"targets": list(targets), "chosen": as_keys(chosen)}
        if self.modes:
            found["mode"] = (self.modes,)
        if any(True for _ in self._nodes(X)):
            found["x"] = _X
        return {key: value for key, value in found.items() if value}

    def _nodes(self, kind: type[Found]) -> Iterator[Found]:
        return (node for clause in self.clauses for node in spoken(clause) if isinstance(node, kind))

    def words(self, name: str) -> str:
        """Return a phrase such as "with Anger in a graveyard", or "" for a permanent."""
        if self.resolves:
            return f"after {f'an ability of {name}' if self.ability else name} has resolved"
        there = in_zone(name, self.zone)
        return there and f"with {there}"


def ways_together(cards: Sequence[Card], edition: Edition) -> Iterator[tuple[Way, Way]]:
    """Yield the ways in which one of two cards could depend on the other, permanents first.

    At most one of the two has an effect of a resolved spell or ability, which depends on nothing (611.2c).
    """
    found = [list(_ways(card, edition, other)) for card, other in (cards, cards[::-1])]
    first = tuple(ways[0][0] for ways in found if ways)
    for (one, mine), (other, theirs) in product(*found):
        if (one, other) == first or (
            not (one.resolves and other.resolves)
            and (dependence_layers(mine, theirs, edition) or dependence_layers(theirs, mine, edition))
        ):
            yield one, other


def _ways(card: Card, edition: Edition, other: Card) -> Iterator[tuple[Way, frozenset[PartColumns]]]:
    # The ways of one card, each with what its effects read and write.
    face = card.faces[0]
    permanent = not is_spell(card)
    parts = [(ability, static_columns(ability, False, edition)) for ability in face.abilities]
    others = zones_of_card(card, edition).beside(zones_of_card(other, edition))
    zones: tuple[Zone, ...] = ("battlefield", *others)
    for zone in zones:
        if zone != "battlefield" or permanent:
            there = [found for _, found in parts if any(part.own and part.zone == zone for part in found)]
            yield Way(zone), _union(there)
    if not permanent:
        resolution = resolution_of_spell(face.abilities, card.name)
        columns = _union(resolving_columns(ability, card.name, edition) for ability in face.abilities)
        yield from ((way, columns) for way in _resolving(resolution, "stack", 0))
        return
    for place, ability in enumerate(face.abilities, start=1):
        columns = frozenset(
            part for part in resolving_columns(ability, card.name, edition) if part.source == "resolved"
        )
        if columns:
            try:
                resolution = resolution_of_ability(ability, card.name)
            except UnsupportedTextError:
                continue
            yield from ((way, columns) for way in _resolving(resolution, "battlefield", place))


def _resolving(resolution: Resolution | None, zone: Zone, place: int) -> Iterator[Way]:
    if resolution is None:
        return
    if resolution.modes:
        for mode, clauses in enumerate(resolution.modes, start=1):
            if clauses:
                yield Way(zone, place, mode, clauses)
    elif resolution.clauses:
        yield Way(zone, place, 0, resolution.clauses)


def _union(found: Iterable[frozenset[PartColumns]]) -> frozenset[PartColumns]:
    return frozenset[PartColumns]().union(*found)
