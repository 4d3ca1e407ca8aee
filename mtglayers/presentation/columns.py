"""Text in columns."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

GAP: Final = "  "


def in_columns(rows: Sequence[Sequence[str]], width: int, widest: Sequence[int | None]) -> Iterator[str]:
    """Yield lines that show the cells of rows in columns, wrapped so that no line is longer than `width`.

    Args:
        rows: the cells of each row; a cell can have several lines.
        width: the maximum number of characters of a line.
        widest: the maximum width of each column, or None if the column is never wrapped.

    >>> list(in_columns([("name", "text"), ("Bear", "a creature"), ("Elf", "a land")], 11, [5, 20]))
    ['name  text', 'Bear  a cre', '      ature', 'Elf   a', '      land']
    """
    columns = [[line for cell in column for line in cell.split("\n")] for column in zip(*rows, strict=True)]
    widths = [max(map(_cells, lines)) for lines in columns]
    widths = [found if limit is None else min(found, limit) for found, limit in zip(widths, widest, strict=True)]
    folded = [place for place, limit in enumerate(widest) if limit is not None]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        widths[max(folded, key=widths.__getitem__)] -= 1
    for row in rows:
        cells = [_wrapped(cell, wide) for cell, wide in zip(row, widths, strict=True)]
        for lines in zip_longest(*cells, fillvalue=""):
            padded = (line + " " * (wide - _cells(line)) for line, wide in zip(lines, widths, strict=True))
            yield GAP.join(padded).rstrip()


def _wrapped(cell: str, width: int) -> list[str]:
    return [line for text in cell.split("\n") for line in textwrap.wrap(text, width, break_on_hyphens=False) or [""]]


def _cells(line: str) -> int:
    # The characters of some languages are as wide as two others.
    return len(line) if line.isascii() else sum(1 + (unicodedata.east_asian_width(each) in "WF") for each in line)
