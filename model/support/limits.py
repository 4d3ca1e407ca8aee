"""Limits on the size of input and boards, to bound time and memory use."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

import msgspec

from ..errors import LimitError


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Maximum sizes of input and boards; a larger size raises a `LimitError`.

    Attributes:
        bytes: bytes in a file.
        toml: characters in a TOML document; TOML is slow to parse, and parsing cannot be interrupted.
        depth: levels of nesting of tables, lists and trees.
        events: events on a timeline.
        objects: objects on a board, including those that have left.
        count: objects that enter in one event.
        counters: keyword counters of one kind on an object, each of which gives an ability (122.1b).
        players: players in a game.
        cards: card definitions on a board.
        text: characters in a string.
        name: characters in a name.
        digits: digits in a given number.
        computed: digits in a computed number.
        symbols: mana symbols in a computed cost.
    """

    bytes: int = 8_000_000
    toml: int = 1_000_000
    depth: int = 64
    events: int = 100_000
    objects: int = 200_000
    count: int = 100_000
    counters: int = 1_000
    players: int = 100
    cards: int = 20_000
    text: int = 5_000
    name: int = 300
    digits: int = 9
    computed: int = 1_000
    symbols: int = 100_000


WORDS: Final = {
    "bytes": "bytes in a file",
    "toml": "characters in a TOML document",
    "depth": "levels of nesting",
    "events": "events on a timeline",
    "objects": "objects on a board",
    "count": "objects in one event",
    "counters": "keyword counters of one kind on an object",
    "players": "players",
    "cards": "card definitions",
    "text": "characters in a string",
    "name": "characters in a name",
    "digits": "digits in a number",
    "computed": "digits in a computed number",
    "symbols": "mana symbols in a cost",
}
"""A description of the quantity that each limit applies to, keyed by the name of the limit."""

DEFAULT: Final = Limits()
_limits: Final[ContextVar[Limits]] = ContextVar("limits", default=DEFAULT)


def limits() -> Limits:
    """Return the current limits."""
    return _limits.get()


@contextmanager
def limited(to: Limits) -> Generator[None, None, None]:
    """Use the given limits inside the block.

    >>> with limited(Limits(objects=10)):
    ...     limits().objects
    10
    """
    token = _limits.set(to)
    try:
        yield
    finally:
        _limits.reset(token)


def check(limit: str, given: int, path: tuple[str | int, ...] = ()) -> None:
    """Raise an error if the given quantity exceeds its limit.

    Args:
        limit: the name of the limit, a field of `Limits`.
        given: the quantity.
        path: the keys and indices that lead to the data.

    Raises:
        LimitError: the quantity exceeds the limit.
    """
    allowed: int = getattr(_limits.get(), limit)
    if given > allowed:
        raise LimitError(WORDS[limit], allowed, given, path)


def too_deep(path: tuple[str | int, ...] = (), depth: int | None = None) -> LimitError:
    """Return the error for data with more than `depth` levels of nesting, by default the current limit."""
    return LimitError(WORDS["depth"], depth or _limits.get().depth, None, path)
