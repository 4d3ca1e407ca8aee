"""Paragraphs of text, each with a role in the explanation or table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from mtglayers.model.support.display import Shown

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
    """Shorten runs of numbered names to ranges, such as "`bear-2` to `bear-9`"."""
    found: list[list[str]] = []
    for name in names:
        if found and _number(name) == (_number(found[-1][-1])[0], _number(found[-1][-1])[1] + 1):
            found[-1].append(name)
        else:
            found.append([name])
    return [said for run in found for said in (run if len(run) < RUN else (f"{run[0]} to {run[-1]}",))]


def _number(name: str) -> tuple[str, int]:
    # The name without its number, and the number; the number of `bear` is 1.
    head, mark, tail = name.strip("`").rpartition("-")
    counts = name.startswith("`") and bool(mark) and tail.isdecimal()
    return (head, int(tail)) if counts else (name.strip("`"), 1)
