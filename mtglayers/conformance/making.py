"""A board becomes a vector: spelled out, solved, and compared with what it was before."""

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
    """A board that is no vector.

    Attributes:
        reason: why, in few words.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class SpellingError(LayersError, RuntimeError):
    """A board that differs when it is spelled out: a fault of ours, which would make a wrong vector.

    Attributes:
        vector: the vector's name.
        where: what is otherwise.
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
        title: what it is called.
        source: where it comes from.
        clauses: numbers of rules that it is known to be about, besides those that its steps cite.
        edition: the rules to solve it under; default: the board's own.
        readings: how open questions are read; default: it must not turn on any.

    Raises:
        NoVectorError: a line of it is not understood, or it depends on readings and none are named.
        LayersError: it has no answer, or the edition does not know something that its timeline tells.
        SpellingError: it comes out otherwise when it is spelled out.
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
    """Return the board of data that was just made: what we write, we must read."""
    try:
        return Board.from_data(data)
    except LayersError as error:
        raise SpellingError(name, f"it cannot be read: {error}") from error


def difference(told: Result, spelled_out: Result) -> str:
    """Return what is otherwise about a board that was spelled out, in words; "" where nothing is.

    Abilities are counted alone: they are the same trees under other texts.
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
    """Return what an application is compared by: to what, how often it does something, and what depended on what."""
    return step.scope, [mask for _, _, mask in step.footprint.operations], EdgeData.before(step)


# --- Rules --------------------------------------------------------------------------------------------------


def edition_of(rules: Edition) -> VectorEditionData:
    """Return the rules of an edition as a vector tells them."""
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


__all__ = ["NoVectorError", "SpellingError", "difference", "edition_of", "vector_of"]
