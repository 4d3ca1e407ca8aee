"""Errors about unknown attributes that say what to use instead."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NoReturn


class Guessed:
    """Base class of values whose errors about unknown attributes say what to use (`guesses.toml`)."""

    __slots__ = ()

    def __getattr__(self, name: str) -> NoReturn:
        kind = type(self)
        if hasattr(kind, name):
            object.__getattribute__(self, name)  # a property failed: raise its error again
        hint = "" if name.startswith("_") else self._meant(name) or instead(kind.__name__, name, dir(kind))
        raise AttributeError(f"`{kind.__name__}` has no attribute `{name}`{hint}", name=name, obj=self)

    def _meant(self, name: str) -> str:
        """Return "; use ..." for a name that this value knows in another way, or ""."""
        return ""


def instead(kind: str, name: str, known: Iterable[str]) -> str:
    """Return "; use ..." or "; did you mean ..." for a name that a class or module does not have, or ""."""
    from .names import did_you_mean

    use = _guesses().get(kind, {}).get(name)
    return f"; use {use}" if use else did_you_mean(name, [each for each in known if not each.startswith("_")], 0.7)


@cache
def _guesses() -> dict[str, dict[str, str]]:
    import tomllib
    from pathlib import Path

    return tomllib.loads(Path(__file__).with_name("guesses.toml").read_text(encoding="utf-8"))
