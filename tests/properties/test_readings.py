"""The solver compared with the plain solver under every reading that the plain solver supports."""

from __future__ import annotations

from random import Random

import pytest

from mtglayers import LayersError, solve
from mtglayers.solver.result import result as result_module

from ..generators.boards import cut_down, difference
from ..generators.strategies import DAYS, Recipe, random_recipe
from ..generators.ties import drawn_readings
from ..reference.answers import READINGS

BOARDS = 50
BOARDS_OF_A_DAY = 5
# The subject of the boards on which each reading matters most often.
THEMES = {
    "component": "4 land",
    "ready-first": "4 land",
    "literal": "4 land",
    "advance": "3",
    "outcome": "3",
    "ability-existence": "6",
    "no-re-evaluation": "copies",
    "copied-stamps": "copies",
}
# These matter on less than 1% of boards; every other reading must matter on at least one board.
SELDOM = ("component", "literal")


def agree(seed: int, recipe: Recipe, readings: tuple[str, ...]) -> None:
    if difference(recipe, readings):
        small = cut_down(recipe, readings)
        pytest.fail(f"seed {seed} under {readings}: {difference(small, readings)}\n\n{small}")


def matters(recipe: Recipe, reading: str) -> bool:
    board = recipe.build()
    one, other = (solve(board, readings=readings) for readings in ((), reading))
    return [layer.order for layer in one.layers] != [layer.order for layer in other.layers]


@pytest.mark.parametrize("reading", READINGS)
def test_both_solvers_agree_under_each_reading(reading: str) -> None:
    recipes = [random_recipe(Random(seed), None, THEMES[reading]) for seed in range(2 * BOARDS)]
    for seed, recipe in enumerate(recipes[:BOARDS]):
        agree(seed, recipe, (reading,))

    assert reading in SELDOM or any(matters(recipe, reading) for recipe in recipes)


@pytest.mark.parametrize("edition", DAYS)
def test_both_solvers_agree_under_several_readings(edition: str) -> None:
    for seed in range(BOARDS_OF_A_DAY):
        draw = Random(seed)
        recipe = random_recipe(draw, edition)
        agree(seed, recipe, drawn_readings(draw, recipe.build()))


@pytest.mark.parametrize("theme", sorted(set(THEMES.values())))
def test_readings_that_lead_to_the_same_solve_would_not_change_the_result(
    theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Result.turns_on` is the same if the board is solved again under every reading."""
    fast = result_module.solved_alike
    skipped = 0
    for seed in range(15):
        draw = Random(seed)
        board = random_recipe(draw, draw.choice([None, "E04", "E25"]), theme).build()
        readings = drawn_readings(draw, board)
        try:
            result = solve(board, readings=readings)
            skipped += len(fast(result, board.under(result.edition)))
            found = result.turns_on
        except LayersError:
            continue
        monkeypatch.setattr(result_module, "solved_alike", lambda *_: frozenset())
        assert solve(board, readings=readings).turns_on == found, seed
        monkeypatch.undo()
    assert skipped > 30
