"""The characteristics of objects (109.3), computed on demand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.mana_abilities import INTRINSIC
from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.effects.view import BASES, Held, Mask
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.vocabulary import COLORS
from mtglayers.model.support.display import Shown
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.records import Leaf

from ..engine.state import Columns, State
from ..engine.trace import Trace
from ..wording import ability_text, color_words
from .type_lines import TypeLines, shown_subtypes

_TYPE_ORDER: Final = {type: place for place, type in enumerate((
    "Kindred", "Conspiracy", "Dungeon", "Phenomenon", "Plane", "Scheme", "Vanguard", "Enchantment", "Artifact",
    "Land", "Planeswalker", "Battle", "Instant", "Sorcery", "Creature",
))}  # fmt: skip


class Characteristics(Shown, Leaf, frozen=True, gc=False):
    """The characteristics of an object (109.3), with its controller and status.

    Attributes:
        id: the id of the object on the board.
        colors: its colors, in the order W U B R G.
        subtypes: its subtypes in the order of the type line: the printed ones first, then those that effects gave it.
            Two objects with the same subtypes are equal whatever the order. "Every creature type" and "every land
            type" replace individual types.
        abilities: its own abilities in printed order, then the abilities of its basic land types, then granted
            abilities, oldest first.
        power, toughness: the final values, or None if the object has no power and toughness (208.3).
        base_power, base_toughness: the values after all effects that set them (208.4b).
        loyalty, defense: the values, or None if the object has no such value.
        controller: the name of its controller, or None if it is neither on the battlefield nor on the stack
            (108.4).
        tapped: whether it is tapped, or None if it is not on the battlefield.
    """

    id: str
    name: str
    mana_cost: str
    mana_value: int
    colors: tuple[str, ...]
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    abilities: tuple[Ability, ...]
    power: int | None
    toughness: int | None
    base_power: int | None
    base_toughness: int | None
    loyalty: int | None
    defense: int | None
    controller: str | None
    owner: str
    zone: str
    attached_to: str | None
    tapped: bool | None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Characteristics):
            return NotImplemented
        return self.id == other.id and without_id(self) == without_id(other)

    def __hash__(self) -> int:
        return hash((self.id, without_id(self)))

    @property
    def type_line(self) -> str:
        """The type line, such as "Land Creature — Saproling Mountain"."""
        left = " ".join((*self.supertypes, *self.types)) or "no type"
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left

    def __str__(self) -> str:
        """The object as a line, such as "Saproling: Land Creature — Saproling Mountain, green, 1/1; {T}: Add {R}."."""
        colors = color_words(self.colors) if self.colors else "colorless"
        size = "" if self.power is None else f", {self.power}/{self.toughness}"
        abilities = "".join(f"; {without_digests(ability_text(each, self.name))}" for each in self.abilities)
        return f"{self.name or self.id}: {self.type_line}, {colors}{size}{abilities}"

    @property
    def keywords(self) -> tuple[str, ...]:
        """The names of its keyword abilities, in the order of `abilities`; each instance counts."""
        return tuple(each.name for each in self.abilities if isinstance(each, Keyword))

    def has(self, text: str) -> bool:
        """Return whether it has the ability with the given keyword or rules text.

        Case, reminder text and a final period do not matter; a keyword without a parameter fits any parameter.
        """
        from ..check.abilities import fits  # loads the reader

        return any(fits(ability, text, self.name) for ability in self.abilities)


def characteristics(trace: Trace, number: int, lines: TypeLines) -> Characteristics:
    """Return the characteristics of object `number` at the end of a trace, with its subtypes in the given order."""
    return _reader(trace.state, trace.after_setting(), number, lines).read()


def fields(
    state: State, base: State | None, number: int, wanted: Iterable[str], *, lines: TypeLines | None = None
) -> dict[str, Any]:  # fmt: skip
    """Return selected characteristics of object `number`.

    Args:
        state: the state.
        base: the state after all effects that set power and toughness (208.4b), or None before that point.
        number: the object.
        wanted: the names of the fields.
        lines: the order of the subtypes, by default alphabetical.
    """
    reader = _reader(state, base, number, lines)
    return {name: getattr(reader, name)() for name in wanted}


def _reader(state: State, base: State | None, number: int, lines: TypeLines | None) -> Reader:
    checkpoint("object")
    values = _Values(state, base, number)
    return Reader(state, state.world.objects[number], values, lines, state.still("tapped", True))


def column_of(state: State, base: State | None, family: str) -> Columns:
    """Return the column of a family of `Reader.values`; `state` and `base` are as in `fields`."""
    if family not in BASES:
        return state.column(family)
    return {} if base is None else base.column(family.removeprefix("base_"))


class _Values(dict[str, list[Any]]):
    # The values of one object, read when they are asked for.

    def __init__(self, state: State, base: State | None, number: int) -> None:
        self._state, self._base, self._number = state, base, number

    def __missing__(self, family: str) -> list[Any]:
        column = column_of(self._state, self._base, family)
        found = [value for value, mask in column.items() if mask >> self._number & 1]
        if family == "ability":
            found.sort(key=ability_order)
        self[family] = found
        return found


class Reader:
    """Determines the characteristics of one object; each method but `read` returns the field with the same name.

    Args:
        state: the state.
        source: the object.
        values: the values in each family that the object has, with its abilities sorted by `ability_order`. The
            families "base_power" and "base_toughness" are those of the power and toughness after all effects that set
            them (208.4b).
        lines: the order of the subtypes, or None for the alphabetical order.
        tapped: the tapped permanents.
    """

    __slots__ = ("_base", "_lines", "_permanent", "_players", "_sizeless", "_source", "_state", "_tapped", "_values")

    def __init__(
        self, state: State, source: GameObject, values: dict[str, list[Any]], lines: TypeLines | None, tapped: Mask
    ) -> None:  # fmt: skip
        self._state, self._source, self._values, self._lines, self._tapped = state, source, values, lines, tapped
        self._players = state.world.players
        self._base = source.base
        self._permanent = self._base.zone == "battlefield"
        self._sizeless = self._permanent and "Creature" not in values["type"]  # 208.3

    def read(self) -> Characteristics:
        """Return all characteristics of the object."""
        return Characteristics(
            id=self.id(), name=self.name(), mana_cost=self.mana_cost(), mana_value=self.mana_value(),
            colors=self.colors(), supertypes=self.supertypes(), types=self.types(), subtypes=self.subtypes(),
            abilities=self.abilities(), power=self.power(), toughness=self.toughness(), base_power=self.base_power(),
            base_toughness=self.base_toughness(), loyalty=self.loyalty(), defense=self.defense(),
            controller=self.controller(), owner=self.owner(), zone=self.zone(), attached_to=self.attached_to(),
            tapped=self.tapped(),
        )  # fmt: skip

    def id(self) -> str:
        return self._source.id

    def name(self) -> str:
        found: Sequence[str] = self._values["name"]
        return found[0] if found else ""

    def mana_cost(self) -> str:
        found: Sequence[str] = self._values["mana_cost"]
        return found[0] if found else ""

    def mana_value(self) -> int:
        found: Sequence[int] = self._values["mana_value"]
        return found[0] if found else 0

    def colors(self) -> tuple[str, ...]:
        found: Sequence[str] = self._values["color"]
        return tuple(found) if len(found) < 2 else tuple(sorted(found, key=COLORS.index))

    def supertypes(self) -> tuple[str, ...]:
        found: Sequence[str] = self._values["supertype"]
        return tuple(found) if len(found) < 2 else tuple(sorted(found))

    def types(self) -> tuple[str, ...]:
        found: Sequence[str] = self._values["type"]
        return tuple(found) if len(found) < 2 else _in_type_order(tuple(found))

    def subtypes(self) -> tuple[str, ...]:
        found: Sequence[str] = self._values["subtype"]
        if len(found) < 2:
            return tuple(found)
        return shown_subtypes(tuple(found)) if self._lines is None else self._lines.ordered(self._source.number, found)

    def abilities(self) -> tuple[Ability, ...]:
        return tuple([held.ability for held in self._values["ability"]])

    def power(self) -> int | None:
        return self._sized("power")

    def toughness(self) -> int | None:
        return self._sized("toughness")

    def base_power(self) -> int | None:
        return self._sized("base_power")

    def base_toughness(self) -> int | None:
        return self._sized("base_toughness")

    def loyalty(self) -> int | None:
        return self._counted("loyalty", "Planeswalker")

    def defense(self) -> int | None:
        return self._counted("defense", "Battle")

    def controller(self) -> str | None:
        found = _first(self._values["controller"])
        return None if found is None else self._players[found]

    def owner(self) -> str:
        return self._players[self._base.owner]

    def zone(self) -> str:
        return self._base.zone

    def attached_to(self) -> str | None:
        host = self._source.attached_to
        if host is not None and (found := self._state.world.objects.get(host)) is not None:
            return found.id
        player = self._source.attached_player
        return None if player is None else self._players[player]

    def tapped(self) -> bool | None:
        return bool(self._tapped >> self._source.number & 1) if self._permanent else None

    def _sized(self, family: str) -> int | None:
        if self._sizeless:
            return None
        size: int | None = _first(self._values[family])
        return size

    def _counted(self, kind: str, type: str) -> int | None:
        if type not in self._values["type"]:
            return None
        printed = _first(self._values[kind])  # if no event sets the number (306.5c, 310.4c)
        return next((counter.count for counter in self._source.counters if counter.kind == kind), printed)


def _first(values: Sequence[Any]) -> Any:
    return values[0] if values else None


def held_by(state: State, number: int) -> list[Held]:
    """Return the abilities of an object, sorted by `ability_order`."""
    return sorted(state.abilities(number), key=ability_order)


@lru_cache(maxsize=8192)
def ability_order(held: Held) -> tuple[Any, ...]:
    """Return the sort key for one of an object's abilities."""
    by = (held.stamp, held.granter) if held.origin == "granted" else ((), "")
    return _RANKS[held.origin], *by, held.place, _BASIC.get(held, 0)


_RANKS: Final = {"copiable": 0, "intrinsic": 1, "granted": 2}
_BASIC: Final = {held: place for place, held in enumerate(INTRINSIC.values())}


def without_id(found: Characteristics) -> tuple[object, ...]:
    """Return all characteristics except the id, for comparisons.

    The order of the subtypes is how they are shown, and not a characteristic.
    """
    return *(getattr(found, name) for name in _COMPARED), frozenset(found.subtypes)


_COMPARED: Final = [name for name in Characteristics.__struct_fields__ if name not in ("id", "subtypes")]


@lru_cache(maxsize=1024)
def _in_type_order(types: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted_types(types))


def sorted_types(types: Iterable[str]) -> list[str]:
    """Return card types in the order of a type line."""
    return sorted(types, key=lambda type: _TYPE_ORDER.get(type, -1))
