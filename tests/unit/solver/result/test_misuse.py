"""What goes wrong when results are asked for what they do not have: one plain sentence, in one tree of errors."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mtglayers import (
    LayersError,
    Result,
    UnknownChoiceError,
    UnknownLayerError,
    UnknownStepError,
    difference,
    dot,
    draw_graph,
    draw_walk,
    mermaid,
    solve,
    stepper,
)
from mtglayers.model.rules.edition import NEWEST
from mtglayers.solver.engine.footprint import footprint
from mtglayers.solver.explain.existence import _could_begin

from ....generators.strategies import random_recipe
from ....support.boards import LIMB, MOON, SAPROLING, TOMB, board


@pytest.fixture(scope="module")
def result() -> Result:
    return solve(board(MOON, LIMB, SAPROLING, TOMB))


@pytest.mark.parametrize(
    ("ask", "kind", "builtin", "words"),
    [
        (
            lambda _: solve(board(MOON), until="x"),
            UnknownLayerError,
            ValueError,
            f"no layer `x` in edition {NEWEST.key}; ",
        ),
        (lambda r: r.layer("x"), UnknownLayerError, KeyError, "no layer `x`; use one of 1a, 1b, "),
        (lambda r: r.layer(9), UnknownLayerError, KeyError, "no layer `9`; use one of 1a, 1b, "),
        (lambda r: r.at("x"), UnknownLayerError, KeyError, "no layer `x`; use one of 1a, 1b, "),
        (lambda r: r.at("4", 99), UnknownStepError, ValueError, "layer 4 has 2 steps, not 99"),
        (lambda r: r.at("6", 1), UnknownStepError, ValueError, "layer 6 has 0 steps, not 1"),
        (lambda r: stepper(r, 99), UnknownStepError, ValueError, "the result has 4 steps, not 99"),
        (lambda r: draw_graph(r.layer("6")), UnknownStepError, ValueError, "layer 6 has 0 steps, not 1"),
        (lambda r: r.explain("saproling").text(register="lerner"), UnknownChoiceError, ValueError,
         "no register `lerner`; use one of ruling, learner"),
        (lambda r: draw_walk(r, "saproling", theme="foo"), UnknownChoiceError, ValueError,
         "no theme `foo`; use one of auto, light, dark"),
        (lambda r: draw_graph(r.steps[0], theme="foo"), UnknownChoiceError, ValueError, "no theme `foo`; "),
    ],
)  # fmt: skip
def test_one_sentence(
    result: Result, ask: Callable[[Result], object], kind: type[LayersError], builtin: type[Exception], words: str
) -> None:
    with pytest.raises(kind) as caught:
        ask(result)

    assert isinstance(caught.value, builtin)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda r: difference(r, board(MOON)), "`difference` expects results, not a Board; call `solve` first"),
        (lambda _: stepper(board(MOON)), "`stepper` expects results, not a Board; call `solve` first"),
        (lambda _: draw_graph("4"), "cannot draw a `str`; give a step, a layer, a result or a graph"),
        (lambda _: mermaid(None), "cannot draw a `NoneType`; give a step, a layer, a result or a graph"),
    ],
)  # fmt: skip
def test_what_is_no_result(result: Result, ask: Callable[[Result], object], words: str) -> None:
    with pytest.raises(TypeError) as caught:
        ask(result)

    assert str(caught.value) == words


def test_a_layer_and_a_result_are_drawn_by_their_first_step_with_a_dependency(result: Result) -> None:
    step = result.layer("4").steps[0]

    for draw in (draw_graph, mermaid, dot):
        assert draw(result.layer("4")) == draw(result) == draw(step)


def test_what_an_effect_depended_on_is_worked_out_once(result: Result) -> None:
    step = result.layer("4").steps[0]

    assert step.dependencies("blood-moon#1") is step.dependencies("blood-moon#1")


def test_nothing_else_makes_an_effect_begin() -> None:
    began = 0
    for seed in range(400):
        try:
            found = solve(random_recipe(Random(seed)).build())
        except LayersError:
            continue
        for layer in found.layers:
            for step in layer.steps:
                locks = step.locks
                for other in layer.steps[: step.number - 1]:
                    states = other.before, other.after
                    before, after = (footprint(step.applied, layer.name, x, locks).exists for x in states)
                    began += before != after
                    assert before == after or _could_begin(step.applied, other)

    assert began > 20
