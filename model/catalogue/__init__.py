"""The cards that ship with the library: facts and ability trees, found by name."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files

from ..card import Card
from ..errors import UnknownCardError
from ..node import from_data

DATA = "cards.json"
"""The data file beside this module: a list, one card to a line, its name first, in alphabetical order."""


def find(name: str) -> Card:
    """Return the card of that name; case does not matter, and the front face's name will do.

    Raises:
        UnknownCardError: the catalogue has no such card; with the nearest names.

    >>> find("blood moon").name
    'Blood Moon'
    """
    lines = _lines()
    key = _key(name)
    line = lines.get(key) or lines.get(_fronts().get(key, ""))
    if line is None:
        known = {found.casefold(): found for found in names()}
        near = get_close_matches(key, list(known), n=3, cutoff=0.6)
        raise UnknownCardError(name, [known[found] for found in near])
    return _card(line)


@cache
def names() -> tuple[str, ...]:
    """Return the full names of all cards, in alphabetical order."""
    return tuple(str(json.loads(line)[0]) for line in _lines().values())


@cache
def _lines() -> dict[str, str]:
    """Return the lines of the data file by name; a line is only decoded when its card is asked for."""
    text = (files(__name__) / DATA).read_text(encoding="utf-8")
    found = {}
    for line in text.splitlines()[1:-1]:
        name = json.JSONDecoder().raw_decode(line, 1)[0]
        found[_key(name)] = line.removesuffix(",")
    return found


@cache
def _fronts() -> dict[str, str]:
    return {key.split(" // ")[0]: key for key in _lines() if " // " in key}


@lru_cache(maxsize=1024)
def _card(line: str) -> Card:
    card = from_data(json.loads(line)[1])
    assert isinstance(card, Card)
    return card


def _key(name: str) -> str:
    return name.casefold().replace("’", "'").strip()
