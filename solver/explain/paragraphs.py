"""Paragraphs of text, each with a role in the explanation or table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from mtglayers.model.support.display import Shown

from ..wording import ORDINALS, ordinal

Role = Literal["summary", "layer", "change", "why", "detail", "table", "pair", "lesson", "rests"]
"""The role of a paragraph in an explanation or a dependency table."""

RUN: Final = 4
"""Minimum number of consecutive names that are shortened to a range."""


class Line(msgspec.Struct, frozen=True):
    """A paragraph; all lines but the first are indented by `hang` more characters."""

    role: Role
    text: str
    indent: int = 0
    hang: int = 0


def marked(mark: str, words: str, indent: int = 0) -> Line:
    """Return a paragraph that begins with the given mark."""
    return Line("change", f"{mark} {words}", indent + 2, 2)


def wrapped(line: Line, width: int) -> str:
    """Return a paragraph wrapped to the given width."""
    first = " " * line.indent
    return textwrap.fill(
        line.text, width, initial_indent=first, subsequent_indent=first + " " * line.hang,
        break_on_hyphens=False,
    )  # fmt: skip


def text_of(lines: Iterable[Line], width: int = 80) -> str:
    """Return paragraphs as plain text with lines of at most `width` characters."""
    return "\n".join(wrapped(line, width) for line in lines)


class Printable(Shown):
    """A value that can be printed as paragraphs."""

    __slots__ = ()

    def lines(self) -> tuple[Line, ...]:
        """Return the paragraphs."""
        raise NotImplementedError

    def text(self, width: int = 80) -> str:
        """Return the paragraphs as plain text, wrapped at `width` characters."""
        return text_of(self.lines(), width)

    def __str__(self) -> str:
        return self.text()


def ranges(names: Sequence[str]) -> list[str]:
    """Shorten runs of numbered names to ranges.

    >>> ranges(["the first Goblin", "the second Goblin", "the third Goblin", "the fourth Goblin", "Goblin King"])
    ['the first to fourth Goblin', 'Goblin King']
    """
    found: list[list[str]] = []
    for name in names:
        (last, number), (called, place) = _numbered(found[-1][-1] if found else ""), _numbered(name)
        if place and number and (called, place) == (last, number + 1):
            found[-1].append(name)
        else:
            found.append([name])
    return [words for run in found for words in (run if len(run) < RUN else (_range(run),))]


def _range(run: Sequence[str]) -> str:
    (called, first), (_, last) = _numbered(run[0]), _numbered(run[-1])
    return f"the {ordinal(first)} to {ordinal(last)} {called}"


def _numbered(name: str) -> tuple[str, int]:
    # The name and the number in "the second Goblin"; 0 for other names.
    the, _, rest = name.partition(" ")
    number, _, called = rest.partition(" ")
    digits = number.rstrip("dhnrst")
    place = int(digits) if digits.isdecimal() else ORDINALS.index(number) + 1 if number in ORDINALS else 0
    return (called, place) if the == "the" and called and place else (name, 0)
