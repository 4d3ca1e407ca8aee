"""The order of the values in a state's columns changes no object and no explanation."""

from __future__ import annotations

from random import Random

import pytest

from mtglayers.model.errors import AmbiguousTimestampError
from mtglayers.solver.engine.choose import choose
from mtglayers.solver.engine.layers import apply_layers
from mtglayers.solver.engine.state import State
from mtglayers.solver.engine.straight import apply_layer_straight
from mtglayers.solver.engine.trace import Trace
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve

from ..generators.strategies import random_recipe


def in_another_order(result: Result, rng: Random) -> Result:
    """Return the result of solving the same board with the values of each column in a random order."""
    trace = result.trace
    start = State(
        {
            family: dict(rng.sample(list(column.items()), len(column)))
            for family, column in trace.start.families.items()
        },
        trace.start.world,
    )
    sources = result.sources.only(result.effect_names())
    layers = (*trace.edition.layers, *trace.edition.after)
    fresh = Trace(trace.edition, trace.readings, start)
    return result.of(apply_layers(fresh, layers, sources, choose, apply_layer_straight), sources)


@pytest.mark.parametrize("seed", range(60))
def test_the_order_of_values_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    try:
        result = solve(random_recipe(rng).build())
    except AmbiguousTimestampError:
        return
    other = in_another_order(result, rng)
    assert other.objects == result.objects
    assert other.statistics == result.statistics
    assert [other.explain(id).text() for id in other] == [result.explain(id).text() for id in result]
