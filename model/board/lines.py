"""Texts split into lines of notation, the player or card that begins a line, and the edition that they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol

from ..cards.card import Card
from ..cards.search import find_card
from ..errors import NotationError, UnknownCardError
from ..objects.gameobject import GameObject
from .details import NUMBER


def split_lines(text: Iterable[str | Iterable[str]]) -> list[str]:
    """Return the lines in the given texts, without comments, list marks and empty lines.

    A ";" outside quotation marks also ends a line.

    Raises:
        NotationError: a line is too long, or a line "players:" or "rules:" names nothing.

    >>> split_lines(["Blood Moon; Life and Limb", "- Saproling  # a token"])
    ['Blood Moon', 'Life and Limb', 'Saproling']
    """
    texts = (one for each in text for one in ([each] if isinstance(each, str) else each))
    parts = (part for each in texts for line in each.splitlines() for part in _PART.findall(_COMMENT.sub("", line)))
    lines = [found for part in parts if (found := _LIST_MARK.sub("", part.strip()).strip())]
    for line in lines:
        if len(line) > LONGEST:
            raise NotationError(f"a line can have at most {LONGEST} characters, not {len(line)}", line, LONGEST + 1)
        if (header := HEADER.fullmatch(line)) and not header["value"].strip(" ,"):
            raise NotationError(f"`{line}` names nothing", line, len(line))
    return lines


LONGEST: Final = 1_000
"""Maximum number of characters in a line."""


_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_PART: Final = re.compile(r'(?:"[^"]*"|“[^”]*”|[^;])+')
_LIST_MARK: Final = re.compile(r"^(?:[-*•]|\d+[.)])\s+")


def edition_named(lines: Iterable[str]) -> str | None:
    """Return the edition that a line "rules: ..." names, or None."""
    found = (HEADER.fullmatch(line) for line in lines)
    return next((each["value"].strip() for each in found if each and each["key"].lower() == "rules"), None)


HEADER: Final = re.compile(r"(?P<key>players|rules)\s*:\s*(?P<value>.*)", re.IGNORECASE)
HAS_DESIGNATION: Final = r"(?:is|becomes|has|takes|gets) the (?P<fact>monarch|initiative|city['’]s blessing)"
"""The end of a line that gives a player a designation."""
FACT: Final = re.compile(rf"(?:(?P<who>\w+) has )?(?P<number>{NUMBER})\s+(?P<fact>[a-z' ]+)", re.IGNORECASE)
_PLAYER: Final = re.compile(r"([^:\"“]{1,40}):\s+(?=\S)")
_DOES: Final = re.compile(r"(\w+)\s+(casts|controls|plays|activates)\s+(?=\S)", re.IGNORECASE)


def player_and_rest(line: str, own: Mapping[str, Card]) -> tuple[str | None, str]:
    """Return the player at the beginning of a line, or None, and the rest of the line.

    "Circle of Protection: Red" begins with no player.

    >>> player_and_rest("Ben: Taiga", {}), player_and_rest("Ben casts Giant Growth on Grizzly Bears", {})
    (('Ben', 'Taiga'), ('Ben', 'Giant Growth on Grizzly Bears'))
    >>> player_and_rest("Ben activates Mutavault", {}), player_and_rest("Taiga", {})
    (('Ben', 'activate Mutavault'), (None, 'Taiga'))
    """
    if found := _PLAYER.match(line):
        card = card_at(line, own)
        return (None, line) if card is not None and card[1] > found.end() else (found[1].strip(), line[found.end() :])
    if (found := _DOES.match(line)) and card_at(line, own) is None:
        return found[1], ("activate " if found[2].lower() == "activates" else "") + line[found.end() :]
    return None, line


def unquoted(text: str, own: Mapping[str, Card]) -> str:
    """Return a text without quotation marks around the name of a card at its beginning."""
    found = QUOTED.match(text)
    card = None if found is None else card_at(found[1], own)
    return text if found is None or card is None or card[1] < len(found[1]) else found[1] + text[found.end() :]


class Owned(Protocol):
    """A board: its objects and players."""

    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def objects(self) -> Mapping[str, GameObject]: ...
    @property
    def own_cards(self) -> Mapping[str, Card]: ...


def card_at(text: str, own: Mapping[str, Card]) -> tuple[Card, int] | None:
    """Return the card with the longest name at the beginning of a text, and the end of its name; or None."""
    for end in word_ends(text):
        try:
            return find_card(text[:end], own), end
        except UnknownCardError:
            continue
    return None


def word_ends(text: str) -> Iterator[int]:
    """Return the end of a text, which can be any character of a name, and the ends of its words, last first."""
    yield from reversed(dict.fromkeys([*(found.end() for found in _WORD_END.finditer(text)), len(text)]))


QUOTED: Final = re.compile(r"[\"“‘']([^\"”]+?)[\"”’'](?=\s|$)")
_WORD_END: Final = re.compile(r"[^\s,;:()]+(?<!-)")


def is_another(board: Owned, name: str, player: str | None) -> bool:
    """Return whether a card named before an arrow enters although such objects are on the board.

    It does if each of them is an attached Aura, which only effects move (303.4), or is not controlled by `player`.
    """
    read = card_at(name, board.own_cards)
    if read is None or read[1] < len(name):
        return False
    there = [found for found in board.objects.values() if found.card == read[0]]
    if "Aura" in read[0].faces[0].subtypes and all(_is_attached(found) for found in there):
        return bool(there)
    return (
        player is not None
        and bool(there)
        and all(found.base.controller != board.players.index(player) for found in there)
    )


def _is_attached(found: GameObject) -> bool:
    return found.attached_to is not None or found.attached_player is not None
