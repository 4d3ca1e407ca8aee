"""Notebook display of values by registered renderers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal

Form = Literal["html", "svg", "markdown"]

Renderer = Callable[[Any], str | None]
"""A function from a value to its text in one form, or to None."""

_RENDERERS: dict[str, str] = {}  # name of a class -> module with a function `html`, `svg`, ... for it


class Shown:
    """Base of values that notebooks display with the renderer of their class."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return rendered(self, "html")

    def _repr_svg_(self) -> str | None:
        return rendered(self, "svg")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # The repr is too long for large values.
        printer.text(str(self))


def register(renderers: Mapping[str, str]) -> None:
    """Register renderers.

    Args:
        renderers: name of a class -> name of a module, which is loaded when needed and whose `RENDERERS` map
            (name of a class, form) to a `Renderer`.
    """
    _RENDERERS.update(renderers)


def rendered(value: object, form: Form) -> str | None:
    """Return a value in one form, or None without a registered renderer."""
    for kind in type(value).__mro__:
        home = _RENDERERS.get(kind.__name__)
        if home is not None:
            draw: Renderer | None = import_module(home).RENDERERS.get((kind.__name__, form))
            return None if draw is None else draw(value)
    return None
