"""The cards of the shipped catalogue by kind, so that random boards have more effects in layers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.catalogue.pack import Packed
from mtglayers.model.cards.search import FILE
from mtglayers.model.effects.ability import Static, TextAbility, UnsupportedAbility
from mtglayers.model.effects.filters.characteristics import OfSubtype
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.effects.selectors import Group
from mtglayers.model.events.concepts import NONTRADITIONAL
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES

KINDS = (
    "broad", "wide", "static", "aura", "equipment", "spell", "resolving", "copying", "sided", "flip", "halves", "odd",
    "shown", "unread", "creature", "land", "any",
)  # fmt: skip
"""The kinds of cards."""

_HALVES = frozenset({"split", "adventure", "aftermath", "room", "omen", "prepare", "fuse"})
_ODD = frozenset({"mutate", "class", "leveler", "saga", "case", "host", "augment", "prototype", "meld"})
_ODD_KEYWORDS = frozenset({
    "Morph", "Megamorph", "Disguise", "Bestow", "Reconfigure", "Impending", "Level up", "Changeling", "Devoid",
    "Backup", "Mutate", "Living metal", "Soulbond", "Suspend", "Prototype", "Dash", "Embalm", "Fuse", "Crew",
})  # fmt: skip


@cache
def pools() -> dict[str, tuple[str, ...]]:
    """Return the names of the cards of each kind, in alphabetical order; a card can have several kinds."""
    pack = Packed(FILE.read_bytes())
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for name in pack.names:
        card = pack.card(name)
        assert card is not None
        for kind in _kinds(card):
            found[kind].append(name)
    return {kind: tuple(names) for kind, names in found.items()}


def _kinds(card: Card) -> set[str]:
    front = card.faces[0]
    if set(front.types) & set(NONTRADITIONAL):
        return {"shown"}
    abilities = [ability for face in card.faces for ability in face.abilities]
    if {"Instant", "Sorcery"} & set(front.types):
        changing = any(_resolves(ability) for ability in abilities)
        return {"spell"} if changing else {"unread"} if _unread(abilities) else set()
    if card.emblem or "Dungeon" in front.types:
        return set()
    found = {"any", *_by_layout(card)}
    found.update(word.lower() for word in ("Aura", "Equipment") if word in front.subtypes)
    found.update(word.lower() for word in ("Creature", "Land") if word in front.types)
    if _unread(abilities):
        found.add("unread")
    for ability in abilities:
        if isinstance(ability, Static):
            found.add("static")
            groups = [part for part in ability.parts if isinstance(part.selector, Group)]
            if any(not _is_rule(part.operations) for part in groups):
                found.add("wide")
            if any(map(_is_broad, groups)):
                found.add("broad")
        if _resolves(ability):
            found.add("resolving")
        if getattr(ability, "name", "") in _ODD_KEYWORDS:
            found.add("odd")
        if any(isinstance(node, BecomeCopy) for node in ability.walk()):
            found.add("copying")
    return found


def _by_layout(card: Card) -> Iterator[str]:
    if card.layout in _HALVES:
        yield "halves"
    elif card.layout == "flip":
        yield "flip"
    elif len(card.faces) > 1:
        yield "sided"
    elif card.layout in _ODD:
        yield "odd"


def _is_broad(clause: Clause) -> bool:
    """Return whether a clause changes values on which other effects depend, of objects that every board has."""
    rare = any(isinstance(node, OfSubtype) and node.subtype not in BASIC_LAND_TYPES for node in clause.selector.walk())
    return not rare and any(each.kind in ("type", "text", "color", "copy", "control", "set") for each in clause.flat())


def _is_rule(operations: tuple[object, ...]) -> bool:
    return all(isinstance(operation, RuleText) for operation in operations)


def _resolves(ability: Ability) -> bool:
    if not isinstance(ability, TextAbility) or ability.resolution is None:
        return False
    found = ability.resolution
    return bool(found.clauses or found.modes or found.listed) and ability.form != "entering"


def _unread(abilities: list[Ability]) -> bool:
    return any(isinstance(ability, UnsupportedAbility) or getattr(ability, "line", "") for ability in abilities)
