"""How a card can have effects on a board: as an object in a zone, or as a spell or ability that has resolved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, TypeVar

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.cards.faces import TWO_SIDED, is_room
from mtglayers.model.cards.rules_text import resolution_of_ability, resolution_of_spell
from mtglayers.model.effects.ability import Resolution, enters_with
from mtglayers.model.effects.amounts.base import X
from mtglayers.model.effects.choices import EXAMPLES, choice_needed, spoken
from mtglayers.model.effects.conditions import GameFact
from mtglayers.model.effects.language import Clause
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.selectors import Target
from mtglayers.model.effects.view import Zone
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.events.concepts import nontraditional
from mtglayers.model.rules.edition import Edition

from ...wording import joined
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
        face: the number of the face that is up or of the unlocked door, or of the face that the spell was.
        told: the wordings of the facts that are true as the card enters or as the spell or ability resolves, such as
            "this creature was kicked".
    """

    zone: Zone = "battlefield"
    ability: int = 0
    modes: int = 0
    clauses: tuple[Clause, ...] = ()
    face: int = 0
    told: tuple[str, ...] = ()

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
        if self.told:
            found["told"] = list(self.told)
        return {key: value for key, value in found.items() if value}

    def _nodes(self, kind: type[Found]) -> Iterator[Found]:
        return (node for clause in self.clauses for node in spoken(clause) if isinstance(node, kind))

    def enters(
        self, board: Board, definition: str | Mapping[str, Any], card: Card, id: str, player: str, **keys: Any
    ) -> None:  # fmt: skip
        """Put the card onto a board in its zone, with its face up.

        Args:
            board: the board.
            definition: the name or the definition of the card.
            card: the card.
            id: its id.
            player: its controller.
            keys: other keys of the event.

        Raises:
            LayersError: the rules do not allow it.
        """
        if nontraditional(card) is not None:
            board.reveals(card.name, as_=id, controller=player, **keys)
            return
        here = self.zone == "battlefield"
        if not here:
            keys["zone"] = self.zone
        elif self.face and card.layout in TWO_SIDED:
            keys["transformed"] = True
        board.enters(definition, as_=id, controller=player, **keys)
        if here and self.face and card.layout == "flip":
            board.flips(id)
        if here and is_room(card):
            board.marks(id, unlocked=[card.faces[self.face].name])
        if self.told:
            board.marks(id, told=list(self.told))
        if self.zone == "library":
            board.marks(id, top_of_library=True)

    def words(self, card: Card) -> str:
        """Return a phrase such as "with Anger in a graveyard", or "" for a permanent with its front face up."""
        name = card.faces[self.face].name if len(card.faces) > 1 else card.name
        facts = f" ({joined(self.told)})" if self.told else ""
        if self.resolves:
            return f"after {f'an ability of {name}' if self.ability else name} has resolved{facts}"
        if self.zone != "battlefield":
            return f"with {in_zone(card.name, self.zone)}"
        if is_room(card):
            return f"with {name} unlocked"
        return f"with {name}{facts}" if self.face or facts else ""


def home_of(card: Card) -> Zone:
    """Return the zone in which a card is by itself, such as the command zone for an emblem or a plane (114.4, 311)."""
    return "command" if card.emblem or nontraditional(card) is not None else "battlefield"


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
    home = home_of(card)
    others = zones_of_card(card, edition).beside(zones_of_card(other, edition))
    for place, face in enumerate(card.faces):
        here: tuple[Zone, ...] = () if home == "battlefield" and is_spell(face) else (home,)
        zones: tuple[Zone, ...] = here if place else (*here, *others)
        for zone in dict.fromkeys(zones):
            yield from _there(face, Way(zone, face=place), card.name, edition)
    for place, face in enumerate(card.faces):
        yield from _resolved(face, place, home, card.name, edition)


def _there(face: Face, way: Way, name: str, edition: Edition) -> Iterator[tuple[Way, frozenset[PartColumns]]]:
    # An object with a face up, and then with what it enters with if a fact is true, or if all are (614.1c).
    parts = (static_columns(ability, False, edition) for ability in face.abilities)
    own = _union(found for found in parts if any(part.own and part.zone == way.zone for part in found))
    yield way, own
    there = ((ability, ability.when()) for ability in face.abilities if way.zone == "battlefield")
    entering = [(ability, fact.text) for ability, fact in there if enters_with(ability) and isinstance(fact, GameFact)]
    for some in (*([each] for each in entering), *([entering] if len(entering) > 1 else ())):
        told = msgspec.structs.replace(way, told=tuple(fact for _, fact in some))
        yield told, _union((own, *(resolving_columns(ability, name, edition) for ability, _ in some)))


def _resolved(
    face: Face, place: int, home: Zone, name: str, edition: Edition
) -> Iterator[tuple[Way, frozenset[PartColumns]]]:
    if home == "battlefield" and is_spell(face):
        columns = _union(resolving_columns(ability, name, edition) for ability in face.abilities)
        for way in _resolving(resolution_of_spell(face.abilities, name), Way("stack", face=place)):
            yield way, columns
        return
    for number, ability in enumerate(face.abilities, start=1):
        columns = frozenset(part for part in resolving_columns(ability, name, edition) if part.source == "resolved")
        if columns:
            try:
                resolution = resolution_of_ability(ability, name)
            except UnsupportedTextError:
                continue
            for way in _resolving(resolution, Way(home, number, face=place)):
                yield way, columns


def _resolving(resolution: Resolution | None, way: Way) -> Iterator[Way]:
    if resolution is None:
        return
    if resolution.modes:
        for mode, clauses in enumerate(resolution.modes, start=1):
            yield from _with_facts(msgspec.structs.replace(way, modes=mode, clauses=clauses))
    else:
        yield from _with_facts(msgspec.structs.replace(way, clauses=resolution.clauses))


def _with_facts(way: Way) -> Iterator[Way]:
    # With each fact that conditions of the clauses mention, such as "this spell was kicked".
    if way.clauses:
        yield way
        for fact in dict.fromkeys(node.text for clause in way.clauses for node in spoken(clause)
                                  if isinstance(node, GameFact)):  # fmt: skip
            yield msgspec.structs.replace(way, told=(fact,))


def _union(found: Iterable[frozenset[PartColumns]]) -> frozenset[PartColumns]:
    return frozenset[PartColumns]().union(*found)
