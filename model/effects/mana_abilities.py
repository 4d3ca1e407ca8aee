"""Mana abilities (605.1a), including those of basic land types (305.6)."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ..rules.vocabulary import BASIC_LAND_TYPES
from ..support.patterns import lazy_pattern
from .ability import TextAbility
from .copiable import Copiable, copiable_columns
from .view import EVERY_LAND_TYPE, Column, Draft, Held, Mask, columns

INTRINSIC: Final = MappingProxyType({
    subtype: Held(TextAbility("mana", f"{{T}}: Add {{{symbol}}}."), "intrinsic")
    for subtype, symbol in BASIC_LAND_TYPES.items()
})  # fmt: skip
"""The intrinsic mana abilities of lands, keyed by basic land type."""

INTRINSIC_COLUMNS: Final = columns(*(("ability", held.ability) for held in INTRINSIC.values()))

_SYMBOLS: Final = lazy_pattern(
    r"(?:\{[^{}]+\}(?:, )?)+: Add (?:one mana of any color|(?:\{[^{}]+\})+(?:(?:, or |, | or )(?:\{[^{}]+\})+)*)\."
)


def only_adds_mana(ability: TextAbility) -> bool:
    """Return whether an ability's cost consists only of symbols and its only effect is to add mana."""
    return ability.form == "mana" and _SYMBOLS.fullmatch(ability.text) is not None


@lru_cache(maxsize=8192)
def printed_columns(values: Copiable) -> tuple[Column, ...]:
    """Return the columns of an object with the given printed values, including the abilities of its land types."""
    columns = copiable_columns(values)
    if "Land" not in values.types:
        return columns
    every = EVERY_LAND_TYPE in values.subtypes
    return (*columns, *(("ability", held) for type, held in INTRINSIC.items() if every or type in values.subtypes))


def refresh_mana(draft: Draft, mask: Mask) -> None:
    """Replace the intrinsic mana abilities of the objects in `mask` with those of their land types (305.6)."""
    lands = draft.having("type", "Land") & mask
    for subtype, held in INTRINSIC.items():
        draft.drop("ability", held, mask)
        draft.put("ability", held, draft.having("subtype", subtype) & lands)


def drop_mana(draft: Draft, mask: Mask) -> None:
    """Remove mana abilities of basic land types from the objects in `mask` that do not have these types."""
    lands = draft.having("type", "Land")
    for subtype, held in INTRINSIC.items():
        having = draft.having("ability", held) & mask
        if having:
            draft.drop("ability", held, having & ~(draft.having("subtype", subtype) & lands))
