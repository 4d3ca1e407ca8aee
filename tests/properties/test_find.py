"""Boards found for a query, against brute force."""

from __future__ import annotations

from random import Random

import hypothesis
import msgspec
from hypothesis import strategies as st

from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.query import Constraint, Query
from mtglayers.solver.questions.find.find import clash_words, find, merged, single

from ..generators.queries import by_force, random_query, told_by


@hypothesis.settings(max_examples=20)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_the_same_as_brute_force(seed: int) -> None:
    asked = random_query(Random(seed))
    if asked is None:
        hypothesis.reject()
    found = find(asked)

    assert told_by(found) == by_force(asked)
    assert found.complete
    assert bool(found.clash) is not bool(found.solutions)


def test_nothing_that_clashes_can_be_spared() -> None:
    clashes = 0
    for seed in range(25):
        asked = random_query(Random(seed))
        if asked is not None and (found := find(asked)).clash:
            clashes += 1
            clashing = [
                each for each in (*asked.constraints, *single(asked.expect)) if clash_words(each) in found.clash
            ]

            assert not find(_only(asked, clashing)).solutions
            for each in clashing:
                assert find(_only(asked, [other for other in clashing if other is not each])).solutions, seed
    assert clashes > 2


def _only(asked: Query, needed: list[Constraint | Expectation]) -> Query:
    return msgspec.structs.replace(
        asked,
        constraints=tuple(each for each in needed if isinstance(each, Constraint)),
        expect=merged([each for each in needed if isinstance(each, Expectation)]),
    )
