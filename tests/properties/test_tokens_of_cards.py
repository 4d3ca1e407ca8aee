"""Every token that a card of the file creates is known, by its name and by its characteristics."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from msgspec.structs import replace

from mtglayers.model.cards.catalogue.created import created
from mtglayers.model.cards.search import find_card
from mtglayers.model.cards.tokens import TokenDescription
from mtglayers.model.errors import UnknownCardError
from mtglayers.model.rules.vocabulary import joined, split_keyword

from ..support.paths import ROOT

BULK = ROOT.parent / "shared" / "cards" / "oracle-cards.json"
REMINDER = re.compile(r"\([^()]*\)")
CREATES = re.compile(r"\b[Cc]reates? ([^.\"•]*?)(?: tokens?\b)")
ELSEWHERE = set(
    "a an another two three four five eight ten twelve X one number many more those that this the each target instead"
    " of sacrifice spells you or tapped attacking creature artifact land non-Saga named legendary white black".split()
)
"""The last word before "token" for tokens that are described in other words: copies, those tokens."""
CHOSEN = re.compile(r"an? [\dX]/[\dX] creature")
"""A token "of the chosen color and type"."""
UNKNOWN = {
    "a 2/2 green Gorilla creature", "two 2/2 green Gorilla creature",  # no creature type (205.3m)
    "a 1/1 colorless Expansion-Symbol creature", "a number of 1/1 red Brainiac creature",
    "four Time Walk", "three Gunk",
    "a Tarmogoyf", "a Wastes",  # cards: "Tarmogoyf token" is a token with the characteristics of the card
}  # fmt: skip
"""The tokens that are not known; no format allows the cards that create the next four."""


def written(token: TokenDescription) -> str:
    """Return the characteristics of a token in words; a size that the effect defines is 3/3."""
    creature = "Creature" in token.types
    size = ("3", "3") if creature and token.size in (None, ("*", "*")) else token.size
    plain = [each.removesuffix(".") for each in token.abilities]
    abilities = [each if split_keyword(each) else f'"{each}."' for each in plain]
    words = str(replace(token, abilities=(), size=size))
    return f"{words} with {joined(abilities)}" if abilities else words


@cache
def is_known(name: str) -> bool:
    """Return whether a name or description means a token."""
    try:
        find_card(f"{name} token")
    except UnknownCardError as error:
        return any(each.startswith("3/3 ") for each in error.nearest)
    return True


@pytest.mark.skipif(not BULK.exists(), reason=f"{BULK} is not there")
def test_every_token_is_known_by_name_and_by_characteristics() -> None:
    cards = json.loads(BULK.read_text(encoding="utf-8"))
    tokens = created(cards)
    other = []
    for token in tokens:
        face = find_card(written(token)).faces[0]
        if (face.types, face.subtypes, {*face.colors}) != (token.types, token.subtypes, {*(token.colors or ())}):
            other.append(written(token))
    names = {token.full_name for token in tokens}
    texts = (str(face.get("oracle_text") or "") for card in cards for face in card.get("card_faces") or (card,))
    mentioned = [found[1] for text in texts for found in CREATES.finditer(REMINDER.sub("", text))]
    unread = {words for words in mentioned if not any(map(is_known, endings(words)))}

    assert other == []
    assert {name for name in names if not is_known(name)} == set()
    assert {words for words in unread if not described_elsewhere(words)} == UNKNOWN
    said = f"{len(tokens)} tokens with {len(names)} names"
    assert said in (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").replace("\n", " ")


def described_elsewhere(words: str) -> bool:
    """Return whether the words before "token" do not describe a token."""
    last = words.split()[-1:]
    return not last or bool(CHOSEN.fullmatch(words)) or (last[0] in ELSEWHERE and "/" not in words)


def endings(words: str) -> list[str]:
    """Return the text from each of its words on; the first, mostly an article or a number, comes last."""
    split = words.split()
    return [" ".join(split[place:]) for place in (*range(1, len(split)), 0)]
