"""Maximum widths of text in common sans-serif fonts."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator

FAMILY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

# Width of each character from the space to the tilde, in hundredths of the font size: the maximum of DejaVu Sans and
# Liberation Sans.
_PLAIN = (
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
    84, 84, 84, 56, 102, 69, 69, 73, 78, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75, 79, 67, 79, 73, 67, 62, 74, 69, 99,
    69, 67, 69, 40, 34, 40, 84, 56, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53,
    40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
)  # fmt: skip
_BOLD = (
    35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 40, 40,
    84, 84, 84, 62, 100, 78, 77, 74, 84, 69, 69, 83, 84, 38, 56, 78, 64, 100, 84, 86, 74, 86, 78, 73, 69, 82, 78, 111,
    78, 73, 73, 46, 37, 46, 84, 56, 50, 68, 72, 60, 72, 68, 44, 72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60,
    48, 72, 66, 93, 65, 66, 59, 72, 37, 72, 84,
)  # fmt: skip
_OTHERS = {"–": 50, "’": 38, "‘": 38, "“": 66, "”": 66, "·": 38}
_WIDEST = 105


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the maximum width of a line of text, in the same units as `size`.

    >>> width("Blood Moon", 10) < width("Blood Moon", 10, bold=True)
    True
    """
    widths = _BOLD if bold else _PLAIN
    return sum(_sign(sign, widths) for sign in text) * size / 100


def _sign(sign: str, widths: tuple[int, ...]) -> int:
    place = ord(sign) - 32
    if 0 <= place < len(widths):
        return widths[place]
    if unicodedata.combining(sign):
        return 0
    base = unicodedata.normalize("NFD", sign)[0]  # é is as wide as e
    if base != sign:
        return _sign(base, widths)
    return _OTHERS.get(sign, _WIDEST)


def cut(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return text shortened with an ellipsis, if necessary, to fit a width of `room`.

    >>> cut("Asmoranomardicadaistinaculdacar", 10, 100)
    'Asmoranomardic…'
    """
    if width(text, size, bold=bold) <= room:
        return text
    while text and width(f"{text}…", size, bold=bold) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def wrap(text: str, size: float, room: float, *, bold: bool = False, lines: int | None = None) -> tuple[str, ...]:
    """Return text as at most `lines` lines, shortened if necessary to fit a width of `room`.

    >>> wrap("the quick brown fox", 10, 70)
    ('the quick', 'brown fox')
    >>> wrap("dryad-of-the-ilysian-grove-3", 10, 100)
    ('dryad-of-the-', 'ilysian-grove-3')
    """
    found: list[str] = []
    for paragraph in text.split("\n") if text else ():
        line = ""
        for word in _words(paragraph, size, room, bold=bold):
            longer = f"{line} {word}" if line else word
            if line and width(longer, size, bold=bold) > room:
                found.append(line)
                line = word
            else:
                line = longer
        found.append(line)
    if lines is not None and len(found) > lines:
        found[lines - 1 :] = [cut(f"{found[lines - 1]} {found[lines]}", size, room, bold=bold)]
        if not found[-1].endswith("…"):
            found[-1] += "…"
    return tuple(found)


def _words(paragraph: str, size: float, room: float, *, bold: bool) -> Iterator[str]:
    """Yield the words of a paragraph; a word longer than a line is split, after hyphens if possible."""
    for word in paragraph.split():
        rest = word
        while rest and width(rest, size, bold=bold) > room:
            fits = max(1, sum(1 for end in range(1, len(rest)) if width(rest[:end], size, bold=bold) <= room))
            fits = rest.rfind("-", 0, fits) + 1 or fits
            yield rest[:fits]
            rest = rest[fits:]
        if rest:
            yield rest


def balanced(text: str, size: float, room: float, *, bold: bool = False, lines: int | None = None) -> tuple[str, ...]:
    """Wrap text in the same way as `wrap`, but into lines of similar length."""
    found = wrap(text, size, room, bold=bold, lines=lines)
    low, high = 0, math.ceil(room)
    while high - low > 1:
        middle = (low + high) // 2
        narrow = wrap(text, size, middle, bold=bold, lines=lines)
        if len(narrow) <= len(found) and "".join(narrow).replace(" ", "") == "".join(found).replace(" ", ""):
            high = middle
        else:
            low = middle
    return wrap(text, size, high, bold=bold, lines=lines)
