"""Effects that cannot matter to each other are applied without a search for dependencies, with the same result."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mtglayers.model.errors import LayersError
from mtglayers.solver.engine import dependency
from mtglayers.solver.solve import solve
from mtglayers.version import COMPILED

from ..generators.abilities import RARE_LAYERS
from ..generators.strategies import DAYS, random_recipe

pytestmark = pytest.mark.skipif(COMPILED, reason="functions of a compiled module cannot be replaced")

BOARDS = 20
READINGS = ("", "ability-existence", "no-re-evaluation", "advance")


def steps(seed: int, edition: str | None, theme: str, reading: str) -> Any:
    """Return everything that the search for dependencies found on a random board."""
    board = random_recipe(Random(seed), edition, theme).build()
    try:
        result = solve(board, readings=reading or None)
    except LayersError as error:
        return str(error)
    made = [
        (
            each.layer,
            each.choice,
            [other.name for other in each.taken.candidates],
            each.taken.spent,
            each.after.families,
        )
        for each in result.trace.applications
    ]
    return made, result.statistics


def differing(seeds: range, edition: str | None, theme: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    cases = [(seed, READINGS[seed % len(READINGS)]) for seed in seeds]
    fast = [steps(seed, edition, theme, reading) for seed, reading in cases]
    with monkeypatch.context() as patch:
        patch.setattr(dependency, "out_of_reach", lambda *_: False)
        return [
            case for case, found in zip(cases, fast, strict=True) if steps(case[0], edition, theme, case[1]) != found
        ]


@pytest.mark.parametrize("theme", ["", *RARE_LAYERS])
def test_the_search_would_find_the_same(theme: str, monkeypatch: pytest.MonkeyPatch):
    assert differing(range(BOARDS), None, theme, monkeypatch) == []


@pytest.mark.parametrize("edition", DAYS)
def test_the_search_would_find_the_same_under_the_rules_of_other_days(edition: str, monkeypatch: pytest.MonkeyPatch):
    assert differing(range(BOARDS), edition, "", monkeypatch) == []


def test_the_search_is_often_spared(monkeypatch: pytest.MonkeyPatch):
    """The boards above have enough effects that can remove abilities, but reach no source."""
    spared = []
    plain = dependency.out_of_reach

    def counted(effects: Any, *args: Any) -> bool:
        found = plain(effects, *args)
        spared.append(found and len(effects) > 1)
        return found

    monkeypatch.setattr(dependency, "out_of_reach", counted)
    for seed in range(6 * BOARDS):
        steps(seed, None, "", "")
    assert sum(spared) >= 10
