"""Making vectors: boards are spelled out, solved and compared with the original."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import Layer as LayerRule
from mtglayers.solver.readings import Readings
from mtglayers.solver.result.characteristics import Characteristics
from mtglayers.solver.result.players import PlayerResult
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import Step
from mtglayers.solver.solve import solve
from mtglayers.wire.base import FORMAT
from mtglayers.wire.boards import BoardData
from mtglayers.wire.steps import EdgeData
from mtglayers.wire.vectors import VectorData, VectorEditionData, VectorLayerData

from .abilities import AbilityTable
from .clauses import cited, clause_order, with_heads
from .expected import expected_of
from .spelled import spelled
from .state import state_of

NOT_UNDERSTOOD: Final = "a line is not understood"
AMBIGUOUS: Final = "it depends on readings"
LOOKING: Final = "it looks ahead at what enters"


class NoVectorError(LayersError, ValueError):
    """A board that is not a vector.

    Attributes:
        reason: the reason, in a few words.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class SpellingError(LayersError, RuntimeError):
    """A board whose result differs when it is spelled out: a bug, which would make a wrong vector.

    Attributes:
        vector: the vector's name.
        where: the difference.
    """

    def __init__(self, vector: str, where: str) -> None:
        self.vector = vector
        self.where = where
        super().__init__(f"`{vector}` differs when it is spelled out: {where}")


def vector_of(
    board: Board,
    name: str,
    *,
    title: str = "",
    source: str = "",
    clauses: Collection[str] = (),
    edition: Edition | None = None,
    readings: Readings | None = None,
) -> VectorData:
    """Return the vector of a board.

    Args:
        board: the board.
        name: the vector's name.
        title: its title.
        source: its source.
        clauses: further rule numbers that it is about.
        edition: the rules to solve it under; default: the board's own.
        readings: readings of open questions; default: it must not depend on any.

    Raises:
        NoVectorError: a line of it is not understood, or it depends on readings and none are named.
        LayersError: it cannot be solved, or the edition does not have something on its timeline.
        SpellingError: its result differs when it is spelled out.
    """
    told = solve(board, edition=edition, readings=readings)
    if told.unsupported:
        raise NoVectorError(NOT_UNDERSTOOD)
    if readings is None and told.turns_on:
        raise NoVectorError(AMBIGUOUS)
    if told.trace.start.world.entering:
        raise NoVectorError(LOOKING)
    rules = edition or board.edition
    data = spelled(board if rules == board.edition else board.under(rules))
    result = solve(_read_again(name, data), readings=readings)
    otherwise = difference(told, result)
    if otherwise:
        raise SpellingError(name, otherwise)
    table = AbilityTable(result.edition)
    state = state_of(result, table)
    expect = expected_of(result, told, table)
    return VectorData(
        format=FORMAT,
        name=name,
        title=title,
        source=source,
        clauses=tuple(sorted({*with_heads(clauses), *cited(result, board)}, key=clause_order)),
        edition=edition_of(result.edition),
        readings=result.readings.names(),
        board=msgspec.convert(data, BoardData),
        abilities=table.spelled(),
        state=state,
        expect=expect,
    )


def _read_again(name: str, data: dict[str, Any]) -> Board:
    try:
        return Board.from_data(data)
    except LayersError as error:
        raise SpellingError(name, f"it cannot be read: {error}") from error


def difference(told: Result, spelled_out: Result) -> str:
    """Return how a spelled-out board differs, in words, or "".

    Abilities are only counted: they are the same trees with other texts.
    """
    if spelled_out.unsupported:
        return "lines that are not understood"
    if tuple(told) != tuple(spelled_out):
        return "its objects"
    for id in told:
        if _bare(told[id]) != _bare(spelled_out[id]):
            return id
    for player in told.players:
        if _bare(told.players[player]) != _bare(spelled_out.players[player]):
            return player
    for layer, other in zip(told.layers, spelled_out.layers, strict=True):
        if (layer.order, layer.loops) != (other.order, other.loops):
            return f"layer {layer.name}"
        for step, twin in zip(layer.steps, other.steps, strict=True):
            if _applied(step) != _applied(twin):
                return f"layer {layer.name}, step {step.number}"
    return ""


def _bare(found: Characteristics | PlayerResult) -> tuple[object, int]:
    return msgspec.structs.replace(found, abilities=()), len(found.abilities)


def _applied(step: Step) -> tuple[object, ...]:
    """Return what is compared of an application: objects, numbers of operations, dependencies."""
    return step.scope, [mask for _, _, mask in step.footprint.operations], EdgeData.before(step)


# --- Rules --------------------------------------------------------------------------------------------------


def edition_of(rules: Edition) -> VectorEditionData:
    """Return the rules of an edition as part of a vector."""
    switches = {
        name: value
        for name in rules.__struct_fields__
        if name not in ("key", "note") and isinstance(value := getattr(rules, name), (bool, str))
    }
    return VectorEditionData(
        key=rules.key,
        since=rules.since.isoformat(),
        until=None if rules.until is None else rules.until.isoformat(),
        layers=tuple(map(_layer, rules.layers)),
        after=tuple(map(_layer, rules.after)),
        switches=switches,
        rules=dict(rules.rules),
    )


def _layer(layer: LayerRule) -> VectorLayerData:
    return VectorLayerData(
        name=layer.name, rule=layer.rule, title=layer.title, holds=layer.holds, cda_first=layer.cda_first
    )
