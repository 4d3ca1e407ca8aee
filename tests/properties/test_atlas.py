"""What the declared columns exclude never happens: trials of all pairs of effects on random boards."""

from __future__ import annotations

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


def test_every_dependency_in_the_puzzles_may_be():
    """All edges of all steps, under the rules of each puzzle, between abilities that cards have or give."""
    found = 0
    for path in sorted((ROOT / "puzzles").glob("*.toml")):
        puzzle = read_puzzle(path)
        for _, board in puzzle.boards():
            try:
                result = solve(board, readings=readings_of(puzzle))
            except LayersError:  # a board that the puzzle expects to be refused
                continue
            found += sum(_may_be(step, path.name) for step in result.steps)

    assert found > 200


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
