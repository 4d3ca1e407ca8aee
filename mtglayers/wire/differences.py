"""Differences as JSON: of two results, of what would be, of readings and of editions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import UNSET, UnsetType

from .base import FORMAT, Data, Names, data_of
from .steps import ChangeData, ChangedData, Reason, changes_of

if TYPE_CHECKING:
    from mtglayers.model.rules.edition import Edition
    from mtglayers.solver.questions.compare import Difference, ObjectDifference, PlayerDifference
    from mtglayers.solver.questions.compare_layers import Side
    from mtglayers.solver.questions.editions import Era, RuleChange
    from mtglayers.solver.questions.verdict import ReadOutcome, Verdict
    from mtglayers.solver.questions.whatif import WhatIf

_SIDES: Final = ("one", "other")


class WordsData(Data, frozen=True, kw_only=True):
    """A text of the one side and of the other.

    Attributes:
        one, other: the texts.
    """

    one: str
    other: str


class EndedData(Data, frozen=True, kw_only=True):
    """The layer beyond which a side was not looked at, though its opposite was.

    Attributes:
        one, other: the layer, or null.
    """

    one: str | None
    other: str | None


class SidesData(Data, frozen=True, kw_only=True):
    """Names of the one side and of the other.

    Attributes:
        one, other: the names.
    """

    one: Names
    other: Names


class ObjectDifferenceData(Data, frozen=True, kw_only=True):
    """An object that both sides have, and in what it differs.

    Attributes:
        id: the object.
        one, other: what it is on either side, in one sentence; null where it is not there.
        changes: in which respects it differs.
    """

    id: str
    one: str | None
    other: str | None
    changes: tuple[ChangeData, ...]


class ObjectDifferencesData(Data, frozen=True, kw_only=True):
    """What differs about objects.

    Attributes:
        only_one, only_other: ids of the objects that only that side has.
        differ: the objects that are not the same.
    """

    only_one: Names
    only_other: Names
    differ: tuple[ObjectDifferenceData, ...]


class RelationData(Data, frozen=True, kw_only=True):
    """A dependency that only one side has.

    Attributes:
        effect, on: the first depends on the second.
        reasons: in the order text, existence, scope, result.
        witness: where it showed first.
        step: number of the step before which it showed first.
    """

    effect: str
    on: str
    reasons: tuple[Reason, ...]
    witness: Names
    step: int


class SideData(Data, frozen=True, kw_only=True):
    """A layer as one of the two sides has it.

    Attributes:
        name: null where that side has no such layer, or ended before it; "5, 6" where one layer of the other holds
            what two hold here.
        order: effects in the order in which they applied.
        dependencies: those that the other side lacks.
        loops: the dependency loops that the other side lacks.
    """

    name: str | None
    order: Names
    dependencies: tuple[RelationData, ...]
    loops: tuple[Names, ...]

    @classmethod
    def of(cls, side: Side) -> SideData:
        return data_of(cls, side, name=side.name or None)


class LayerDifferenceData(Data, frozen=True, kw_only=True):
    """What differs in one layer.

    Attributes:
        title: what the layer is about.
        after: whether it is one of those after the layers (613.10, 613.11).
        one, other: the layer on either side.
    """

    title: str
    after: bool
    one: SideData
    other: SideData


class PlayerDifferenceData(Data, frozen=True, kw_only=True):
    """What differs about one player.

    Attributes:
        name: the player.
        only: which side alone has the player, or null.
        changes: in which respects the player differs.
    """

    name: str
    only: Literal["one", "other"] | None
    changes: tuple[ChangeData, ...]


class _ComparedData(Data, frozen=True, kw_only=True):
    """What differs between two results, "one" and "other".

    Attributes:
        format: the number of this shape.
        same: whether nothing differs.
        editions, readings: under which rules each was solved.
        objects: what differs about objects.
        layers: what differs in layers.
        effects: effects that applied on that side alone.
        players: what differs about players.
        ended: beyond what a side was not looked at.
        called: what the two sides are called, where that is given.
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
        """Return the fields of a difference."""
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
    """What differs between two results, "one" and "other"."""

    @classmethod
    def of(cls, found: Difference) -> DifferenceData:
        return data_of(cls, found, **cls.compared(found))


class WhatIfData(_ComparedData, frozen=True, kw_only=True):
    """What would be different: the board as it is is "one", as it would be is "other".

    Attributes:
        gone: what was left out, and what went with it.
        taken_off: objects that were exiled at the end, as other events need that they came.
        came: what came.
    """

    gone: Names
    taken_off: Names
    came: Names

    @classmethod
    def of(cls, found: WhatIf) -> WhatIfData:
        return data_of(cls, found, **cls.compared(found.difference))


# --- Readings and editions ----------------------------------------------------------------------------------


class PlayerChangesData(Data, frozen=True, kw_only=True):
    """What differs about a player.

    Attributes:
        name: the player.
        changes: in which respects.
    """

    name: str
    changes: tuple[ChangeData, ...]

    @classmethod
    def of(cls, players: Iterable[PlayerDifference]) -> tuple[PlayerChangesData, ...]:
        """Return what differs about players."""
        return tuple(cls(name=each.name, changes=changes_of(each.changes)) for each in players)


class ReadOutcomeData(Data, frozen=True, kw_only=True):
    """One way in which a board comes out under some readings.

    Attributes:
        combinations: how many combinations of readings lead to it.
        readings: names of those in one combination that does, besides the default.
        cases: each a table of field -> values: it comes out so where all fields of some case have such a value.
        objects: id -> the object in one sentence, of those that do not come out the same everywhere.
        differ, players: what is different from the first outcome.
    """

    combinations: int
    readings: Names
    cases: tuple[dict[str, Names], ...]
    objects: dict[str, str]
    differ: tuple[ChangedData, ...]
    players: tuple[PlayerChangesData, ...]

    @classmethod
    def of(cls, outcome: ReadOutcome, turning: Iterable[str]) -> ReadOutcomeData:
        """Return one way in which a board comes out; `turning`: the objects that do not come out the same."""
        return cls(
            combinations=outcome.combinations, readings=outcome.readings.names(),
            cases=tuple(dict(case) for case in outcome.cases),
            objects={id: outcome.result.explainer.summary(id) for id in turning},
            differ=_differ(outcome.objects), players=PlayerChangesData.of(outcome.players),
        )  # fmt: skip


def _differ(objects: Iterable[ObjectDifference]) -> tuple[ChangedData, ...]:
    return tuple(ChangedData(id=each.id, changes=changes_of(each.changes)) for each in objects)


class VerdictData(Data, frozen=True, kw_only=True):
    """Whether the rules as written settle a board, and else between what.

    Attributes:
        format: the number of this shape.
        edition: its name.
        settled: whether it comes out the same under all readings.
        combinations: how many combinations of readings there are.
        admitted: names of the readings that the edition admits besides the default.
        turns_on: names of those on which the board depends.
        outcomes: the default one first.
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
    """A dated text of the rules.

    Attributes:
        name: the edition's name.
        since: the first day on which it was in force.
    """

    name: str
    since: str

    @classmethod
    def of(cls, text: Edition) -> TextData:
        return cls(name=text.name, since=text.since.isoformat())


class ClauseData(Data, frozen=True, kw_only=True):
    """What makes the answer under a text differ from that under the one before it.

    Attributes:
        field: the field of the edition.
        before, after: the numbers of its rule in the two texts, or null.
    """

    field: str
    before: str | None
    after: str | None

    @classmethod
    def of(cls, change: RuleChange) -> ClauseData:
        return cls(field=change.field, before=change.before or None, after=change.after or None)


class EraData(Data, frozen=True, kw_only=True):
    """Texts in a row under which a board comes out the same, or that refuse it for the same reason.

    Attributes:
        first, last: the texts.
        refused: why they refuse the board, or null.
        objects: id -> the object in one sentence, of those that do not come out the same everywhere.
        differ, players: what is different from the era before.
        note: what is new in the first text.
        clauses: lists of clauses; each list is enough for the new answer.
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
        """Return texts in a row; `turning`: the objects that do not come out the same everywhere."""
        result = era.result
        return cls(
            first=TextData.of(era.first), last=TextData.of(era.last), refused=era.refused or None,
            objects={id: result.explainer.summary(id) for id in turning if result and id in result.objects},
            differ=_differ(era.objects), players=PlayerChangesData.of(era.players), note=era.first.note,
            clauses=tuple(tuple(map(ClauseData.of, clauses)) for clauses in era.clauses),
        )  # fmt: skip


class ErasData(Data, frozen=True, kw_only=True):
    """How a board comes out under every edition.

    Attributes:
        format: the number of this shape.
        eras: oldest first.
    """

    format: int
    eras: tuple[EraData, ...]

    @classmethod
    def of(cls, eras: Sequence[Era]) -> ErasData:
        turning = dict.fromkeys(each.id for era in eras for each in era.objects)
        return cls(format=FORMAT, eras=tuple(EraData.of(era, turning) for era in eras))


__all__ = [
    "ClauseData", "DifferenceData", "EndedData", "EraData", "ErasData", "LayerDifferenceData", "ObjectDifferenceData",
    "ObjectDifferencesData", "PlayerChangesData", "PlayerDifferenceData", "ReadOutcomeData", "RelationData", "SideData",
    "SidesData", "TextData", "VerdictData", "WhatIfData", "WordsData",
]  # fmt: skip
