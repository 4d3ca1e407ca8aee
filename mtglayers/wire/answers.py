"""Functions that convert answers to JSON data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .base import plain
from .differences import DifferenceData, ErasData, VerdictData, WhatIfData
from .explanations import ExplanationData, ExplanationsData
from .orders import DecisiveData, FlipsData, FoundData, OrdersData, WitnessesData
from .results import USUAL, ResultData
from .tables import GraphData

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.solver.explain.explanation import Explanation
    from mtglayers.solver.questions.compare import Difference
    from mtglayers.solver.questions.dependence.witness import Witnesses
    from mtglayers.solver.questions.editions import Era
    from mtglayers.solver.questions.find.find import Found
    from mtglayers.solver.questions.flips import Flips
    from mtglayers.solver.questions.orders.orders import Orders
    from mtglayers.solver.questions.verdict import Verdict
    from mtglayers.solver.questions.whatif import Decisive, WhatIf
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import Step


def result_data(
    result: Result, board: Board | None = None, *, states: bool = False, include: Iterable[str] = USUAL,
    objects: Iterable[str] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return a result as JSON data (`ResultData`).

    Args:
        result: the result.
        board: the board, if the data should include it.
        states: whether to include the "states" section, which lists the changed objects after each step.
        include: names of the `SECTIONS` to include; by default, all except "states". Other sections are not computed.
        objects: ids of the objects to include; by default, all.

    Raises:
        UnknownChoiceError: `include` names an unknown section.
        UnknownObjectError: `objects` contains an unknown id.
    """
    return plain(ResultData.of(result, board, include=(*include, "states") if states else include, objects=objects))


def explanations_data(result: Result, ids: Iterable[str], title: str = "") -> dict[str, Any]:
    """Return the explanations of objects as JSON data (`ExplanationsData`).

    Parts that several explanations share are included only once.

    Args:
        result: the result.
        ids: ids of the objects.
        title: the title of the puzzle or board.

    Raises:
        UnknownObjectError: `ids` contains an unknown id.
    """
    return plain(ExplanationsData.of(result, ids, title))


def orders_data(found: Orders, objects: Sequence[str] = ()) -> dict[str, Any]:
    """Return the results for all orders of timestamps as JSON data (`OrdersData`).

    Args:
        found: the results for all orders.
        objects: ids of the objects and names of the players to include; by default, all.
    """
    return plain(OrdersData.of(found, objects))


def explanation_data(found: Explanation) -> dict[str, Any]:
    """Return an explanation as JSON data (`ExplanationData`)."""
    return plain(ExplanationData.of(found))


def graph_data(step: Step) -> dict[str, Any]:
    """Return the dependency graph before a step as JSON data (`GraphData`)."""
    return plain(GraphData.of(step))


def difference_data(found: Difference) -> dict[str, Any]:
    """Return the difference between two results as JSON data (`DifferenceData`)."""
    return plain(DifferenceData.of(found))


def what_if_data(found: WhatIf) -> dict[str, Any]:
    """Return the answer to a what-if question as JSON data (`WhatIfData`)."""
    return plain(WhatIfData.of(found))


def verdict_data(found: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON data (`VerdictData`)."""
    return plain(VerdictData.of(found))


def eras_data(found: Sequence[Era]) -> dict[str, Any]:
    """Return a board's results under every edition as JSON data (`ErasData`)."""
    return plain(ErasData.of(found))


def decisive_data(found: Decisive) -> dict[str, Any]:
    """Return the objects or effects that an object depends on as JSON data (`DecisiveData`)."""
    return plain(DecisiveData.of(found))


def flips_data(found: Flips) -> dict[str, Any]:
    """Return the plain objects whose entry would change an object, as `FlipsData`."""
    return plain(FlipsData.of(found))


def found_data(found: Found) -> dict[str, Any]:
    """Return the result of a query as JSON data (`FoundData`)."""
    return plain(FoundData.of(found))


def witnesses_data(found: Witnesses) -> dict[str, Any]:
    """Return witness boards as JSON data (`WitnessesData`)."""
    return plain(WitnessesData.of(found))


__all__ = [
    "decisive_data", "difference_data", "eras_data", "explanation_data", "explanations_data", "flips_data",
    "found_data", "graph_data", "orders_data", "result_data", "verdict_data", "what_if_data", "witnesses_data",
]  # fmt: skip
