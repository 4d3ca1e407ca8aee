"""Long texts as the catalogue has them, which does not contain sentences of rules text."""

from __future__ import annotations

from typing import Final

from ..rules.vocabulary import COLOR_NAMES
from ..support.patterns import lazy_pattern
from .ability import digest_word
from .rewording import words_in

LONGEST: Final = 7
"""Maximum number of consecutive words of rules text in the catalogue."""

# The words that layer 3 could change, and a digest, in place of text that the catalogue does not include.
_DIGEST: Final = lazy_pattern(r"…(?: [A-Za-z'-]+)*? [0-9a-f]{6,16}(?!\w)")


def shortened(text: str) -> str:
    """Return a shortened form of long text.

    The result contains the first words, the words that layer 3 can change and a digest of the text.

    >>> shortened("creature you control")
    'creature you control'
    >>> shortened("Exile three green Elves from your graveyard and any hand").rpartition(" ")[0]
    'Exile three green … green Elf'
    """
    words = text.replace("—", " — ").split()
    if sum(word.isascii() for word in words) <= LONGEST:
        return text
    colors, subtypes = words_in(text)
    return " ".join((*words[:3], "…", *(COLOR_NAMES[color] for color in colors), *subtypes, digest_word(text)))


def without_digests(text: str) -> str:
    """Return text for people, without the digests that stand for text that the catalogue does not include.

    >>> without_digests("Each creature can block creatures … white Elf 43250878b73a until end of turn.")
    'Each creature can block creatures … until end of turn.'
    """
    return _DIGEST.sub("…", text) if "…" in text else text
