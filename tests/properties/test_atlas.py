"""What the declared columns exclude never happens: trials of all pairs of effects on random boards."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from mtglayers import LayersError, Result, Step, read_puzzle, solve
from mtglayers.solver.check.check import readings_of
from mtglayers.solver.engine.effect import Effect
from mtglayers.solver.questions.atlas.columns import PartColumns, columns_of, dependence_layers

from ..generators.atlas import Tally
from ..support.all_trials import owners
from ..support.paths import ROOT


@pytest.mark.parametrize("start", [0, 1000])
def test_excluded_pairs_have_no_dependency(start: int):
    tally = Tally()
    for number in range(start, start + 6):
        tally.add(number)

    assert tally.wrong == []
    assert len(tally.dropped) > 3000
    assert tally.counts["dependencies"] > 0


CASES = sorted((ROOT.parent / "shared" / "cases" / "puzzles").glob("*/*.json"))


@pytest.mark.parametrize(
    ("paths", "number"),
    [
        (sorted((ROOT / "puzzles").glob("*.toml")), 200),
        pytest.param(CASES, 150, marks=pytest.mark.skipif(not CASES, reason="the cases are not there")),
    ],
    ids=["puzzles", "cases"],
)
def test_every_dependency_in_the_puzzles_may_be(paths: list[Path], number: int):
    """All edges of all steps, under the rules of each puzzle, between abilities that cards have or give."""
    found = 0
    for path in paths:
        for result in _results(path):
            found += sum(_may_be(step, path.name) for step in result.steps)

    assert found > number


def _results(path: Path) -> Iterator[Result]:
    # Without the boards that the puzzle expects to be refused.
    try:
        puzzle = read_puzzle(path)
        boards = [board for _, board in puzzle.boards()]
    except LayersError:
        return
    for board in boards:
        with contextlib.suppress(LayersError):
            yield solve(board, readings=readings_of(puzzle))


def _may_be(step: Step, name: str) -> int:
    found = 0
    for effect, on in step.graph.edges:
        ones, others = (_columns(step.result, step.candidate(each)) for each in (effect, on))
        if ones and others:
            found += 1
            rules, readings = step.result.edition, step.trace.readings
            pairs = ((one, other) for one in ones for other in others)
            assert any(step.layer in dependence_layers(*pair, rules, readings) for pair in pairs), (name, effect, on)
    return found


def _columns(result: Result, effect: Effect) -> list[frozenset[PartColumns]]:
    cards = {each.card.name: each.card for each in result.trace.start.world.objects.values()}
    return [columns_of(cards[name], result.edition) for name in owners(result, effect)]
