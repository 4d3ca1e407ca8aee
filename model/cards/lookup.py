"""A name to a card: the board's own cards first, then those that ship or were imported."""

from __future__ import annotations

from collections.abc import Mapping

from ..support.names import fold, nearest
from .card import Card


def find_card(name: str, own: Mapping[str, Card]) -> Card:
    """Return the board's own card of that name, or else the catalogue's.

    Raises:
        UnknownCardError: neither has one; with the nearest names.
    """
    from ..errors import UnknownCardError

    found = own.get(fold(name))
    if found is not None:
        return found
    from .search import find

    try:
        return find(name)
    except UnknownCardError as error:
        others = error

        def near() -> tuple[str, ...]:
            mine = nearest(name, [card.name for card in own.values()])
            return tuple(dict.fromkeys((*mine, *others.nearest)))[:3]

        raise UnknownCardError(name, near) from None


def own_cards(cards: tuple[Card, ...]) -> dict[str, Card]:
    """Return the cards by name in lower case, full names before those of faces."""
    found = {fold(card.name): card for card in cards}
    for card in cards:
        for face in card.faces:
            found.setdefault(fold(face.name), card)
    return found
