"""The definitions that schemas refer to by name and that no type of the wire has: cards and events."""

from __future__ import annotations

from typing import Any


def definition(name: str) -> dict[str, Any]:
    """Return the definition of that name.

    Raises:
        KeyError: there is none.
    """
    known: dict[str, dict[str, Any]] = {
        "Card": {"type": "object"},
        "Event": {"type": "object"},
        "Operation": {"type": "object", "required": ["kind"]},
    }
    return known[name]


__all__ = ["definition"]
