"""Paragraphs of text, each with what it is: what explanations and tables of pairs are rendered as."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Literal

import msgspec

Role = Literal["summary", "layer", "change", "why", "detail", "table", "pair", "lesson", "rests"]
"""What a paragraph is: the first sentence, the name of a layer, what changed, why then, the dependencies behind that;
the heading of a table of pairs, one of its pairs; an explanation of a rule; the effects that were not named yet."""


class Line(msgspec.Struct, frozen=True):
    """One paragraph of an explanation, and what it is; its later lines are indented by `hang` more."""

    role: Role
    text: str
    indent: int = 0
    hang: int = 0


def wrapped(line: Line, width: int) -> str:
    """Return a paragraph broken into lines, the later ones indented a little more."""
    first = " " * line.indent
    return textwrap.fill(
        line.text, width, initial_indent=first, subsequent_indent=first + " " * line.hang,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def text_of(lines: Iterable[Line], width: int = 80) -> str:
    """Return paragraphs as plain text with lines of at most `width` signs."""
    return "\n".join(wrapped(line, width) for line in lines)


__all__ = ["Line", "Role", "text_of", "wrapped"]
