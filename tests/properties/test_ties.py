"""Orders of effects with equal timestamps (B13): verdicts compared with brute force by the plain solver."""

from __future__ import annotations

from itertools import product
from random import Random

import msgspec
import pytest

from mtglayers import LayersError, solve
from mtglayers.solver.questions.orders.partial_order import TooManyOrdersError
from mtglayers.solver.questions.verdict import verdict
from mtglayers.solver.readings import Readings, admissible
from mtglayers.solver.result.signature import signature

from ..generators.abilities import OPERATIONS
from ..generators.reuse import drawn, outcomes
from ..generators.strategies import DAYS, random_recipe, tied_recipe
from ..generators.ties import run


@pytest.mark.parametrize("edition", [None, "all"])
def test_brute_force_comes_to_the_same_verdict(edition: str | None) -> None:
    found = run((0, 30, edition))

    assert found.differing == ()
    assert found.boards > 10
    assert found.open > 0


@pytest.mark.parametrize("seed", range(0, 30, 5))
def test_readings_that_are_not_solved_make_no_difference(seed: int) -> None:
    """Solved one by one, combinations of readings have the outcomes that the verdict says."""
    unsettled = 0
    for number in range(seed, seed + 5):
        draw = Random(number)
        day = draw.choice((None, *DAYS))
        themes = ("", *sorted(OPERATIONS))
        recipe = tied_recipe(draw, day) if number % 2 else random_recipe(draw, day, draw.choice(themes))
        try:
            board = recipe.build()
            found = verdict(board)
        except (LayersError, TooManyOrdersError):
            continue
        values = {field: [default] for field, default in msgspec.structs.asdict(Readings()).items()}
        for reading in admissible(board.edition):
            values[reading.field].append(reading.value)
        said = {each.readings: signature(each.result) for each in found.outcomes}
        for combination in draw.sample(list(product(*values.values())), 24):
            readings = Readings(*combination)
            given = msgspec.structs.asdict(readings)
            (right,) = (
                each for each in found.outcomes
                if any(all(given[field] in known for field, known in case) for case in each.cases)
            )  # fmt: skip
            assert signature(solve(board, readings=readings)) == said[right.readings], f"{number}: {combination}"
        unsettled += not found.settled
    assert unsettled < 5


def test_a_tie_in_one_layer_that_a_rule_decides_in_another() -> None:
    """The order of two effects as they meet in one layer can contradict 613.7a, which orders them in another."""
    results = [again for _, _, again, _ in outcomes(drawn(960581, None, 14), Random(0)) if again is not None]

    assert len(results) > 10
    assert all(reading.name for result in results for reading in result.turns_on)
