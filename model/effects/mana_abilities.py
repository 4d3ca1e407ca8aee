"""The mana abilities that basic land types carry (305.6)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ..rules.vocabulary import BASIC_LAND_TYPES
from .ability import Kept
from .view import Held

INTRINSIC: Final = MappingProxyType({
    subtype: Held(Kept("mana", f"{{T}}: Add {{{symbol}}}."), "intrinsic")
    for subtype, symbol in BASIC_LAND_TYPES.items()
})  # fmt: skip
"""Basic land type -> the ability, as lands have it."""
