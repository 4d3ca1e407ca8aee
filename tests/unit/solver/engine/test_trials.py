"""Kept trials and dependencies, compared with determining all of them again in every step (613.8c)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import families
import networkx as nx
import pytest

from mtglayers.model.errors import LayersError
from mtglayers.solver.engine.choose import by_time, loop_reading
from mtglayers.solver.engine.dependency import PendingGraph
from mtglayers.solver.engine.footprint import apply
from mtglayers.solver.engine.state import State
from mtglayers.solver.engine.trace import Choice
from mtglayers.solver.readings import Readings
from mtglayers.solver.solve import solve, solve_with
from tests.generators.strategies import DAYS, random_recipe

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.solver.result.result import Result


def choose_plainly(layer: PendingGraph) -> Choice | None:
    """Return the next effect by a graph of all dependencies that is made for this step alone (613.8b)."""
    fresh = PendingGraph(layer._trace, layer.name, layer.candidates, None if layer.meet else True)
    effects = [effect for effect in fresh.candidates if fresh.exists(effect)]
    if not effects:
        return None
    graph = nx.DiGraph()
    graph.add_nodes_from(effect.name for effect in effects)
    graph.add_edges_from((edge.effect, edge.on) for effect in effects for edge in fresh.edges(effect))
    free = [effect.name for effect in effects if not graph.out_degree(effect.name)]
    if free and (effects[0].name == free[0] or loop_reading(layer.readings, layer.state.edition) == "ready-first"):
        older = [effect.name for effect in effects]
        waiting = tuple(older[: older.index(free[0])])
        return Choice(free[0], "alone" if len(layer.candidates) == 1 else "waited" if waiting else "oldest", waiting)
    loops = {name: members for members in nx.strongly_connected_components(graph) for name in members}
    ready = {name for name in graph if set(graph.successors(name)) <= loops[name]}
    waiting = ()
    for effect in effects:
        if effect.name in ready and len(loops[effect.name]) == 1:
            return Choice(effect.name, "waited", waiting)
        if effect.name in ready:
            members = by_time(layer, loops[effect.name])
            first = next(name for name in members if name in ready)
            return Choice(first, "loop", tuple(name for name in waiting if name != first), members)
        waiting = (*waiting, effect.name)
    raise AssertionError("some component depends on nothing outside itself")


def steps(result: Result) -> list[tuple[object, ...]]:
    """Return everything about the applications of a result except the number of trials."""
    return [
        (made.layer, made.choice, made.taken.footprint, made.taken.candidates and
         tuple(effect.name for effect in made.taken.candidates), made.cda, made.locks, made.after)
        for made in result.trace.applications
    ]  # fmt: skip


def assert_plain(board: Board) -> Result | None:
    """Assert that solving a board and solving it without anything kept take the same steps."""
    try:
        plain = solve_with(board.copy(), Readings(), choose_plainly)
    except LayersError:
        return None
    found = solve(board)
    assert steps(found) == steps(plain)
    return found


@pytest.mark.parametrize("day", DAYS)
def test_random_boards_take_the_same_steps_with_nothing_kept(day):
    """Under every edition: the effects, the reasons for their order, their footprints and the states."""
    solved = [assert_plain(random_recipe(Random(seed), day).build()) for seed in range(25)]

    assert sum(found is not None for found in solved) > 15


@pytest.mark.parametrize(
    ("make", "n"),
    [
        (families.loop, 6), (families.type_changers, 6), (families.ashaya, 3), (families.moons, 12),
        (families.humility, 8), (families.confiscates, 9), (families.dense, 6),
    ],
)  # fmt: skip
def test_families_take_the_same_steps_with_nothing_kept(make, n):
    """Chains, loops, dense loops, and effects of which each takes control of the source of another."""
    assert assert_plain(make(n)) is not None


def test_operations_depend_only_on_their_objects():
    """A trial is kept if its objects did not change: whatever other objects are, the changes are the same."""
    tried = 0
    for seed in range(60):
        result = solve(random_recipe(Random(seed)).build())
        for made in result.trace.applications:
            found, context = made.taken.footprint, made.taken.effect.context
            if any(operation.kind in ("copy", "text") for _, operation, _ in found.operations):
                continue
            columns = made.before.families.items()
            alone = {
                family: {value: mask & found.touched for value, mask in column.items() if mask & found.touched}
                for family, column in columns
            }
            changes = apply(found, State(alone, made.before.world), context).changes()
            assert changes == apply(found, made.before, context).changes()
            tried += bool(changes)

    assert tried > 100


@pytest.mark.parametrize("day", DAYS)
def test_the_effects_that_may_affect_another_are_those_of_each_pair(day):
    """Effects are found by the columns that they write; `could_touch` compares the columns of two of them."""
    found = 0
    for seed in range(25):
        try:
            result = solve(random_recipe(Random(seed), day).build())
        except LayersError:
            continue
        for step in result.steps:
            layer = step.undecided
            for effect in layer.candidates:
                opened = layer._asked(effect).open.keys()
                others = (on for on in layer.candidates if on is not effect)
                assert opened == {on.name for on in others if layer.could_touch(effect, on)}
                found += len(opened)
    assert found > 10
