"""A puzzle's expectations at a point in its timeline, which `solver.check` compares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from ..data.record import (
    COUNTS,
    FLAG,
    NUMBER,
    TEXT,
    TEXTS,
    Kind,
    Path,
    Record,
    integral,
    many,
    mapping,
    of_record,
    one_of,
    wrong_type,
)
from ..rules.vocabulary import CARD_TYPES, COLORS, SUPERTYPES, ZONES, capital, color_of, families

REASONS: Final = ("text", "existence", "scope", "result")
"""The possible reasons for a dependency (613.8a), in the order in which they are reported."""

NONE: Final = "none"
"""The expected value for a missing number or a missing attachment."""


def _read_number(value: Any, path: Path) -> int | str:
    if value == NONE:
        return NONE
    number = integral(value)
    if not isinstance(number, int) or isinstance(number, bool):
        raise wrong_type(value, 'a whole number or "none"', path)
    return number


NumberOrNone = Annotated[
    int | str | None,
    Kind('a whole number or "none"', _read_number, lambda value: value, {"anyOf": [NUMBER.schema, {"const": NONE}]}),
]
_WORDS: Final = many(TEXT, bare=False)
Words = Annotated[tuple[str, ...] | None, _WORDS]


def is_type(word: str) -> bool:
    """Return whether a word is a card type, supertype or subtype."""
    return word in CARD_TYPES or word in SUPERTYPES or bool(families(word))


def _read_type(value: Any, path: Path) -> str:
    word = TEXT.read(value, path)
    return next((each for each in (word, capital(word), word.title()) if is_type(each)), word)


Types = Annotated[tuple[str, ...] | None, many(Kind("a type", _read_type, TEXT.write, TEXT.schema), bare=False)]
Colors = Annotated[tuple[str, ...] | None, many(one_of(COLORS, color_of), bare=False)]
Lines = Annotated[tuple[str, ...], TEXTS]
MaybeText = Annotated[str | None, TEXT]
MaybeFlag = Annotated[bool | None, FLAG]
MaybeStep = Annotated[int | None, NUMBER]


class ObjectExpectation(Record, frozen=True, kw_only=True):
    """Expectations about an object; a field that is None or empty is not checked."""

    WHAT = "expectation"

    exists: MaybeFlag = None
    name: MaybeText = None
    mana_cost: MaybeText = None
    mana_value: Annotated[int | None, NUMBER] = None
    controller: MaybeText = None
    zone: Annotated[str | None, one_of(ZONES)] = None
    attached_to: MaybeText = None
    tapped: MaybeFlag = None
    power: NumberOrNone = None
    toughness: NumberOrNone = None
    base_power: NumberOrNone = None
    base_toughness: NumberOrNone = None
    loyalty: NumberOrNone = None
    defense: NumberOrNone = None
    colors: Colors = None
    colors_include: Colors = None
    colors_exclude: Colors = None
    types: Types = None
    types_include: Types = None
    types_exclude: Types = None
    subtypes: Types = None
    subtypes_include: Types = None
    subtypes_exclude: Types = None
    supertypes: Types = None
    supertypes_include: Types = None
    supertypes_exclude: Types = None
    has: Lines = ()
    lacks: Lines = ()
    abilities: Words = None
    ability_counts: Annotated[tuple[tuple[str, int], ...], COUNTS] = ()


class PlayerExpectation(Record, frozen=True, kw_only=True):
    """Expectations about a player after the effects on players have applied (613.10)."""

    WHAT = "expectation"

    has: Lines = ()
    lacks: Lines = ()
    abilities: Words = None
    max_hand_size: NumberOrNone = None
    land_plays: NumberOrNone = None
    life: NumberOrNone = None


class Dependence(Record, frozen=True, kw_only=True):
    """The expectation that one effect depends on another at a step in a layer (613.8a)."""

    layer: Annotated[str, TEXT]
    effect: Annotated[str, TEXT]
    on: Annotated[str, TEXT]
    reason: Annotated[Literal["text", "existence", "scope", "result"] | None, one_of(REASONS)] = None
    step: MaybeStep = None


class Independence(Record, frozen=True, kw_only=True):
    """The expectation that one effect does not depend on another, or that one of them does not exist."""

    layer: Annotated[str, TEXT]
    effect: Annotated[str, TEXT]
    on: Annotated[str, TEXT]
    step: MaybeStep = None


class LoopExpectation(Record, frozen=True, kw_only=True):
    """Effects that are expected to form, or not to form, a dependency loop (613.8b).

    If no layer or step is given, any layer or step matches.
    """

    members: Annotated[tuple[str, ...], _WORDS]
    layer: MaybeText = None
    step: MaybeStep = None


class PartExpectation(Record, frozen=True, kw_only=True):
    """The part of an effect that would apply in the given layer."""

    layer: Annotated[str, TEXT]
    effect: Annotated[str, TEXT]


def _records(record: type[Record]) -> Kind:
    return many(of_record(record, f"a table with {', '.join(record.keys())}"), bare=False)


def _read_loop_set(value: Any, path: Path) -> LoopExpectation:
    if isinstance(value, (list, tuple)):
        return LoopExpectation(members=_WORDS.read(value, path))
    return LoopExpectation.read(value, path)


def _read_expectation(value: Any, path: Path) -> Expectation:
    return Expectation.read(value, path)


_NESTED: Final = Kind(
    "a table of expectations", _read_expectation, lambda found: found.to_data(), {"$ref": "#/$defs/Expectation"}
)
_LOOP_SET: Final = Kind(
    "a list of effects", _read_loop_set, lambda found: found.to_data(),
    {"anyOf": [_WORDS.schema, {"$ref": "#/$defs/LoopExpectation"}]},
)  # fmt: skip


class Expectation(Record, frozen=True, kw_only=True):
    """All expectations at one point in a timeline; a field that is None or empty is not checked."""

    WHAT = "expectation"

    objects: Annotated[tuple[tuple[str, ObjectExpectation], ...], mapping(of_record(ObjectExpectation))] = ()
    depends: Annotated[tuple[Dependence, ...], _records(Dependence)] = ()
    independent: Annotated[tuple[Independence, ...], _records(Independence)] = ()
    loops: Annotated[tuple[LoopExpectation, ...] | None, _records(LoopExpectation)] = None
    not_loops: Annotated[tuple[LoopExpectation, ...], many(_LOOP_SET, bare=False)] = ()
    order: Annotated[tuple[tuple[str, tuple[str, ...]], ...], mapping(_WORDS)] = ()
    not_applied: Annotated[tuple[PartExpectation, ...], _records(PartExpectation)] = ()
    players: Annotated[tuple[tuple[str, PlayerExpectation], ...], mapping(of_record(PlayerExpectation))] = ()
    unsupported: Words = None
    readings: Annotated[tuple[tuple[str, Expectation], ...], mapping(_NESTED)] = ()
    ambiguous: MaybeFlag = None

    def effects(self) -> Mapping[Path, str]:
        """Return every effect name in the expectations, keyed by path."""
        found: dict[Path, str] = {}
        for key in ("depends", "independent", "not_applied"):
            for place, one in enumerate(getattr(self, key)):
                found[key, place, "effect"] = one.effect
                if key != "not_applied":
                    found[key, place, "on"] = one.on
        for key in ("loops", "not_loops"):
            for place, loop in enumerate(getattr(self, key) or ()):
                found.update({(key, place, "members", n): name for n, name in enumerate(loop.members)})
        for layer, names in self.order:
            found.update({("order", layer, place): name for place, name in enumerate(names)})
        return found
