"""The zones of the objects whose values effects read and change, without a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from mtglayers.model.effects.amounts.arithmetic import Signs
from mtglayers.model.effects.amounts.counting import (
    ColorsOf,
    Devotion,
    Domain,
    Its,
    KeywordPoints,
    KeywordsHeld,
    KindsAmong,
    NameWords,
    NumberOf,
    Party,
    Symbols,
    Total,
)
from mtglayers.model.effects.conditions import Is
from mtglayers.model.effects.filters.combinators import Each, Either
from mtglayers.model.effects.filters.comparisons import WithBase
from mtglayers.model.effects.filters.whereabouts import (
    CardNoun,
    Exiled,
    ExiledWith,
    InZone,
    InZones,
    Permanent,
    Spell,
)
from mtglayers.model.effects.language import Ability, Filter, Operation, Selector, Term
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.abilities_from_board import GainAllOf, GainKind
from mtglayers.model.effects.operations.keywords import GainProtections
from mtglayers.model.effects.operations.text import HasTextOf
from mtglayers.model.effects.operations.types import GainCreatureTypes, SetCreatureTypes
from mtglayers.model.effects.selectors import (
    Attached,
    ChosenObject,
    CountedObjects,
    Encoded,
    Group,
    InOrder,
    Itself,
    LastExiled,
    PairedCreatures,
    PairedWith,
    Same,
    Together,
    TopCard,
)
from mtglayers.model.effects.view import BASES, Column, Columns, Zone

from .narrower import abilities_read

Zones = frozenset[Zone]

EVERYWHERE: Final[Zones] = frozenset(get_args(Zone))
BATTLEFIELD: Final[Zones] = frozenset({"battlefield"})
_EXILE: Final[Zones] = frozenset({"exile"})
_GRAVEYARD: Final[Zones] = frozenset({"graveyard"})
_STACK: Final[Zones] = frozenset({"stack"})

CONTROLLED: Final[Zones] = BATTLEFIELD | _STACK
"""The zones of the objects that have a controller (108.4)."""

_OF_SELECTED: Final = (
    ColorsOf, Domain, GainAllOf, GainCreatureTypes, GainKind, GainProtections, HasTextOf, KindsAmong, NumberOf,
    SetCreatureTypes, Symbols, Total,
)  # fmt: skip
# Amounts and operations that read only values of the objects that their selectors select.

_OF_EACH: Final = (Its, KeywordPoints, KeywordsHeld, NameWords, Signs)
# Amounts that read only values of the objects for which they are evaluated.


def columns_read(root: Node, home: Zones, those: Zones, *, based: bool) -> Iterator[tuple[Column, Zones]]:
    """Yield the columns that a term or an operation reads, each with the zones of the objects whose values they are.

    Args:
        root: the term or the operation; abilities in it read nothing here.
        home: the zones of the source of the effect.
        those: the zones of the objects to which "it" refers.
        based: whether base power and toughness no longer change (208.4b).
    """
    for column in _own(root, based=based):
        yield column, CONTROLLED if column[0] == "controller" else _own_zones(root, home, those)
    inner = _inner_zones(root, home, those)
    for child in root.children():
        if not isinstance(child, Ability):
            yield from columns_read(child, home, inner if isinstance(child, Filter) else those, based=based)


def zones_of(selector: Selector, home: Zones, those: Zones = EVERYWHERE) -> Zones:
    """Return the zones in which a selector can select objects; see `columns_read`."""
    match selector:
        case Group():
            return _zones_of_all(selector.filters) if selector.zoned else BATTLEFIELD  # 109.2
        case Itself():
            return home
        case Same():
            return those
        case Attached():  # an Aura can enchant a card in a graveyard, which its text calls a card (109.2a)
            return BATTLEFIELD | _GRAVEYARD if "card" in selector.word or selector.word == "it" else BATTLEFIELD
        case ChosenObject() if selector.word in ("the chosen creature", "the chosen permanent"):  # 109.2
            return BATTLEFIELD
        case PairedCreatures() | PairedWith() | Encoded():  # 702.95, 702.99
            return BATTLEFIELD
        case TopCard():
            return frozenset({selector.zone})
        case LastExiled():
            return _EXILE
        case CountedObjects() | InOrder():
            return zones_of(selector.of, home, those)
        case Together():
            return frozenset[Zone]().union(*(zones_of(part, home, those) for part in selector.parts))
        case _:
            return EVERYWHERE


def _zones_of_all(filters: tuple[Filter, ...]) -> Zones:
    found = EVERYWHERE
    for each in filters:
        found &= _zones_of_filter(each)
    return found or EVERYWHERE


def _zones_of_filter(filter: Filter) -> Zones:
    match filter:
        case Permanent():
            return BATTLEFIELD
        case Spell():
            return _STACK
        case CardNoun():
            return EVERYWHERE - CONTROLLED
        case Exiled() | ExiledWith():
            return _EXILE
        case InZone():
            return EVERYWHERE - {filter.zone} if filter.negated else frozenset({filter.zone})
        case InZones():
            return frozenset(zone for each in filter.zones for zone in _zones_of_filter(each))
        case Either():
            return frozenset[Zone]().union(*map(_zones_of_filter, filter.options))
        case Each():
            return _zones_of_all(filter.filters)
        case _:
            return EVERYWHERE


def _inner_zones(node: Node, home: Zones, those: Zones) -> Zones:
    # The zones of the objects that the filters in a node describe.
    match node:
        case Group() | LastExiled():
            return zones_of(node, home, those)
        case Is():
            return zones_of(node.subject, home, those)
        case Filter() if _decides_alone(node):
            return those
        case _:
            return EVERYWHERE


def _decides_alone(filter: Filter) -> bool:
    # Whether a filter reads only values of the objects that it describes, apart from those of nested terms.
    return filter.BY_ITSELF and "attached" not in filter.facts()


def _own(node: Node, *, based: bool) -> Columns:
    # The columns that a node reads by itself, or together with nested terms.
    if not isinstance(node, Term | Operation):
        return frozenset()
    if isinstance(node, WithBase) and based:
        return node.reads() - {column for column in node.reads() if f"base_{column[0]}" in BASES}
    inherited = type(node).reads in (Term.reads, Operation.reads)
    return abilities_read(node, type(node).READS if inherited else node.reads())


def _own_zones(node: Node, home: Zones, those: Zones) -> Zones:
    match node:
        case Devotion() | Party():
            return BATTLEFIELD
        case Selector():
            return zones_of(node, home, those)
        case Filter() if _decides_alone(node):
            return those
        case _ if isinstance(node, _OF_SELECTED):
            there = [zones_of(child, home, those) for child in node.children() if isinstance(child, Selector)]
            return frozenset[Zone]().union(*there) if there else those | home
        case _ if isinstance(node, _OF_EACH):
            return those | home  # of the source, if there is no other object
        case _:
            return EVERYWHERE
