"""The rules as data: which layers there are, and where each kind of operation applies (613.1-613.4)."""

from __future__ import annotations

import datetime
from types import MappingProxyType
from typing import Final

import msgspec

from .errors import UnknownEditionError
from .operation import Kind


class Layer(msgspec.Struct, frozen=True):
    """A layer or sublayer.

    Attributes:
        name: as the rules letter it: "4", "7b".
        rule: the number of the rule that defines it.
        title: what it is about, in few words.
        cda_first: whether characteristic-defining abilities apply before the rest here (613.3).
    """

    name: str
    rule: str
    title: str
    cda_first: bool = False


class Edition(msgspec.Struct, frozen=True):
    """One dated text of the rules.

    Attributes:
        key: "E25".
        since, until: first and last day in force; `until` is None for the newest.
        layers: in the order of application.
        places: kind of operation -> layer name.
        rules: what a step cites: timestamps, dependency, loops, re-evaluation.
    """

    key: str
    since: datetime.date
    until: datetime.date | None
    layers: tuple[Layer, ...]
    places: tuple[tuple[Kind, str], ...]
    rules: tuple[tuple[str, str], ...]

    def layer_of(self, kind: Kind) -> str:
        """Return the name of the layer in which operations of that kind apply."""
        return dict(self.places)[kind]

    def rule(self, what: str) -> str:
        """Return the number of the rule about `what`: timestamp, dependency, order, loop, again, started, cda."""
        return dict(self.rules)[what]


E25: Final = Edition(
    key="E25",
    since=datetime.date(2025, 7, 25),
    until=None,
    layers=(
        Layer("1a", "613.2a", "copiable values: copying and merging"),
        Layer("1b", "613.2b", "face-down values"),
        Layer("2", "613.1b", "control"),
        Layer("3", "613.1c", "text", cda_first=True),
        Layer("4", "613.1d", "types", cda_first=True),
        Layer("5", "613.1e", "colours", cda_first=True),
        Layer("6", "613.1f", "abilities", cda_first=True),
        Layer("7a", "613.4a", "power and toughness defined by the object itself", cda_first=True),
        Layer("7b", "613.4b", "power and toughness set"),
        Layer("7c", "613.4c", "power and toughness modified"),
        Layer("7d", "613.4d", "power and toughness switched"),
    ),
    places=(
        ("copy", "1a"), ("face down", "1b"), ("control", "2"), ("text", "3"), ("type", "4"), ("color", "5"),
        ("ability", "6"), ("define", "7a"), ("set", "7b"), ("modify", "7c"), ("switch", "7d"),
    ),
    rules=(
        ("timestamp", "613.7"), ("dependency", "613.8a"), ("order", "613.8b"), ("loop", "613.8b"),
        ("again", "613.8c"), ("started", "613.6"), ("cda", "613.3"), ("gone", "613.8a"),
    ),
)  # fmt: skip

EDITIONS: Final = MappingProxyType({edition.key: edition for edition in (E25,)})
"""Key -> edition, oldest first."""

NEWEST: Final = E25


def edition(of: str | datetime.date | Edition | None = None) -> Edition:
    """Return the edition of a key or in force on a date; the newest by default.

    Raises:
        UnknownEditionError: no such key, or no supported edition was in force that day.
    """
    if of is None:
        return NEWEST
    if isinstance(of, Edition):
        return of
    if isinstance(of, str) and of in EDITIONS:
        return EDITIONS[of]
    try:
        day = of if isinstance(of, datetime.date) else datetime.date.fromisoformat(of)
    except ValueError:
        raise UnknownEditionError(str(of), f"give a date like `2026-09-25` or one of {', '.join(EDITIONS)}") from None
    for candidate in EDITIONS.values():
        if candidate.since <= day and (candidate.until is None or day <= candidate.until):
            return candidate
    first = next(iter(EDITIONS.values()))
    raise UnknownEditionError(str(of), f"the oldest edition supported begins on {first.since.isoformat()}")
