"""The columns that the effects of cards read and write, without a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Literal

from mtglayers.model.cards.card import Card
from mtglayers.model.cards.rules_text import resolution_of_ability
from mtglayers.model.effects.ability import Resolution, TextAbility, enters_with, is_cda
from mtglayers.model.effects.language import Ability, Clause, Operation
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.selectors import is_open_ended
from mtglayers.model.effects.view import ABILITIES, ANY, Column, Columns, Held, Zone
from mtglayers.model.effects.view import Origin as AbilityOrigin
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.rules.edition import Edition, Origin
from mtglayers.model.rules.vocabulary import CARD_TYPE_FAMILY, EVERY_MARKERS, families
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Record

from ...engine.effect import (
    Part,
    Plan,
    ability_key,
    condition_of,
    gate_column,
    overlaps,
    plan,
    static_plan,
)
from ...engine.layers import groups_of
from ...readings import Readings
from .narrower import takes_abilities, written
from .zones import BATTLEFIELD, CONTROLLED, EVERYWHERE, Zones, columns_read, zones_of

Source = Literal["static", "resolved", "entered", "choice", "copy"]

_SUBTYPE_FAMILIES: Final = tuple(dict.fromkeys(CARD_TYPE_FAMILY.values()))
_MARKED: Final = MappingProxyType({marker: (family,) for family, marker in EVERY_MARKERS.items()})


class PartColumns(Record, frozen=True):
    """What the part of an effect in one layer reads and writes of the objects in one zone.

    No effect moves an object. Therefore, what is written in one zone is not read in another.

    Attributes:
        layer: the name of the layer.
        zone: the zone of the objects.
        group: whether the part is applied with characteristic-defining abilities (True) or after them (False), or None
            if the layer has one group (613.3).
        source: the kind of effect: of a static ability, of a resolved spell or ability, of what an object enters with,
            of a choice as an object enters, or of a copy as an object enters.
        reads: the columns that decide its scope, its operands and whether its condition holds (613.8a).
        own: the columns of the ability that generates it, without which it does not exist.
        writes: the columns that it can change.
        takes: the columns of the abilities that it can remove, or whose text it can change.
    """

    layer: str
    zone: Zone
    group: bool | None
    source: Source
    reads: Columns
    own: Columns
    writes: Columns
    takes: Columns

    def may_depend_on(self, other: PartColumns) -> bool:
        """Return whether the other part, in the same zone and group of a layer, can change what this one reads."""
        return overlaps(other.writes, self.reads) or overlaps(other.takes, self.own)


def abilities_of(card: Card) -> Iterator[tuple[Ability, bool]]:
    """Yield each ability in the text of a card, and whether another ability or effect of the card gives it."""
    for face in card.faces:
        for ability in face.abilities:
            yield ability, False
            for node in ability.walk():
                if node is not ability and isinstance(node, Ability):
                    yield node, True


def columns_of(card: Card, edition: Edition, *, resolved: bool = True) -> frozenset[PartColumns]:
    """Return what the effects of a card, and of the abilities that it gives, read and write in each layer.

    Another effect can change the words of an ability (612.1). Therefore, each color and subtype in the text stands for
    every color and every subtype in addition to itself.

    Args:
        card: the card; lines that are not understood have no columns.
        edition: the edition of the rules.
        resolved: whether to include the effects of resolved spells and abilities, and of entering.
    """
    found: set[PartColumns] = set()
    for ability, given in abilities_of(card):
        checkpoint("candidate")
        found |= static_columns(ability, given, edition)
        if resolved:
            found |= resolving_columns(ability, card.name, edition)
    return frozenset(found)


class CardZones(Record, frozen=True):
    """The zones in which the static abilities of a card matter, except those of permanents and spells.

    Attributes:
        named: the zones that an ability names (113.6).
        own: the zones in which an ability functions; one that defines characteristics functions everywhere (604.3).
        read: the zones of which an effect reads or changes objects.
    """

    named: Zones
    own: Zones
    read: Zones

    def beside(self, other: CardZones) -> tuple[Zone, ...]:
        """Return the zones in which the card can have an effect that matters to another card."""
        return tuple(sorted(self.own & (self.named | other.read)))


def zones_of_card(card: Card, edition: Edition) -> CardZones:
    """Return the zones in which the static abilities of a card matter."""
    named: Any = (ability.functions_in(edition) for ability in card.faces[0].abilities if ability.clauses())
    parts = columns_of(card, edition, resolved=False)
    own: set[Zone] = {part.zone for part in parts if part.own}
    read: set[Zone] = {part.zone for part in parts if part.reads or part.takes}
    return CardZones(_elsewhere(chain.from_iterable(named)), _elsewhere(own), _elsewhere(read))


def _elsewhere(zones: Iterable[Zone]) -> Zones:
    return frozenset(zones) - CONTROLLED


def dependence_layers(
    one: Iterable[PartColumns], other: Iterable[PartColumns], edition: Edition, readings: Readings | None = None
) -> frozenset[str]:
    """Return the layers in which an effect with the columns of `one` may depend on an effect with those of `other`.

    If the result is empty, there is no dependency on any board (613.8a): nothing that `other` changes is read by
    `one`, whatever else is there. Otherwise, a board may have one.

    Args:
        one: the columns of the effects that may depend on others.
        other: the columns of the effects on which they may depend.
        edition: the edition of the rules.
        readings: the answers to open rules questions; under "outcome", all effects of layer 3 may depend on each other.
    """
    words = edition.place("text") if readings is not None and readings.words == "outcome" else None
    theirs = list(other)
    return frozenset(
        part.layer
        for part in one
        for on in theirs
        if meet(part, on, edition) and (part.layer == words or part.may_depend_on(on))
    )


def meet(part: PartColumns, other: PartColumns, edition: Edition) -> bool:
    """Return whether two parts are about one zone, in the same group of a layer that has dependencies (613.8a)."""
    together = part.layer == other.layer and part.zone == other.zone and part.group == other.group
    return together and not (part.group and edition.cda_dependency == "never")


@lru_cache(maxsize=16384)
def static_columns(ability: Ability, given: bool, edition: Edition) -> frozenset[PartColumns]:
    """Return what the effect of a static ability reads and writes; see `columns_of`.

    Args:
        ability: the ability.
        given: whether another ability or effect gives it.
        edition: the edition of the rules.
    """
    found: set[PartColumns] = set()
    keys = frozenset({("ability", ability_key(ability)), ("ability", ability_key(any_words(ability)))})
    for held, planned in _planned(ability, given, edition):
        home = _home(held, planned, edition)
        condition = condition_of(held, edition)
        for layer, part in planned.parts.items():
            based = _is_based(layer, edition)
            zoned = _Zoned()
            for zone in home:
                zoned.own[zone] = keys
            _read(zoned, part, planned.clauses, home, based)
            if condition is not None:
                zoned.read(condition, _gate(condition.reads()), home, home, based)
            for place, operation in part.steps:
                zoned.change(operation, part, zones_of(part.selectors[place], home) or EVERYWHERE, edition)
            found.update(zoned.parts(layer, _group(layer, planned.cda, edition), "static"))
    return _joined(found)


def _home(held: Held, planned: Plan, edition: Edition) -> Zones:
    # The zones in which an ability functions; one that another effect gives does not define characteristics (604.3a).
    ability = held.ability
    granted = held.origin == "granted" and not planned.cda and is_cda(ability, edition)
    zones: Any = getattr(ability, "zones", BATTLEFIELD) if granted else ability.functions_in(edition)
    return frozenset(zones) or EVERYWHERE


def _is_based(name: str, edition: Edition) -> bool:
    # 208.4b: whether base power and toughness are settled before a layer.
    sets = edition.place("set")
    layers = [layer.name for layer in (*edition.layers, *edition.after)]
    return sets != edition.place("modify", "resolved") and layers.index(name) > layers.index(sets)


class _Zoned:
    # The columns of a part of an effect, by zone.

    def __init__(self) -> None:
        self.reads: dict[Zone, set[Column]] = {}
        self.own: dict[Zone, Columns] = {}
        self.writes: dict[Zone, set[Column]] = {}
        self.takes: dict[Zone, set[Column]] = {}

    def read(self, root: Node, declared: Columns, home: Zones, those: Zones, based: bool) -> None:
        """Add the columns that a term or an operation reads, of those that it declares."""
        for column, zones in columns_read(root, home, those, based=based):
            gated = gate_column(column)
            if gated in declared or (("ability", ANY) in declared and column[0].endswith("ability")):
                _add(self.reads, zones, [gated])

    def change(self, operation: Operation, part: Part, zones: Zones, edition: Edition) -> None:
        """Add the columns that an operation can change in objects in the given zones."""
        for column in _worded(_gate(written(operation, part, edition))):
            _add(self.writes, CONTROLLED if column[0] == "controller" else zones, [column])
        taken = _gate(operation.writes()) if takes_abilities(operation) else frozenset()
        taken = ABILITIES if part.rewords else frozenset(column for column in taken if column[0] == "ability")
        _add(self.takes, zones, _worded(taken))

    def parts(self, layer: str, group: bool | None, source: Source) -> Iterator[PartColumns]:
        """Yield what the part reads and writes in each zone."""
        for zone in sorted(EVERYWHERE):
            reads, own = _worded(frozenset(self.reads.get(zone, ()))), self.own.get(zone, frozenset())
            writes, takes = frozenset(self.writes.get(zone, ())), frozenset(self.takes.get(zone, ()))
            if reads or own or writes or takes:
                yield PartColumns(layer, zone, group, source, reads, own, writes, takes)


def _add(found: dict[Zone, set[Column]], zones: Zones, columns: Iterable[Column]) -> None:
    for zone in zones:
        found.setdefault(zone, set()).update(columns)


def _planned(ability: Ability, given: bool, edition: Edition) -> Iterator[tuple[Held, Plan]]:
    # An ability that the card gives is copiable if it is an exception of a copy effect (707.9a).
    origins: tuple[AbilityOrigin, ...] = ("copiable", "granted") if given else ("copiable",)
    for origin in origins:
        for own in (False, True) if edition.cda_self_granted and given else (False,):
            held = Held(ability, origin)
            planned = static_plan(held, edition, own)
            if planned is not None:
                yield held, planned


@lru_cache(maxsize=65536)
def resolving_columns(ability: Ability, name: str, edition: Edition) -> frozenset[PartColumns]:
    """Return what the effects of an ability read and write as it resolves, or as its object enters; see `columns_of`.

    Args:
        ability: the ability of a spell, or an activated or triggered ability.
        name: the name of the card.
        edition: the edition of the rules.
    """
    if enters_with(ability):  # what it gives is fixed as its permanent enters (614.1c)
        return _fixed(ability.clauses(), "mark", "entered", edition)
    try:
        resolution = resolution_of_ability(ability, name)
    except UnsupportedTextError:
        return frozenset()  # reported as not understood wherever the card is used
    found: set[PartColumns] = set()
    for clauses in _ways(resolution) if resolution is not None else ():
        for origin, source in _places(ability):
            found |= _fixed(clauses, origin, source, edition)
    return _joined(found)


def _fixed(clauses: tuple[Clause, ...], origin: Origin, source: Source, edition: Edition) -> frozenset[PartColumns]:
    # 611.2c-d: objects and values are fixed, except for effects on players and on the rules.
    found: set[PartColumns] = set()
    for layer, part in plan(clauses, False, edition, origin).parts.items():
        zoned = _Zoned()
        if any(is_open_ended(clauses[place].selector) for place, _ in part.steps):
            _read(zoned, part, clauses, EVERYWHERE, _is_based(layer, edition))
        for _, operation in part.steps:  # a spell that becomes a permanent is still affected (400.7a)
            zoned.change(operation, part, EVERYWHERE, edition)
        found.update(zoned.parts(layer, _group(layer, False, edition), source))
    return frozenset(found)


def _ways(resolution: Resolution) -> Iterator[tuple[Clause, ...]]:
    # The effects of delayed abilities are found as abilities of the text.
    if resolution.clauses:
        yield resolution.clauses
    for mode in resolution.modes:
        if mode:
            yield mode


def _places(ability: Ability) -> tuple[tuple[Origin, Source], ...]:
    if isinstance(ability, TextAbility) and ability.form == "entering":
        return (("choice", "choice"), ("copy", "copy"))
    return (("resolved", "resolved"),)


def _read(zoned: _Zoned, part: Part, clauses: tuple[Clause, ...], home: Zones, based: bool) -> None:
    # What decides the scope and the operands.
    for place, operation in part.steps:
        selector, condition = part.selectors[place], clauses[place].condition
        those = zones_of(selector, home)
        for root in (selector, operation, condition):
            if root is not None:
                zoned.read(root, _gate(root.reads()), home, those, based)


def _gate(columns: Iterable[Column]) -> Columns:
    return frozenset(gate_column(column) for column in columns)


@lru_cache(maxsize=65536)
def _worded(columns: Columns) -> Columns:
    # 612.2: a text change can put any color in place of a color, and any subtype in place of one of the same family.
    # A subtype belongs to the column of its family.
    found: set[Column] = set()
    for family, value in columns:
        if family == "subtype":
            kinds = families(str(value)) or _MARKED.get(str(value), ())
            if value == ANY or not kinds:
                kinds = _SUBTYPE_FAMILIES
            found |= {(f"{kind} type", value) for kind in kinds}
            found |= {(f"{kind} type", ANY) for kind in kinds if kind in ("creature", "land") and value not in _MARKED}
        elif family == "color":
            found.add((family, ANY))
        elif family == "ability" and isinstance(value, Ability):
            found |= {(family, value), (family, any_words(value))}
        else:
            found.add((family, value))
    return frozenset(found)


@lru_cache(maxsize=256)
def _group(name: str, cda: bool, edition: Edition) -> bool | None:
    layer = next(layer for layer in (*edition.layers, *edition.after) if layer.name == name)
    return None if None in groups_of(layer, edition) else cda


def _joined(found: Iterable[PartColumns]) -> frozenset[PartColumns]:
    merged: dict[tuple[str, Zone, bool | None, Source], list[Columns]] = {}
    for each in found:
        key = each.layer, each.zone, each.group, each.source
        new = [each.reads, each.own, each.writes, each.takes]
        old = merged.setdefault(key, new)
        merged[key] = [one | other for one, other in zip(old, new, strict=True)]
    return frozenset(PartColumns(*key, *columns) for key, columns in merged.items())


class _EveryWord(dict[str, str]):
    def get(self, key: str, default: object = None) -> str:
        return ANY


@lru_cache(maxsize=16384)
def any_words(ability: Ability) -> Ability:
    """Return an ability in which each color and subtype is a wildcard for the words that layer 3 can put there."""
    return ability.with_words(_EveryWord())
