"""Subtypes, and the card types that support them (205.1a, 205.3d)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from ..rules.vocabulary import CARD_TYPE_FAMILY, EVERY_MARKERS, families
from .mana_abilities import drop_mana, refresh_mana
from .view import Draft, Mask, View


def drop_fallen(draft: Draft, mask: Mask) -> None:
    """Remove the subtypes that no card type of the objects in `mask` supports (205.1a)."""
    touched = [(subtype, having & mask) for subtype, having in draft.column("subtype").items() if having & mask]
    for subtype, having in touched:
        lost = having & ~supporting(draft, subtype)
        if draft.edition.fallen_return:
            draft.put("fallen", subtype, lost)
        draft.drop("subtype", subtype, lost)
    drop_mana(draft, mask)


def raise_fallen(draft: Draft, mask: Mask) -> None:
    """Restore subtypes that objects in `mask` lost with a card type that they have regained.

    This is an interpretation of 205.1a.
    """
    for subtype, having in list(draft.column("fallen").items()):
        back = having & mask & supporting(draft, subtype)
        draft.put("subtype", subtype, back)
        draft.drop("fallen", subtype, back)
        if back:
            refresh_mana(draft, back)


def clear_family(draft: Draft, family: str, mask: Mask) -> None:
    """Remove every subtype of a family from the objects in `mask`."""
    for subtype in [subtype for subtype, having in draft.column("subtype").items() if having & mask]:
        if family in families_of(subtype):
            draft.drop("subtype", subtype, mask)


def supporting(view: View, subtype: str) -> Mask:
    """Return the objects with a card type that supports a subtype (205.3d)."""
    mask: Mask = 0
    for family in families_of(subtype):
        mask |= having_family(view, family)
    return mask


def having_family(view: View, family: str) -> Mask:
    """Return the objects with a card type that has a family of subtypes (205.3d)."""
    mask: Mask = 0
    for type in _TYPES_WITH[family]:
        mask |= view.having("type", type)
    return mask


_TYPES_WITH: Final[Mapping[str, tuple[str, ...]]] = {
    family: tuple(type for type, its_family in CARD_TYPE_FAMILY.items() if its_family == family)
    for family in CARD_TYPE_FAMILY.values()
}
"""The card types that support each family of subtypes."""


@lru_cache(maxsize=4096)
def families_of(subtype: str) -> tuple[str, ...]:
    """Return the families of a subtype, or the family of a marker such as "every creature type"."""
    for family, marker in EVERY_MARKERS.items():
        if subtype == marker:
            return (family,)
    return tuple(families(subtype))
