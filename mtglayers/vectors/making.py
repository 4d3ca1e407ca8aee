"""A board becomes a vector: spelled out, solved, and compared with what it was before."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import msgspec

from mtglayers.model.board import Board
from mtglayers.model.edition import Edition
from mtglayers.model.edition import Layer as LayerRule
from mtglayers.model.errors import LayersError
from mtglayers.solver.data import FORMAT
from mtglayers.solver.layers import solve
from mtglayers.solver.readings import Readings
from mtglayers.solver.result import Result
from mtglayers.wire.boards import BoardData
from mtglayers.wire.vectors import VectorData, VectorEditionData, VectorLayerData

from .abilities import AbilityTable
from .clauses import cited, clause_order, with_heads
from .expected import expected_of
from .spelled import spelled
from .state import state_of

NOT_UNDERSTOOD: Final = "a line is not understood"
AMBIGUOUS: Final = "it turns on readings"
LOOKING: Final = "it looks ahead at what enters"


class NoVectorError(LayersError, ValueError):
    """A board that is no vector.

    Attributes:
        reason: why, in few words.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


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
        NoVectorError: a line of it is not understood, or it turns on readings and none are named.
        LayersError: it has no answer, or the edition does not know something that its timeline tells.
    """
    told = solve(board, edition=edition, readings=readings)
    if told.unsupported:
        raise NoVectorError(NOT_UNDERSTOOD)
    if readings is None and told.turns_on:
        raise NoVectorError(AMBIGUOUS)
    if told.walk.start.world.entering:
        raise NoVectorError(LOOKING)
    rules = edition or board.edition
    data = spelled(board if rules == board.edition else board.under(rules))
    result = solve(_read_again(data), readings=readings)
    _compare(told, result)
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


def _read_again(data: dict[str, Any]) -> Board:
    """Return the board of data that was just made.

    Raises:
        AssertionError: it cannot be read: what we write, we must read.
    """
    try:
        return Board.from_data(data)
    except LayersError as error:
        raise AssertionError(f"a board that is spelled out cannot be read: {error}") from error


def _compare(told: Result, spelled_out: Result) -> None:
    """Make sure that a board comes out the same when it is spelled out: what differs would be a wrong vector.

    Raises:
        AssertionError: it does not.
    """
    for layer, other in zip(told.layers, spelled_out.layers, strict=True):
        assert (layer.order, layer.loops) == (other.order, other.loops), f"layer {layer.name}"
    for id in told:
        one, two = (msgspec.structs.replace(each[id], abilities=()) for each in (told, spelled_out))
        assert one == two, id
        assert len(told[id].abilities) == len(spelled_out[id].abilities), id
    assert not spelled_out.unsupported


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


__all__ = ["NoVectorError", "edition_of", "vector_of"]
