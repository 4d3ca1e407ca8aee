"""Nothing lies over anything else: drawings of 2, 5, 12 and 30 effects, of every puzzle, and of graphs at random."""

from __future__ import annotations

from pathlib import Path
from random import Random

import hypothesis
import hypothesis.strategies as st
import networkx as nx
import pytest

from mtglayers import Board, LayersError, Result, draw_walk, read_puzzle, solve
from mtglayers.drawing.plan import plan
from mtglayers.drawing.walk import NARROW, WIDTH

from ..generators.strategies import random_recipe
from ..support.layouts import faults, outside
from ..support.paths import ROOT

PUZZLES = sorted((ROOT / "puzzles").glob("*.toml"))

LANDS = ("Overgrown Tomb", "Taiga", "Grizzly Bears", "Forest")
TWO = ("Blood Moon", "Life and Limb")
FIVE = (*TWO, "Urborg, Tomb of Yawgmoth", "Conversion", "Kormus Bell")
TWELVE = (
    *FIVE, "Opalescence", "Enchanted Evening", "March of the Machines", "Mycosynth Lattice", "Prismatic Omen",
    "Xenograft", "Living Plane",
)  # fmt: skip
THIRTY = (
    *TWELVE, "Arcane Adaptation", "Conspiracy", "Titania's Song", "Ashaya, Soul of the Wild",
    "Dryad of the Ilysian Grove", "Magus of the Moon", "Harbinger of the Seas", "Yavimaya, Cradle of Growth",
    "Nature's Revolt", "Song of the Dryads", "Quicksilver Fountain", "Celestial Dawn", "Life and Limb",
    "Life and Limb", "Conversion", "Xenograft", "Living Plane", "Kormus Bell", "Opalescence",
)  # fmt: skip


def of_cards(*names: str) -> Result:
    made = Board()
    for name in names:
        made.enters(name)
    return solve(made)


def random_result(seed: int) -> Result:
    """Return the result of a random board; one that needs an unspecified order is not an example."""
    try:
        return solve(random_recipe(Random(seed)).build())
    except LayersError:
        hypothesis.reject()


@pytest.mark.parametrize(
    ("names", "effects", "dependencies", "loops"),
    [(TWO, 2, 1, []), (FIVE, 5, 6, []), (TWELVE, 12, 16, []), (THIRTY, 30, 143, [19, 2])],
    ids=["2", "5", "12", "30"],
)
def test_nothing_overlaps(names: tuple[str, ...], effects: int, dependencies: int, loops: list[int]) -> None:
    steps = of_cards(*names, *LANDS).layer("4").steps

    graph = steps[0].graph
    assert (len(graph), graph.number_of_edges()) == (effects, dependencies)
    assert [len(loop) for loop in steps[0].loops] == loops
    for step in steps:
        assert list(faults(step)) == []


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_nothing_overlaps_for_the_last_board_of_a_puzzle(path: Path) -> None:
    for step in solve(read_puzzle(path).board()).steps:
        if step.graph.number_of_edges():
            assert list(faults(step)) == []


@hypothesis.settings(max_examples=30, deadline=None)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_nothing_overlaps_on_random_boards(seed: int) -> None:
    result = random_result(seed)
    for step in result.steps:
        if len(step.graph) > 1:
            assert list(faults(step)) == []


@hypothesis.settings(max_examples=30, deadline=None)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_nothing_overlaps_in_random_graphs(seed: int) -> None:
    assert list(faults(random_graph(Random(seed)))) == []


def random_graph(draw: Random) -> nx.DiGraph[str]:
    """Return a graph of up to twenty effects, sparse or dense, with names short and long."""
    size = draw.choice((2, 3, 5, 8, 12, 20))
    share = draw.choice((0.02, 0.05, 0.1, 0.3, 0.9)) / max(1, size / 6)
    words = ("Blood", "Moon", "of", "x", "Opalescence", "Asmoranomardicadaistinaculdacar")
    names = [" ".join((*draw.choices(words, k=draw.randint(1, 5)), str(number))) for number in range(size)]
    kinds = (("text",), ("existence",), ("scope", "result"), ("text", "existence", "scope", "result"))
    kinds = kinds[: draw.randint(1, 4)]
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(names)
    for one in names:
        for two in names:
            if one != two and draw.random() < share:
                witness = tuple(f"object-{draw.randint(1, 99)}" for _ in range(draw.randint(0, 4)))
                graph.add_edge(one, two, reasons=draw.choice(kinds), witness=witness)
    return graph


@hypothesis.settings(max_examples=30, deadline=None)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_every_effect_dependency_and_loop_is_told(seed: int) -> None:
    graph = random_graph(Random(seed))

    found = plan(graph)

    pairs = {
        (found.boxes[one].effects[0], found.boxes[two].effects[0]): link.reasons
        for link in found.links for one in link.sources for two in link.targets if one != two
    }  # fmt: skip
    assert [box.effects for box in found.boxes] == [(name,) for name in graph.nodes]
    assert pairs == {(one, two): data["reasons"] for one, two, data in graph.edges(data=True)}
    loops = sorted(sorted(loop) for loop in nx.strongly_connected_components(graph) if len(loop) > 1)
    assert sorted(sorted(found.boxes[n].effects[0] for n in loop) for loop in found.loops) == loops


@hypothesis.settings(max_examples=30, deadline=None)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_walks_on_random_boards_stay_inside(seed: int) -> None:
    result = random_result(seed)
    for id in result:
        for width in (WIDTH, NARROW):
            assert list(outside(draw_walk(result, id, width=width))) == []


@pytest.mark.parametrize("path", PUZZLES[::7], ids=lambda path: path.stem)
def test_walks_stay_inside(path: Path) -> None:
    result = solve(read_puzzle(path).board())
    for id in result:
        for width in (WIDTH, NARROW):
            assert list(outside(draw_walk(result, id, width=width))) == []
