"""Shapes and lines of text, in light and dark colors, that form one SVG element."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args
from xml.sax.saxutils import escape, quoteattr

from mtglayers.model.errors import UnknownChoiceError

from .letters import FAMILY
from .theme import DARK, LIGHT, Theme

if TYPE_CHECKING:
    from .theme import Color

PREFIX = "\ue000"
"""Placeholder for the prefix of ids and class names until the prefix is known."""


class Drawing(str):
    """The source of a drawing, which is one SVG element. Notebooks display it as an image."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file.

        Raises:
            OSError: the file cannot be written.
        """
        Path(path).write_text(f"{self}\n", encoding="utf-8", newline="\n")


class Canvas:
    """The shapes and lines of text of a drawing.

    Colors are named by their meaning (`Color`). Every shape has its light color as an attribute, so that the drawing is
    readable without style sheets. The style sheet of the drawing selects dark colors if the reader's system or the page
    around the drawing (`data-theme`, JupyterLab) uses a dark theme.
    """

    def __init__(self, theme: Theme = "auto") -> None:
        if theme not in get_args(Theme):
            raise UnknownChoiceError("theme", theme, get_args(Theme))
        self._theme: Theme = theme
        self._look = DARK if theme == "dark" else LIGHT
        self._shapes: list[str] = []
        self._used: dict[tuple[str, Color], None] = {}

    # --- Shapes ---

    def rect(
        self, x: float, y: float, w: float, h: float, *, fill: Color | None, stroke: Color | None = None,
        weight: float = 1, dash: str = "", round: float = 6, title: str = "",
    ) -> None:  # fmt: skip
        """Draw a box; `title` is its tooltip."""
        shape = f"<rect{_place(x=x, y=y, width=w, height=h, rx=round)}{self._look_of(fill, stroke, weight, dash)}"
        self._shapes.append(f"{shape}><title>{_escaped(title)}</title></rect>" if title else f"{shape}/>")

    def circle(
        self, x: float, y: float, r: float, *, fill: Color, stroke: Color | None = None, weight: float = 1
    ) -> None:
        """Draw a disc."""
        self._shapes.append(f"<circle{_place(cx=x, cy=y, r=r)}{self._look_of(fill, stroke, weight)}/>")

    def path(
        self, d: str, *, stroke: Color | None = None, fill: Color | None = None, weight: float = 1, dash: str = ""
    ) -> None:
        """Draw a path; `d` is SVG path data."""
        self._shapes.append(f"<path d={quoteattr(d)}{self._look_of(fill, stroke, weight, dash)}/>")

    def text(
        self, x: float, y: float, text: str, size: float, *, color: Color = "ink", bold: bool = False,
        italic: bool = False, anchor: Literal["start", "middle", "end"] = "start", title: str = "",
    ) -> None:  # fmt: skip
        """Write one line of text on the baseline `y`; `title` is its tooltip."""
        style = ' font-weight="700"' if bold else ""
        style += ' font-style="italic"' if italic else ""
        style += f' text-anchor="{anchor}"' if anchor != "start" else ""
        more = f"<title>{_escaped(title)}</title>" if title else ""
        shape = f'<text{_place(x=x, y=y)} font-size="{number(size)}"{style}{self._look_of(color)}'
        self._shapes.append(f"{shape}>{more}{_escaped(text)}</text>")

    def _look_of(self, fill: Color | None, stroke: Color | None = None, weight: float = 1, dash: str = "") -> str:
        said = "" if fill is not None else ' fill="none"'
        classes = []
        paints: tuple[tuple[str, Color | None], ...] = (("fill", fill), ("stroke", stroke))
        for what, color in paints:
            if color is not None:
                self._used[what, color] = None
                said += f' {what}="{self._look[color]}"'
                classes.append(f"{PREFIX}-{what}-{color}")
        if stroke is not None:
            said += f' stroke-width="{number(weight)}"' + (f' stroke-dasharray="{dash}"' if dash else "")
        return f'{said} class="{" ".join(classes)}"' if classes else said

    # --- The complete drawing ---

    def drawing(self, w: float, h: float, title: str, sentences: Iterable[str], prefix: str | None = None) -> Drawing:
        """Return the finished drawing.

        Args:
            w: the width of the drawing.
            h: the height of the drawing.
            title: the title of the drawing.
            sentences: the description for screen readers.
            prefix: the prefix of ids and class names; by default, it is derived from the content.
        """
        paper = f'<rect width="100%" height="100%" rx="8"{self._look_of("paper")}/>'
        size = f'viewBox="0 0 {number(w)} {number(h)}" width="{number(w)}" height="{number(h)}"'
        text = "\n".join((
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{PREFIX}" {size} role="img" '
            f'aria-labelledby="{PREFIX}-title {PREFIX}-desc" font-family="{FAMILY}" '
            f'style="max-width:100%;height:auto">',
            f'<title id="{PREFIX}-title">{_escaped(title)}</title>',
            f'<desc id="{PREFIX}-desc">{_escaped(" ".join(sentences))}</desc>',
            *self._style_sheet(),
            paper,
            *self._shapes,
            "</svg>",
        ))  # fmt: skip
        if prefix is None:
            prefix = f"mtgl-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
        return Drawing(text.replace(PREFIX, prefix))

    def _style_sheet(self) -> tuple[str, ...]:
        if self._theme != "auto":
            return ()
        colors: list[Color] = sorted({color for _, color in self._used})
        light, dark = (";".join(f"--{PREFIX}-{color}:{look[color]}" for color in colors) for look in (LIGHT, DARK))
        return (
            "<style>",
            f".{PREFIX}{{{light}}}",
            f"@media screen and (prefers-color-scheme:dark){{.{PREFIX}{{{dark}}}}}",
            f"{_within('light', 'true')}{{{light}}}",
            f"@media screen{{{_within('dark', 'false')}{{{dark}}}}}",
            *(f".{PREFIX}-{what}-{color}{{{what}:var(--{PREFIX}-{color})}}" for what, color in sorted(self._used)),
            "</style>",
        )


def _within(theme: str, jupyter_light: str) -> str:
    return f'[data-theme="{theme}"] .{PREFIX},[data-jp-theme-light="{jupyter_light}"] .{PREFIX}'


def clean(text: str) -> str:
    """Return text with spaces in place of characters that XML forbids.

    The placeholder for the prefix is also replaced with a space.
    """
    return re.sub(f"[\x00-\x1f\ud800-\udfff{PREFIX}\ufffe\uffff]", " ", text)


def _escaped(text: str) -> str:
    return escape(clean(text))


def _place(**numbers: float) -> str:
    return "".join(f' {name}="{number(value)}"' for name, value in numbers.items())


def number(value: float) -> str:
    """Return a number as text with at most one decimal digit."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
