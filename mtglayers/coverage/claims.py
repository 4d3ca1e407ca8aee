"""The layers that trees claim against those that another list claims: every disagreement, and which are settled."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

_SELF: Final = re.compile(
    r"~|\bthis (?:creature|artifact|enchantment|land|aura|equipment|vehicle|permanent|card|spell|token|\w+)\b"
)


class Claim(msgspec.Struct, frozen=True):
    """What a list says of one line.

    Attributes:
        layers: those it claims.
        kind: what sort of ability it takes the line for, with what it says besides.
    """

    layers: tuple[str, ...]
    kind: str = ""


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A disagreement about which the rules decide for us.

    Attributes:
        rule: the number of the rule that decides.
        reason: why, in one sentence.
        text: a pattern that the line must match; any line by default.
        theirs, ours: the layers claimed, where only those are meant.
        kind: a pattern for the kind that the list gives.
        read: a pattern for what we make of the line: kind, status and how it is built.
    """

    rule: str
    reason: str
    text: str = ""
    theirs: tuple[str, ...] | None = None
    ours: tuple[str, ...] | None = None
    kind: str = ""
    read: str = ""

    def __post_init__(self) -> None:
        for pattern in (self.text, self.kind, self.read):
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"`{pattern}` is no pattern: {error}") from None

    def fits(self, text: str, read: str, ours: tuple[str, ...], claim: Claim) -> bool:
        """Return whether it decides about a line; `read` says what we make of it."""
        return (
            (self.theirs is None or self.theirs == claim.layers)
            and (self.ours is None or self.ours == ours)
            and (not self.kind or re.search(self.kind, claim.kind) is not None)
            and (not self.read or re.search(self.read, read) is not None)
            and (not self.text or re.search(self.text, text) is not None)
        )


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    settled: tuple[Settled, ...]


class Claims(msgspec.Struct, frozen=True):
    """What a list claims of lines, by card and line, and which disagreements are settled."""

    lines: Mapping[tuple[str, str], Claim]
    settled: tuple[Settled, ...] = ()


def read_claims(lines: Iterable[str]) -> Mapping[tuple[str, str], Claim]:
    """Return the claims of a list with a JSON object for each card: (card, line) -> claim."""
    found: dict[tuple[str, str], Claim] = {}
    for line in lines:
        card: dict[str, Any] = json.loads(line)
        for item in card["lines"]:
            key = (str(card["name"]), plain(item["text"]))
            before = found[key].layers if key in found else ()
            layers = tuple(sorted({*before, *item["layers"]}))
            found[key] = Claim(layers, f"{item['kind']} {item.get('sub', '')}".strip())
    return found


def read_settled(text: str) -> tuple[Settled, ...]:
    """Return the table of settled disagreements that a TOML text holds.

    Raises:
        ValueError, msgspec.ValidationError: it holds no such table, or something else besides.
    """
    return msgspec.convert(tomllib.loads(text), _Table).settled


def plain(text: str) -> str:
    """Return the letters and digits of a line, without what it calls its own object."""
    return re.sub(r"\W+", "", _SELF.sub("", text.lower()))


def agree(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Return whether two claims say the same; "1" may be 1a or 1b."""
    if "1" in theirs:
        return {layer.rstrip("ab") if layer[0] == "1" else layer for layer in ours} == set(theirs)
    return set(ours) == set(theirs)
