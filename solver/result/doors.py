"""Functions that access values of a result that higher-level modules compute."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board

    from ..explain.dependencies import Dependency
    from ..explain.explainer import Explainer
    from ..explain.explanation import Explanation
    from ..explain.names import Names
    from ..legality.illegal import Illegal
    from ..readings import Reading, Readings
    from .costs import Cost
    from .result import Result
    from .steps import Step


def names(result: Result) -> Names:
    """Return the names that sentences use for objects and effects."""
    from ..explain.names import Names

    return Names(result)


def explainer(result: Result) -> Explainer:
    """Return the explainer of a result."""
    from ..explain.explainer import Explainer

    return Explainer(result)


def ruling(explanation: Explanation) -> tuple[str, ...]:
    """Return the shortest explanation, as sentences."""
    from ..explain.ruling import ruling as shortest

    return shortest(explanation)


def cost(result: Result, id: str, **told: str) -> Cost:
    """Return the cost to cast an object (601.2f); see `total_cost`."""
    from .costs import total_cost

    return total_cost(result, id, **told)


def dependencies(step: Step, effect: str) -> tuple[Dependency, ...]:
    """Return the dependencies of an effect before a step, oldest first."""
    from ..explain.dependencies import dependencies_of

    return dependencies_of(step, effect)


def begun_after(step: Step) -> Step | None:
    """Return the last step before which the effect did not exist."""
    from ..explain.existence import last_step_without

    return last_step_without(step)


def turning_ties(result: Result, board: Board) -> Iterator[Reading]:
    """Yield a reading with an order of tied effects that changes a result, if there is one."""
    from ..questions.ties import turning_ties

    return turning_ties(result, board)


def is_settled(result: Result, board: Board) -> bool:
    """Return whether a board has the same result under all admissible readings."""
    from ..questions.under_readings import is_settled

    return is_settled(result, board)


def solved_alike(result: Result, board: Board) -> frozenset[str]:
    """Return the names of readings under which a board is certainly solved as in `result`."""
    from ..questions.under_readings import solved_alike

    return solved_alike(result, board)


def differ(one: Result, other: Result) -> bool:
    """Return whether two results of a board have different outcomes."""
    from .signature import signature

    return signature(one) != signature(other)


def solved_again(result: Result, board: Board, readings: Readings) -> Result:
    """Solve a board with the arguments of `result` and the given readings."""
    from ..solve import solve_as

    return solve_as(result, board, readings)


def illegal(result: Result, board: Board) -> tuple[Illegal, ...]:
    """Return the parts of events on a result's board that are not legal."""
    from ..solve import illegal_in

    return illegal_in(board, result.edition, result.readings)


def entered_as(result: Result, board: Board) -> tuple[tuple[str, str], ...]:
    """Return the permanents on a result's board that may have entered as something else, as (id, text)."""
    from ..history.entered_as import entered_as
    from ..solve import past_boards

    return tuple(entered_as(past_boards(board, result.edition, result.readings)))


__all__ = [
    "Cost", "Dependency", "Explainer", "Explanation", "Illegal", "Names",
    "begun_after", "cost", "dependencies", "differ", "entered_as", "explainer", "illegal", "is_settled", "names",
    "solved_again", "solved_alike", "turning_ties",
]  # fmt: skip
