"""What boards with two cards have in common: players, choices, and which effects are a card's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.effects.choices import EXAMPLES
from mtglayers.model.effects.filters.whereabouts import ExiledWith
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.selectors import LastExiled
from mtglayers.model.effects.view import Zone
from mtglayers.model.rules.vocabulary import CARD_TYPES, PERMANENT_TYPES, families

from ...result.characteristics import Characteristics
from ...result.result import Result
from ...result.unsupported import choices_asked

PLAYERS: Final = ("Ana", "Ben")

Choice = Mapping[str, tuple[str, ...]]
"""Kind of choice -> the chosen words, in order."""


CHOSEN_SUBTYPES: Final = MappingProxyType({
    "creature_type": "creature", "basic_land_type": "land", "land_type": "land",
})  # fmt: skip
"""Kind of choice -> the family of the subtypes that can be chosen."""


def is_spell(card: Card) -> bool:
    """Return whether a card is never a permanent."""
    return set(PERMANENT_TYPES).isdisjoint(card.faces[0].types)


def id_of(card: int) -> str:
    """Return the id of the first (0), second (1) or third (2) card on a board."""
    return ("one", "other", "third")[card]


def in_zone(name: str, zone: Zone) -> str:
    """Return a phrase such as "Anger in a graveyard", or "" for a card on the battlefield."""
    where = {"battlefield": "", "exile": "in exile", "command": "in the command zone"}
    there = where.get(zone, f"in a {zone}")
    return f"{name} {there}" if there else ""


def resolved_id(card: int) -> str:
    """Return the name of the effect of a spell or ability of a card that has resolved."""
    return f"{id_of(card)}-resolved"


def is_of(name: str, card: int) -> bool:
    """Return whether an effect comes from a card, or from an ability that the card granted."""
    id = id_of(card)
    mine = name.startswith((f"{id}#", f"{id}<", resolved_id(card)))
    return mine or f"<{id}#" in name or f"<{resolved_id(card)}" in name


def linking(cards: Sequence[Card]) -> int | None:
    """Return the number of the first card that refers to the cards that it exiled (607.2a), or None."""
    for number, card in enumerate(cards):
        nodes = (node for face in card.faces for ability in face.abilities for node in ability.walk())
        if any(isinstance(node, ExiledWith | LastExiled) for node in nodes):
            return number
    return None


def link_exiled(board: Board, source: int, plains: Iterable[Zone], cards: Iterable[int]) -> None:
    """Record that a card exiled the plain objects and the cards that are in exile (607.2a).

    Args:
        board: the board.
        source: the number of the card, which is on the battlefield.
        plains: the zone of each plain object.
        cards: the numbers of the cards in exile.
    """
    exiled = [f"plain-{place}" for place, zone in enumerate(plains) if zone == "exile"]
    for id in (*exiled, *map(id_of, cards)):
        board.marks(id, exiled_with=id_of(source))


def default_choices(result: Result) -> dict[str, tuple[str, ...]]:
    """Return the choices that the abilities on a board ask for, with their default words."""
    abilities = [held.ability for held, mask in result.trace.start.column("ability").items() if mask]
    asked = sorted({kind for ability in abilities for kind in choices_asked(ability)})
    nodes = [node for ability in abilities for clause in ability.clauses() for node in clause.walk()]
    found = {}
    for kind in asked:
        places = [
            getattr(node, "which", 0) for node in nodes
            if kind in (getattr(node, "what", ""), getattr(node, "chosen", ""))
        ]  # fmt: skip
        if kind in EXAMPLES:
            found[kind] = EXAMPLES[kind][: max(1, *places, 1)]
    return found


def as_keys(chosen: Choice) -> Any:
    """Return choices as the value of the key `chosen` of an event."""
    return {kind: list(words) for kind, words in chosen.items()} or None


def is_fit(board: Board, result: Result) -> bool:
    """Return whether every Aura's enchant ability allows the object that it enchants (303.4c)."""
    for id, found in board.objects.items():
        if found.attached_to is not None:
            host = result[board.by_number(found.attached_to).id]
            for ability in board.object(id).card.faces[0].abilities:
                if isinstance(ability, Keyword) and ability.name == "Enchant" and not _is_named(host, ability):
                    return False
    return True


def _is_named(host: Characteristics, enchant: Keyword) -> bool:
    words = [word.capitalize() for word in re.findall(r"[\w-]+", f"{enchant.parameter} {enchant.subtype}")]
    known = [word for word in words if word == "Permanent" or word in CARD_TYPES or families(word)]
    return not known or any(word == "Permanent" or word in (*host.types, *host.subtypes) for word in known)
