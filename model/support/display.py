"""Notebook display: values are drawn by renderers that the face registers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal

Form = Literal["html", "svg", "markdown"]

Renderer = Callable[[Any], str | None]
"""A value -> its text in one form, or None."""

_RENDERERS: dict[str, str] = {}  # name of a class -> module with a function `html`, `svg`, ... for it


class Shown:
    """A value that notebooks show with the renderer of its class, or as its repr."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return rendered(self, "html")

    def _repr_svg_(self) -> str | None:
        return rendered(self, "svg")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the text instead of the repr, which is too long for big values."""
        del cycle
        printer.text(str(self))


def register(renderers: Mapping[str, str]) -> None:
    """Register renderers.

    Args:
        renderers: name of a class -> name of a module, loaded when the first such value is shown; its `RENDERERS`
            map (name of a class, form) to a `Renderer`.
    """
    _RENDERERS.update(renderers)


def rendered(value: object, form: Form) -> str | None:
    """Return a value in one form, or None if no renderer is registered for it."""
    for kind in type(value).__mro__:
        home = _RENDERERS.get(kind.__name__)
        if home is not None:
            draw: Renderer | None = import_module(home).RENDERERS.get((kind.__name__, form))
            return None if draw is None else draw(value)
    return None


__all__ = ["Form", "Renderer", "Shown", "register", "rendered"]
