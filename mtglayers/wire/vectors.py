"""JSON types for test vectors, and for engines' answers to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.rules.edition import Origin

from .base import AbilityTree, Data, Names, Tree
from .boards import BoardData
from .results import UnappliedData
from .steps import CharacteristicsData, EdgeData, SomeData, Why

_REF = "#/$defs"
Clause = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": f"{_REF}/tree.Clause"})]
CardTree = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": f"{_REF}/tree.Card"})]
Copiable = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": f"{_REF}/tree.Copiable"})]
"""Trees of nodes (`mtglayers.model.effects.node.to_data`). `kind` is the kind of node; other keys are its fields."""


# --- The rules ----------------------------------------------------------------------------------------------


class VectorLayerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A layer, or a list that applies after all layers.

    Attributes:
        name: the name in the rules, such as "4" or "7b".
        rule: the number of the rule that defines the layer.
        title: the descriptive name of the layer.
        holds: the kinds of operation that apply in the layer; "modify (counters)" means only the effects of
            counters.
        cda_first: whether characteristic-defining abilities apply first (613.3).
    """

    name: str
    rule: str
    title: str
    holds: Names
    cda_first: bool = False


class VectorEditionData(Data, frozen=True, kw_only=True):
    """The rules under which a vector was solved.

    Attributes:
        key: the edition's key.
        since: the first day of this version.
        until: the last day of this version, or null for the newest.
        layers: the layers in order of application.
        after: the lists that apply after all layers, in order (613.10, 613.11).
        switches: name of a rule that differs between editions -> the value of the rule in this version.
        rules: subject of a rule -> number of the rule in this version.
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
    """An ability as a tree.

    Attributes:
        tree: the ability.
        cda: whether the ability is characteristic-defining if no effect grants it (604.3a).
        zones: the zones in which the ability functions if no effect grants it; by default, all zones (113.6).
        parts: the clauses of a keyword that has a continuous effect; absent for a `Static`, whose tree contains
            its clauses.
    """

    tree: AbilityTree
    cda: bool = False
    zones: Names | None = None
    parts: tuple[Clause, ...] = ()


# --- The state before the layers ----------------------------------------------------------------------------


class CopiableData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The values before all layers (613.1); an absent key means an empty or missing value.

    Attributes:
        mana_value: the mana value; 0 is written only if the mana cost has another one.
        colors: the colors; an empty list is written only if the mana cost has colors.
    """

    name: str = ""
    mana_cost: str = ""
    mana_value: int | UnsetType = UNSET
    colors: Names | UnsetType = UNSET
    supertypes: Names = ()
    types: Names = ()
    subtypes: Names = ()
    abilities: Names = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None


class CounterData(Data, frozen=True, kw_only=True):
    """Counters of one kind on an object, with their shared timestamp (613.7c)."""

    kind: str
    count: int
    timestamp: int


class StateObjectData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An object before the layers.

    Attributes:
        id: the id of the object.
        number: the number of the object in trees.
        timestamp: the timestamp of the object (613.7).
        first_timestamp: the first timestamp of the object, if it has received another one since (613.7a).
        zone: the zone that the object is in.
        owner: the owner of the object.
        values: the values before layer 1, unless there is a card.
        card: in a state that a board begins with, the name of the card with these values, or its tree.
        face: the name of the face that is up, or of the half that was cast, unless it is the front face.
        components: the cards of a merged or melded permanent, topmost first (730.2, 701.42).
        controller: the player under whose control the object entered; null if the object is neither on the
            battlefield nor on the stack (108.4).
        attached_to: the object to which this object is attached.
        attached_player: the player to which this object is attached.
        facts: facts about the object, such as "tapped", "attacking", "attached", "token" and "face-down".
        numbers: facts that are numbers, such as "level".
        links: facts that refer to other objects.
        counters: the counters, in the order in which the first counter of each kind was put on the object.
        choices: the choices made for the object.
        x: the value of X when the object was cast or entered.
    """

    id: str
    number: int
    timestamp: int
    zone: str
    owner: str
    values: CopiableData | UnsetType = UNSET
    card: str | CardTree | UnsetType = UNSET
    face: str | None = None
    components: tuple[str | CardTree, ...] = ()
    controller: str | None = None
    first_timestamp: int | None = None
    attached_to: str | None = None
    attached_player: str | None = None
    facts: Names = ()
    numbers: Mapping[str, int] = {}
    links: Mapping[str, Names] = {}
    counters: tuple[CounterData, ...] = ()
    choices: Mapping[str, tuple[str | int, ...]] = {}
    x: int | None = None


class StateEffectData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An effect that is not generated by an ability on the board.

    Attributes:
        name: the name of the effect.
        origin: the origin of the effect.
        timestamp: the timestamp of the effect.
        key: in a vector, the numbers by which effects are ordered; effects with equal numbers are ordered by name.
        source: the source of the effect.
        source_name: the name of the card, or the text, that created the effect, for explanations.
        source_ability: the place of the ability that resolved among those of the source.
        you: the player to whom "you" refers, if the effect locks in this player; by default, the controller of the
            source.
        targets: the objects that were targets when the effect was created.
        target_players: the players that were targets when the effect was created.
        x: the value of X.
        choices: the choices made for the effect.
        told: the facts about earlier events in the game that are true for the effect.
        ability: the ability that the effect needs, if a choice made as an object entered created the effect.
        clauses: the clauses of the effect, which apply to a fixed set of objects (611.2c).
    """

    name: str
    origin: Origin
    timestamp: int
    key: tuple[int, ...] = ()
    clauses: tuple[Clause, ...]
    source: str | None = None
    source_name: str | None = None
    source_ability: int | None = None
    you: str | None = None
    targets: Names = ()
    target_players: Names = ()
    x: int | None = None
    choices: Mapping[str, tuple[str | int, ...]] = {}
    told: Names | None = None
    ability: str | None = None


class StatePlayerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A player.

    Attributes:
        name: the name of the player.
        facts: the numbers that effects can depend on, such as life.
        ring_timestamp: the timestamp of the player's Ring emblem (701.54c).
    """

    name: str
    facts: Mapping[str, int] = {}
    ring_timestamp: int | None = None


class StateData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The board after the timeline, before any layer applies.

    Attributes:
        players: the players in turn order.
        active_player: the active player.
        objects: the objects, ordered by number.
        effects: the effects that no ability on the board generates, oldest first.
        copied: name of a static copy effect -> the values that the effect copied when it first applied (707.2c).
        abilities: key -> ability, for the abilities of the state; absent in a vector, which contains them itself.
        unsupported: object or effect -> what was not understood or not specified about the events that led here.
    """

    players: tuple[StatePlayerData, ...]
    active_player: str
    objects: tuple[StateObjectData, ...]
    effects: tuple[StateEffectData, ...]
    copied: Mapping[str, Copiable] = {}
    abilities: Mapping[str, VectorAbilityData] | UnsetType = UNSET
    unsupported: Mapping[str, Names] = {}


# --- Expected results ---------------------------------------------------------------------------------------


class ExpectedAbilityData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An ability that an object has after all layers.

    Attributes:
        ability: the key of the ability in the vector's `abilities`.
        text: the ability in English.
        origin: "copiable" for the object's own abilities, "intrinsic" for abilities of basic land types (305.6), or
            "granted".
        by: the effect that grants the ability.
    """

    ability: str
    text: str
    origin: Literal["copiable", "intrinsic", "granted"] = "copiable"
    by: str | None = None


class ExpectedObjectData(CharacteristicsData, frozen=True, kw_only=True):
    """An object after all layers (109.3)."""

    abilities: tuple[ExpectedAbilityData, ...]


class DeedData(Data, frozen=True, kw_only=True):
    """An operation with the values of its operands, and the objects that it changes."""

    operation: Tree
    objects: Names


class ExpectedStepData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The application of one effect.

    Attributes:
        effect: the effect that applies.
        timestamp: the timestamp of the effect.
        why: the reason why the effect applies next: alone, oldest, waited, loop or released.
        rule: the number of the rule that states this reason.
        because: the reason as a clause.
        cda: whether the effect applies with the characteristic-defining abilities, before other effects (613.3).
        going_on: whether the effect continues after its ability has ceased to exist (613.6).
        waiting: older effects that have to wait.
        loop: the members of the dependency loop whose order timestamps determine, oldest first (613.8b).
        edges: the dependencies before the step, among the effects that have not yet applied in the layer.
        scope: the objects that the effect applies to.
        does: the operations of the effect, in order.
        changed: object -> the changed characteristics of the object.
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
    """The application of effects in a layer.

    Attributes:
        name: the layer.
        order: the effects in order of application, including effects that apply to no objects.
        steps: the application of each effect.
        loops: the members of each dependency loop that occurs in the layer, oldest first.
    """

    name: str
    order: Names = ()
    loops: tuple[Names, ...] = ()
    steps: tuple[ExpectedStepData, ...] = ()


class ExpectedPlayerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A player after all layers; null for `max_hand_size` means no maximum."""

    name: str
    max_hand_size: int | None
    land_plays: int | None
    abilities: tuple[ExpectedAbilityData, ...] = ()


class ExpectedData(Data, frozen=True, kw_only=True):
    """The expected result of a vector's board.

    Attributes:
        objects: the objects, ordered by timestamp.
        layers: the layers in which an effect applies, in order.
        players: the players in turn order.
        unapplied: effects that lost their ability before they could apply.
    """

    objects: tuple[ExpectedObjectData, ...]
    layers: tuple[ExpectedLayerData, ...]
    players: tuple[ExpectedPlayerData, ...]
    unapplied: tuple[UnappliedData, ...] = ()


class VectorData(Data, frozen=True, kw_only=True):
    """A board, and the expected result under one edition of the rules.

    Attributes:
        format: version number of the format.
        name: the name of the vector, whose file is `vectors/<name>.json`.
        title: the title.
        source: the origin of the board.
        clauses: the numbers of the rules that the vector tests, in its edition.
        edition: the edition of the rules.
        readings: names of the readings, except default readings (`mtglayers editions --readings`).
        abilities: key -> ability, for every ability in the vector.
        board: the board as a timeline.
        state: the board before the layers.
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


# --- Answers of engines -------------------------------------------------------------------------------------


class AnswerEdgeData(Data, frozen=True, kw_only=True):
    """A dependency that an engine reports.

    Attributes:
        effect: the dependent effect.
        on: the effect that it depends on.
        reasons, witness: the same keys as in a vector; they are not compared.
    """

    effect: str
    on: str
    reasons: Names | UnsetType = UNSET
    witness: Names | UnsetType = UNSET


class AnswerStepData(Data, frozen=True, kw_only=True):
    """The application of one effect.

    Attributes:
        effect: the effect that applies.
        edges: all dependencies before the step, among the effects that have not yet applied in the layer.
    """

    effect: str
    edges: tuple[AnswerEdgeData, ...] | UnsetType = UNSET


class AnswerLayerData(Data, frozen=True, kw_only=True):
    """The application of effects in a layer, as an engine reports it.

    Attributes:
        name: the name of the layer in the vector's edition.
        order: the effects in order of application; absent if it should not be compared.
        steps: the application of each effect, in order; absent if it should not be compared.
    """

    name: str
    order: Names | UnsetType = UNSET
    steps: tuple[AnswerStepData, ...] | UnsetType = UNSET


class AnswerObjectData(SomeData, frozen=True, kw_only=True):
    """The characteristics that an engine reports for an object after all layers.

    Attributes:
        id: the object.
        colors, supertypes, types, subtypes: the values, in any order.
        abilities: all abilities in any order, each identified by its key among the vector's abilities or by its
            text.
    """

    abilities: Names | UnsetType = UNSET


class AnswerData(Data, frozen=True, kw_only=True):
    """An engine's answer to a vector.

    Attributes:
        vector: the vector's name.
        objects: the objects after all layers.
        layers: the layers; absent layers are not compared.
        not_supported: the reason why the engine did not run the vector.
    """

    vector: str
    objects: tuple[AnswerObjectData, ...] | UnsetType = UNSET
    layers: tuple[AnswerLayerData, ...] | UnsetType = UNSET
    not_supported: str | UnsetType = UNSET
