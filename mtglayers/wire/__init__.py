"""The shapes that boards, cards, events and results have as JSON, as types, and the JSON Schemas made of them.

>>> from mtglayers import Board, solve, wire
>>> board = Board()
>>> ogre = board.enters({"name": "Ogre", "type_line": "Creature", "power": "2", "toughness": "2"})
>>> wire.result(solve(board), board).objects[0].power
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from mtglayers.solver.data import result_data

from .base import encoded
from .boards import BoardData, CardData, FaceData, PuzzleData
from .checks import CheckData, ErrorData, FailureData, OutcomeOfFileData
from .differences import (
    ClauseData,
    DifferenceData,
    EndedData,
    EraData,
    ErasData,
    LayerDifferenceData,
    ObjectDifferenceData,
    ObjectDifferencesData,
    PlayerChangesData,
    PlayerDifferenceData,
    ReadOutcomeData,
    RelationData,
    SideData,
    SidesData,
    TextData,
    VerdictData,
    WhatIfData,
    WordsData,
)
from .documents import DOCUMENTS, schema, schemas
from .explanations import (
    AspectData,
    BegunData,
    CauseData,
    EarlierData,
    EntryData,
    ExplanationData,
    ExplanationsData,
    GraphData,
    NodeData,
    OutlivedData,
    PairData,
    PassedData,
    RestData,
    SharedStepData,
    ShortEntryData,
    ShortExplanationData,
    ShowsData,
    TableData,
)
from .orders import (
    CaseData,
    ChosenData,
    DecisiveData,
    FateData,
    FlipData,
    FlipsData,
    FoundData,
    OrdersData,
    OutcomeData,
    PlainData,
    RefusedData,
    RemovalData,
    SolutionData,
    TriedData,
    UniverseData,
    UnreadData,
    WitnessData,
    WitnessesData,
)
from .results import (
    AbilityData,
    AfterData,
    ChangeData,
    ChangedData,
    EdgeData,
    EditionData,
    LayerData,
    LoopData,
    ObjectData,
    OperationData,
    PlaceData,
    PlayerData,
    ResultData,
    StatisticsData,
    StepData,
    UnappliedData,
    UnsupportedData,
)

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.solver.result.result import Result


def result(found: Result | bytes | dict[str, Any], board: Board | None = None) -> ResultData:
    """Return a result as the value that goes over the wire; `encoded` makes its JSON.

    Args:
        found: a result, JSON, or JSON data.
        board: the board that it is the result of, to be told with it.

    Raises:
        msgspec.ValidationError: data that is no result's.
    """
    if isinstance(found, bytes):
        return msgspec.json.decode(found, type=ResultData)
    data = found if isinstance(found, dict) else result_data(found, board)
    return msgspec.convert(data, ResultData)


__all__ = [
    "DOCUMENTS", "AbilityData", "AfterData", "AspectData", "BegunData", "BoardData", "CardData", "CaseData",
    "CauseData", "ChangeData", "ChangedData", "CheckData", "ChosenData", "ClauseData", "DecisiveData", "DifferenceData",
    "EarlierData", "EdgeData", "EditionData", "EndedData", "EntryData", "EraData", "ErasData", "ErrorData",
    "ExplanationData", "ExplanationsData", "FaceData", "FailureData", "FateData", "FlipData", "FlipsData", "FoundData",
    "GraphData", "LayerData", "LayerDifferenceData", "LoopData", "NodeData", "ObjectData", "ObjectDifferenceData",
    "ObjectDifferencesData", "OperationData", "OrdersData", "OutcomeData", "OutcomeOfFileData", "OutlivedData",
    "PairData", "PassedData", "PlaceData", "PlainData", "PlayerChangesData", "PlayerData", "PlayerDifferenceData",
    "PuzzleData", "ReadOutcomeData", "RefusedData", "RelationData", "RemovalData", "RestData", "ResultData",
    "SharedStepData", "ShortEntryData", "ShortExplanationData", "ShowsData", "SideData", "SidesData", "SolutionData",
    "StatisticsData", "StepData", "TableData", "TextData", "TriedData", "UnappliedData", "UniverseData", "UnreadData",
    "UnsupportedData", "VerdictData", "WhatIfData", "WitnessData", "WitnessesData", "WordsData", "encoded", "result",
    "schema", "schemas",
]  # fmt: skip
