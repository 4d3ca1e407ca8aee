"""The widget that `stepper` returns, in a separate module because it requires anywidget."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from mtglayers.solver.wording import counted

from ..drawing import draw_graph
from ..html import STYLE, Markup, table_html
from ..html.markup import several, tag
from ..html.steps import step_words
from .display import OWN_STYLE, shown

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

EAGER = 60
"""Maximum number of steps in a result whose positions are all rendered in advance."""


class StepSlider(anywidget.AnyWidget):
    """A slider that selects a step of a result.

    Attributes:
        position: the current position; 0 is before the first step, and 1 is after the first step.
        titles: the title of each position.
        stages: the content at each position as HTML; "" until the content is needed.
    """

    _esm = Path(__file__).with_name("slider.js").read_text(encoding="utf-8")
    _css = STYLE + OWN_STYLE + Path(__file__).with_name("slider.css").read_text(encoding="utf-8")

    position = traitlets.Int(0).tag(sync=True)
    titles = traitlets.List(traitlets.Unicode()).tag(sync=True)
    stages = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, result: Result, position: int = 0) -> None:
        self._result = result
        places = range(len(result.steps) + 1)
        every = len(result.steps) <= EAGER
        super().__init__(
            position=position,
            titles=[stage_title(result, place) for place in places],
            stages=[stage_html(result, place) if every or place == position else "" for place in places],
        )
        self.observe(self._come_to, "position")

    def __repr__(self) -> str:
        return f"<slider over {counted(len(self._result.steps), 'step')}, at {self.position}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget's data, with the current content as HTML for viewers that cannot run widgets."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "text/html": shown(Markup(self.html))}, metadata

    @property
    def html(self) -> str:
        """The content at the current position."""
        return tag("div", tag("h4", self.titles[self.position]), Markup(self.stages[self.position]), class_="mtgl")

    @traitlets.validate("position")
    def _within(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self._result.steps)))

    def _come_to(self, change: Any) -> None:
        place = change["new"]
        if not self.stages[place]:
            self.stages = [*self.stages[:place], stage_html(self._result, place), *self.stages[place + 1 :]]


def stage_title(result: Result, position: int) -> str:
    """Return a position's title, such as "Layer 4, step 1 of 2: Blood Moon applies"."""
    if not position:
        return "Before the first step" if result.steps else "No effect applies"
    step = result.steps[position - 1]
    after = step.layer in {each.name for each in result.edition.after}
    where = "After the layers" if after else f"Layer {step.layer}"
    called = result.explainer.names.effect(step.effect, step.layer)
    steps = len(result.layer(step.layer).steps)
    return f"{where}, step {step.number} of {steps}: {called} applies"


def stage_html(result: Result, position: int) -> str:
    """Return the graph, reason and resulting objects at a position as HTML."""
    if not position:
        first = result.layers[0].name
        return several(tag("p", f"The objects before layer {first}:"), table_html(result.at(first, 0)))
    step = result.steps[position - 1]
    return several(
        Markup(draw_graph(step, title=f"The graph before step {step.number}")) if len(step.graph) > 1 else None,
        step_words(result, step),
        table_html(result.at(step.layer, step.number)),
    )
