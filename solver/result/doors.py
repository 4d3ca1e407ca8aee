"""Access to values of results that higher-level modules compute."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board

    from ..explain.dependencies import Dependency
    from ..explain.explainer import Explainer
    from ..explain.explanation import Explanation
    from ..explain.names import Names
    from ..readings import Readings
    from .result import Result
    from .steps import Step


def names(result: Result) -> Names:
    """Return the names of objects and effects in sentences."""
    from ..explain.names import Names

    return Names(result)


def explainer(result: Result) -> Explainer:
    """Return the explainer of a result."""
    from ..explain.explainer import Explainer

    return Explainer(result)


def dependencies(step: Step, effect: str) -> tuple[Dependency, ...]:
    """Return the dependencies of an effect before a step, oldest first."""
    from ..explain.dependencies import dependencies_of

    return dependencies_of(step, effect)


def begun_after(step: Step) -> Step | None:
    """Return the last step before which the effect did not exist."""
    from ..explain.existence import last_step_without

    return last_step_without(step)


def solved_again(result: Result, board: Board, readings: Readings) -> Result:
    """Solve a board with the arguments of `result` and the given readings."""
    from ..solve import solve_as

    return solve_as(result, board, readings)


__all__ = [
    "Dependency", "Explainer", "Explanation", "Names",
    "begun_after", "dependencies", "explainer", "names", "solved_again",
]  # fmt: skip
