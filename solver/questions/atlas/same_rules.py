"""Editions whose differences cannot matter to the boards of the atlas, so that one solve answers for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.search import find
from mtglayers.model.effects.ability import is_cda
from mtglayers.model.effects.language import Ability, Operation
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.keywords import CantHave
from mtglayers.model.effects.operations.types import SetSubtypes
from mtglayers.model.effects.selectors import Attached
from mtglayers.model.rules.edition import TEXTS, Edition

from .columns import abilities_of

Traits = frozenset[str]
"""What the abilities of cards contain: kinds of operations, and the words in `MATTERS`."""

MATTERS: Final = MappingProxyType({
    "layers": "always", "same_set": "always", "independent_first": "always",
    "types_wholly": "type", "fallen_return": "type", "instants_stay": "type",
    "artifact_creatures_keep_types": "artifact creature", "attached_must_fit": "attached",
    "cant_have": "can't have", "cant_have_counters": "can't have",
    "granted_later": "granted", "keeps_order": "granted",
    "cda_dependency": "defining", "cda_conditional": "defining", "cda_types": "defining", "cda_abilities": "defining",
    "cda_from_text": "defining", "cda_self_granted": "defining", "cda_wholly": "defining",
    "cda_size_everywhere": "defining",
})  # fmt: skip
"""Field of `Edition` -> the trait of cards to which it can matter on a board of the atlas."""

NEVER: Final = frozenset({
    "key", "since", "until", "note", "rules", "after", "costs", "reevaluates",  # no dependency of a layer
    "known",  # decides whether a board is possible
    "stamped", "apnap", "own_static_first", "face_down_settled",  # nothing of this happens on these boards
    "land_types_take_added", "exceptions_suppress", "brought_later",  # only with copies and changed texts
})  # fmt: skip
"""The fields of `Edition` that cannot matter, unless a card copies objects or changes texts."""

_ALL: Final = frozenset({"copy", "text", "face down"})


def matters(field: str, traits: Traits) -> bool:
    """Return whether a field of `Edition` can matter to a board of cards with the given traits."""
    return not _ALL.isdisjoint(traits) or MATTERS.get(field) in {"always", *traits}


@lru_cache(maxsize=16384)
def traits_of(name: str) -> Traits:
    """Return the traits of a card of the catalogue."""
    return traits_in(find(name))


def traits_in(card: Card) -> Traits:
    """Return the traits of a card."""
    return frozenset(_traits(card))


@lru_cache(maxsize=4096)
def runs_of(traits: Traits, editions: tuple[Edition, ...] = TEXTS) -> tuple[int, ...]:
    """Return a number for each edition; consecutive editions with the same number have the same dependencies."""
    found: list[int] = []
    last: object = None
    for text in editions:
        now = _view(text, traits)
        found.append(found[-1] + (now != last) if found else 0)
        last = now
    return tuple(found)


def _traits(card: Card) -> Iterator[str]:
    for ability, given in abilities_of(card):
        clauses = ability.clauses()
        if not clauses:
            continue
        if given:
            yield "granted"
        if any(is_cda(ability, text) for text in TEXTS):
            yield "defining"
        for root in (*clauses, *([ability.when()] if ability.when() is not None else [])):
            for node in _walk(root):
                yield from _of(node)


def _walk(root: Node | None) -> Iterator[Node]:
    for node in root.walk() if root is not None else ():
        yield node
        if isinstance(node, Operation):
            yield from (each for each in node.primitives() if each is not node)


def _of(node: Node) -> Iterator[str]:
    if isinstance(node, Operation):
        yield getattr(node, "kind", "")
    if isinstance(node, Attached):
        yield "attached"
    elif isinstance(node, CantHave):
        yield "can't have"
    elif isinstance(node, SetSubtypes) and node.artifact:
        yield "artifact creature"
    elif isinstance(node, Ability) and node.clauses():
        yield "granted"


def _view(edition: Edition, traits: Traits) -> object:
    fields = tuple(getattr(edition, field) for field in MATTERS if field != "layers" and matters(field, traits))
    if not _ALL.isdisjoint(traits):
        return edition
    kinds = sorted({*traits, *(("define",) if "set" in traits else ())})
    words = [word for kind in kinds for word in (kind, f"{kind} (counters)")]
    return fields, tuple(
        (tuple(word for word in words if word in layer.holds), "defining" in traits and layer.cda_first)
        for layer in edition.layers
        if any(word in layer.holds for word in words)
    )
