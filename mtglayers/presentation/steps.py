"""Steps in words: pending effects, dependencies, the choice and its changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import click
import msgspec

from mtglayers.solver.explain.changes import of_many
from mtglayers.solver.explain.pair_table import PairTable
from mtglayers.solver.explain.paragraphs import Line
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import Step
from mtglayers.solver.wording import joined, sentence

from .data import counted
from .sentences import done_words, layer_words, stamp_words

MANY = 8
"""Maximum number of effects that are listed by name before a step."""


class StepText(msgspec.Struct, frozen=True):
    """A step in words, for any layout.

    Attributes:
        effect: what its effect is called.
        stamp: its timestamp.
        done: what it did to which objects, without subject and full stop.
        goes_on: that the effect continues without its ability (613.6); "" where it still has it.
        because: why it was its turn.
        chosen: whether there was a choice to explain.
        details: what the choice is based on.
    """

    effect: str
    stamp: str
    done: str
    goes_on: str
    because: str
    chosen: bool
    details: tuple[str, ...]

    @classmethod
    def of(cls, result: Result, step: Step) -> StepText:
        """Return a step of a result in words."""
        reason = result.explainer.reason(step)
        rule = result.edition.rule("started")
        return cls(
            effect=result.explainer.names.effect(step.effect, step.layer), stamp=stamp_words(step.timestamp),
            done=done_words(result, step),
            goes_on=f"Its ability no longer exists, but it had started and goes on ({rule})." if step.going_on else "",
            because=sentence(reason.because), chosen=reason.why != "alone" or step.number > 1,
            details=tuple(map(sentence, reason.details)),
        )  # fmt: skip


def step_lines(result: Result, step: Step) -> Iterator[Line]:
    """Yield what one application did, and why it came next."""
    said = StepText.of(result, step)
    yield Line("change", sentence(f"{step.number}. {said.effect} ({said.stamp}) {said.done}"), 2, 3)
    if said.goes_on:
        yield Line("why", said.goes_on, 5)
    if said.chosen:
        yield Line("why", said.because, 5)
    for detail in said.details:
        yield Line("detail", detail, 7, 2)


def step_at(result: Result, until: str | None, number: int) -> tuple[Result, Step | None]:
    """Return the result after a step, and that step; none for 0.

    Args:
        result: the result.
        until: the layer in which steps are counted; None: they are counted through the whole walk.
        number: the number of the step.

    Raises:
        click.BadParameter: there are not as many steps.
    """
    if until is not None:
        steps, where = result.layer(until).steps, f"layer {until}"
    else:
        steps, where = result.steps, "the walk"
    if number > len(steps):
        raise click.BadParameter(f"{where} has {counted(len(steps), 'step')}, not {number}", param_hint="`--step`")
    if not number:
        return result.at(until or result.layers[0].name, 0), None
    step = steps[number - 1]
    return result.at(step.layer, step.number), step


def step_title(result: Result, step: Step) -> str:
    """Return what a step is called: "Step 2 of layer 4: types (step 3 of the walk)"."""
    layer = layer_words(result, result.layer(step.layer))
    return f"Step {step.number} of {layer[:1].lower()}{layer[1:]} (step {step.serial} of the walk)"


def walk_lines(result: Result, only: Collection[str] | None = None) -> Iterator[list[Line]]:
    """Yield every step as paragraphs, below the heading of its layer.

    Args:
        result: the result.
        only: only the steps that changed one of these objects; default: all.
    """
    layer = ""
    for step in result.steps:
        if only is not None and not any(id in only for id, _ in result.explainer.changes(step)):
            continue
        found = []
        if step.layer != layer:
            layer = step.layer
            of = result.layer(layer)
            found.append(Line("summary", f"{layer_words(result, of)} ({of.rule})"))
        found.append(Line("layer", f"Step {step.number} (step {step.serial} of the walk)", 2))
        yield [*found, *whole_step_lines(result, step, 4)]


def whole_step_lines(result: Result, step: Step, indent: int = 2) -> Iterator[Line]:
    """Yield one step as paragraphs: the effects before it and their dependencies, the choice, and its result.

    Args:
        result: a result that has the step.
        step: the step.
        indent: of the paragraphs.
    """
    yield from _before_lines(result, step, indent)
    said = StepText.of(result, step)
    yield Line("change", f"Chosen: {said.effect} ({said.stamp}). {said.because}", indent, 2)
    if said.goes_on:
        yield Line("why", said.goes_on, indent + 2, 2)
    yield Line("change", sentence(f"It {said.done}"), indent, 2)
    yield from _after_lines(result, step, indent)


def loop_words(table: PairTable, members: Iterable[str]) -> str:
    """Return that effects are in a dependency loop, without a full stop."""
    return f"{joined(map(table.name, members))} are in a dependency loop"


def _before_lines(result: Result, step: Step, indent: int) -> Iterator[Line]:
    table = result.explainer.table(step)
    called = table.called
    if len(called) < 2:
        return
    if len(called) > MANY:
        called = (*called[: MANY - 1], f"{len(called) - MANY + 1} more")
    yield Line("change", f"Not applied yet: {joined(called)}.", indent, 2)
    for line in table.lines():
        if line.role == "pair":
            yield Line("why", line.text, indent + 2, 2)
    for members in table.loops:
        yield Line("why", sentence(f"{loop_words(table, members)} ({result.edition.rule('loop')})"), indent + 2, 2)


def _after_lines(result: Result, step: Step, indent: int) -> Iterator[Line]:
    after = result.at(step.layer, step.number)
    groups: dict[tuple[str, ...], list[str]] = {}
    for id, changes in result.explainer.changes(step):
        groups.setdefault(tuple(change.words for change in changes), []).append(id)
    if not groups:
        yield Line("change", "No object is changed.", indent, 2)
    names = result.explainer.names
    for said, ids in groups.items():
        words = "; ".join(map(of_many, said) if len(ids) > 1 else said)
        yield Line("change", sentence(f"{names.objects(ids)}: {words}"), indent, 2)
        if len(ids) == 1:
            yield Line("why", after.explainer.summary(ids[0]), indent + 2, 2)


__all__ = ["StepText", "loop_words", "step_at", "step_lines", "step_title", "walk_lines", "whole_step_lines"]
