"""A result as it stood after a step: what `Result.at` gives."""

from __future__ import annotations

import pytest

from mtglayers import solve

from .boards import LIMB, MOON, SAPROLING, board


def test_each_step_of_a_layer_is_a_result() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    assert [result.at("4", n)["saproling"].subtypes for n in range(3)] == [
        ("Saproling",), ("Forest", "Saproling"), ("Mountain", "Saproling"),
    ]  # fmt: skip
    assert result.at("4") == solve(board(MOON, LIMB, SAPROLING), until="4")


def test_it_knows_nothing_of_what_comes_after() -> None:
    before = solve(board(MOON, LIMB, SAPROLING)).at("4", 1)

    assert [layer.name for layer in before.layers] == ["1a", "1b", "2", "3", "4"]
    assert before.layer("4").order == ("life-and-limb#1",)
    assert before.statistics.steps == 1
    assert before.explainer.unapplied == ()
    assert before.turns_on == ()


def test_the_last_step_of_all_is_the_result() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    assert result.at(result.layers[-1].name) == result


def test_a_layer_or_step_that_is_not_there() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    with pytest.raises(KeyError, match="no layer `9`"):
        result.at("9")
    with pytest.raises(ValueError, match="layer 4 has 2 steps, not 3"):
        result.at("4", 3)
