"""A layer and its steps as HTML: dependencies, choices and changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtglayers.presentation.sentences import layer_words
from mtglayers.presentation.steps import StepText, loop_words
from mtglayers.solver.explain.paragraphs import ranges
from mtglayers.solver.wording import capital, counted, joined, sentence

from . import markup
from .markup import Markup, listed, prose, several, tag

if TYPE_CHECKING:
    from mtglayers.drawing import Drawing
    from mtglayers.solver.explain.changes import Change
    from mtglayers.solver.explain.pair_table import DependencyRow, PairTable
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import LayerResult, Step

MANY_OBJECTS = 12
"""Maximum number of changed objects in separate rows; with more, equal changes share a row."""

BROAD = 360
"""Maximum width of a drawing that fits a phone screen; a wider drawing gets a note that it continues."""

WIDE = 1200
"""Maximum width of a drawing that is scaled down to fit a column of text."""


def layer_html(result: Result, layer: LayerResult) -> Markup:
    """Return the steps of a layer, with the changes that each makes and the reason for each."""
    title = layer_title(result, layer)
    if not layer.steps:
        return tag("section", title, tag("p", "No effect applies."), class_="mtgl mtgl-layer")
    steps = [tag("li", step_words(result, step), value=step.number) for step in layer.steps]
    return tag("section", title, tag("ol", steps, class_="mtgl-steps"), class_="mtgl mtgl-layer")


def layer_title(result: Result, layer: LayerResult) -> Markup:
    """Return the heading of a layer, including its rule number."""
    return tag("h3", f"{layer_words(result, layer)} ", tag("span", f"({layer.rule})", class_="mtgl-rule"))


def step_words(result: Result, step: Step, *, details: bool = True) -> tuple[Markup | None, ...]:
    """Return paragraphs about a step's changes, reason and dependencies."""
    said = StepText.of(result, step)
    done = tag(
        "p",
        tag("strong", prose(said.effect)),
        tag("span", f" ({said.stamp}) ", class_="mtgl-stamp"),
        prose(said.done if said.done.endswith((".", ".”")) else f"{said.done}."),
    )
    return (
        done,
        tag("p", said.goes_on, class_="mtgl-why") if said.goes_on else None,
        tag("p", prose(said.because), class_="mtgl-why") if said.chosen else None,
        listed(map(prose, said.details), "mtgl-details") if details else None,
    )


def step_html(result: Result, step: Step, *, folded: bool = False, prefix: str | None = None) -> Markup:
    """Return a step's pending effects, their dependencies, the choice and the changes.

    Args:
        result: the result.
        step: one of its steps.
        folded: whether to collapse everything except the step's changes and reason.
        prefix: the prefix of ids in the drawing, if a page contains the same step more than once.
    """
    layer = result.layer(step.layer)
    effect = result.explainer.names.effect(step.effect, step.layer)
    title = f"Layer {layer.name}, step {step.number} of {len(layer.steps)}: {effect} applies"
    table = result.explainer.table(step)
    drawing = None
    if table.dependent:
        from mtglayers.drawing import draw_graph

        drawing = figure_html(draw_graph(step, prefix=prefix, title=f"The graph before step {step.number}"))
    pairs = pairs_html(table, choice=False) if len(table.effects) > 1 else None
    shown = several(drawing, pairs, changes_html(result, step))
    more = markup.folded("Dependencies and changes", shown) if folded else shown
    said = step_words(result, step, details=pairs is None)
    return tag("article", tag("h4", prose(title)), said, more, class_="mtgl mtgl-step")


def figure_html(drawing: Drawing) -> Markup:
    """Return a drawing as a figure element; wide drawings scroll and are not scaled down."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ', drawing)
    units = float(size[1]) if size is not None else 0.0
    kinds = " ".join(name for name, least in (("mtgl-broad", BROAD), ("mtgl-wide", WIDE)) if units > least)
    return tag("figure", Markup(drawing), class_=kinds or None, tabindex=0 if units > WIDE else None)


def pairs_html(table: PairTable, *, choice: bool = True) -> Markup:
    """Return the dependencies before a step, with their reasons.

    Args:
        table: the dependency table before the step.
        choice: whether to include the chosen effect.
    """
    shown = table.listed()
    left = len(table.effects) * (len(table.effects) - 1) - len(shown)
    rest = counted(left, "other pair" if shown else "pair")
    note = sentence(f"the {rest} {'is' if left == 1 else 'are'} independent")
    why = sentence(f"{table.name(table.chosen)} applies: {table.reason.because}")
    return tag(
        "div",
        _pairs(table, shown) if shown else None,
        tag("p", note, class_="mtgl-note") if left else None,
        [tag("p", prose(sentence(loop_words(table, members))), class_="mtgl-warning") for members in table.loops],
        tag("p", prose(why), class_="mtgl-why") if choice else None,
        class_="mtgl",
    )


def _pairs(table: PairTable, shown: Sequence[DependencyRow]) -> Markup:
    rows = [
        tag(
            "tr",
            tag("th", prose(table.name(pair.effect)), scope="row"),
            tag("td", prose(table.name(pair.on)), data_label="and"),
            tag("td", _reasons(pair), data_label="depends"),
            tag("td", prose(sentence(pair.words))),
            class_="mtgl-depends" if pair.dependency else None,
        )
        for pair in shown
    ]
    caption = f"Dependencies before step {table.step} of layer {table.layer} ({table.rule})"
    return markup.table(caption, ("effect", "and", "depends", "why"), rows, "mtgl-pairs")


def _reasons(pair: DependencyRow) -> Markup:
    if pair.dependency is None:
        return several("no")
    return several(tag("strong", "yes"), f": {joined(pair.dependency.reasons)}")


def changes_html(result: Result, step: Step) -> Markup:
    """Return the changes that a step makes, with a row for each object and characteristic."""
    rows: list[Markup] = []
    for called, changes in _changed(result, step):
        for place, change in enumerate(changes):
            head = tag("th", prose(capital(called)), scope="rowgroup", rowspan=len(changes)) if not place else None
            rows.append(tag(
                "tr",
                head,
                tag("td", change.family),
                tag("td", tag("del", change.before) if change.before else None, data_label="before"),
                tag("td", tag("ins", change.after) if change.after else None, data_label="after"),
            ))  # fmt: skip
    if not rows:
        return tag("p", "It changes nothing.", class_="mtgl-note")
    return markup.table("Changes", ("object", "characteristic", "before", "after"), rows, "mtgl-changes")


def _changed(result: Result, step: Step) -> list[tuple[str, tuple[Change, ...]]]:
    """Return pairs of object names and changes; if there are many, equal changes share an entry."""
    names, found = result.explainer.names, result.explainer.changes(step)
    if len(found) <= MANY_OBJECTS:
        return [(names.object(id), changes) for id, changes in found]
    alike: dict[tuple[Change, ...], list[str]] = {}
    for id, changes in found:
        alike.setdefault(changes, []).append(names.object(id))
    return [(joined(ranges(called)), changes) for changes, called in alike.items()]
