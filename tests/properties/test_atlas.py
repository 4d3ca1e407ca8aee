"""What the declared columns exclude never happens: trials of all pairs of effects on random boards."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from mtglayers import LayersError, Result, Step, read_puzzle, solve
from mtglayers.model.cards.search import names
from mtglayers.solver.check.check import readings_of
from mtglayers.solver.engine.effect import Effect
from mtglayers.solver.questions.atlas.columns import PartColumns, columns_of, dependence_layers
from mtglayers.solver.questions.dependence.witness import depends

from ..generators.atlas import Tally
from ..support.all_trials import owners
from ..support.paths import ROOT


@pytest.mark.parametrize("start", [0, 1000])
def test_excluded_pairs_have_no_dependency(start: int):
    tally = Tally()
    for number in range(start, start + 6):
        tally.add(number)

    assert tally.wrong == []
    assert len(tally.dropped) > 2000
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


@pytest.mark.skipif(not CASES, reason="the cases in ../shared/cases are not there")
def test_every_dependency_in_the_cases_is_found():
    """`depends` has a board, in the same layer, for each two cards of which one depends on the other there."""
    found: dict[tuple[str, ...], None] = {}
    for path in CASES:
        own = json.loads(path.read_bytes()).get("cards", [])
        for result in _results(path):
            for step in result.steps:
                for edge in step.graph.edges:
                    cards = [owners(result, step.candidate(each)) for each in edge]
                    key = (step.layer, result.edition.key, *map("; ".join, cards))
                    if all(cards) and key not in found:
                        found[key] = None
                        assert _is_found(*cards, step, own), (path.name, *edge)

    assert len(found) > 50


def _is_found(ones: list[str], others: list[str], step: Step, own: list[dict[str, Any]]) -> bool:
    # With one plain object, or else two; several cards can have the same ability.
    cards = [card for card in own if card["name"] not in names()]
    for most in (1, 2):
        for one, other in product(ones, others):
            found = depends(one, other, most=most, limit=3000, edition=step.result.edition, cards=cards)
            if any(each.layer == step.layer for each in found.of(one, other)):
                return True
    return False


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
