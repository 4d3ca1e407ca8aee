"""Spells that Forge casts when a state begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from .lines import Entry, Line, Source

_TOKEN: Final = "CustomScript:"
_MAX_TOKENS: Final = 100
"""Maximum number of tokens that a script may make."""


class Cast(msgspec.Struct, frozen=True):
    """A spell that is cast, or put on the stack.

    Attributes:
        text: as it is written.
        name: the card's name, or the `Id:` of a card that is there.
        target: a player, or an `Id:`; "" for none.
        script: the part of the card that is run instead of casting it, or "".
    """

    text: str
    name: str
    target: str = ""
    script: str = ""


def casts(source: Source, line: Line) -> Iterator[Cast]:
    """Yield the spells of a line, in order: `Giant Growth->9;Opt;Leonin Warleader:TrigToken`."""
    for text in source.parts(line.value, ";", line):
        name, sign, script = text.partition(":")
        target = ""
        if not sign:
            name, _, target = text.partition("->")
        # Forge writes the colon of a name as a circumflex here.
        yield Cast(text, name.strip().replace("^", ":"), target.strip(), script.strip())


def tokens_cast(source: Source, line: Line, cast: Cast) -> list[Entry] | None:
    """Return the tokens of a script that only makes named tokens.

    Args:
        source: the text.
        line: the line of the spell.
        cast: the spell: `Opt:CustomScript:DB$ Token | TokenAmount$ 2 | TokenScript$ w_1_1_cat_lifelink`.
    """
    if not cast.script.startswith(_TOKEN):
        return None
    pairs = (part.partition("$") for part in source.parts(cast.script.removeprefix(_TOKEN), "|", line))
    fields = {key.strip(): value.strip() for key, _, value in pairs}
    amount = fields.pop("TokenAmount", "1")
    script = fields.pop("TokenScript", "")
    if fields not in ({"DB": "Token"}, {"DB": "Token", "TokenOwner": "You"}) or not script:
        return None
    if not amount.isascii() or not amount.isdigit() or not 1 <= len(amount) <= 3 or int(amount) > _MAX_TOKENS:
        return None
    there = msgspec.structs.replace(line, what="battlefield")
    return [Entry(f"T:{name}", (), there) for name in source.parts(script, ",", line) for _ in range(int(amount))]
