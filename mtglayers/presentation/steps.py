"""Descriptions of steps: pending effects, dependencies, the choice and its changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import click
import msgspec

from mtglayers.solver.explain.changes import of_many
from mtglayers.solver.explain.pair_table import PairTable
from mtglayers.solver.explain.paragraphs import Line
from mtglayers.solver.result.result import Result
from mtglayers.solver.result.steps import Step
from mtglayers.solver.wording import counted, joined, sentence

from .sentences import done_words, layer_words, stamp_words

MANY = 8
"""Maximum number of pending effects that are listed by name."""


class StepText(msgspec.Struct, frozen=True):
    """The description of a step, which each output format lays out in its own way.

    Attributes:
        effect: the name of its effect.
        stamp: the timestamp of the effect.
        done: the predicate of a clause about the effect, such as "applies to Taiga: ...".
        goes_on: a sentence if the effect continues without its ability (613.6), else "".
        because: the reason why the effect was chosen.
        chosen: whether the effect was chosen among several effects.
        details: the facts that decided the choice.
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
        """Return the text of a step."""
        reason = result.explainer.reason(step)
        rule = result.edition.rule("started")
        return cls(
            effect=result.explainer.names.effect(step.effect, step.layer), stamp=stamp_words(step.timestamp),
            done=done_words(result, step),
            goes_on=f"Its ability has ceased to exist, but the effect continues ({rule})." if step.going_on else "",
            because=sentence(reason.because), chosen=reason.why != "alone" or step.number > 1,
            details=tuple(map(sentence, reason.details)),
        )  # fmt: skip


def step_lines(result: Result, step: Step) -> Iterator[Line]:
    """Yield paragraphs about a step's changes and the reason for the choice."""
    said = StepText.of(result, step)
    yield Line("change", sentence(f"{step.number}. {said.effect} ({said.stamp}) {said.done}"), 2, 3)
    if said.goes_on:
        yield Line("why", said.goes_on, 5)
    if said.chosen:
        yield Line("why", said.because, 5)
    for detail in said.details:
        yield Line("detail", detail, 7, 2)


def step_at(result: Result, until: str | None, number: int) -> tuple[Result, Step | None]:
    """Return a step and the result after it; for number 0, None and the initial result.

    Args:
        result: the result.
        until: the layer in which steps are counted, or None for the whole solve.
        number: the number of the step.

    Raises:
        click.BadParameter: there is no step with this number.
    """
    if not number:
        return result.at(until or result.layers[0].name, 0), None
    step = numbered_step(result.steps if until is None else result.layer(until).steps, number, until)
    return result.at(step.layer, step.number), step


def numbered_step(steps: Sequence[Step], number: int, layer: str | None) -> Step:
    """Return a step by its number in a layer or, if the layer is None, in the whole solve.

    Raises:
        click.BadParameter: no step has this number.
    """
    if number > len(steps):
        where = "the solve" if layer is None else f"layer {layer}"
        raise click.BadParameter(f"{where} has {counted(len(steps), 'step')}, not {number}", param_hint="`--step`")
    return steps[number - 1]


def step_title(result: Result, step: Step) -> str:
    """Return a title such as "Step 2 of layer 4: types (step 3 of the solve)"."""
    layer = layer_words(result, result.layer(step.layer))
    return f"Step {step.number} of {layer[:1].lower()}{layer[1:]} (step {step.serial} of the solve)"


def all_step_lines(result: Result, only: Collection[str] | None = None) -> Iterator[list[Line]]:
    """Yield the paragraphs of each step, and a heading before each layer.

    Args:
        result: the result.
        only: ids of objects; steps that did not change any of these objects are omitted.
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
        found.append(Line("layer", f"Step {step.number} (step {step.serial} of the solve)", 2))
        yield [*found, *whole_step_lines(result, step, 4)]


def whole_step_lines(result: Result, step: Step, indent: int = 2) -> Iterator[Line]:
    """Yield paragraphs about a step's pending effects, their dependencies, the choice and the changes.

    Args:
        result: the result that contains the step.
        step: the step.
        indent: the indentation of the paragraphs.
    """
    yield from _before_lines(result, step, indent)
    said = StepText.of(result, step)
    yield Line("change", f"Chosen: {said.effect} ({said.stamp}). {said.because}", indent, 2)
    if said.goes_on:
        yield Line("why", said.goes_on, indent + 2, 2)
    yield Line("change", sentence(f"It {said.done}"), indent, 2)
    yield from _after_lines(result, step, indent)


def loop_words(table: PairTable, members: Iterable[str]) -> str:
    """Return a clause that states that the effects are in a dependency loop."""
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
