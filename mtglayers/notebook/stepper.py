"""A function that returns a notebook widget that steps through a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtglayers.model.errors import MissingLibraryError, UnknownStepError

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

    from .slider import StepSlider


def stepper(result: Result, position: int = 0) -> StepSlider:
    """Return a widget that steps through a result by means of a slider and buttons.

    Args:
        result: the result.
        position: the initial position; 0 is the board before the first step, and 1 is the board after the first
            step.

    Raises:
        MissingLibraryError: anywidget is not installed.
        UnknownStepError: the result has no such position.
        TypeError: the argument is not a result.
    """
    try:
        from .slider import StepSlider
    except ImportError as error:
        raise MissingLibraryError("the step slider", "anywidget") from error
    from mtglayers.solver.result.result import expect_results

    expect_results("stepper", result)
    if not 0 <= position <= len(result.steps):
        raise UnknownStepError("the result", len(result.steps), position)
    return StepSlider(result, position)
