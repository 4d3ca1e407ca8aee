"""Registered renderers that display values in notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal

from .guesses import Guessed

Form = Literal["html", "svg", "markdown"]

Renderer = Callable[[Any], str | None]
"""A function that returns a value as a string in a format such as HTML or SVG, or None."""

_RENDERERS: dict[str, str] = {}  # class name -> name of the module with its renderers


class Shown(Guessed):
    """Base class of values that notebooks display with a registered renderer."""

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
        renderers: the name of the module that renders each class, keyed by class name. A module is imported when it is
            needed; its `RENDERERS` maps (class name, format) to a `Renderer`.
    """
    _RENDERERS.update(renderers)


def rendered(value: object, form: Form) -> str | None:
    """Return a value in the given format, or None if no renderer is registered."""
    for kind in type(value).__mro__:
        home = _RENDERERS.get(kind.__name__)
        if home is not None:
            draw: Renderer | None = import_module(home).RENDERERS.get((kind.__name__, form))
            return None if draw is None else draw(value)
    return None
