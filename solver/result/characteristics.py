"""The characteristics of objects (109.3), computed on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import msgspec

from mtglayers.model.effects.language import Ability
from mtglayers.model.effects.mana_abilities import INTRINSIC
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Held
from mtglayers.model.errors import UnknownObjectError
from mtglayers.model.rules.vocabulary import COLORS, EVERY_MARKERS, families
from mtglayers.model.support.display import Shown
from mtglayers.model.support.names import nearest
from mtglayers.model.support.progress import checkpoint

from ..engine.state import State, object_values
from ..engine.trace import Trace

_TYPE_ORDER = (
    "Kindred", "Conspiracy", "Dungeon", "Phenomenon", "Plane", "Scheme", "Vanguard", "Enchantment", "Artifact",
    "Land", "Planeswalker", "Battle", "Instant", "Sorcery", "Creature",
)  # fmt: skip


class Characteristics(Shown, msgspec.Struct, frozen=True):
    """The characteristics of an object (109.3), with its controller and status.

    Attributes:
        id: the id of the object on the board.
        colors: its colors, in the order W U B R G.
        subtypes: its subtypes in alphabetical order; "every creature type" and "every land type" replace
            individual types.
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


class Objects(Mapping[str, Characteristics]):
    """The characteristics of the objects, accessible by id and sorted by timestamp."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[str, Characteristics] = {}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {o.id: number for number, o in self._trace.state.world.objects.items()}

    def __getitem__(self, id: str) -> Characteristics:
        if id not in self._known:
            if id not in self._numbers:
                raise UnknownObjectError(str(id), nearest(str(id), self._numbers))
            self._known[id] = characteristics(self._trace, self._numbers[id])
        return self._known[id]

    def __contains__(self, id: object) -> bool:
        return id in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._trace.state.world.objects)

    @cached_property
    def _sorted(self) -> list[str]:
        objects = self._trace.state.world.objects.values()
        return [o.id for o in sorted(objects, key=lambda o: (o.stamp, o.number))]


def characteristics(trace: Trace, number: int) -> Characteristics:
    """Return the characteristics of object `number` at the end of a trace."""
    return Characteristics(**fields(trace.state, trace.after_setting(), number))


def fields(
    state: State, base: State | None, number: int, wanted: Iterable[str] = Characteristics.__struct_fields__
) -> dict[str, Any]:
    """Return selected characteristics of object `number`.

    Args:
        state: the state.
        base: the state after all effects that set power and toughness (208.4b), or None before that point.
        number: the object.
        wanted: the names of the fields, by default all.
    """
    checkpoint("object")
    world = state.world
    source = world.objects[number]
    bit = 1 << number
    permanent = source.base.zone == "battlefield"

    def one(family: str, at: State | None = state) -> Any:
        if at is None:
            return None
        return next((value for value, mask in at.column(family).items() if mask & bit), None)

    def sized(family: str, at: State | None = state) -> Any:
        return one(family, at) if not permanent or state.having("type", "Creature") & bit else None  # 208.3

    def counted(kind: str, type: str) -> int | None:
        return _counted(source, kind, one(kind)) if state.having("type", type) & bit else None

    def words(family: str) -> list[str]:
        return object_values(state, family, number)

    def controller() -> str | None:
        found = state.controller(number)
        return None if found is None else world.players[found]

    def attached_to() -> str | None:
        if source.attached_to is not None and source.attached_to in world.objects:
            return world.objects[source.attached_to].id
        return None if source.attached_player is None else world.players[source.attached_player]

    ways: Mapping[str, Callable[[], Any]] = {
        "id": lambda: source.id,
        "name": lambda: one("name") or "",
        "mana_cost": lambda: one("mana_cost") or "",
        "mana_value": lambda: one("mana_value") or 0,
        "colors": lambda: tuple(sorted(words("color"), key=COLORS.index)),
        "supertypes": lambda: tuple(sorted(words("supertype"))),
        "types": lambda: tuple(sorted_types(words("type"))),
        "subtypes": lambda: shown_subtypes(words("subtype")),
        "abilities": lambda: tuple(held.ability for held in held_by(state, number)),
        "power": lambda: sized("power"),
        "toughness": lambda: sized("toughness"),
        "base_power": lambda: sized("power", base),
        "base_toughness": lambda: sized("toughness", base),
        "loyalty": lambda: counted("loyalty", "Planeswalker"),
        "defense": lambda: counted("defense", "Battle"),
        "controller": controller,
        "owner": lambda: world.players[source.base.owner],
        "zone": lambda: source.base.zone,
        "attached_to": attached_to,
        "tapped": lambda: bool(state.still("tapped", True) & bit) if permanent else None,
    }
    return {name: ways[name]() for name in wanted}


def held_by(state: State, number: int) -> list[Held]:
    """Return the abilities of an object, sorted by `ability_order`."""
    return sorted(state.abilities(number), key=ability_order)


def ability_order(held: Held) -> tuple[Any, ...]:
    """Return the sort key for one of an object's abilities."""
    by = (held.stamp, held.granter) if held.origin == "granted" else ((), "")
    return _RANKS[held.origin], *by, held.place, _BASIC.get(held, 0)


_RANKS: Final = {"copiable": 0, "intrinsic": 1, "granted": 2}
_BASIC: Final = {held: place for place, held in enumerate(INTRINSIC.values())}


def without_id(found: Characteristics) -> tuple[object, ...]:
    """Return all characteristics except the id, for comparisons."""
    return tuple(getattr(found, name) for name in found.__struct_fields__ if name != "id")


def sorted_types(types: Iterable[str]) -> list[str]:
    """Return card types in the order of a type line."""
    return sorted(types, key=lambda type: _TYPE_ORDER.index(type) if type in _TYPE_ORDER else -1)


def shown_subtypes(words: list[str]) -> tuple[str, ...]:
    """Return subtypes for display, omitting those that "every creature type" includes."""
    every = [marker for marker in (EVERY_CREATURE_TYPE, EVERY_LAND_TYPE) if marker in words]
    covered = {family for family, marker in EVERY_MARKERS.items() if marker in words}
    rest = [w for w in words if w not in every and not covered.intersection(families(w))]
    return (*every, *sorted(rest))


def _counted(source: Any, kind: str, printed: int | None) -> int | None:
    # Return the printed number if no event sets it (306.5c, 310.4c).
    return next((counter.count for counter in source.counters if counter.kind == kind), printed)
