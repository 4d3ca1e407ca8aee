"""Subtypes, and the card types that support them (205.1a, 205.3d)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from ..rules.vocabulary import CARD_TYPE_FAMILY, EVERY_MARKERS, families
from .mana_abilities import drop_mana, refresh_mana
from .view import Draft, Mask, View, union


def drop_fallen(draft: Draft, mask: Mask) -> None:
    """Remove the subtypes that no card type of the objects in `mask` supports (205.1a)."""
    supports = {family: having_family(draft, family) for family in set(CARD_TYPE_FAMILY.values())}
    for subtype in list(draft.column("subtype")):
        supported = union(supports[family] for family in families_of(subtype))
        if draft.edition.fallen_return:
            draft.put("fallen", subtype, draft.column("subtype")[subtype] & mask & ~supported)
        draft.drop("subtype", subtype, mask & ~supported)
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
    for subtype in list(draft.column("subtype")):
        if family in families_of(subtype):
            draft.drop("subtype", subtype, mask)


def supporting(view: View, subtype: str) -> Mask:
    """Return the objects with a card type that supports a subtype (205.3d)."""
    return union(having_family(view, family) for family in families_of(subtype))


def having_family(view: View, family: str) -> Mask:
    """Return the objects with a card type that has a family of subtypes (205.3d)."""
    return union(view.having("type", type) for type in _TYPES_WITH[family])


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
