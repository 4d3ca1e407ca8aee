"""The fast path for effects that cannot depend on each other: the same steps as those of the page of rule 613."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from engine_boards import ENGINE_BOARDS

from mtglayers import AmbiguousTimestampError, Board, Result, solve
from mtglayers.solver.engine.choose import choose
from mtglayers.solver.engine.layers import Run, apply_layer, apply_layers
from mtglayers.solver.engine.straight import apply_layer_straight
from mtglayers.solver.engine.trace import Trace

from ....support.puzzles import last_board

FOLDER = Path(__file__).parents[4] / "puzzles"
BOARDS: dict[str, Callable[[], Board]] = {
    **{name: make for name, make in ENGINE_BOARDS.items() if name not in ("confiscates 80", "dense 40")},
    **{path.stem: partial(last_board, path) for path in sorted(FOLDER.glob("*.toml"))[::4]},
}


def steps(result: Result, run: Run) -> list[object]:
    trace = Trace(result.trace.edition, result.trace.readings, result.trace.start)
    layers = [layer.rule for layer in result.trace.layers]
    trace = apply_layers(trace, layers, result.sources.only(result.effect_names()), choose, run)
    return [
        [
            (made.serial, made.number, made.layer, made.choice, made.cda, made.locks, made.taken.effect.name,
             made.taken.footprint, [each.name for each in made.taken.candidates], made.taken.spent, made.after.families)
            for made in trace.applications
        ],
        trace.spent,
        trace.state,
    ]  # fmt: skip


@pytest.mark.parametrize("make", BOARDS.values(), ids=BOARDS)
def test_it_applies_the_same_effects_for_the_same_reasons(make: Callable[[], Board]) -> None:
    try:
        result = solve(make())
    except AmbiguousTimestampError:
        return
    assert steps(result, apply_layer_straight) == steps(result, apply_layer)
