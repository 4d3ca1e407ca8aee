"""Known cards, and properties of cards that matter to Forge game states."""

from __future__ import annotations

from mtglayers.model.cards.card import Card
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.copying import BecomeCopy

_ATTACHMENTS = frozenset({"Aura", "Equipment", "Fortification"})


def known_card(name: str) -> Card | None:
    """Return the shipped or locally stored card of that name, or None.

    >>> known_card("blood moon").name
    'Blood Moon'
    """
    from mtglayers.model.cards.search import local_store, shipped_card

    found = shipped_card(name)
    if found is None and (store := local_store()) is not None:
        found = store.card(name)
    return found


def named_cards(text: str) -> list[str] | None:
    """Return the known names in a list separated by commas, or None.

    >>> named_cards("Forest,Urborg, Tomb of Yawgmoth"), named_cards("Forest,Foo")
    (['Forest', 'Urborg, Tomb of Yawgmoth'], None)
    """
    parts = text.split(",")
    if len(parts) > 20:
        return None
    found: list[str] = []
    while parts:
        for many in range(len(parts), 0, -1):
            card = known_card(",".join(parts[:many]).strip())
            if card is not None:
                found.append(card.name)
                parts = parts[many:]
                break
        else:
            return None
    return found


def may_be_a_copy(card: Card) -> bool:
    """Return whether a card may enter as a copy (707.5)."""
    return any(
        isinstance(node, BecomeCopy)
        for face in card.faces
        for ability in face.abilities
        if isinstance(ability, TextAbility) and ability.form == "entering"
        for node in ability.walk()
    )


def is_attachment(card: Card) -> bool:
    """Return whether a card is printed as an Aura, Equipment or Fortification."""
    return any(_ATTACHMENTS & set(face.subtypes) for face in card.faces)


def is_bestowed(card: Card) -> bool:
    """Return whether a card can be bestowed (702.103)."""
    return _has(card, "Bestow")


def is_suspendable(card: Card) -> bool:
    """Return whether time counters make a card in exile suspended (702.62b)."""
    return _has(card, "Suspend")


def is_spell(card: Card) -> bool:
    """Return whether a card is an instant or sorcery."""
    return bool({"Instant", "Sorcery"} & set(card.faces[0].types))


def _has(card: Card, keyword: str) -> bool:
    return any(isinstance(ability, Keyword) and ability.name == keyword for ability in card.faces[0].abilities)
