"""A result to step through in a notebook: the graph before a step, the choice with its reason, the table after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtglayers.model.errors import MissingLibraryError, UnknownStepError

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

    from .slider import StepSlider


def stepper(result: Result, position: int = 0) -> StepSlider:
    """Return a widget with a slider over the steps of a result, which keys and buttons move, too.

    Args:
        result: the result.
        position: where it stands at first: 0 is the board before any step, 1 after the first one.

    Raises:
        MissingLibraryError: anywidget is not installed.
        UnknownStepError: there is no such position.
        TypeError: this is no result.
    """
    try:
        from .slider import StepSlider
    except ImportError as error:
        raise MissingLibraryError("the slider over the steps", "anywidget") from error
    from mtglayers.solver.result.result import expect_results

    expect_results("stepper", result)
    if not 0 <= position <= len(result.steps):
        raise UnknownStepError("the result", len(result.steps), position)
    return StepSlider(result, position)


def stage_title(result: Result, position: int) -> str:
    """Return where a position is: "Layer 4, step 1 of 2: Blood Moon applies"."""
    if not position:
        return "Before the first step" if result.steps else "No effect applies"
    step = result.steps[position - 1]
    after = step.layer in {each.name for each in result.edition.after}
    where = "After the layers" if after else f"Layer {step.layer}"
    called = result.explainer.names.effect(step.effect, step.layer)
    steps = len(result.layer(step.layer).steps)
    return f"{where}, step {step.number} of {steps}: {called} applies"


def stage_html(result: Result, position: int) -> str:
    """Return what is to be seen at a position: the graph before the step, why it was its turn, the objects after it."""
    from ..drawing import draw_graph
    from ..html import Markup, table_html
    from ..html.markup import several, tag
    from ..html.steps import step_words

    if not position:
        first = result.layers[0].name
        return several(tag("p", f"The objects as layer {first} finds them:"), table_html(result.at(first, 0)))
    step = result.steps[position - 1]
    return several(
        Markup(draw_graph(step, title=f"The graph before step {step.number}")) if len(step.graph) > 1 else None,
        step_words(result, step),
        table_html(result.at(step.layer, step.number)),
    )


__all__ = ["stage_html", "stage_title", "stepper"]
