"""What a step changed, read off the changed_objects columns alone, against the whole objects before and after it."""

from __future__ import annotations

from random import Random

import pytest

from mtglayers.model.errors import LayersError
from mtglayers.solver.questions.compare import changed_objects, object_changes, step_changes
from mtglayers.solver.solve import solve

from ..generators.strategies import random_recipe


@pytest.mark.parametrize("edition", [None, "E04", "E07", "E15"])
def test_they_are_the_differences_of_the_whole_objects(edition: str | None) -> None:
    seen = set[str]()
    for seed in range(150):
        try:
            result = solve(random_recipe(Random(seed), edition).build())
        except LayersError:
            continue
        for step in result.steps:
            one, other = result.at(step.layer, step.number - 1), result.at(step.layer, step.number)
            whole = [(id, changes) for id in changed_objects(step) if (changes := object_changes(one, other, id))]
            assert list(step_changes(step)) == whole
            seen.update(change.what for _, changes in whole for change in changes)

    assert {"name", "colors", "types", "subtypes", "abilities", "power", "toughness", "controller"} <= seen
