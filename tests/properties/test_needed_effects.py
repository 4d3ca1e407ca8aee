"""The explanation is checked: without the effects that it does not name, the object comes out the same."""

from __future__ import annotations

import re
from random import Random

import hypothesis
import hypothesis.strategies as st

from mtglayers import Board, Result, solve
from mtglayers.solver.solve import solve_again

from ..generators.strategies import random_recipe
from ..support.boards import BEAR, FOREST, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card

ANTHEM = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")


def solve_with(made: Board, named: frozenset[str]) -> Result:
    """Solve a board on which only the effects of these names exist; what events fixed stays fixed."""
    return solve_again(solve(made), named)


def test_what_has_nothing_to_do_with_it_is_not_named() -> None:
    result = solve(board(MOON, LIMB, SAPROLING, FOREST, ANTHEM))

    assert result.explain("blood-moon").effects == ()
    assert set(result.explain("saproling").effects) == {"life-and-limb#1", "blood-moon#1", "anthem#1"}


def test_what_decided_a_scope_is_named() -> None:
    made = board(MOON, LIMB, SAPROLING, TOMB, BEAR, HUMILITY)
    result = solve(made)

    assert result.explain("overgrown-tomb").effects == ("blood-moon#1", "life-and-limb#1")
    assert "humility#1" in result.explain("saproling").effects
    for id in result:
        named = frozenset(result.explain(id).effects)
        assert solve_with(made, named)[id] == result[id]


def test_what_decided_the_qualities_of_a_protection_is_named() -> None:
    dye = card("Dye", "Enchantment", "Creatures are blue.")
    ward = card("Ward", "Enchantment", "Creatures have protection from the colors of permanents you control.")

    assert solve(board(BEAR, dye, ward)).explain("grizzly-bears").effects == ("dye#1", "ward#1")


@hypothesis.settings(max_examples=60)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_the_effects_named_are_enough(seed: int) -> None:
    recipe = random_recipe(Random(seed))
    try:
        result = solve(recipe.build())
    except ValueError:
        hypothesis.reject()
    for id in result:
        named = frozenset(result.explain(id).effects)

        assert solve_with(recipe.build(), named)[id] == result[id], (id, named, str(recipe))


def carries(text: str, name: str, result: Result) -> bool:
    """Return whether a text names an effect, as some layer calls it."""
    called = {result.explainer.names.effect(name, layer.name) for layer in result.layers}
    return any(re.search(rf"(?<![\w`]){re.escape(each)}(?!\w)", text, re.IGNORECASE) for each in called)


@hypothesis.settings(max_examples=75)
@hypothesis.given(
    seed=st.integers(0, 2**32),
    day=st.sampled_from((None, None, "E04", "E09", "E21")),
    theme=st.sampled_from(("", "rare 4", "rare 6", "6", "copies")),
)
def test_what_the_text_names_is_enough(seed: int, day: str | None, theme: str) -> None:
    """The text names every effect that the answer needs, and these effects alone give the same answer."""
    recipe = random_recipe(Random(seed), day, theme)
    try:
        result = solve(recipe.build())
    except ValueError:
        hypothesis.reject()
    for id in result:
        found = result.explain(id)
        for register in ("ruling", "learner"):
            text = found.text(10**6, register)  # type: ignore[arg-type]
            assert all(carries(text, name, result) for name in (*found.effects, *found.named)), (id, text)

        assert set(found.effects) <= set(found.named)
        for named in (frozenset(found.effects), frozenset(found.named)):
            assert solve_with(recipe.build(), named)[id] == result[id], (id, named, str(recipe))
