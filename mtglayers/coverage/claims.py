"""Comparison of the layers of trees with those of an independent list."""

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
    """What a list claims about one line.

    Attributes:
        layers: the claimed layers.
        kind: the kind of ability it takes the line for, with its details.
    """

    layers: tuple[str, ...]
    kind: str = ""


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A disagreement in which the rules confirm our reading.

    Attributes:
        rule: the number of the rule that decides.
        reason: why, in one sentence.
        text: a pattern that the line must match; default: any line.
        theirs, ours: the claimed layers, if it applies only to these.
        kind: a pattern for the kind that the list gives.
        read: a pattern for our reading of the line: kind, status and form.
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
                raise ValueError(f"`{pattern}` is not a valid pattern: {error}") from None

    def fits(self, text: str, read: str, ours: tuple[str, ...], claim: Claim) -> bool:
        """Return whether it applies to a line; `read` describes our reading."""
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
    """Claims by card and line, and the settled disagreements."""

    lines: Mapping[tuple[str, str], Claim]
    settled: tuple[Settled, ...] = ()


def read_claims(lines: Iterable[str]) -> Mapping[tuple[str, str], Claim]:
    """Return the claims of a list of JSON objects: (card, line) -> claim."""
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
    """Return the settled disagreements of a TOML text.

    Raises:
        ValueError, msgspec.ValidationError: it is not such a table.
    """
    return msgspec.convert(tomllib.loads(text), _Table).settled


def plain(text: str) -> str:
    """Return the letters and digits of a line, without self-references."""
    return re.sub(r"\W+", "", _SELF.sub("", text.lower()))


def agree(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Return whether two claims say the same; "1" may be 1a or 1b."""
    if "1" in theirs:
        return {layer.rstrip("ab") if layer[0] == "1" else layer for layer in ours} == set(theirs)
    return set(ours) == set(theirs)
