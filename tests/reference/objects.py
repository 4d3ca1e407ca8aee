"""The board as the plain solver represents it: one dict of characteristics for each object."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.language import Ability, Clause, Condition
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE, EVERY_LAND_TYPE, Choices
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.model.rules.vocabulary import CARD_TYPE_FAMILY, families, mana_value

from .rules import Origin, Rules

Characteristics = dict[str, Any]

EVERY = {EVERY_CREATURE_TYPE: "creature", EVERY_LAND_TYPE: "land"}

# 305.6: a land with a basic land type has "{T}: Add [mana symbol]."
INTRINSIC = {
    "Plains": TextAbility("mana", "{T}: Add {W}."),
    "Island": TextAbility("mana", "{T}: Add {U}."),
    "Swamp": TextAbility("mana", "{T}: Add {B}."),
    "Mountain": TextAbility("mana", "{T}: Add {R}."),
    "Forest": TextAbility("mana", "{T}: Add {G}."),
}


class Has(NamedTuple):
    """An ability on an object.

    Attributes:
        origin: "copiable", "intrinsic" or "granted".
        place: its 1-based place among the printed abilities, or among those that one effect grants.
        granter: the name of the effect that grants it, or "except" for an exception of a copy effect.
        granted: the timestamp of that effect, or -1; for a copied ability, the timestamp of the copy effect if it
            counts.
        own: whether the object itself is the source of that effect.
    """

    ability: Ability
    origin: str
    place: int
    granter: str = ""
    granted: int = -1
    own: bool = False


@dataclass(frozen=True)
class Effect:
    """One continuous effect: all the clauses of one ability, resolution or kind of counter.

    Attributes:
        source: id of the object it comes from.
        origin: whether a static ability, a resolution or counters generate it.
        stamp: its timestamp, a sequence of numbers.
        lasting: whether it exists without an ability that generates it.
        cda: whether it comes from a characteristic-defining ability.
        behind: a key that orders it after other abilities of its object with the same timestamp (613.7a).
        you: the player that "you" means, if it is fixed.
        target_players: the targeted players.
        told: the facts about the game that are recorded for a resolved effect.
        triggered: id of the enchanted or equipped object in the trigger condition, if the source has moved since.
        then: for a resolved effect, the board and the effect as it began; its objects and numbers are determined
            once, at that time (611.2c, 608.2h).
        player: the player for whom a condition or amount is evaluated.
        it: id of the object for which a condition or amount is evaluated.
    """

    name: str
    source: str | None
    clauses: tuple[Clause, ...]
    stamp: tuple[int, int, int, int]
    origin: Origin = "static"
    condition: Condition | None = None
    lasting: bool = False
    cda: bool = False
    behind: int = 0
    you: int | None = None
    targets: tuple[str | None, ...] = ()
    triggered: str | None = None
    x: int | None = None
    choices: Choices = field(default_factory=Choices)
    target_players: tuple[int, ...] = ()
    told: tuple[str, ...] = ()
    then: tuple[State, Effect] | None = None
    player: int | None = None
    it: str | None = None


@dataclass
class State:
    """The partially applied board: id -> characteristics, in order of the objects' numbers; and the rules in force.

    `board` contains the facts about players and the turn, which no layer changes.
    """

    objects: dict[str, Characteristics]
    players: int
    rules: Rules
    board: Board

    def copy(self) -> State:
        """Return a copy of the state for a trial."""
        objects = {}
        for id, it in self.objects.items():
            objects[id] = {
                **it,
                "colors": set(it["colors"]),
                "types": set(it["types"]),
                "subtypes": set(it["subtypes"]),
                "supertypes": set(it["supertypes"]),
                "abilities": list(it["abilities"]),
                "cant_have": set(it["cant_have"]),
            }
        return State(objects, self.players, self.rules, self.board)

    def id_of(self, number: int | None) -> str | None:
        """Return the id of the object with the given number, or None if it has left."""
        return next((id for id, it in self.objects.items() if it["number"] == number), None)


def begin(board: Board, rules: Rules, ended: Collection[tuple[int, str]] = ()) -> State:
    """Return the objects as they are before any effect applies (613.1), without the facts that have ended."""
    state = State({}, len(board.players), rules, board)
    for object in sorted(board.objects.values(), key=lambda object: object.number):
        state.objects[object.id] = _printed(object)
    for object in board.objects.values():
        it = state.objects[object.id]
        it["attached_to"] = state.id_of(object.attached_to)
        if it["attached_to"] is not None or object.attached_player is not None:
            it["facts"].add("attached")
        if board.turn_began is not None and object.entered > board.turn_began and it["zone"] == "battlefield":
            it["facts"].add("entered_this_turn")
        partner = dict(object.links).get("paired_with")
        if partner is not None and state.id_of(partner) is not None and (object.number, "paired") not in ended:
            it["facts"].add("paired")
        it["facts"] -= {fact for number, fact in ended if number == object.number}
        if (object.number, "attacks") in ended:
            it["facts"].add("attacks nothing")
    return state


def _printed(object: GameObject) -> Characteristics:
    it: Characteristics = {
        # Facts that no layer changes.
        "number": object.number,
        "stamp": object.stamp,
        "first stamp": object.stamp if object.first_stamp is None else object.first_stamp,
        "zone": object.base.zone,
        "owner": object.base.owner,
        "token": object.base.token and not (object.merged and object.host),  # 730.2d
        "facts": {*object.facts, *(["face-down"] if object.face_down else [])},
        "level": dict(object.numbers).get("level", 0),
        "attached_to": None,
        "attached_player": object.attached_player,
        "counters": {counter.kind: counter.count for counter in object.counters},
        "choices": object.choices,
        # Values that effects change.
        "controller": object.base.controller,
        "cant_have": set(),
        "abilities": [],
    }
    # 730.2: before layer 1, a merged permanent has the values of the permanent with which the others merged.
    write_values(it, object.merged[object.host] if object.merged else object.base.values)
    return it


def write_values(it: Characteristics, values: Any, granted: int = -1) -> None:
    """Replace the object's copiable values (707.2); its abilities get the timestamp `granted`."""
    it["name"] = values.name
    it["mana_cost"] = values.mana_cost
    it["mana_value"] = mana_value(values.mana_cost) if values.mana_value is None else values.mana_value
    it["colors"] = set(values.colors)
    it["types"] = set(values.types)
    it["supertypes"] = set(values.supertypes)
    it["subtypes"] = set(values.subtypes)
    it["abilities"] = [
        Has(ability, "copiable", place, granted=granted) for place, ability in enumerate(values.abilities, 1)
    ]
    it["power"] = values.power
    it["toughness"] = values.toughness
    refresh_intrinsic(it, before=set())


def has_subtype(it: Characteristics, word: str) -> bool:
    """Return whether the object has the subtype, either individually or as part of its whole family."""
    if word in it["subtypes"]:
        return True
    return any(EVERY[marker] in families(word) for marker in EVERY if marker in it["subtypes"])


def families_of(subtype: str) -> tuple[str, ...]:
    """Return the families of subtypes that contain the word."""
    return (EVERY[subtype],) if subtype in EVERY else tuple(families(subtype))


def supports(it: Characteristics, subtype: str) -> bool:
    """Return whether the object has a card type that the subtype goes with (205.3d)."""
    return any(CARD_TYPE_FAMILY.get(type) in families_of(subtype) for type in it["types"])


def number_of(it: Characteristics, what: str) -> int | None:
    """Return a number of an object; a noncreature permanent has no power, toughness or base value of them (208.3)."""
    if what != "mana_value" and it["zone"] == "battlefield" and "Creature" not in it["types"]:
        return None
    base = what.removeprefix("base_")
    number: int | None = it[base] if what == base else it.get(f"base {base}", it[base])  # 208.4b
    return number


def mana_types(it: Characteristics) -> set[str]:
    """Return the basic land types of the object, if it is a land (305.6)."""
    return {subtype for subtype in INTRINSIC if "Land" in it["types"] and has_subtype(it, subtype)}


def refresh_intrinsic(it: Characteristics, before: set[str]) -> None:
    """Give the object the mana ability of each basic land type that it did not have `before` (305.6).

    It loses those of types that it no longer has. A lost ability does not return with another type.
    """
    now = mana_types(it)
    kept = [INTRINSIC[subtype] for subtype in before & now]
    it["abilities"] = [has for has in it["abilities"] if has.origin != "intrinsic" or has.ability in kept]
    for subtype, ability in INTRINSIC.items():
        if subtype in now - before:
            it["abilities"].append(Has(ability, "intrinsic", 0))
