"""Mana abilities (605.1a), including those of basic land types (305.6)."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any, Final

from ..rules.vocabulary import BASIC_LAND_TYPES
from ..support.patterns import lazy_pattern
from .ability import TextAbility
from .copiable import Copiable, values_by_family
from .view import EVERY_LAND_TYPE, Draft, Held, Mask, columns

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


def printed_columns(objects: Iterable[tuple[Copiable, Mask]]) -> dict[str, dict[Any, Mask]]:
    """Return the printed values of objects by family, including the abilities of land types; see `values_by_family`."""
    found = values_by_family(objects)
    subtypes, abilities = found["subtype"], found["ability"]
    lands, every = found["type"].get("Land", 0), subtypes.get(EVERY_LAND_TYPE, 0)
    for subtype, held in INTRINSIC.items():
        having = lands & (subtypes.get(subtype, 0) | every)
        if having:
            abilities[held] = having
    return found


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
