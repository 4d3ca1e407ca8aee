"""What makes a card fit the objects that another card's effects name: other types and colors, counters, or a token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.effects.filters.status import WithCounter
from mtglayers.model.effects.filters.whereabouts import IsToken
from mtglayers.model.effects.node import Node
from mtglayers.model.rules.vocabulary import COLOR_NAMES, COLORS, PERMANENT_TYPES

from ...wording import article, joined
from ..dependence.plain_objects import Words

_COUNTER: Final = "charge"


class Shape(msgspec.Struct, frozen=True):
    """What makes a card fit.

    Attributes:
        type: the card type that an Aura attached to the card gives it, or "".
        only: whether the Aura removes its other card types.
        color: the color that the Aura gives it in addition to its other colors, or "".
        counters: the kinds of counters that are on it.
        token: whether it is a token.
    """

    type: str = ""
    only: bool = False
    color: str = ""
    counters: tuple[str, ...] = ()
    token: bool = False

    def keys(self) -> dict[str, Any]:
        """Return what the event has with which the card enters."""
        return {"token": True} if self.token else {}

    def happens(self, board: Board, id: str) -> None:
        """Record what follows after the card has entered.

        Raises:
            LayersError: the rules do not allow it.
        """
        if self.counters:
            board.counters(id, put=dict.fromkeys(self.counters, 1))
        aura = self.aura()
        if aura is not None:
            board.enters(aura, as_="plain-aura", attached_to=id)

    def aura(self) -> Card | None:
        """Return the Aura, or None if there is none."""
        return _aura(self.type, self.only, self.color) if self.type or self.color else None

    def words(self, name: str) -> str:
        """Return a description for the card with the given name, or ""."""
        noun = " ".join(filter(None, (COLOR_NAMES.get(self.color, ""), self.type.lower())))
        made = (f"only {article(noun)} {noun}" if self.only else f"{article(noun)} {noun}") if self.type else noun
        found = [f"made {made} by an Aura" if noun else "", "a token" if self.token else ""]
        found += [f"with {joined(self.counters)} counters" if self.counters else ""]
        there = ", ".join(filter(None, found))
        return f"{name}: {there}" if there else ""


AS_IT_IS: Final = Shape()
"""Nothing."""


def shapes_for(
    card: Card, words: Words, hosts: Sequence[str], types: Sequence[str], one: Card
) -> Iterator[Shape]:  # fmt: skip
    """Yield what can make a card fit another one's effects, the simplest first.

    Args:
        card: the card whose effects name objects.
        words: the words by which they distinguish objects.
        hosts: the card types of the objects to which it can be attached.
        types: the card types of the card that is to fit.
        one: the card that is to fit; it can have the counters that its own effects name, too.
    """
    kinds = counters_named(card) | counters_named(one)
    counters = [(), *([tuple(sorted(kinds))] if kinds else [])]
    named = {str(value) for family, value in words.read if family == "type"} | set(hosts)
    tried = [word for word in PERMANENT_TYPES if word in named]
    made = [("", False), *((word, only) for only in (False, True) for word in tried)]
    colors = ["", *(color for color in COLORS if ("color", color) in words.read)]
    tokens = [False, *([True] if any(isinstance(node, IsToken) for node in _named(card)) else [])]
    for (word, only), color, put, token in product(made, colors, counters, tokens):
        shape = Shape(word, only, color, put, token)
        if shape != AS_IT_IS and (word not in types or (only and len(set(types) & set(tried)) > 1)):
            yield shape


def counters_named(card: Card) -> frozenset[str]:
    """Return the kinds of counters by which the effects of a card distinguish objects."""
    return frozenset(node.counter or _COUNTER for node in _named(card) if isinstance(node, WithCounter))


def _named(card: Card) -> Iterator[Node]:
    for face in card.faces:
        for ability in face.abilities:
            for clause in ability.clauses():
                yield from clause.walk()


@lru_cache(maxsize=128)
def _aura(type: str, only: bool, color: str) -> Card:
    what = " ".join(filter(None, (COLOR_NAMES.get(color, ""), type.lower())))
    size = "4/4 " if type == "Creature" else ""  # so that it is not put into a graveyard (704.5f)
    noun = f"a {size}{what}" if size else f"{article(what)} {what}" if type else what
    kept = " and ".join(filter(None, ("colors" if color else "", "types" if type and not only else "")))
    also = f" in addition to its other {kept}" if kept else ""
    lost = " and loses all other card types" if only else ""
    text = f"Enchant permanent\nEnchanted permanent is {noun}{also}{lost}."
    return read_card({
        "name": "Plain Aura", "mana_cost": "{1}", "type_line": "Enchantment — Aura", "oracle_text": text,
    })  # fmt: skip
