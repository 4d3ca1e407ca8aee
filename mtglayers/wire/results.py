"""Results as types: exactly what `mtglayers.solver.data.result_data` makes."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from mtglayers.model.effects.view import Origin
from mtglayers.solver.readings import Readings

from .base import Data, Names, Tree
from .boards import BoardData

Reason = Literal["text", "existence", "scope", "result"]
Why = Literal["alone", "oldest", "waited", "loop", "released"]
Value = str | int | bool | None


class EditionData(Data, frozen=True, kw_only=True):
    """The text of the rules that the board was solved under.

    Attributes:
        key: the edition's key: "E25".
        since: the first day on which that text was in force.
        until: the last day, or null for the newest.
        rules: what a rule is about ("dependency", "loop", "timestamp" ...) -> its number in that text.
    """

    key: str
    since: str
    until: str | None
    rules: dict[str, str]


class UnsupportedData(Data, frozen=True, kw_only=True):
    """A line that could touch characteristics and is not understood, or something that nobody told.

    Attributes:
        object: id of the object, or name of the effect.
        text: the line, or what is missing.
    """

    object: str
    text: str


class AbilityData(Data, frozen=True, kw_only=True):
    """An ability that an object has.

    Attributes:
        text: in English; the object's own name stands where the card says its name.
        origin: "copiable": printed or copied; "intrinsic": of a basic land type; "granted": by an effect.
        granted_by: name of that effect, or null.
    """

    text: str
    origin: Origin
    granted_by: str | None


class ObjectData(Data, frozen=True, kw_only=True):
    """What an object is: its characteristics, and what they rest on.

    Attributes:
        id: the object.
        colors: of W, U, B, R, G, in this order.
        power, toughness: null for what is no creature.
        base_power, base_toughness: after everything that sets them (208.4b); null where the walk ended before.
        controller: a player; null for a card off the battlefield and the stack.
        attached_to: id of an object, name of a player, or null.
        tapped: null off the battlefield.
        abilities: in order.
        summary: what it is, in one sentence; absent where it was not asked for.
        rests_on: the effects that it can rest on: with these alone it comes out the same; absent likewise.
    """

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
    owner: str
    zone: str
    attached_to: str | None
    tapped: bool | None
    abilities: tuple[AbilityData, ...]
    summary: str | UnsetType = UNSET
    rests_on: Names | UnsetType = UNSET


class SomeData(Data, frozen=True, kw_only=True):
    """An object, and as many of its characteristics as are told."""

    id: str
    name: str | UnsetType = UNSET
    mana_cost: str | UnsetType = UNSET
    mana_value: int | UnsetType = UNSET
    colors: Names | UnsetType = UNSET
    supertypes: Names | UnsetType = UNSET
    types: Names | UnsetType = UNSET
    subtypes: Names | UnsetType = UNSET
    power: int | UnsetType | None = UNSET
    toughness: int | UnsetType | None = UNSET
    base_power: int | UnsetType | None = UNSET
    base_toughness: int | UnsetType | None = UNSET
    loyalty: int | UnsetType | None = UNSET
    defense: int | UnsetType | None = UNSET
    controller: str | UnsetType | None = UNSET


class AfterData(SomeData, frozen=True, kw_only=True):
    """An object after a step: its id, and of its characteristics those that the step changed.

    Attributes:
        id: the object.
    """

    owner: str | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    attached_to: str | UnsetType | None = UNSET
    tapped: bool | UnsetType | None = UNSET


class ChangeData(Data, frozen=True, kw_only=True):
    """One respect in which an object or a player differs: one value and the other, or what is lost and gained.

    Attributes:
        what: a characteristic, or a fact about a player.
        one, other: its values, before and after: where it has one at a time.
        lost, gained: what goes and what comes: where it has several; abilities as texts.
    """

    what: str
    lost: Names | UnsetType = UNSET
    gained: Names | UnsetType = UNSET
    one: Value | UnsetType = UNSET
    other: Value | UnsetType = UNSET


class ChangedData(Data, frozen=True, kw_only=True):
    """How a step changed an object.

    Attributes:
        id: the object.
        changes: in which respects.
    """

    id: str
    changes: tuple[ChangeData, ...]


class OperationData(Data, frozen=True, kw_only=True):
    """One operation of a step, its operands evaluated.

    Attributes:
        operation: as a tree.
        words: in English.
        objects: ids of the objects that it was done to.
    """

    operation: Tree
    words: str
    objects: Names


class EdgeData(Data, frozen=True, kw_only=True):
    """A dependency (613.8a).

    Attributes:
        effect: the effect that depends.
        on: the effect that it depends on.
        reasons: all that hold, in the order text, existence, scope, result.
        witness: ids of the objects, or names of the abilities, where it shows.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: Names


class StepData(Data, frozen=True, kw_only=True):
    """One application of an effect.

    Attributes:
        step: its number in the layer, from 1.
        effect: name of the effect.
        called: what a sentence calls it.
        source: id of the object it is of, or null.
        timestamp: what it is ordered by (613.7).
        cda: whether it was chosen among characteristic-defining abilities (613.3).
        going_on: whether its ability was gone by then (613.6).
        why: why it was its turn.
        rule: the number of the rule that says so.
        because: the reason as a sentence, without capital and full stop.
        waiting: older effects that had to wait.
        loop: members of the dependency loop that timestamps broke here (613.8b).
        scope: ids of the objects that it applied to.
        operations: what it did.
        edges: the dependencies before it.
        changed: what it changed.
        after: only where asked for: those objects as they are after it.
    """

    step: int
    effect: str
    called: str
    source: str | None
    timestamp: int
    cda: bool
    going_on: bool
    why: Why
    rule: str
    because: str
    waiting: Names
    loop: Names
    scope: Names
    operations: tuple[OperationData, ...]
    edges: tuple[EdgeData, ...]
    changed: tuple[ChangedData, ...]
    after: tuple[AfterData, ...] | UnsetType = UNSET


class LayerData(Data, frozen=True, kw_only=True):
    """What happened in one layer or sublayer, or after the layers.

    Attributes:
        name: "1a" to "7d" now; "613.10" and "613.11" are the effects on players and on rules.
        rule: the number of its rule.
        title: what it is about.
        order: names of the effects in the order in which they applied.
        loops: the dependency loops in it, each as its members; absent where the steps were not asked for.
        steps: the applications; absent likewise.
    """

    name: str
    rule: str
    title: str
    order: Names
    loops: tuple[Names, ...] | UnsetType = UNSET
    steps: tuple[StepData, ...] | UnsetType = UNSET


class PlayerData(Data, frozen=True, kw_only=True):
    """What effects make of a player (613.10, 613.11).

    Attributes:
        max_hand_size: null where there is no maximum.
        land_plays: lands the player may play on each turn of theirs; null: any number.
        abilities: abilities that players can have, as texts.
        facts: life, hand, library, graveyard, poison -> number.
    """

    name: str
    max_hand_size: int | None
    land_plays: int | None
    abilities: Names
    facts: dict[str, int]


class LoopData(Data, frozen=True, kw_only=True):
    """A dependency loop (613.8b), where it first showed.

    Attributes:
        layer: the layer.
        step: number of the step before which it showed.
        members: names of the effects, oldest first.
    """

    layer: str
    step: int
    members: Names


class PlaceData(Data, frozen=True, kw_only=True):
    """A step, by its layer and its number in it.

    Attributes:
        layer: the layer.
        step: the number, from 1.
    """

    layer: str
    step: int


class UnappliedData(Data, frozen=True, kw_only=True):
    """An effect that lost its ability before its turn and never applied in a layer (613.8a).

    Attributes:
        layer: the layer.
        effect, source: its name, and the id of the object it is of.
        gone: what it lacks.
        by, at: name of the effect that made it so, and in which step.
        words: the same as a sentence.
    """

    layer: str
    effect: str
    source: str
    gone: str
    by: str
    at: PlaceData
    words: str


class StatisticsData(Data, frozen=True, kw_only=True):
    """How much work a solve did.

    Attributes:
        objects: objects on the board.
        effects: different effects that applied somewhere.
        steps: applications.
        trials: trial applications (613.8a).
        edges: dependencies found on the way; the full graph of a step may have more.
        loops: loops that decided a step.
        reused: steps taken over from an earlier result.
    """

    objects: int
    effects: int
    steps: int
    trials: int
    edges: int
    loops: int
    reused: int


class ResultData(Data, frozen=True, kw_only=True):
    """What a solve answers. Its sections, from `unsupported` on, may be absent where they were not asked for.

    Attributes:
        format: the number of this shape.
        edition: the rules.
        readings: the readings of what the rules leave open.
        unsupported: lines that are not understood: where there are any, the answer may be wrong about them.
        turns_on: names of the readings under which the board would come out differently.
        board: the timeline; null where the board was not at hand.
        objects: in the order of timestamps.
        layers: in order of application.
        players: in turn order.
        loops: every dependency loop.
        unapplied: effects that never applied.
        statistics: how much work it was.
    """

    format: int
    edition: EditionData
    readings: Readings
    unsupported: tuple[UnsupportedData, ...] | UnsetType = UNSET
    turns_on: Names | UnsetType = UNSET
    board: BoardData | UnsetType | None = UNSET
    objects: tuple[ObjectData, ...] | UnsetType = UNSET
    layers: tuple[LayerData, ...] | UnsetType = UNSET
    players: tuple[PlayerData, ...] | UnsetType = UNSET
    loops: tuple[LoopData, ...] | UnsetType = UNSET
    unapplied: tuple[UnappliedData, ...] | UnsetType = UNSET
    statistics: StatisticsData | UnsetType = UNSET


__all__ = [
    "AbilityData", "AfterData", "ChangeData", "ChangedData", "EdgeData", "EditionData", "LayerData", "LoopData",
    "ObjectData", "OperationData", "PlaceData", "PlayerData", "ResultData", "SomeData", "StatisticsData", "StepData",
    "UnappliedData", "UnsupportedData",
]  # fmt: skip
