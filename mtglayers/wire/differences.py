"""Differences as types: what `difference_data`, `verdict_data`, `eras_data` and `what_if_data` make."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from .base import Data, Names
from .results import ChangeData, ChangedData, Reason


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


class LayerDifferenceData(Data, frozen=True, kw_only=True):
    """What went another way in one layer.

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


class DifferenceData(Data, frozen=True, kw_only=True):
    """What differs between two results, "one" and "other".

    Attributes:
        format: the number of this shape.
        same: whether nothing differs.
        editions, readings: under which rules each was solved.
        objects: what differs about objects.
        layers: what went another way.
        effects: effects that applied on that side alone.
        players: what differs about players.
        ended: beyond what a side was not looked at.
        called: what the two sides are called, where it is told.
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


class WhatIfData(DifferenceData, frozen=True, kw_only=True):
    """What would be different: the board as it is is "one", as it would be is "other".

    Attributes:
        gone: what was left out, and what went with it.
        taken_off: objects that were exiled at the end, as other events need that they came.
        came: what came.
    """

    gone: Names
    taken_off: Names
    came: Names


# --- Readings and editions ----------------------------------------------------------------------------------


class PlayerChangesData(Data, frozen=True, kw_only=True):
    """What differs about a player.

    Attributes:
        name: the player.
        changes: in which respects.
    """

    name: str
    changes: tuple[ChangeData, ...]


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


class VerdictData(Data, frozen=True, kw_only=True):
    """Whether the rules as written settle a board, and else between what.

    Attributes:
        format: the number of this shape.
        edition: its name.
        settled: whether it comes out the same under all readings.
        combinations: how many combinations of readings there are.
        admitted: names of the readings that the edition admits besides the default.
        turns_on: names of those on which the board turns.
        outcomes: the default one first.
    """

    format: int
    edition: str
    settled: bool
    combinations: int
    admitted: Names
    turns_on: Names
    outcomes: tuple[ReadOutcomeData, ...]


class TextData(Data, frozen=True, kw_only=True):
    """A dated text of the rules.

    Attributes:
        name: the edition's name.
        since: the first day on which it was in force.
    """

    name: str
    since: str


class ClauseData(Data, frozen=True, kw_only=True):
    """What makes a text answer otherwise than the one before it.

    Attributes:
        field: the field of the edition.
        before, after: the numbers of its rule in the two texts, or null.
    """

    field: str
    before: str | None
    after: str | None


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


class ErasData(Data, frozen=True, kw_only=True):
    """How a board comes out under every edition.

    Attributes:
        format: the number of this shape.
        eras: oldest first.
    """

    format: int
    eras: tuple[EraData, ...]


__all__ = [
    "ClauseData", "DifferenceData", "EndedData", "EraData", "ErasData", "LayerDifferenceData", "ObjectDifferenceData",
    "ObjectDifferencesData", "PlayerChangesData", "PlayerDifferenceData", "ReadOutcomeData", "RelationData", "SideData",
    "SidesData", "TextData", "VerdictData", "WhatIfData", "WordsData",
]  # fmt: skip
