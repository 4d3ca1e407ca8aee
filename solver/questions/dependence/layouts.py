"""What boards with two cards have in common: players, choices, and which effects are a card's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card, Face
from mtglayers.model.effects.choices import EXAMPLES
from mtglayers.model.effects.conditions import ChosenOption
from mtglayers.model.effects.filters.characteristics import Chosen, OfType
from mtglayers.model.effects.filters.whereabouts import ExiledWith
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Filter
from mtglayers.model.effects.selectors import Group, LastExiled
from mtglayers.model.effects.view import Zone
from mtglayers.model.rules.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    COLOR_NAMES,
    COLORS,
    PERMANENT_TYPES,
    families,
)

from ...result.characteristics import Characteristics
from ...result.result import Result
from ...result.unsupported import choices_asked

PLAYERS: Final = ("Ana", "Ben")

Word = str | int

Choice = Mapping[str, tuple[Word, ...]]
"""Kind of choice -> the chosen words, in order; the name of one of the cards is given by the id of that card."""

Named = Mapping[Word, frozenset[str]]
"""Name, or id of a card -> its supertypes and card types."""

_NUMBERS: Final = (2, 3, 4)
_DEFAULTS: Final[Choice] = MappingProxyType({
    **EXAMPLES, "card_name": (), "player": PLAYERS[1:], "number": _NUMBERS, "option": (1,),
})  # fmt: skip

_OPPOSED: Final = (" an opponent controls", " you don't control")
_HOSTS: Final = ("Creature", "Land", "Artifact", "Enchantment", "Planeswalker")

OBJECT: Final = "object"
"""The kind of the choice of an object, which is given by its id."""

CHOSEN_SUBTYPES: Final = MappingProxyType({
    "creature_type": "creature", "basic_land_type": "land", "land_type": "land",
})  # fmt: skip
"""Kind of choice -> the family of the subtypes that can be chosen."""


def is_spell(face: Face) -> bool:
    """Return whether a card with this face up is never a permanent."""
    return set(PERMANENT_TYPES).isdisjoint(face.types)


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


def objects_to_name(cards: Iterable[Face], plains: Iterable[Mapping[str, Any]] = ()) -> Named:
    """Return objects whose names could be chosen: cards by id, and then plain objects by name."""
    found: dict[Word, frozenset[str]] = {
        id_of(place): frozenset((*face.supertypes, *face.types)) for place, face in enumerate(cards)
    }
    return found | {plain["name"]: frozenset(plain["type_line"].partition(" — ")[0].split()) for plain in plains}


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


def default_choices(result: Result) -> dict[str, tuple[Word, ...]]:
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
        if kind in _DEFAULTS:
            found[kind] = _DEFAULTS[kind][: max(1, *places, 1)]
    return found


def words_to_choose(
    kind: str, read: Mapping[str, tuple[str, ...]], named: Named, card: Card
) -> Sequence[Word]:  # fmt: skip
    """Return the words that can be chosen for a card and that effects can distinguish.

    Args:
        kind: the kind of choice.
        read: the words that effects read, as in `Universe`.
        named: the objects whose names could be chosen.
        card: the card.
    """
    if kind == "color":
        return [color for color in COLORS if COLOR_NAMES[color] in read.get("colours", ())]
    if kind == "card_type":
        return read.get("types", ())
    if kind == "card_name":
        wanted = _named_types(card)
        return [word for word, types in named.items() if wanted and wanted <= types and "Basic" not in types]
    if kind == "player":
        return PLAYERS
    if kind == "number":
        return _NUMBERS
    if kind == "option":
        nodes = (node for face in card.faces for ability in face.abilities for node in ability.walk())
        return range(1, max([2, *(node.place for node in nodes if isinstance(node, ChosenOption))]) + 1)
    family = CHOSEN_SUBTYPES.get(kind)
    words = [word for word in read.get("subtypes", ()) if family in families(word)]
    return [word for word in words if kind != "basic_land_type" or word in BASIC_LAND_TYPES]


def _named_types(card: Card) -> frozenset[str]:
    # The card types of the objects with the chosen name that a card affects. Of the cards that affect such objects,
    # each one lets its controller choose the name of any nonbasic card with these types (201.4).
    nodes = (node for face in card.faces for ability in face.abilities for node in ability.walk())
    groups = (node.filters for node in nodes if isinstance(node, Group) and any(map(_is_name, node.filters)))
    return frozenset(each.type for filters in groups for each in filters if isinstance(each, OfType))


def _is_name(filter: Filter) -> bool:
    return isinstance(filter, Chosen) and filter.what == "card_name"


def as_keys(chosen: Choice, names: Sequence[str] = ()) -> Any:
    """Return choices as the value of the key `chosen` of an event.

    Args:
        chosen: the choices.
        names: the names of the cards.
    """
    cards: Mapping[Word, str] = {id_of(card): name for card, name in enumerate(names)}
    return {kind: [_in_full(kind, word, cards) for word in words] for kind, words in chosen.items() if words} or None


def _in_full(kind: str, word: Word, cards: Mapping[Word, str]) -> Word:
    return cards.get(word, word) if kind == "card_name" else word


def host_types(face: Face) -> Iterator[str]:
    """Yield the card types of the objects to which a permanent can be attached; "Player" for players.

    An empty word means that it need not be attached.
    """
    # 301.5, 301.6, 303.4a: an enchant ability that names no card type allows every type.
    if "Equipment" in face.subtypes:
        if "Creature" in face.types:  # 702.151: an effect can reach it as a creature
            yield ""
        yield "Creature"
    if face.has("Bestow"):  # 702.103b
        yield ""
        yield "Creature"
    if "Fortification" in face.subtypes:
        yield "Land"
    if "Aura" in face.subtypes:
        words = {word for quality in enchanted(face) for word in quality.replace(",", " ").split()}
        if words <= {"player", "opponent", ""}:
            yield "Player"
        else:
            yield from [word for word in _HOSTS if word.lower() in words] or _HOSTS


def enchanted(face: Face) -> Iterator[str]:
    """Yield what each enchant ability of an Aura allows, in lower case."""
    for ability in face.abilities:
        if isinstance(ability, Keyword) and ability.name == "Enchant":
            yield f"{ability.parameter} {ability.subtype}".lower()


def is_opposed(face: Face) -> bool:
    """Return whether a permanent can be attached only to objects that its controller does not control."""
    return any(quality.strip().endswith(_OPPOSED) for quality in enchanted(face))


def is_fit(board: Board, result: Result) -> bool:
    """Return whether every Aura's enchant ability allows the object that it enchants (303.4c)."""
    for id, found in board.objects.items():
        if found.attached_to is not None:
            host = result[board.by_number(found.attached_to).id]
            for ability in board.object(id).card.faces[found.face].abilities:
                if isinstance(ability, Keyword) and ability.name == "Enchant" and not _is_named(host, ability):
                    return False
    return True


def _is_named(host: Characteristics, enchant: Keyword) -> bool:
    words = [word.capitalize() for word in re.findall(r"[\w-]+", f"{enchant.parameter} {enchant.subtype}")]
    known = [word for word in words if word == "Permanent" or word in CARD_TYPES or families(word)]
    return not known or any(word == "Permanent" or word in (*host.types, *host.subtypes) for word in known)
