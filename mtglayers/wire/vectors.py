"""Vectors as JSON: boards with expected results for engines in any language, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.rules.edition import Origin

from .base import Data, Names, Tree
from .boards import BoardData
from .results import UnappliedData
from .steps import EdgeData, SomeData, Why

_REF = "#/$defs"
Ability = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": f"{_REF}/Ability"})]
Clause = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": f"{_REF}/tree.Clause"})]
Copiable = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": f"{_REF}/tree.Copiable"})]
"""Trees of nodes (`mtglayers.model.effects.node.to_data`): `kind` names what one is, the other keys its fields."""


# --- The rules ----------------------------------------------------------------------------------------------


class VectorLayerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A layer, or a list that applies after all layers.

    Attributes:
        name: as the rules letter it: "4", "7b".
        rule: the number of the rule that defines it.
        title: what it is about.
        holds: what kinds of operation apply here; "modify (counters)" is for effects of that origin alone.
        cda_first: whether characteristic-defining abilities apply before the rest here (613.3).
    """

    name: str
    rule: str
    title: str
    holds: Names
    cda_first: bool = False


class VectorEditionData(Data, frozen=True, kw_only=True):
    """The rules that a vector is solved under.

    Attributes:
        key, since, until: which text of the rules; `until` is null for the newest.
        layers: in order of application.
        after: what applies after all layers, in order (613.10, 613.11).
        switches: what the rules of that day answer where editions differ.
        rules: what a step cites -> its number in this text.
    """

    key: str
    since: str
    until: str | None
    layers: tuple[VectorLayerData, ...]
    after: tuple[VectorLayerData, ...]
    switches: dict[str, bool | str]
    rules: dict[str, str]


# --- Abilities ----------------------------------------------------------------------------------------------


class VectorAbilityData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An ability, spelled out once.

    Attributes:
        tree: the ability.
        cda: whether it is characteristic-defining where it is an object's own and not granted (604.3a).
        zones: where its effect functions as an object's own; none named: everywhere (113.6).
        parts: the clauses of a keyword that is a continuous effect; those of a `Static` stand in its tree.
    """

    tree: Ability
    cda: bool = False
    zones: Names | None = None
    parts: tuple[Clause, ...] = ()


# --- The state before the layers ----------------------------------------------------------------------------


class CopiableData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The values that layers start from (613.1). What is left out is empty, or is not there."""

    name: str = ""
    mana_cost: str = ""
    mana_value: int = 0
    colors: Names = ()
    supertypes: Names = ()
    types: Names = ()
    subtypes: Names = ()
    abilities: Names = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None


class CounterData(Data, frozen=True, kw_only=True):
    """Counters of one kind on an object, and the timestamp they share (613.7c)."""

    kind: str
    count: int
    timestamp: int


class StateObjectData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An object just before the layers.

    Attributes:
        id: its name.
        number: what trees call it by.
        timestamp: its timestamp (613.7).
        zone: where it is.
        owner: whose it is.
        values: what layer 1 starts from.
        controller: under whose control it entered; nobody's off the battlefield and the stack (108.4).
        attached_to: the object it is attached to.
        attached_player: the player it is attached to.
        facts: what is true of it: "tapped", "attacking", "attached", "token", "face-down" ...
        numbers: facts that are numbers: level.
        links: facts that name other objects.
        counters: in the order in which they were first put.
        choices: what was chosen for it.
        x: the value of X it was cast or entered with.
    """

    id: str
    number: int
    timestamp: int
    zone: str
    owner: str
    values: CopiableData
    controller: str | None = None
    attached_to: str | None = None
    attached_player: str | None = None
    facts: Names = ()
    numbers: Mapping[str, int] = {}
    links: Mapping[str, Names] = {}
    counters: tuple[CounterData, ...] = ()
    choices: Mapping[str, tuple[str | int, ...]] = {}
    x: int | None = None


class StateEffectData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An effect that no ability on the board generates: of a spell that resolved, of a copy, of counters.

    Attributes:
        name: its name.
        origin: what generates it.
        timestamp: its timestamp.
        key: what effects are ordered by: compared number by number, then by name.
        source: the object it comes from.
        you: the player meant by "you", where that is fixed; else the controller of the source.
        targets, target_players: as they were when it resolved.
        x: the value of X.
        choices: what was chosen for it.
        told: what its text asks about the course of the game and is true.
        ability: the ability without which it is not there, for what a choice made of an object as it entered.
        clauses: what it does, on objects that are fixed (611.2c).
    """

    name: str
    origin: Origin
    timestamp: int
    key: tuple[int, ...]
    clauses: tuple[Clause, ...]
    source: str | None = None
    you: str | None = None
    targets: Names = ()
    target_players: Names = ()
    x: int | None = None
    choices: Mapping[str, tuple[str | int, ...]] = {}
    told: Names = ()
    ability: str | None = None


class StatePlayerData(Data, frozen=True, kw_only=True):
    """A player: name, and the numbers that effects ask for."""

    name: str
    facts: dict[str, int]


class StateData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What the timeline led to, just before the layers.

    Attributes:
        players: in turn order.
        active_player: whose turn it is.
        objects: in order of number.
        effects: those that no ability on the board generates, oldest first.
        copied: static copy effect -> the values that it took as it first applied (707.2c).
    """

    players: tuple[StatePlayerData, ...]
    active_player: str
    objects: tuple[StateObjectData, ...]
    effects: tuple[StateEffectData, ...]
    copied: Mapping[str, Copiable] = {}


# --- What is expected ---------------------------------------------------------------------------------------


class ExpectedAbilityData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An ability that an object has after all layers.

    Attributes:
        ability: its key among the vector's abilities.
        text: as it would be printed, for people.
        origin: "copiable" (its own), "intrinsic" (a basic land type's mana ability, 305.6) or "granted".
        by: the effect that grants it.
    """

    ability: str
    text: str
    origin: Literal["copiable", "intrinsic", "granted"] = "copiable"
    by: str | None = None


class ExpectedObjectData(Data, frozen=True, kw_only=True):
    """What an object is after all layers (109.3)."""

    id: str
    name: str
    mana_cost: str
    mana_value: int
    colors: Names
    supertypes: Names
    types: Names
    subtypes: Names
    power: int | None
    toughness: int | None
    base_power: int | None
    base_toughness: int | None
    loyalty: int | None
    defense: int | None
    controller: str | None
    abilities: tuple[ExpectedAbilityData, ...]


class DeedData(Data, frozen=True, kw_only=True):
    """One operation with its operands evaluated, and the objects it is done to."""

    operation: Tree
    objects: Names


class ExpectedStepData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """One application.

    Attributes:
        effect: the effect that applies.
        timestamp: its timestamp.
        why: alone, oldest, waited, loop or released.
        rule: the number of the rule by which it is its turn.
        because: the same as a sentence.
        cda: whether it applies among characteristic-defining abilities, before the rest (613.3).
        going_on: whether its ability no longer exists, and it goes on because it had started (613.6).
        waiting: older effects that have to wait.
        loop: the members of the loop that its turn breaks, oldest first (613.8b).
        edges: the dependencies before it, among the effects that have not applied in the layer.
        scope: the objects it applies to.
        does: its operations, in order.
        changed: the objects that came out otherwise, each with the characteristics that did.
    """

    effect: str
    timestamp: int
    why: Why
    rule: str
    because: str
    cda: bool = False
    going_on: bool = False
    waiting: Names = ()
    loop: Names = ()
    edges: tuple[EdgeData, ...] = ()
    scope: Names = ()
    does: tuple[DeedData, ...] = ()
    changed: Mapping[str, Names] = {}


class ExpectedLayerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What happens in a layer.

    Attributes:
        name: the layer.
        order: the effects in order of application; those with an empty scope are among them.
        steps: the applications, one for each of them.
        loops: the dependency loops at any moment of the layer, each oldest first.
    """

    name: str
    order: Names = ()
    loops: tuple[Names, ...] = ()
    steps: tuple[ExpectedStepData, ...] = ()


class ExpectedPlayerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What effects make of a player after all layers; null: no maximum, any number of lands."""

    name: str
    max_hand_size: int | None
    land_plays: int | None
    abilities: tuple[ExpectedAbilityData, ...] = ()


class ExpectedData(Data, frozen=True, kw_only=True):
    """The expected result of a vector's board.

    Attributes:
        objects: in order of timestamp.
        layers: those in which something applies, in order.
        players: in turn order.
        unapplied: effects that lost their ability before their turn.
    """

    objects: tuple[ExpectedObjectData, ...]
    layers: tuple[ExpectedLayerData, ...]
    players: tuple[ExpectedPlayerData, ...]
    unapplied: tuple[UnappliedData, ...] = ()


class VectorData(Data, frozen=True, kw_only=True):
    """A board, and the expected result under one edition of the rules.

    Attributes:
        format: the number of the format.
        name: its name, and with ".json" its place below `vectors/`.
        title: in words.
        source: where the board comes from.
        clauses: the numbers of the rules that it is about, as they stand in its edition.
        edition: the rules.
        readings: the readings that are named (`mtglayers editions --readings`); everything else is read by default.
        abilities: every ability that is met in it, spelled out once.
        board: the board as a timeline.
        state: the board just before the layers.
        expect: the expected result.
    """

    format: int
    name: str
    title: str
    source: str
    clauses: Names
    edition: VectorEditionData
    readings: Names
    board: BoardData
    abilities: dict[str, VectorAbilityData]
    state: StateData
    expect: ExpectedData


# --- What an engine answers ---------------------------------------------------------------------------------


class AnswerEdgeData(Data, frozen=True, kw_only=True):
    """One effect depends on another, as an engine has it.

    Attributes:
        effect: the effect that depends.
        on: the one that it depends on.
        reasons, witness: as in a vector; they are not compared.
    """

    effect: str
    on: str
    reasons: Names | UnsetType = UNSET
    witness: Names | UnsetType = UNSET


class AnswerStepData(Data, frozen=True, kw_only=True):
    """One application.

    Attributes:
        effect: the effect that applies.
        edges: the dependencies before it, among the effects that have not applied in the layer; all of them.
    """

    effect: str
    edges: tuple[AnswerEdgeData, ...] | UnsetType = UNSET


class AnswerLayerData(Data, frozen=True, kw_only=True):
    """What happens in a layer; one without `order` and `steps` says nothing.

    Attributes:
        name: the layer, as the vector's edition calls it.
        order: the effects in order of application.
        steps: the applications, in order.
    """

    name: str
    order: Names | UnsetType = UNSET
    steps: tuple[AnswerStepData, ...] | UnsetType = UNSET


class AnswerObjectData(SomeData, frozen=True, kw_only=True):
    """What an object is after all layers, as far as an engine can say.

    Attributes:
        id: the object.
        colors, supertypes, types, subtypes: in any order.
        abilities: all of them, in any order: each by its key among the vector's abilities, or by its text.
    """

    abilities: Names | UnsetType = UNSET


class AnswerData(Data, frozen=True, kw_only=True):
    """An engine's answer to a vector: as much as it can say.

    Attributes:
        vector: the vector's name.
        objects: what objects are.
        layers: what happens in layers; those that are not named are not compared.
        not_supported: why the engine did not run the vector.
    """

    vector: str
    objects: tuple[AnswerObjectData, ...] | UnsetType = UNSET
    layers: tuple[AnswerLayerData, ...] | UnsetType = UNSET
    not_supported: str | UnsetType = UNSET


__all__ = [
    "AnswerData", "AnswerEdgeData", "AnswerLayerData", "AnswerObjectData", "AnswerStepData", "CopiableData",
    "CounterData", "DeedData", "ExpectedAbilityData", "ExpectedData", "ExpectedLayerData", "ExpectedObjectData",
    "ExpectedPlayerData", "ExpectedStepData", "StateData", "StateEffectData", "StateObjectData", "StatePlayerData",
    "VectorAbilityData", "VectorData", "VectorEditionData", "VectorLayerData",
]  # fmt: skip
