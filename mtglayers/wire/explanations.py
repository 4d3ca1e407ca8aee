"""JSON types for explanations of one object or of several objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from msgspec import UNSET, UnsetType

from mtglayers.solver.explain.existence import LateStart, NoLongerApplies
from mtglayers.solver.explain.explanation import FurtherEffect
from mtglayers.solver.readings import Readings

from .base import FORMAT, Data, Names, data_of
from .results import EditionData, PlayerData, UnappliedData, UnsupportedData, turns_on
from .steps import PlaceData, Why
from .tables import TableData, choice_of

if TYPE_CHECKING:
    from mtglayers.solver.explain.existence import Continuation
    from mtglayers.solver.explain.explanation import EarlierEffect, Explanation, ExplanationStep
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import Step


class AspectData(Data, frozen=True, kw_only=True):
    """A change to an object.

    Attributes:
        family: the kind of change.
        before: a description of the old value or the lost ability, or "" if there is none.
        after: a description of the new value or the gained ability, or "" if there is none.
        words: the change as a phrase.
    """

    family: Literal["controller", "name", "mana cost", "type", "colour", "ability", "size", "other"]
    before: str
    after: str
    words: str


class EarlierData(Data, frozen=True, kw_only=True):
    """A step that came before another step because of a dependency."""

    step: int
    effect: str
    called: str
    why: Why
    rule_of_turn: str
    because: str

    @classmethod
    def of(cls, earlier: EarlierEffect) -> EarlierData:
        return data_of(cls, earlier, **choice_of(earlier.reason))


class OutlivedData(Data, frozen=True, kw_only=True):
    """The reason why an effect continues after losing its ability (613.6).

    Attributes:
        started: the layer in which the effect started.
        by: name of the effect that removed the ability, or "" if it is unknown or should be omitted.
        at: the step that removed the ability.
        words: the reason as a sentence.
    """

    started: str
    by: str
    at: PlaceData
    words: str

    @classmethod
    def of(cls, outlived: Continuation) -> OutlivedData:
        return data_of(cls, outlived, at=PlaceData.of(outlived.at))


class EntryData(Data, frozen=True, kw_only=True):
    """A step that changed the object.

    Attributes:
        rule: the number of the layer's rule.
        serial: the number of the step, counted from the start of the solve.
        order: a sentence about the timestamp order, if this order decided between this step and the next step;
            else "".
        operations: descriptions of the operations of the effect.
        changes: the changes to the object.
        here: descriptions of the operations on this object.
        earlier: earlier steps that came first because of a dependency.
        begun: the reason why the effect started to exist only during the layer, or null.
        outlived: the reason why the effect continues without its ability, or null.
        passed: effects that no longer apply to the object because of this effect.
        released: sentences about effects that this effect had to wait for until the dependency ended.
        barred: sentences about abilities that this effect prevents other effects from granting, and about
            exceptions (113.11).
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
    begun: LateStart | None
    outlived: OutlivedData | None
    passed: tuple[NoLongerApplies, ...]
    released: Names
    barred: Names

    @classmethod
    def of(cls, entry: ExplanationStep) -> EntryData:
        return data_of(
            cls, entry, earlier=[EarlierData.of(each) for each in entry.before],
            outlived=None if entry.outlived is None else OutlivedData.of(entry.outlived), **choice_of(entry.reason),
        )  # fmt: skip


class _StoryData(Data, frozen=True, kw_only=True):
    """The explanation of an object.

    Attributes:
        id: the object, or the name of a player.
        summary: the object in one sentence.
        unapplied: sentences about effects that never applied, if the object is their source or one of the objects
            to change.
        never: the effects that never applied, as data.
        effects: the effects that the object depends on, which are sufficient to produce the same object.
        rests: the effects in `effects` that no other part of the explanation names.
        sure: whether each effect in `effects` is known to be necessary; false if this was not tested because the
            board is large.
    """

    id: str
    summary: str
    unapplied: Names
    never: tuple[UnappliedData, ...]
    effects: Names
    rests: tuple[FurtherEffect, ...]
    sure: bool


class ExplanationData(_StoryData, frozen=True, kw_only=True):
    """The explanation of one object.

    Attributes:
        entries: the steps that changed the object.
        tables: for each step chosen because of a dependency, the dependencies just before it.
        text: the explanation as text that cites rule numbers, if text was requested.
    """

    entries: tuple[EntryData, ...]
    tables: tuple[TableData, ...]
    text: str | UnsetType = UNSET

    @classmethod
    def of(cls, found: Explanation) -> ExplanationData:
        return data_of(
            cls, found, never=never_of(found), entries=[EntryData.of(entry) for entry in found.entries],
            tables=[TableData.of(table) for table in found.tables], text=UNSET,
        )  # fmt: skip


def never_of(found: Explanation) -> tuple[UnappliedData, ...]:
    """Return the effects of an explanation that never applied."""
    return tuple(UnappliedData.of(never.lost, never.words) for never in found.never)


# --- Several objects ----------------------------------------------------------------------------------------


class SharedStepData(Data, frozen=True, kw_only=True):
    """The parts of a step that do not depend on the explained object.

    Attributes:
        rule: the number of the layer's rule.
        serial: the number of the step, counted from the start of the solve.
        operations: descriptions of the operations of the effect.
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

    @classmethod
    def of(cls, result: Result, step: Step) -> SharedStepData:
        layer = result.layer(step.layer)
        return data_of(
            cls, step, title=layer.title, rule=layer.rule, cda=step.cda and len(layer.steps) > 1,
            called=result.explainer.names.effect(step.effect, step.layer),
            operations=list(result.names.stated(step)),
            **choice_of(result.explainer.reason(step)),
        )  # fmt: skip


class ShortEntryData(Data, frozen=True, kw_only=True):
    """A step that changed the object, excluding shared and empty parts.

    Attributes:
        order, earlier, begun, outlived, passed, released, barred: as in `EntryData`.
        changes: the changes to the object.
        here: descriptions of the operations on this object, if they differ from the `operations` of the step.
    """

    layer: str
    step: int
    effect: str
    order: str | UnsetType = UNSET
    changes: tuple[AspectData, ...]
    here: Names | UnsetType = UNSET
    earlier: tuple[PlaceData, ...] | UnsetType = UNSET
    begun: LateStart | UnsetType = UNSET
    outlived: OutlivedData | UnsetType = UNSET
    passed: tuple[NoLongerApplies, ...] | UnsetType = UNSET
    released: Names | UnsetType = UNSET
    barred: Names | UnsetType = UNSET

    @classmethod
    def of(cls, entry: ExplanationStep) -> ShortEntryData:
        whole = EntryData.of(entry)
        given: dict[str, Any] = {name: getattr(whole, name) for name in cls.__struct_fields__}
        given["here"] = UNSET if entry.here == entry.operations else entry.here
        given["earlier"] = tuple(PlaceData(layer=entry.layer, step=each.step) for each in entry.before)
        given |= dict.fromkeys((name for name in _MAY_LACK if not given[name]), UNSET)
        return cls(**given)


_MAY_LACK: Final = frozenset({"order", "earlier", "begun", "outlived", "passed", "released", "barred"})


class ShortExplanationData(_StoryData, frozen=True, kw_only=True):
    """The explanation of one of several objects.

    Attributes:
        entries: the steps that changed the object.
        tables: the steps that dependencies decided.
    """

    entries: tuple[ShortEntryData, ...]
    tables: tuple[PlaceData, ...]

    @classmethod
    def of(cls, found: Explanation) -> ShortExplanationData:
        return data_of(
            cls, found, never=never_of(found), entries=[ShortEntryData.of(entry) for entry in found.entries],
            tables=[data_of(PlaceData, table) for table in found.tables],
        )  # fmt: skip


class ExplanationsData(Data, frozen=True, kw_only=True):
    """The explanations of several objects, in which shared parts appear once.

    Attributes:
        edition: the edition of the rules.
        readings: the readings of questions that the rules leave open.
        unsupported: lines that are not understood.
        turns_on: names of the readings that would change the result.
        title: the title of the puzzle, or the names of the cards.
        players: the players after all effects.
        steps: layer -> step number -> the data that all entries for the step share.
        tables: layer -> step number -> the dependencies before the step.
        explanations: the explanation of each object.
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

    @classmethod
    def of(cls, result: Result, ids: Iterable[str], title: str = "") -> ExplanationsData:
        """Convert explanations; `answers.explanations_data` describes the arguments."""
        found = [result.explain(id) for id in ids]
        tables = {(table.layer, table.step): table for each in found for table in each.tables}
        entries = [entry for each in found for entry in each.entries]
        steps = {
            (entry.layer, number) for entry in entries for number in (entry.step, *(each.step for each in entry.before))
        }
        taken = {(step.layer, step.number): step for step in result.steps if (step.layer, step.number) in steps}
        return cls(
            format=FORMAT, edition=EditionData.of(result.edition), readings=result.readings,
            unsupported=UnsupportedData.in_(result), turns_on=turns_on(result), title=title,
            players=tuple(map(PlayerData.of, result.players.values())),
            steps=_by_step({key: SharedStepData.of(result, step) for key, step in taken.items()}),
            tables=_by_step({key: TableData.of(table) for key, table in sorted(tables.items())}),
            explanations=tuple(map(ShortExplanationData.of, found)),
        )  # fmt: skip


Told = TypeVar("Told")


def _by_step(found: Mapping[tuple[str, int], Told]) -> dict[str, dict[str, Told]]:
    kept: dict[str, dict[str, Told]] = {}
    for (layer, step), value in found.items():
        kept.setdefault(layer, {})[str(step)] = value
    return kept


__all__ = [
    "AspectData", "EarlierData", "EntryData", "ExplanationData", "ExplanationsData", "OutlivedData",
    "SharedStepData", "ShortEntryData", "ShortExplanationData",
]  # fmt: skip
