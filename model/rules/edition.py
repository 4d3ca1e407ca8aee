"""The editions of the rules since 2003, with their layers and rule numbers."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

import msgspec

from ..errors import UnknownEditionError
from ..support.names import did_you_mean
from ..support.records import Hashed, Leaf
from .tables import table

Origin = Literal["static", "resolved", "counters", "copy", "merge", "choice", "face down", "sticker", "mark"]
"""The ways in which an effect can arise, such as from a static ability or from counters."""

Moment = Literal[
    "attach", "counter", "face", "transform", "plane", "scheme", "phenomenon", "vanguard", "conspiracy", "sticker"
]
"""Moments other than entering a zone that can give an object or counters a new timestamp."""

_PLAYED: Final = ("apnap", "own_static_first", "stamped")
# The fields of `Edition`, apart from `known`, that events read.


class Layer(Leaf, frozen=True):
    """A layer or sublayer, or one of the effect lists that apply after all layers.

    Attributes:
        name: the name in the rules, such as "4" or "7b".
        rule: the number of the rule that defines the layer.
        title: a short title.
        holds: the kinds of operations that apply in the layer; "modify (counters)" includes only effects of counters.
        cda_first: whether effects of characteristic-defining abilities apply first (613.3).
    """

    name: str
    rule: str
    title: str
    holds: tuple[str, ...] = ()
    cda_first: bool = False


class Edition(Hashed, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A dated version of the rules.

    Attributes:
        key: a name for all versions in a period without major changes, such as "E25".
        since, until: the first and last day of this version; `until` is None for the newest.
        note: a summary of the changes since the previous version.
        layers: the layers in the order of application.
        after: the effect lists that apply after all layers, first to players, then to the rules (613.10, 613.11).
        rules: the numbers of the rules that results cite, keyed by name.
        stamped: the moments that give a new timestamp (613.7).
        known: the first day on which the rules include each concept, such as "merging" or "stickers".
        cda_dependency: whether effects of characteristic-defining abilities can depend on "any" effect in the layer,
            only on each other ("cda-cda", 613.8a), or "never" on another effect.
        cda_conditional: whether a conditional ability can be characteristic-defining (405.2).
        cda_types: whether an ability that sets card types or supertypes can be characteristic-defining.
        cda_abilities: whether an ability that gives its object abilities can be characteristic-defining.
        cda_from_text: whether an ability from a text change can be characteristic-defining (604.3a).
        cda_self_granted: whether an ability that an object grants itself can be characteristic-defining.
        cda_wholly: whether a characteristic-defining ability applies entirely in the layer in which it defines
            power and toughness.
        cda_size_everywhere: whether abilities that define power and toughness function in all zones (208.2).
        types_wholly: whether an effect that changes types applies entirely in the type layer.
        independent_first: whether dependent effects wait for all independent effects (B2, "ready-first").
        same_set: whether an effect that has started applies to the same objects in later layers, even if the ability
            that generates it is lost (613.6).
        granted_later: whether the effect of a granted static ability is not older than the granting effect (613.7a).
        keeps_order: whether granted effects keep their order when their object gets a new timestamp (613.7a).
        apnap: whether simultaneous timestamps follow turn order; otherwise, the active player orders them (613.7m).
        own_static_first: whether an object's own effects are older than a resolved effect with its timestamp (613.7n).
        land_types_take_added: whether setting a basic land type also removes abilities added by copy effects (305.7).
        cant_have: whether "can't have" also prohibits later abilities (113.11).
        cant_have_counters: whether "can't have" also prohibits abilities from keyword counters.
        attached_must_fit: whether "enchanted creature" means only a creature.
        exceptions_suppress: the copy exceptions that suppress a characteristic-defining ability (707.9d): "none",
            "all", or only those that replace values ("replacing").
        artifact_creatures_keep_types: whether "becomes a Golem artifact creature" keeps creature types (205.1b).
        instants_stay: whether instants and sorceries keep these types (205.1a).
        reevaluates: whether the rules require determining the order again after each effect (613.8c).
        face_down_settled: whether the rules apply face-down values after copy effects.
        fallen_return: whether lost subtypes return with their card type, which no rule specifies (205.1a).
        brought_later: whether abilities from a copy or text change get its timestamp, which no rule specifies (613.7a).
        costs: the order in which the cost changes "increase", "reduce" and "set" apply (601.2f).
    """

    key: str
    since: datetime.date
    until: datetime.date | None = None
    note: str = ""
    layers: tuple[Layer, ...]
    after: tuple[Layer, ...]
    rules: tuple[tuple[str, str], ...]
    stamped: tuple[Moment, ...]
    known: tuple[tuple[str, datetime.date], ...] = ()
    cda_dependency: Literal["any", "never", "cda-cda"]
    cda_conditional: bool
    cda_types: bool
    cda_abilities: bool
    cda_from_text: bool
    cda_self_granted: bool
    cda_wholly: bool
    cda_size_everywhere: bool
    types_wholly: bool
    same_set: bool
    independent_first: bool
    granted_later: bool
    keeps_order: bool
    apnap: bool
    own_static_first: bool
    land_types_take_added: bool
    cant_have: bool
    cant_have_counters: bool
    attached_must_fit: bool
    exceptions_suppress: Literal["none", "all", "replacing"]
    artifact_creatures_keep_types: bool
    instants_stay: bool
    reevaluates: bool
    face_down_settled: bool
    costs: tuple[str, ...]
    fallen_return: bool = False
    brought_later: bool = False

    def place(self, kind: str, origin: str = "static") -> str:
        """Return the name of the layer for the given kind of operation and origin of the effect.

        Raises:
            KeyError: the edition has no layer for such operations.
        """
        return _places(self)[kind, origin]

    def rule(self, what: str) -> str:
        """Return the number of the given rule, such as "timestamp", "dependency" or "cda"."""
        return dict(self.rules)[what]

    def stamps(self, moment: str) -> bool:
        """Return whether the given moment, such as "attach" or "transform", gives a new timestamp."""
        return moment in self.stamped

    def knows(self, concept: str) -> bool:
        """Return whether the edition includes a concept, such as "merging" or "stickers"."""
        return concept in dict(self.known)

    def plays_as(self, other: Edition) -> bool:
        """Return whether every event that is possible under this edition does the same under another one."""
        same = all(getattr(self, field) == getattr(other, field) for field in _PLAYED)
        return same and dict(self.known).keys() <= dict(other.known).keys()

    @property
    def name(self) -> str:
        """The key, followed by the first day if the key has several versions, as in "E12 (2013-09-27)"."""
        alone = sum(text.key == self.key for text in TEXTS) < 2
        return self.key if alone else f"{self.key} ({self.since.isoformat()})"


def counterparts(one: Edition, other: Edition) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the smallest possible groups of layers that correspond in two editions.

    >>> counterparts(edition("2006-07-01"), edition("E25"))[5:]
    ((('5',), ('5', '6')), (('6a',), ('7a',)), (('6b', '6c', '6d'), ('7b', '7c')), (('6e',), ('7d',)), \
(('players',), ('613.10',)), (('rules',), ('613.11',)))
    """
    mine, theirs = _places(one), _places(other)
    groups: list[tuple[set[str], set[str]]] = []
    for what in dict.fromkeys((*mine, *theirs)):
        here, there = ({places[what]} if what in places else set() for places in (mine, theirs))
        met = [group for group in groups if group[0] & here or group[1] & there]
        groups = [group for group in groups if group not in met]
        groups.append((here.union(*(group[0] for group in met)), there.union(*(group[1] for group in met))))
    names = [[layer.name for layer in (*text.layers, *text.after)] for text in (one, other)]
    pairs = [
        (tuple(name for name in names[0] if name in here), tuple(name for name in names[1] if name in there))
        for here, there in groups
    ]
    return tuple(sorted(pairs, key=lambda pair: names[1].index(pair[1][0]) if pair[1] else len(names[1])))


def since_when(concept: str) -> str:
    """Return the first day on which the rules include a concept, or "never"."""
    for text in TEXTS:
        if text.knows(concept):
            return dict(text.known)[concept].isoformat()
    return "never"


@lru_cache(maxsize=256)
def _places(edition: Edition) -> Mapping[tuple[str, str], str]:
    held = [(word, layer.name) for layer in (*edition.layers, *edition.after) for word in layer.holds]
    found = {(word, origin): name for word, name in held for origin in get_args(Origin)}
    for word, name in held:  # a restriction to an origin takes precedence
        kind, _, origin = word.partition(" (")
        if origin:
            found[kind, origin.rstrip(")")] = name
    return MappingProxyType(found)


def _read(tables: list[dict[str, Any]]) -> Iterator[Edition]:
    fields: dict[str, Any] = {"rules": (), "stamped": (), "known": ()}
    days = [datetime.date.fromisoformat(each["since"]) for each in tables]
    for day, later, each in zip(days, [*days[1:], None], tables, strict=True):
        changes: dict[str, Any] = {"rules": {}, "stamps": (), "unstamps": (), "knows": (), **each}
        rules, stamps, unstamps, knows = (changes.pop(key) for key in ("rules", "stamps", "unstamps", "knows"))
        for key in changes.keys() & _LISTS.keys():  # the other values are as they are written
            changes[key] = msgspec.convert(changes[key], _LISTS[key])
        fields = {
            **fields,
            **changes,
            "since": day,
            "until": later and later - datetime.timedelta(days=1),
            "rules": tuple({**dict(fields["rules"]), **rules}.items()),
            "stamped": (*(moment for moment in fields["stamped"] if moment not in unstamps), *stamps),
            "known": (*fields["known"], *((concept, day) for concept in knows)),
        }
        yield Edition(**fields)


_LISTS: Final = {"layers": tuple[Layer, ...], "after": tuple[Layer, ...], "costs": tuple[str, ...]}
"""The types of the values that TOML writes as lists."""


TEXTS: Final = tuple(_read(table("editions")["text"]))
"""All versions of the rules, oldest first; `editions.toml` lists the changes in each."""

EDITIONS: Final = MappingProxyType({text.key: text for text in TEXTS})
"""The last version of the rules with each key, oldest first."""

NEWEST: Final = TEXTS[-1]


def edition(of: str | int | datetime.date | Edition | None = None) -> Edition:
    """Return the edition for a date or a key, by default the newest.

    A year such as "2004" and a month such as "2007-05" mean their last day. The newest edition is also that of every
    later date, because nothing is known of the rules to come.

    Raises:
        UnknownEditionError: the key is unknown, or the date is before the oldest edition.
    """
    if isinstance(of, Edition):
        return of
    if of is None or (isinstance(of, str) and of.strip().lower() == "newest"):
        return NEWEST
    if isinstance(of, str) and (key := of.strip().upper()) in EDITIONS:
        return EDITIONS[key]
    try:
        day = of if isinstance(of, datetime.date) else _last_day(str(of).strip())
    except (TypeError, ValueError):
        keys = ", ".join(EDITIONS)
        hint = did_you_mean(str(of).strip().upper(), EDITIONS) if str(of).strip() else ""
        raise UnknownEditionError(str(of), f"use a date such as `2026-09-25` or one of {keys}{hint}") from None
    if isinstance(day, datetime.datetime):
        day = day.date()
    for found in reversed(TEXTS):
        if found.since <= day:
            return found
    raise UnknownEditionError(str(of), f"the oldest supported edition begins on {TEXTS[0].since.isoformat()}")


def _last_day(text: str) -> datetime.date:
    # The day that a text names, or the last day of the month or year.
    year, *rest = text.split("-")
    if not re.fullmatch(r"[0-9]{4}(?:-[0-9]{1,2}){0,2}", text):
        raise ValueError(text)
    month, *days = [*map(int, rest)] or [12]
    if not days:
        days = [31 if month == 12 else (datetime.date(int(year), month + 1, 1) - datetime.timedelta(days=1)).day]
    return datetime.date(int(year), month, days[0])
