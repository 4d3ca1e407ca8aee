"""Functions that convert boards to vectors, and check each vector's result."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import Edition
from mtglayers.solver.readings import Readings
from mtglayers.solver.result.characteristics import Characteristics
from mtglayers.solver.result.left_to_events import left_to_events
from mtglayers.solver.result.players import PlayerResult
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import Step
from mtglayers.solver.solve import solve
from mtglayers.wire.base import FORMAT
from mtglayers.wire.boards import BoardData
from mtglayers.wire.states import AbilityTable, state_of
from mtglayers.wire.steps import EdgeData
from mtglayers.wire.vectors import VectorData, VectorEditionData, VectorLayerData

from .clauses import cited, clause_order, with_heads
from .contents import expected_of
from .spelled import spelled


class NoVectorError(LayersError, ValueError):
    """The board cannot be exported as a vector; the message gives the reason."""


class SpellingError(LayersError, RuntimeError):
    """The conversion of cards to trees changed a board's result, which is a bug."""

    def __init__(self, vector: str, where: str) -> None:
        super().__init__(f"spelling out `{vector}` changes its result: {where}")


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
    """Convert a board to a vector.

    Args:
        board: the board.
        name: the vector's name.
        title: its title.
        source: its source.
        clauses: additional rule numbers that the vector illustrates.
        edition: the edition to solve the board under; by default, the board's own edition.
        readings: the readings to use; by default, the result must be the same under all readings.

    Raises:
        NoVectorError: a line is not understood, or the result depends on readings and `readings` is None.
        LayersError: the board cannot be solved, or is not possible under the edition.
        SpellingError: the conversion of cards to trees changed the board's result.
    """
    original = solve(board, edition=edition, readings=readings)
    if set(original.unsupported) - set(left_to_events(board)):  # a vector records the board as its events describe it
        raise NoVectorError("a line is not understood")
    if readings is None and original.turns_on:
        raise NoVectorError("the result depends on readings")
    if original.trace.start.world.entering:
        raise NoVectorError("the board has an object that is about to enter")
    rules = edition or board.edition
    data = spelled(board if rules == board.edition else board.under(rules))
    try:
        twin = Board.from_data(data)
        result = solve(twin, readings=readings)
    except LayersError as error:
        raise SpellingError(name, f"the board cannot be solved: {error}") from error
    if set(result.unsupported) - set(original.unsupported) - set(left_to_events(twin)):
        raise SpellingError(name, "lines that are not understood")
    if where := difference(original, result):
        raise SpellingError(name, where)
    table = AbilityTable(result.edition)
    state = state_of(result, table)
    expect = expected_of(result, original, table)
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


def difference(original: Result, spelled_out: Result) -> str:
    """Return the first difference that the conversion of cards to trees causes, or "".

    Abilities are only counted and not compared, because their text differs after the conversion.
    """
    if tuple(original) != tuple(spelled_out):
        return "its objects"
    for id in original:
        if _bare(original[id]) != _bare(spelled_out[id]):
            return id
    for player in original.players:
        if _bare(original.players[player]) != _bare(spelled_out.players[player]):
            return player
    for layer, other in zip(original.layers, spelled_out.layers, strict=True):
        if (layer.order, layer.loops) != (other.order, other.loops):
            return f"layer {layer.name}"
        for step, twin in zip(layer.steps, other.steps, strict=True):
            if _applied(step) != _applied(twin):
                return f"layer {layer.name}, step {step.number}"
    return ""


def _bare(found: Characteristics | PlayerResult) -> tuple[object, int]:
    return msgspec.structs.replace(found, abilities=()), len(found.abilities)


def _applied(step: Step) -> tuple[object, ...]:
    return step.scope, [mask for _, _, mask in step.footprint.operations], EdgeData.before(step)


# --- Rules --------------------------------------------------------------------------------------------------


def folder_of(rules: Edition) -> str:
    """Return the name of the folder for an edition, such as "E25" or "E12-2013-09-27"."""
    return rules.name.replace(" (", "-").rstrip(")")


def edition_of(rules: Edition) -> VectorEditionData:
    """Return an edition in the form that vectors contain."""
    switches = {
        name: value
        for name in rules.__struct_fields__
        if name not in ("key", "note") and isinstance(value := getattr(rules, name), (bool, str))
    }
    return VectorEditionData(
        key=rules.key,
        since=rules.since.isoformat(),
        until=None if rules.until is None else rules.until.isoformat(),
        layers=msgspec.convert(rules.layers, tuple[VectorLayerData, ...], from_attributes=True),
        after=msgspec.convert(rules.after, tuple[VectorLayerData, ...], from_attributes=True),
        switches=switches,
        rules=dict(rules.rules),
    )
