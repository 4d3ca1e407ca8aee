"""Whether one card may depend on another on any board."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.scryfall import read_card
from mtglayers.model.cards.search import find_card, own_cards
from mtglayers.model.effects.ability import UnsupportedAbility
from mtglayers.model.errors import UnreadLineError, UnsupportedTextError
from mtglayers.model.events.fields import card_of
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of

from ...readings import Readings, read
from .columns import abilities_of, columns_of, dependence_layers

CardLike = str | Mapping[str, Any] | Card
"""A name or a description as for `find_card`, the definition of a card with Scryfall's field names, or a card."""


def may_depend(
    one: CardLike,
    other: CardLike,
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    cards: Sequence[Mapping[str, Any]] = (),
) -> tuple[str, ...]:
    """Return the layers in which an effect of one card may depend on an effect of another (613.8a).

    If the result is empty, there is no dependency on any board: nothing that the other card can change is read by the
    first one. Otherwise, `depends` looks for a board. The effects of a card are those of its static abilities, of its
    spells and other abilities as they resolve, of the abilities that it gives, and of entering. Other effects may be on
    the board, and may have changed words in the text of the two cards. Effects of counters are not effects of cards;
    nor are those of a token or an emblem that a card creates, which is an object of its own (111, 114). A description
    asks for these, such as 'emblem with "Creatures you control have flying."'.

    Args:
        one: the card that may depend on the other.
        other: the other card.
        edition: the edition of the rules; by default, the newest.
        readings: the answers to open rules questions, as for `solve`.
        cards: definitions of cards that take precedence over the catalogue.

    Raises:
        UnknownCardError: the catalogue contains no card with a given name.
        UnsupportedTextError: a line of one of the cards is not understood, so that its effects are unknown.
        BoardDataError: what is given is neither a name nor the definition of a card.

    >>> may_depend("Blood Moon", "Life and Limb"), may_depend("Life and Limb", "Glorious Anthem")
    (('4',), ())
    """
    rules = edition_of(edition)
    own = own_cards(map(read_card, cards))
    found = [columns_of(_understood(_card(each, own)), rules) for each in (one, other)]
    layers = dependence_layers(found[0], found[1], rules, read(readings))
    return tuple(layer.name for layer in (*rules.layers, *rules.after) if layer.name in layers)


def unread_lines(card: Card) -> tuple[str, ...]:
    """Return the lines with static abilities that are not understood, or their locations in a shipped card."""
    found = (ability for ability, _ in abilities_of(card) if isinstance(ability, UnsupportedAbility))
    return tuple(dict.fromkeys(ability.line or ability.text for ability in found))


def _card(card: CardLike, own: Mapping[str, Card]) -> Card:
    if isinstance(card, Card):
        return card
    return find_card(card, own) if isinstance(card, str) else card_of(card)


def _understood(card: Card) -> Card:
    for ability, _ in abilities_of(card):
        if isinstance(ability, UnsupportedAbility):
            if ability.text:
                raise UnsupportedTextError(ability.text, (ability.stopped_at, len(ability.text)))
            raise UnreadLineError(ability.line)
    lines = card.not_understood()
    if lines:
        raise UnreadLineError(lines[0])
    return card
