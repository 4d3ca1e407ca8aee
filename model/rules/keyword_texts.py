"""What keyword abilities do as they resolve, as sentences (702)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

KEYWORD_TEXTS: Final[Mapping[str, str]] = MappingProxyType({
    "Crew": "This permanent becomes an artifact creature until end of turn.",  # 702.122a
    "Exalted": "Target creature gets +1/+1 until end of turn.",  # 702.83a
    "Flanking": "Target creature gets -1/-1 until end of turn.",  # 702.25a
    "Prowess": "This creature gets +1/+1 until end of turn.",  # 702.108a
    "Bushido": "This creature gets +{n}/+{n} until end of turn.",  # 702.45a
    "Frenzy": "This creature gets +{n}/+0 until end of turn.",  # 702.68a
    "Battle cry": "Each other attacking creature gets +1/+0 until end of turn.",  # 702.91a
    "Rampage": "This creature gets +X/+X until end of turn.",  # 702.23a: X is N for each blocker beyond the first
    "Melee": "This creature gets +X/+X until end of turn.",  # 702.121a: X is the number of opponents attacked
    "Enlist": "This creature gets +X/+0 until end of turn.",  # 702.154a: X is the power of the creature tapped
    "Awaken": "Target land you control becomes a 0/0 Elemental creature with haste. It's still a land.",  # 702.113a
    "Encore": "Those tokens gain haste.",  # 702.141a
    "Riot": "This permanent gains haste.",  # 702.136a: unless it enters with a counter
    "Unearth": "This permanent gains haste.",  # 702.84a
    "Suspend": "This permanent gains haste for as long as you control it.",  # 702.62a
})  # fmt: skip
"""Keyword that is an activated or triggered ability with a continuous effect -> that effect."""
