"""Independently made claims about the layers that lines of rules text affect."""

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
    """A claim about a line of rules text.

    Attributes:
        layers: the claimed layers.
        kind: the claimed kind of ability and its details.
    """

    layers: tuple[str, ...]
    kind: str = ""


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A disagreement with a claim in which the rules confirm the text reader's result.

    Attributes:
        rule: the number of the deciding rule.
        reason: the reason in one sentence.
        text: a pattern that the line must match.
        theirs: the claimed layers; None matches any layers.
        ours: the layers of the trees; None matches any layers.
        kind: a pattern that the claimed kind must match.
        read: a pattern that the kind, status and form of the reading must match.
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
        """Return whether this entry applies to a line; `read` describes how the line was read."""
        if self.theirs not in (None, claim.layers) or self.ours not in (None, ours):
            return False
        patterns = (self.kind, claim.kind), (self.read, read), (self.text, text)
        return all(re.search(pattern, value) for pattern, value in patterns)


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    settled: tuple[Settled, ...]


class Claims(msgspec.Struct, frozen=True):
    """Claims by card and line, with the disagreements that the rules settle."""

    lines: Mapping[tuple[str, str], Claim]
    settled: tuple[Settled, ...] = ()


def read_claims(lines: Iterable[str]) -> Mapping[tuple[str, str], Claim]:
    """Read claims in JSON Lines format, and return them by card and line."""
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
    """Read the settled disagreements in TOML format.

    Raises:
        ValueError, msgspec.ValidationError: the text is not a table of settled disagreements.
    """
    return msgspec.convert(tomllib.loads(text), _Table).settled


def plain(text: str) -> str:
    """Return a line's letters and digits, except in words that refer to the object itself."""
    return re.sub(r"\W+", "", _SELF.sub("", text.lower()))


def agree(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Return whether two sets of layers agree; "1" in `theirs` means 1a, 1b or both."""
    if "1" in theirs:
        return {layer.rstrip("ab") if layer[0] == "1" else layer for layer in ours} == set(theirs)
    return set(ours) == set(theirs)
