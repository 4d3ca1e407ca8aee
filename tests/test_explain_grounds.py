"""The explanation is checked: without the effects that it does not name, the object comes out the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import hypothesis
import hypothesis.strategies as st
import pytest

from mtglayers import Board, Readings, Result, solve
from mtglayers.solver.effects import Effect
from mtglayers.solver.gather import Sources
from mtglayers.solver.layers import walk_through
from mtglayers.solver.settle import settle
from mtglayers.solver.walk import Walk

from .boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card
from .strategies import random_recipe

ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")


def solve_with(made: Board, named: frozenset[str], monkeypatch: pytest.MonkeyPatch) -> Result:
    """Solve a board on which only the effects of these names exist; what events fixed stays fixed."""
    gather, readings = Sources.gather, Readings()
    settled = settle(made, made.edition, readings)

    def some(self: Sources, walk: Walk, layer: str) -> Iterator[Effect]:
        return (effect for effect in gather(self, walk, layer) if effect.name in named)

    with monkeypatch.context() as patch:
        patch.setattr(Sources, "gather", some)
        return Result(walk_through(made, made.edition, readings, settled), made)


def test_what_has_nothing_to_do_with_it_is_not_named() -> None:
    result = solve(board(MOON, LIMB, SAPROLING, FOREST, ANTHEM))

    assert result.explain("blood-moon").effects == ()
    assert set(result.explain("saproling").effects) == {"life-and-limb#1", "blood-moon#1", "anthem#1"}


def test_what_decided_a_scope_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = board(MOON, LIMB, SAPROLING, TOMB, BEAR, HUMILITY)
    result = solve(made)

    assert result.explain("overgrown-tomb").effects == ("blood-moon#1", "life-and-limb#1")
    assert "humility#1" in result.explain("saproling").effects
    for id in result:
        named = frozenset(result.explain(id).effects)
        assert solve_with(made, named, monkeypatch)[id] == result[id]


@hypothesis.settings(max_examples=150, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
@hypothesis.given(seed=st.integers(0, 2**32))
def test_the_effects_named_are_enough(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = random_recipe(Random(seed))
    try:
        result = solve(recipe.build())
    except ValueError:
        hypothesis.reject()
    for id in result:
        named = frozenset(result.explain(id).effects)

        assert solve_with(recipe.build(), named, monkeypatch)[id] == result[id], (id, named, str(recipe))
