"""The work that the benchmark families take, counted: what must not get worse on any machine."""

from __future__ import annotations

import families
import pytest
from replay import replay

from mtglayers.solver.solve import solve


@pytest.mark.parametrize("n", [5, 40])
@pytest.mark.parametrize("make", [families.lords, families.anthems])
def test_independent_effects_are_never_tried(make, n):
    """What writes nothing that another reads cannot make it depend on anything: no trial, one step a part."""
    counts = solve(make(n)).statistics

    assert counts.effects == n
    assert counts.trials == 0
    assert counts.edges == 0


@pytest.mark.parametrize("n", [2, 4, 8, 15])
def test_a_chain_of_type_changers_takes_one_trial_each(n):
    """Each effect reads what one other writes; what did not change is not tried again after a step."""
    counts = solve(families.type_changers(n)).statistics

    assert (counts.steps, counts.trials) == (n, n - 1)


@pytest.mark.parametrize("n", [2, 4, 8, 16])
def test_a_loop_takes_one_trial_for_each_member(n):
    """613.8c: the members that are left are looked at again, but only trials whose objects changed are repeated."""
    result = solve(families.loop(n))

    assert result.loops[0].members == result.layer("4").order
    assert (result.statistics.trials, result.statistics.edges) == (n, n)


@pytest.mark.parametrize("n", [10, 40])
def test_a_chain_of_control_takes_at_most_two_trials_each(n):
    """A step is looked at again only by the effect whose controller it changed."""
    counts = solve(families.confiscates(n)).statistics

    assert (counts.steps, counts.trials, counts.edges) == (n, n + n // 2 - 1, n - 1)


@pytest.mark.parametrize("n", [5, 20])
def test_a_dense_loop_is_tried_once_in_each_step(n):
    """Each effect depends on every other; two dependencies of each member show that it is in the loop."""
    counts = solve(families.dense(n)).statistics

    assert (counts.steps, counts.trials, counts.edges) == (n, n * (n + 1) // 2 - 1, n * (n - 1))


@pytest.mark.parametrize("k", [5, 13, 200])
def test_ashaya_takes_the_same_work_on_every_board(k):
    """The number of creatures and lands does not matter to which effects depend on which."""
    assert solve(families.ashaya(k)).statistics.trials == 4


def test_tokens_take_no_work_each():
    """10,000 tokens are one bit each in the same few columns."""
    few, many = (solve(families.tokens(n)).statistics for n in (100, 10_000))

    assert (few.steps, few.trials, few.edges) == (many.steps, many.trials, many.edges)


@pytest.mark.parametrize("name", list(families.FAMILIES))
def test_replay_comes_out_the_same(name):
    """What the benchmarks compare a solve with ends on the same board."""
    make, sizes = families.FAMILIES[name]
    board = make(sizes[0])
    result = solve(board)

    assert replay(board, result).families == result.trace.state.families
