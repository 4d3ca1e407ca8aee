"""Canonical signatures: pairs of cards that differ in nothing that matters, so that one decision answers for all."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mtglayers.model.cards.search import find
from mtglayers.model.effects.ability import TextAbility, is_cda
from mtglayers.model.effects.filters.characteristics import Chosen
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Term
from mtglayers.model.effects.view import ANY, Column, Columns
from mtglayers.model.rules.edition import TEXTS, Edition

from ...engine.effect import overlaps
from ..dependence.layouts import enchanted
from .columns import PartColumns, abilities_of, columns_of, meet
from .layouts import Profile, other_zones, sides_of
from .pairs import Candidate
from .same_rules import traits_of
from .shapes import counters_named

_EDITIONS: Final = tuple({text.key: text for text in reversed(TEXTS)}.values())
"""The first edition of each key."""

_OTHERS: Final = MappingProxyType({
    "color": "colors", "supertype": "supertypes", "power": "power", "toughness": "toughness", "loyalty": "loyalty",
    "defense": "defense", "mana_value": "mana_value", "mana_cost": "mana_cost", "name": "name",
})  # fmt: skip

_SUBTYPES: Final = (" type", "subtype")
_FIXED: Final = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest", "Aura", "Equipment", "Fortification"})


def signature_of(pair: Candidate, edition: Edition) -> Hashable | None:
    """Return a key that is the same for pairs with the same decision, except for names, or None for a unique pair.

    Two pairs have the same key only if their second cards are the same, and cannot be told apart by what their first
    cards do: the second card can only remove abilities of the first one (in any edition), and nothing that the first
    one changes decides whether it does. Then what the first card's effects do, and to which objects, does not matter.
    """
    if other_zones(pair.effect, pair.on, edition) or other_zones(pair.on, pair.effect, edition):
        return None
    one, others = sides_of(pair.effect, edition), sides_of(pair.on, edition)
    if not pair.alone or len(one) != 1 or len(others) != 1 or one[0].face or one[0].chosen:
        return None
    asked = [kind for kind, _ in others[0].chosen]
    if asked and not (asked == ["card_name"] and _only_chosen_names(pair.on)):
        return None
    read = _deciding(pair.effect, pair.on, edition)
    if read is None or not all(_alone(pair.effect, pair.on, text) for text in _EDITIONS):
        return None
    words = one[0].words.read | others[0].words.read
    seen = (
        frozenset(column for column in words if column[0] in ("type", "color")),
        any(f == "controller" for f, _ in words),
    )
    if asked:  # the ids of the cards stand for their names
        read -= {("name", ANY)}
    same = pair.effect == pair.on
    shape, values, attached = _shape(pair.effect), _values(pair.effect, read), _attached(one[0], others[0])
    return pair.on, pair.layers, seen, shape, values, attached, same


@lru_cache(maxsize=65536)
def _columns(name: str, edition: Edition) -> frozenset[PartColumns]:
    return columns_of(find(name), edition, resolved=False)


@lru_cache(maxsize=8192)
def _read(name: str, edition: Edition) -> Columns:
    return frozenset[tuple[str, Hashable]]().union(*(part.reads for part in _columns(name, edition)))


@lru_cache(maxsize=1024)
def _only_chosen_names(name: str) -> bool:
    # Whether the effects of a card read the names of objects only to compare them with a chosen name.
    def reads_name(node: Term) -> bool:
        inner = (child.reads() for child in node.children() if isinstance(child, Term))
        return ("name", ANY) in node.reads() - frozenset[Column]().union(*inner)

    nodes = (node for ability, _ in abilities_of(find(name)) for node in ability.walk() if isinstance(node, Term))
    return all(isinstance(node, Chosen) for node in nodes if reads_name(node))


def _deciding(effect: str, on: str, edition: Edition) -> Columns | None:
    # The columns that decide whether the second card removes the first one's abilities, or None if the first changes
    # one of them, or what decides to which objects the cards can be attached (301.5, 303.4, 702.16).
    read = _read(on, edition) | _conditions(effect) | {("type", ANY), ("ability", "Protection")}
    if _hosted(effect) or _hosted(on):
        read |= {("subtype", ANY)}
    for part in _columns(effect, edition):
        if part.takes or overlaps(part.writes, read) or any(family.endswith(" type") for family, _ in part.writes):
            return None
    return read - {("ability", "Protection"), ("subtype", ANY), ("type", ANY)} | _read(on, edition)


def _hosted(name: str) -> bool:
    return not {"Aura", "Equipment", "Fortification"}.isdisjoint(find(name).faces[0].subtypes)


@lru_cache(maxsize=16384)
def _conditions(name: str) -> Columns:
    found: set[tuple[str, Hashable]] = set()
    for ability, _ in abilities_of(find(name)):
        for condition in (ability.when(), *(clause.condition for clause in ability.clauses())):
            if condition is not None:
                found |= condition.reads()
    return frozenset(found)


@lru_cache(maxsize=65536)
def _alone(effect: str, on: str, edition: Edition) -> bool:
    return not any(
        meet(part, other, edition) and overlaps(other.writes, part.reads)
        for part in _columns(effect, edition)
        for other in _columns(on, edition)
    )


@lru_cache(maxsize=16384)
def _shape(name: str) -> Hashable:
    # For each ability with effects, in order: the kinds of its operations, and when it exists; and what else is tried.
    face = find(name).faces[0]
    found = tuple(tuple(_of(ability)) for ability in face.abilities if ability.clauses())
    return found, face.types, find(name).layout, traits_of(name), counters_named(find(name))


def _of(ability: Ability) -> Iterator[Hashable]:
    if isinstance(ability, Keyword) or any(isinstance(node, Ability) and node.clauses() for node in _inside(ability)):
        yield ability
        return
    for clause in ability.clauses():
        yield tuple(operation.kind for operation in clause.flat()), clause.condition, clause.form
    yield ability.when(), getattr(ability, "zones", None)
    yield tuple(is_cda(ability, text) for text in _EDITIONS)


def _inside(ability: Ability) -> Iterator[object]:
    return (node for node in ability.walk() if node is not ability)


def _values(name: str, read: Columns) -> Hashable:
    # The printed values of a card that are read, and its keyword abilities that decide to what it can be attached.
    face = find(name).faces[0]
    copiable = face.copiable()
    families = {family for family, _ in read}
    words = {value for family, value in read if family.endswith(_SUBTYPES)}
    every = ANY in words
    subtypes = tuple(word for word in face.subtypes if every or word in words or word in _FIXED)
    others = tuple((family, getattr(copiable, field)) for family, field in _OTHERS.items() if family in families)
    abilities = face.abilities if families & {"ability", "cant_have"} else ()
    keywords = tuple(ability for ability in face.abilities if isinstance(ability, Keyword) and _binds(ability))
    return subtypes, others, abilities, keywords, copiable.loyalty


def _binds(keyword: Keyword) -> bool:
    return keyword.name in ("Enchant", "Equip", "Protection", "Reconfigure", "Bestow", "Hexproof", "Shroud", "Fortify")


def _attached(one: Profile, other: Profile) -> Hashable:
    # What decides to which objects the first card can be attached, and whether the second can be attached to it.
    face = find(one.name).faces[one.face]
    rules = [each for each in face.abilities if isinstance(each, TextAbility) and each.form == "rule"]
    words = " ".join(enchanted(find(other.name).faces[other.face]))
    named = tuple(word for word in face.subtypes if word.lower() in words)
    return one.hosts, one.situation, tuple(rules) if one.hosts else (), named
