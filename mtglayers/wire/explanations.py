"""Explanations as JSON: of one object, and of several, where what they share is written once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from msgspec import UNSET, UnsetType

from mtglayers.solver.readings import Readings
from mtglayers.solver.wording import operation_words

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

    @classmethod
    def of(cls, earlier: EarlierEffect) -> EarlierData:
        return data_of(cls, earlier, **choice_of(earlier.reason))


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

    @classmethod
    def of(cls, outlived: Continuation) -> OutlivedData:
        return data_of(cls, outlived, at=PlaceData.of(outlived.at))


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
        going_on: whether its ability no longer existed by then (613.6).
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
        barred: what others give without effect because of it, or in spite of it, as sentences (113.11).
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

    @classmethod
    def of(cls, entry: ExplanationStep) -> EntryData:
        return data_of(
            cls, entry, earlier=[EarlierData.of(each) for each in entry.before],
            outlived=None if entry.outlived is None else OutlivedData.of(entry.outlived), **choice_of(entry.reason),
        )  # fmt: skip


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
    """Why an object is what it is.

    Attributes:
        id: the object, or the name of a player.
        summary: what it is, in one sentence.
        unapplied: what would have come from the object, or applied to it, and never did, as sentences.
        never: the same as data.
        effects: the effects that it depends on: with these alone it comes out the same.
        rests: those of them that nothing else here names.
        sure: whether each of them is known to be needed; not tried on big boards.
    """

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
        entries: the steps that changed it.
        tables: who depended on whom, for the steps where that decided.
        text: the same as sentences with the numbers of rules, where it is asked for.
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
    """What entries say of a step, whatever object they are about.

    Attributes:
        title, rule: what the layer is about, and the number of its rule.
        serial: the number of the step in the whole walk.
        effect, called: name of the effect, and what a sentence calls it.
        timestamp: what it is ordered by (613.7).
        cda: whether its turn came among characteristic-defining abilities (613.3).
        going_on: whether its ability no longer existed by then (613.6).
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

    @classmethod
    def of(cls, result: Result, step: Step) -> SharedStepData:
        layer = result.layer(step.layer)
        return data_of(
            cls, step, title=layer.title, rule=layer.rule, cda=step.cda and len(layer.steps) > 1,
            called=result.explainer.names.effect(step.effect, step.layer),
            operations=[operation_words(each, step.before.world.players) for each in step.operations],  # type: ignore[arg-type]
            **choice_of(result.explainer.reason(step)),
        )  # fmt: skip


class ShortEntryData(Data, frozen=True, kw_only=True):
    """A step that changed the object, without what `steps` say of it, and without what is empty.

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
    """Why one of several objects is what it is.

    Attributes:
        entries: the steps that changed it.
        tables: the steps where it decided who depended on whom.
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
    """Why several objects are what they are; what they share is written once.

    Attributes:
        format: the number of this shape.
        edition: the rules.
        readings: the readings of what the rules leave open.
        unsupported: lines that are not understood.
        turns_on: names of the readings under which the board would come out differently.
        title: of the puzzle, or the names of the cards.
        players: what effects make of players.
        steps: layer -> number of the step -> what entries say of it.
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

    @classmethod
    def of(cls, result: Result, ids: Iterable[str], title: str = "") -> ExplanationsData:
        """Return why several objects are what they are.

        Args:
            result: the result.
            ids: the objects.
            title: of the puzzle, or whatever the board is called.

        Raises:
            UnknownObjectError: there is no such object.
        """
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
    "AspectData", "BegunData", "EarlierData", "EntryData", "ExplanationData", "ExplanationsData", "OutlivedData",
    "PassedData", "RestData", "SharedStepData", "ShortEntryData", "ShortExplanationData",
]  # fmt: skip
