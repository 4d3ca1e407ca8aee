"""What happened in a layer, and at one step of it: who depended on whom, whose turn it was, what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtglayers.solver.words import capital, sentence
from mtglayers.telling import done_words, layer_words, stamp_words

from .markup import Markup, tag

if TYPE_CHECKING:
    from mtglayers.solver.result import Result
    from mtglayers.solver.walk import LayerResult, Step


def layer_html(result: Result, layer: LayerResult) -> Markup:
    """Return what happened in a layer: for each step what its effect did to which objects, and why it was its turn."""
    title = tag("h3", f"{layer_words(result, layer)} ", tag("span", f"({layer.rule})", class_="mtgl-rule"))
    if not layer.steps:
        return tag("section", title, tag("p", "No effect applies."), class_="mtgl mtgl-layer")
    steps = [tag("li", step_words(result, step), value=step.number) for step in layer.steps]
    return tag("section", title, tag("ol", steps, class_="mtgl-steps"), class_="mtgl mtgl-layer")


def step_words(result: Result, step: Step) -> tuple[Markup | None, ...]:
    """Return what one application did, and why it was its turn, as paragraphs."""
    explainer = result.explainer
    turn = explainer.turn(step)
    done = done_words(result, step)
    said = tag(
        "p",
        tag("strong", explainer.names.effect(step.effect, step.layer)),
        tag("span", f" ({stamp_words(step.timestamp)}) ", class_="mtgl-stamp"),
        done if done.endswith((".", ".”")) else f"{done}.",
    )
    going_on = f"Its ability is gone, but it had started and goes on ({result.edition.rule('started')})."
    told = turn.why != "alone" or step.number > 1
    details = [tag("li", sentence(detail)) for detail in turn.details]
    return (
        said,
        tag("p", going_on, class_="mtgl-why") if step.going_on else None,
        tag("p", sentence(turn.because), class_="mtgl-why") if told else None,
        tag("ul", details, class_="mtgl-details") if details else None,
    )


def step_html(result: Result, step: Step, *, folded: bool = False) -> Markup:
    """Return one step: the effects that had not applied, who depended on whom, whose turn it was, what changed.

    Args:
        result: the result.
        step: one of its steps.
        folded: let a click unfold all but what it did and why it was its turn.
    """
    layer = result.layer(step.layer)
    effect = result.explainer.names.effect(step.effect, step.layer)
    title = f"Layer {layer.name}, step {step.number} of {len(layer.steps)}: {effect} applies"
    shown = changes_html(result, step)
    more = tag("details", tag("summary", "What it rests on, and what changed"), shown) if folded else shown
    return tag("article", tag("h4", title), step_words(result, step), more, class_="mtgl mtgl-step")


def changes_html(result: Result, step: Step) -> Markup:
    """Return what a step changed, a row for each object and respect."""
    names = result.explainer.names
    rows: list[Markup] = []
    for id, changes in result.explainer.changes(step):
        for place, change in enumerate(changes):
            head = tag("th", capital(names.object(id)), scope="rowgroup", rowspan=len(changes)) if not place else None
            rows.append(tag(
                "tr",
                head,
                tag("td", change.family),
                tag("td", tag("del", change.before) if change.before else None, data_label="before"),
                tag("td", tag("ins", change.after) if change.after else None, data_label="after"),
            ))  # fmt: skip
    if not rows:
        return tag("p", "It changes nothing.", class_="mtgl-note")
    heads = [tag("th", head, scope="col") for head in ("object", "what", "before", "after")]
    return tag(
        "table",
        tag("caption", "What changed"),
        tag("thead", tag("tr", heads)),
        tag("tbody", rows),
        class_="mtgl-changes",
    )


__all__ = ["changes_html", "layer_html", "step_html", "step_words"]
