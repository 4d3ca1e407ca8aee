"""The tokens that cards create, found in rules text when the catalogue is built."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from ...support.names import fold
from ..card import Card
from ..tokens import TokenDescription, predefined, read_abilities, read_token
from .pack import Line, line_of, packed
from .shipped import shipped_card


def build_tokens(cards: Iterable[Mapping[str, Any]]) -> bytes:
    """Return the file of the tokens that cards create.

    Args:
        cards: the cards in Scryfall's format.
    """
    found = created(cards)
    lines: list[tuple[int, str, Card]] = []
    for data in predefined():
        card = shipped_card(data)
        lines.append((1_000, str(description_of(card)), card))
    for description, count in found.items():
        try:
            lines.append((count, str(description), shipped_card(description.to_data())))
        except ValueError:
            continue
    lines.sort(key=lambda line: (-line[0], line[1], repr(line[2])))
    taken: Counter[str] = Counter()
    named: set[str] = set()
    encoded: list[Line] = []
    for count, text, card in lines:
        taken[text] += 1
        full = f"{count} {text}" + (f" ({taken[text]})" if taken[text] > 1 else "")
        sized = card.faces[0].power is not None or "Creature" not in card.faces[0].types
        name = description_of(card).called
        faces = (name,) if sized and fold(name) not in named else ()
        named.update(map(fold, faces))
        encoded.append(replace(line_of(card, full), faces=faces))
    return packed(encoded)


def description_of(card: Card) -> TokenDescription:
    """Return the description of a predefined token."""
    face = card.faces[0]
    size = None if face.power is None or face.toughness is None else (face.power, face.toughness)
    name = face.name if face.name != " ".join(face.subtypes) else ""
    return TokenDescription(name, size, face.colors, face.supertypes, face.types, face.subtypes)


def created(cards: Iterable[Mapping[str, Any]]) -> Counter[TokenDescription]:
    """Return how many of the given cards in Scryfall's format create each token."""
    found: Counter[TokenDescription] = Counter()
    for card in cards:
        faces = card.get("card_faces") or (card,)
        found.update({each for face in faces for each in described(str(face.get("oracle_text") or ""))})
    return found


def described(text: str) -> Iterator[TokenDescription]:
    """Yield the tokens that rules text creates; a token whose size is X has no size.

    >>> [str(each) for each in described("Create two 1/1 red Goblin creature tokens with haste and a Treasure token.")]
    ['1/1 red Goblin creature token with Haste']
    """
    for line in _REMINDER.sub("", text).replace("’", "'").split("\n"):
        last = 0
        for word in _TOKEN.finditer(line):
            start = max(line.rfind(". ", 0, word.start()), line.lower().rfind("create", 0, word.start()), 0)
            words = line[max(start, last) : word.start()].split()
            last = word.end()
            if not line[start:].lower().startswith("create"):
                continue
            endings = (" ".join(words[first:]) for first in range(len(words)))
            found = next(filter(None, (read_token(ending + line[word.start() :], False) for ending in endings)), None)
            if found is None:
                continue
            if not found.name and (named := _FIRST_NAMED.search(" ".join(words))):
                found = replace(found, name=named[1])
            if found.size is None and any(map(_DEFINES_SIZE.search, found.abilities)):
                found = replace(found, size=("*", "*"))
            if not found.full_name or (found.size is None and not found.name):
                continue
            rest = line[word.end() :]
            if more := _CONTINUED.search(rest):
                found = replace(found, abilities=(*found.abilities, *read_abilities(f" with {rest[more.end() :]}")[0]))
            if found.size is not None and "X" in found.size:
                found = replace(found, size=None)
            yield found


_REMINDER: Final = re.compile(r"\s*\([^()]*\)")
_TOKEN: Final = re.compile(r" tokens?\b")
_CONTINUED: Final = re.compile(r"^[^.]*\. (?:It has|They(?: each)? have|(?:The|That) token has) ")
_FIRST_NAMED: Final = re.compile(r"[Cc]reate ([A-Z][^,]*(?:, (?:the )?[A-Z][^,]*)?), an? ")
_DEFINES_SIZE: Final = re.compile(r"power and toughness are each equal to ")
