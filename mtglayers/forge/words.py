"""Functions that convert Forge's words for counters, and the pairs of cards that meld."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mtglayers.model.rules.vocabulary import (
    KEYWORD_COUNTERS,
    pt_counter,
)

_PT: Final = re.compile(r"([PM])(\d+)([PM])(\d+)", re.IGNORECASE)
_SIGNS: Final = {"P": "+", "M": "-"}
_PLAIN: Final = re.compile(r"[a-z][a-z ]*")
_BY_SQUEEZED: Final = {kind.replace(" ", ""): kind for kind in KEYWORD_COUNTERS}

MELDED: Final[Mapping[str, str]] = MappingProxyType({
    "bruna, the fading light": "Brisela, Voice of Nightmares",
    "gisela, the broken blade": "Brisela, Voice of Nightmares",
    "graf rats": "Chittering Host",
    "midnight scavengers": "Chittering Host",
    "hanweir battlements": "Hanweir, the Writhing Township",
    "hanweir garrison": "Hanweir, the Writhing Township",
    "argoth, sanctum of nature": "Titania, Gaea Incarnate",
    "titania, voice of gaea": "Titania, Gaea Incarnate",
    "mishra, claimed by gix": "Mishra, Lost to Phyrexia",
    "phyrexian dragon engine": "Mishra, Lost to Phyrexia",
    "the mightstone and weakstone": "Urza, Planeswalker",
    "urza, lord protector": "Urza, Planeswalker",
    "fang, fearless l'cie": "Ragnarok, Divine Deliverance",
    "vanille, cheerful l'cie": "Ragnarok, Divine Deliverance",
})  # fmt: skip
"""Case-folded name of a card -> name of the permanent that it melds into (712.4)."""


def meld_pair(result: str) -> tuple[str, str] | None:
    """Return the case-folded names of the cards in a melded permanent.

    >>> meld_pair("Chittering Host")
    ('graf rats', 'midnight scavengers')
    """
    pair = sorted(front for front, melded in MELDED.items() if melded == result)
    return (pair[0], pair[1]) if pair else None


def counter_of(forge: str) -> str:
    """Return the kind of counter that a word in a Forge file means.

    >>> counter_of("P1P1"), counter_of("M0M1"), counter_of("CHARGE"), counter_of("First Strike")
    ('+1/+1', '-0/-1', 'charge', 'first strike')
    """
    found = _PT.fullmatch(forge.strip())
    if found:
        return f"{_SIGNS[found[1].upper()]}{found[2]}/{_SIGNS[found[3].upper()]}{found[4]}"
    plain = " ".join(forge.lower().replace("_", " ").split())
    return _BY_SQUEEZED.get(plain.replace(" ", ""), plain)


def forge_counter(kind: str) -> str | None:
    """Return Forge's word for a kind of counter, or None if Forge has none.

    >>> forge_counter("+1/+1"), forge_counter("charge"), forge_counter("first strike"), forge_counter("a=b")
    ('P1P1', 'CHARGE', 'First Strike', None)
    """
    if pt_counter(kind):
        return kind.replace("+", "P").replace("-", "M").replace("/", "")
    if kind in KEYWORD_COUNTERS:
        return kind.title()
    return kind.upper() if _PLAIN.fullmatch(kind) and counter_of(kind.upper()) == kind else None
