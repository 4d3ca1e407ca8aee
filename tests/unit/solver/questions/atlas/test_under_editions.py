"""When the rules make one card depend on another, and which change of the rules did it."""

from __future__ import annotations

from itertools import groupby

import msgspec
import pytest

from mtglayers import solve
from mtglayers.model.rules.edition import NEWEST, TEXTS, Edition
from mtglayers.solver.questions.atlas.edges import edges_between
from mtglayers.solver.questions.atlas.layouts import Layout
from mtglayers.solver.questions.atlas.same_rules import MATTERS, NEVER, runs_of, traits_of
from mtglayers.solver.questions.atlas.under_editions import under_editions

from .test_decide import decided


def layout_of(effect: str, on: str) -> Layout:
    found = decided(effect, on).layout
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("effect", "on", "spans", "turns"),
    [
        ("Blood Moon", "Life and Limb", "2003-07-01..", []),
        ("Goblin King", "Humility", "2003-07-01..", []),
        ("Goblin King", "Darksteel Mutation", "2005-10-01..", ["2005-10-01 types_wholly"]),
    ],
)
def test_when_and_why(effect: str, on: str, spans: str, turns: list[str]):
    found = under_editions(layout_of(effect, on))

    assert (" ".join(map(str, found[0])), list(map(str, found[1]))) == (spans, turns)


def test_a_board_that_needs_a_later_rule_does_not_begin_with_a_change():
    spans, turns = under_editions(layout_of("Docent of Perfection // Final Iteration", "Humility"))

    assert str(spans[0]) == "2011-09-30.."
    assert not turns


@pytest.mark.parametrize(
    ("effect", "on"),
    [
        ("Blood Moon", "Life and Limb"), ("Blood Moon", "Ashaya, Soul of the Wild"), ("Life and Limb", "Conversion"),
        ("Goblin King", "Darksteel Mutation"), ("Skyhunter Cub", "Humility"), ("Rabbit Battery", "Humility"),
    ],
)  # fmt: skip
def test_editions_that_count_as_equal_show_the_same(effect: str, on: str):
    layout = layout_of(effect, on)
    runs = runs_of(traits_of(effect) | traits_of(on))

    def shows(text: Edition) -> bool:
        board = layout.board(text)
        assert board is not None
        return any(True for _ in edges_between(solve(board), 0, 1))

    for _, texts in groupby(zip(runs, TEXTS, strict=True), key=lambda each: each[0]):
        assert len({shows(text) for _, text in texts}) == 1


def test_every_field_of_an_edition_is_classified():
    assert set(Edition.__struct_fields__) == {*MATTERS, *NEVER}
    assert MATTERS.keys().isdisjoint(NEVER)


def test_a_change_that_does_not_matter_makes_no_new_run():
    aside = msgspec.structs.replace(NEWEST, apnap=False)
    other = msgspec.structs.replace(NEWEST, same_set=False)

    assert runs_of(frozenset({"ability"}), (aside, NEWEST)) == (0, 0)
    assert runs_of(frozenset({"ability"}), (other, NEWEST)) == (0, 1)
    assert runs_of(frozenset({"copy"}), (aside, NEWEST)) == (0, 1)
