"""The mana abilities that basic land types carry (305.6)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ..rules.vocabulary import BASIC_LAND_TYPES
from .ability import TextAbility
from .view import Draft, Held, Mask

INTRINSIC: Final = MappingProxyType({
    subtype: Held(TextAbility("mana", f"{{T}}: Add {{{symbol}}}."), "intrinsic")
    for subtype, symbol in BASIC_LAND_TYPES.items()
})  # fmt: skip
"""Basic land type -> the ability, as lands have it."""


def refresh_mana(draft: Draft, mask: Mask) -> None:
    """Give the lands of `mask` the mana ability of each basic land type they have, and no other (305.6)."""
    lands = draft.having("type", "Land") & mask
    for subtype, held in INTRINSIC.items():
        draft.drop("ability", held, mask)
        draft.put("ability", held, draft.having("subtype", subtype) & lands)


def drop_mana(draft: Draft, mask: Mask) -> None:
    """Take from the objects of `mask` the mana abilities of basic land types that they do not have (any more)."""
    lands = draft.having("type", "Land")
    for subtype, held in INTRINSIC.items():
        draft.drop("ability", held, mask & ~(draft.having("subtype", subtype) & lands))
