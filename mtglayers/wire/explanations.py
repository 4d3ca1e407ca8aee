"""Explanations as types: exactly what `mtglayers.solver.why_data` makes."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from mtglayers.solver.explain.causes import Family
from mtglayers.solver.readings import Readings

from .base import Data, Names
from .results import EdgeData, EditionData, PlaceData, PlayerData, Reason, UnappliedData, UnsupportedData, Why


class AspectData(Data, frozen=True, kw_only=True):
    """How a step changed an object, in one respect.

    Attributes:
        family: the respect.
        before, after: in words; "" for none. Of abilities `before` was lost and `after` gained.
        words: the change as a phrase.
    """

    family: Literal["controller", "name", "mana cost", "type", "colour", "ability", "size", "other"]
    before: str
    after: str
    words: str


class EarlierData(Data, frozen=True, kw_only=True):
    """A step that a dependency put before another one.

    Attributes:
        step: its number in the layer.
        effect, called: its effect, and what a sentence calls that.
        why, rule_of_turn, because: why it was its turn.
    """

    step: int
    effect: str
    called: str
    why: Why
    rule_of_turn: str
    because: str


class BegunData(Data, frozen=True, kw_only=True):
    """How an effect came to exist inside the layer in which it applies.

    Attributes:
        step: number of the step after which it existed.
        by: name of the effect applied in that step, or "".
        lacked: what it lacked before.
        words: the same as a sentence.
    """

    step: int
    by: str
    lacked: Literal["ability", "condition"]
    words: str


class OutlivedData(Data, frozen=True, kw_only=True):
    """Why an effect goes on without its ability (613.6).

    Attributes:
        started: the layer in which it started.
        by: name of the effect that took the ability, or "".
        at: in which step.
        words: the same as a sentence.
    """

    started: str
    by: str
    at: PlaceData
    words: str


class PassedData(Data, frozen=True, kw_only=True):
    """An effect that would have applied to the object, and does not after another one.

    Attributes:
        effect: its name.
        step: the number of its own step in the layer.
        words: that it does not, as a sentence.
    """

    effect: str
    step: int
    words: str


class EntryData(Data, frozen=True, kw_only=True):
    """A step that changed the object.

    Attributes:
        layer, title, rule: the layer, what it is about, and the number of its rule.
        step, serial: the number of the step in the layer, and in the whole walk.
        effect, called: name of the effect, and what a sentence calls it.
        timestamp: what it is ordered by (613.7).
        cda: whether its turn came among characteristic-defining abilities (613.3).
        going_on: whether its ability was gone by then (613.6).
        order: that it came before the next by its timestamp, where that decided; else "".
        operations: what the effect did, in words.
        changes: what that changed about the object.
        here: what it did to this object, in words.
        why, rule_of_turn, because: why it was its turn.
        earlier: steps before it that a dependency put there.
        begun: how the effect came to exist inside the layer, or null.
        outlived: why it goes on without its ability, or null.
        passed: effects that do not apply to the object any more after this one.
        released: what it had to wait for and depends on no longer, as sentences.
        barred: what others give in vain because of it, or in spite of it, as sentences (113.11).
    """

    layer: str
    title: str
    rule: str
    step: int
    serial: int
    effect: str
    called: str
    timestamp: int
    cda: bool
    going_on: bool
    order: str
    operations: Names
    changes: tuple[AspectData, ...]
    here: Names
    why: Why
    rule_of_turn: str
    because: str
    earlier: tuple[EarlierData, ...]
    begun: BegunData | None
    outlived: OutlivedData | None
    passed: tuple[PassedData, ...]
    released: Names
    barred: Names


class CauseData(Data, frozen=True, kw_only=True):
    """One thing that the trial application changed and that makes a dependency show.

    Attributes:
        object: id of the object that it changed about; "" for a number that is of no single object.
        family: what about it.
        before, after: what goes and what comes, in words; "" for nothing.
        words: the change as a clause.
    """

    object: str
    family: Family
    before: str
    after: str
    words: str


class ShowsData(Data, frozen=True, kw_only=True):
    """How a dependency shows.

    Attributes:
        reasons: all that hold, in the order text, existence, scope, result.
        witness: ids of the objects, or names of the abilities, where it shows.
        gone: what the effect would lack if it ceased to exist; else "".
        causes: what the trial changed, as few changes as will do.
    """

    reasons: tuple[Reason, ...]
    witness: Names
    gone: str
    causes: tuple[CauseData, ...]


class PairData(Data, frozen=True, kw_only=True):
    """One effect and another before a step.

    Attributes:
        effect, on: names of the two.
        depends: whether the first depends on the second.
        words: that it does and why, or that it does not, as a sentence.
        shows: the place, from 0, in the table's `shows`; null where it does not depend.
    """

    effect: str
    on: str
    depends: bool
    words: str
    shows: int | None


class TableData(Data, frozen=True, kw_only=True):
    """Who depends on whom before a step, and the choice.

    Attributes:
        layer, step: which step.
        title: what the layer is about.
        rule: the number of the rule that says what a dependency is.
        effects: names of the effects that had not applied, oldest first.
        called: what sentences call them, in the same order.
        pairs: those that depend, and of few effects the others, too.
        shows: how they depend; many show alike.
        independent: how many pairs do not depend.
        loops: the dependency loops.
        chosen: the effect that applied next.
        why, rule_of_turn, because: why it was its turn.
    """

    layer: str
    step: int
    title: str
    rule: str
    effects: Names
    called: Names
    pairs: tuple[PairData, ...]
    shows: tuple[ShowsData, ...]
    independent: int
    loops: tuple[Names, ...]
    chosen: str
    why: Why
    rule_of_turn: str
    because: str


class RestData(Data, frozen=True, kw_only=True):
    """An effect that did not change the object, but decided what the others did.

    Attributes:
        effect, called: its name, and what a sentence calls it.
        layer: the layer in which it decided that, or "".
        words: what it decided; "" where no one thing is known.
    """

    effect: str
    called: str
    layer: str
    words: str


class _StoryData(Data, frozen=True, kw_only=True):
    id: str
    summary: str
    unapplied: Names
    never: tuple[UnappliedData, ...]
    effects: Names
    rests: tuple[RestData, ...]
    sure: bool


class ExplanationData(_StoryData, frozen=True, kw_only=True):
    """Why one object is what it is.

    Attributes:
        id: the object, or the name of a player.
        summary: what it is, in one sentence.
        unapplied: what would have come from the object, or applied to it, and never did, as sentences.
        never: the same as data.
        effects: the effects that it rests on: with these alone it comes out the same.
        rests: those of them that nothing else here names.
        sure: whether each of them is known to be needed; not tried on big boards.
        entries: the steps that changed it.
        tables: who depended on whom, for the steps where that decided.
        text: the same as sentences with the numbers of rules, where it is asked for.
    """

    entries: tuple[EntryData, ...]
    tables: tuple[TableData, ...]
    text: str | UnsetType = UNSET


# --- Several objects ----------------------------------------------------------------------------------------


class SharedStepData(Data, frozen=True, kw_only=True):
    """What entries tell of a step, whatever object they are about.

    Attributes:
        title, rule: what the layer is about, and the number of its rule.
        serial: the number of the step in the whole walk.
        effect, called: name of the effect, and what a sentence calls it.
        timestamp: what it is ordered by (613.7).
        cda: whether its turn came among characteristic-defining abilities (613.3).
        going_on: whether its ability was gone by then (613.6).
        operations: what the effect did, in words.
        why, rule_of_turn, because: why it was its turn.
    """

    title: str
    rule: str
    serial: int
    effect: str
    called: str
    timestamp: int
    cda: bool
    going_on: bool
    operations: Names
    why: Why
    rule_of_turn: str
    because: str


class ShortEntryData(Data, frozen=True, kw_only=True):
    """A step that changed the object, without what `steps` tell of it, and without what there is not.

    Attributes:
        layer, step: which step.
        effect: name of the effect.
        order, earlier, begun, outlived, passed, released, barred: as in a whole entry.
        changes: what it changed about the object.
        here: what it did to this object, where that is not all of the step's `operations`.
    """

    layer: str
    step: int
    effect: str
    order: str | UnsetType = UNSET
    changes: tuple[AspectData, ...]
    here: Names | UnsetType = UNSET
    earlier: tuple[PlaceData, ...] | UnsetType = UNSET
    begun: BegunData | UnsetType = UNSET
    outlived: OutlivedData | UnsetType = UNSET
    passed: tuple[PassedData, ...] | UnsetType = UNSET
    released: Names | UnsetType = UNSET
    barred: Names | UnsetType = UNSET


class ShortExplanationData(_StoryData, frozen=True, kw_only=True):
    """Why one of several objects is what it is.

    Attributes:
        id: the object, or the name of a player.
        summary: what it is, in one sentence.
        unapplied: what would have come from the object, or applied to it, and never did, as sentences.
        never: the same as data.
        effects: the effects that it rests on: with these alone it comes out the same.
        rests: those of them that nothing else here names.
        sure: whether each of them is known to be needed; not tried on big boards.
        entries: the steps that changed it.
        tables: the steps where it decided who depended on whom.
    """

    entries: tuple[ShortEntryData, ...]
    tables: tuple[PlaceData, ...]


class ExplanationsData(Data, frozen=True, kw_only=True):
    """Why several objects are what they are; what they share stands once.

    Attributes:
        format: the number of this shape.
        edition: the rules.
        readings: the readings of what the rules leave open.
        unsupported: lines that are not understood.
        turns_on: names of the readings under which the board would come out differently.
        title: of the puzzle, or the names of the cards.
        players: what effects make of players.
        steps: layer -> number of the step -> what entries tell of it.
        tables: layer -> number of the step -> who depended on whom.
        explanations: of each object.
    """

    format: int
    edition: EditionData
    readings: Readings
    unsupported: tuple[UnsupportedData, ...]
    turns_on: Names
    title: str
    players: tuple[PlayerData, ...]
    steps: dict[str, dict[str, SharedStepData]]
    tables: dict[str, dict[str, TableData]]
    explanations: tuple[ShortExplanationData, ...]


# --- The graph of a step ------------------------------------------------------------------------------------


class NodeData(Data, frozen=True, kw_only=True):
    """An effect in the dependency graph before a step.

    Attributes:
        effect, called: its name, and what a sentence calls it.
        timestamp: what it is ordered by (613.7).
        waits: whether it had to wait, though it is older than the one that applied.
    """

    effect: str
    called: str
    timestamp: int
    waits: bool


class GraphData(Data, frozen=True, kw_only=True):
    """The dependency graph before a step.

    Attributes:
        format: the number of this shape.
        layer, step: which step.
        nodes: the effects that had not applied, oldest first.
        edges: the dependencies.
        loops: the dependency loops, each as its members.
        chosen: the effect that applied next.
        why, rule_of_turn, because: why it was its turn.
        title: of the board, where it is at hand.
    """

    format: int
    layer: str
    step: int
    nodes: tuple[NodeData, ...]
    edges: tuple[EdgeData, ...]
    loops: tuple[Names, ...]
    chosen: str
    why: Why
    rule_of_turn: str
    because: str
    title: str | UnsetType = UNSET


__all__ = [
    "AspectData", "BegunData", "CauseData", "EarlierData", "EntryData", "ExplanationData", "ExplanationsData",
    "GraphData", "NodeData", "OutlivedData", "PairData", "PassedData", "RestData", "SharedStepData", "ShortEntryData",
    "ShortExplanationData", "ShowsData", "TableData",
]  # fmt: skip
