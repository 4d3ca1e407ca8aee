"""The solver against the plain one on random boards, and what those boards are worth."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from .plain_solver import plain_solve
from .random_boards import census, cut_down, difference, show
from .strategies import Recipe, random_recipe, recipes

BOARDS = 1_500
CHUNK = 250

# What must occur on so many of the boards; about half of what does.
AT_LEAST = {
    "dependency": 260,
    "dependency of CDAs": 40,
    "dependency overrides timestamp": 160,
    "reason text": 8,
    "reason existence": 80,
    "reason scope": 150,
    "reason result": 90,
    "several reasons for one dependency": 18,
    "chain of three": 35,
    "loop": 65,
    "loop of CDAs": 15,
    "loop of three or more": 17,
    "loop member that waits for another effect": 20,
    "order changed by asking again (613.8c)": 30,
    "vanished inside a layer": 80,
    "appeared inside a layer": 45,
    "went on without its ability (613.6)": 30,
    "layer 1a": 110,
    "layer 1b": 70,
    "layer 2": 150,
    "layer 3": 150,
    "layer 4": 450,
    "layer 5": 250,
    "layer 6": 430,
    "layer 7a": 270,
    "layer 7b": 230,
    "layer 7c": 450,
    "layer 7d": 75,
}


@pytest.mark.parametrize("start", range(0, BOARDS, CHUNK))
def test_both_solvers_agree(start: int):
    for seed in range(start, start + CHUNK):
        recipe = random_recipe(Random(seed))
        if difference(recipe):
            small = cut_down(recipe)
            pytest.fail(f"seed {seed}: {difference(small)}\n\n{small}")


@given(recipe=recipes)
@settings(max_examples=150)
def test_both_solvers_agree_on_drawn_boards(recipe: Recipe):
    assert not difference(recipe)


def test_the_boards_are_interesting():
    counts: Counter[str] = Counter()
    for seed in range(BOARDS):
        counts += census(plain_solve(random_recipe(Random(seed)).build()))
    sys.stdout.write(show(counts, BOARDS) + "\n")

    assert {what: counts[what] for what, number in AT_LEAST.items() if counts[what] < number} == {}
