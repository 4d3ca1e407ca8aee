"""JSON types for differences between results, readings and editions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import UNSET, UnsetType

from mtglayers.solver.questions.compare_layers import Relation

from .base import FORMAT, Data, Names, data_of
from .steps import ChangeData, ChangedData, changes_of

if TYPE_CHECKING:
    from mtglayers.model.rules.edition import Edition
    from mtglayers.solver.questions.compare import Difference, ObjectDifference, PlayerDifference
    from mtglayers.solver.questions.compare_layers import Side
    from mtglayers.solver.questions.editions import Era, RuleChange
    from mtglayers.solver.questions.verdict import ReadOutcome, Verdict
    from mtglayers.solver.questions.whatif import WhatIf

_SIDES: Final = ("one", "other")


class WordsData(Data, frozen=True, kw_only=True):
    """A string for each side of a comparison.

    Attributes:
        one, other: the string for each side.
    """

    one: str
    other: str


class EndedData(Data, frozen=True, kw_only=True):
    """The last layer of the result that ended in an earlier layer than the other.

    Attributes:
        one, other: the last layer of the named side; null unless the other side has more layers.
    """

    one: str | None
    other: str | None


class SidesData(Data, frozen=True, kw_only=True):
    """The names of the two sides of a comparison.

    Attributes:
        one, other: the name of each side.
    """

    one: Names
    other: Names


class ObjectDifferenceData(Data, frozen=True, kw_only=True):
    """An object that differs between the two sides of a comparison.

    Attributes:
        id: the object.
        one, other: the object on each side, in one sentence; null if it does not exist on that side.
        changes: the differences between the two.
    """

    id: str
    one: str | None
    other: str | None
    changes: tuple[ChangeData, ...]


class ObjectDifferencesData(Data, frozen=True, kw_only=True):
    """The objects that differ between the two sides of a comparison.

    Attributes:
        only_one, only_other: ids of the objects that exist only on the named side.
        differ: the objects that exist on both sides and differ.
    """

    only_one: Names
    only_other: Names
    differ: tuple[ObjectDifferenceData, ...]


class SideData(Data, frozen=True, kw_only=True):
    """A layer on one side of a comparison.

    Attributes:
        name: the layer, or null if this side does not reach it; "5, 6" if the other side has one layer for both.
        order: the effects in order of application.
        dependencies: the dependencies that do not exist on the other side.
        loops: the dependency loops that do not exist on the other side.
    """

    name: str | None
    order: Names
    dependencies: tuple[Relation, ...]
    loops: tuple[Names, ...]

    @classmethod
    def of(cls, side: Side) -> SideData:
        return data_of(cls, side, name=side.name or None)


class LayerDifferenceData(Data, frozen=True, kw_only=True):
    """A layer that differs between the two sides of a comparison.

    Attributes:
        after: whether the effects apply after all layers (613.10, 613.11).
        one, other: the layer on each side.
    """

    title: str
    after: bool
    one: SideData
    other: SideData


class PlayerDifferenceData(Data, frozen=True, kw_only=True):
    """A player that differs between the two sides of a comparison.

    Attributes:
        name: the player.
        only: the side on which the player exists, if the player is missing on the other side; else null.
        changes: the differences.
    """

    name: str
    only: Literal["one", "other"] | None
    changes: tuple[ChangeData, ...]


class _ComparedData(Data, frozen=True, kw_only=True):
    """Differences between two results, "one" and "other".

    Attributes:
        same: whether the results are equal.
        editions: the edition of each result.
        readings: the readings of each result.
        objects: the objects that differ.
        layers: the layers that differ.
        effects: the effects that applied on only one side.
        players: the players that differ.
        ended: the last layer of the result that ended in an earlier layer than the other.
        called: the names of the two sides, if names were given.
    """

    format: int
    same: bool
    editions: WordsData
    readings: SidesData
    objects: ObjectDifferencesData
    layers: tuple[LayerDifferenceData, ...]
    effects: SidesData
    players: tuple[PlayerDifferenceData, ...]
    ended: EndedData
    called: WordsData | UnsetType = UNSET

    @staticmethod
    def compared(found: Difference) -> dict[str, Any]:
        objects = [
            ObjectDifferenceData(id=each.id, one=each.one, other=each.other, changes=changes_of(each.changes))
            for each in found.objects
            if each.changes
        ]
        return {
            "format": FORMAT,
            "same": not found,
            "editions": dict(zip(_SIDES, found.editions, strict=True)),
            "readings": dict(zip(_SIDES, found.readings, strict=True)),
            "objects": data_of(ObjectDifferencesData, found, differ=objects),
            "layers": [
                data_of(LayerDifferenceData, each, one=SideData.of(each.one), other=SideData.of(each.other))
                for each in found.layers
            ],
            "effects": dict(zip(_SIDES, found.effects, strict=True)),
            "players": [
                data_of(PlayerDifferenceData, each, only=each.only or None, changes=changes_of(each.changes))
                for each in found.players
            ],
            "ended": {side: name or None for side, name in zip(_SIDES, found.ended, strict=True)},
        }


class DifferenceData(_ComparedData, frozen=True, kw_only=True):
    """Differences between two results, "one" and "other"."""

    @classmethod
    def of(cls, found: Difference) -> DifferenceData:
        return data_of(cls, found, **cls.compared(found))


class WhatIfData(_ComparedData, frozen=True, kw_only=True):
    """Differences between the actual board, "one", and a changed board, "other".

    Attributes:
        gone: the removed objects or effects, and the objects or effects that left with them.
        taken_off: objects that could not be left out because other events need them, and were exiled at the end of
            the timeline instead.
        came: the added objects.
        left: the objects that were put into the graveyard at the end.
        notes: sentences about objects that were exiled, and about the next state-based actions.
    """

    gone: Names
    taken_off: Names
    came: Names
    left: Names
    notes: tuple[str, ...]

    @classmethod
    def of(cls, found: WhatIf) -> WhatIfData:
        notes = tuple(line.text for line in found.notes())
        return data_of(cls, found, notes=notes, **cls.compared(found.difference))


# --- Readings and editions ----------------------------------------------------------------------------------


class PlayerChangesData(Data, frozen=True, kw_only=True):
    """A player that changed between two results.

    Attributes:
        name: the player.
        changes: the changes.
    """

    name: str
    changes: tuple[ChangeData, ...]

    @classmethod
    def of(cls, players: Iterable[PlayerDifference]) -> tuple[PlayerChangesData, ...]:
        return tuple(cls(name=each.name, changes=changes_of(each.changes)) for each in players)


class ReadOutcomeData(Data, frozen=True, kw_only=True):
    """A result of a board under certain readings.

    Attributes:
        combinations: number of combinations of readings with this result.
        readings: the names of the readings in one of these combinations, except default readings.
        cases: conditions for this result, each of which maps names of readings to possible values. The result
            occurs if the readings match at least one condition.
        objects: id -> the object in one sentence, for objects that differ between the results.
        differ: the objects that differ from the first result.
        players: the players that differ from the first result.
    """

    combinations: int
    readings: Names
    cases: tuple[dict[str, Names], ...]
    objects: dict[str, str]
    differ: tuple[ChangedData, ...]
    players: tuple[PlayerChangesData, ...]

    @classmethod
    def of(cls, outcome: ReadOutcome, turning: Iterable[str]) -> ReadOutcomeData:
        """Convert a result; `turning` contains the ids of the objects that differ."""
        return cls(
            combinations=outcome.combinations, readings=outcome.readings.names(),
            cases=tuple(dict(case) for case in outcome.cases),
            objects={id: outcome.result.explainer.summary(id) for id in turning},
            differ=_differ(outcome.objects), players=PlayerChangesData.of(outcome.players),
        )  # fmt: skip


def _differ(objects: Iterable[ObjectDifference]) -> tuple[ChangedData, ...]:
    return tuple(ChangedData(id=each.id, changes=changes_of(each.changes)) for each in objects)


class VerdictData(Data, frozen=True, kw_only=True):
    """Whether the rules determine a board's result, and all possible results.

    Attributes:
        edition: the name of the edition.
        settled: whether the result is the same under all readings.
        combinations: number of combinations of readings.
        admitted: names of the readings that the edition admits, except default readings.
        turns_on: names of the admitted readings that change the result.
        outcomes: the results, starting with the result under default readings.
    """

    format: int
    edition: str
    settled: bool
    combinations: int
    admitted: Names
    turns_on: Names
    outcomes: tuple[ReadOutcomeData, ...]

    @classmethod
    def of(cls, found: Verdict) -> VerdictData:
        turning = dict.fromkeys(each.id for outcome in found.outcomes for each in outcome.objects)
        return data_of(
            cls, found, format=FORMAT, edition=found.edition.name,
            admitted=[reading.name for reading in found.admitted],
            turns_on=[reading.name for reading in found.admitted if reading.field in found.turns_on],
            outcomes=[ReadOutcomeData.of(outcome, turning) for outcome in found.outcomes],
        )  # fmt: skip


class TextData(Data, frozen=True, kw_only=True):
    """A dated version of the rules.

    Attributes:
        name: the edition's name.
        since: the first day of this version.
    """

    name: str
    since: str

    @classmethod
    def of(cls, text: Edition) -> TextData:
        return cls(name=text.name, since=text.since.isoformat())


class ClauseData(Data, frozen=True, kw_only=True):
    """A change to the rules that changes the result.

    Attributes:
        field: the name of the attribute of `Edition` that changed.
        before, after: the number of the rule before and after the change, or null.
    """

    field: str
    before: str | None
    after: str | None

    @classmethod
    def of(cls, change: RuleChange) -> ClauseData:
        return cls(field=change.field, before=change.before or None, after=change.after or None)


class EraData(Data, frozen=True, kw_only=True):
    """Consecutive versions of the rules under which a board's result is the same.

    Attributes:
        first, last: the first and the last version.
        refused: the error that prevented a result, or null.
        objects: id -> the object in one sentence, for objects that differ between eras.
        differ: the objects that differ from the previous era.
        players: the players that differ from the previous era.
        note: the changes that the first version made to the rules.
        clauses: lists of changes to the rules; the changes in any one list are sufficient for the new result.
    """

    first: TextData
    last: TextData
    refused: str | None
    objects: dict[str, str]
    differ: tuple[ChangedData, ...]
    players: tuple[PlayerChangesData, ...]
    note: str
    clauses: tuple[tuple[ClauseData, ...], ...]

    @classmethod
    def of(cls, era: Era, turning: Iterable[str]) -> EraData:
        """Convert an era; `turning` contains the ids of the objects that differ."""
        result = era.result
        return cls(
            first=TextData.of(era.first), last=TextData.of(era.last), refused=era.refused or None,
            objects={id: result.explainer.summary(id) for id in turning if result and id in result.objects},
            differ=_differ(era.objects), players=PlayerChangesData.of(era.players), note=era.first.note,
            clauses=tuple(tuple(map(ClauseData.of, clauses)) for clauses in era.clauses),
        )  # fmt: skip


class ErasData(Data, frozen=True, kw_only=True):
    """The results of a board under every edition.

    Attributes:
        eras: the eras, oldest first.
    """

    format: int
    eras: tuple[EraData, ...]

    @classmethod
    def of(cls, eras: Sequence[Era]) -> ErasData:
        turning = dict.fromkeys(each.id for era in eras for each in era.objects)
        return cls(format=FORMAT, eras=tuple(EraData.of(era, turning) for era in eras))


__all__ = [
    "ClauseData", "DifferenceData", "EndedData", "EraData", "ErasData", "LayerDifferenceData", "ObjectDifferenceData",
    "ObjectDifferencesData", "PlayerChangesData", "PlayerDifferenceData", "ReadOutcomeData", "SideData",
    "SidesData", "TextData", "VerdictData", "WhatIfData", "WordsData",
]  # fmt: skip
