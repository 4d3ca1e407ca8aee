"""The order within ranks: few lines cross, whatever the graph."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest

from mtglayers.drawing.ordering import ordered

Joins = Sequence[tuple[int, int]]


def crossings(order: Sequence[Sequence[int]], joins: Joins) -> int:
    place = {number: at for rank in order for at, number in enumerate(rank)}
    of = {number: rank for rank, members in enumerate(order) for number in members}
    return sum(
        of[one[0]] == of[two[0]] and (place[one[0]] - place[two[0]]) * (place[one[1]] - place[two[1]]) < 0
        for one, two in combinations(joins, 2)
    )


def random_graph(seed: int, widest: int) -> tuple[list[int], Joins]:
    choose = random.Random(seed)
    ranks = [rank for rank in range(choose.randint(2, 4)) for _ in range(choose.randint(1, widest))]
    pairs = [(one, two) for one, two in product(range(len(ranks)), repeat=2) if ranks[one] + 1 == ranks[two]]
    return ranks, sorted(choose.sample(pairs, choose.randint(0, len(pairs))))


@pytest.mark.parametrize("seed", range(120))
def test_every_vertex_has_a_place_in_its_rank(seed: int) -> None:
    ranks, joins = random_graph(seed, 6)
    order = ordered(ranks, joins, len(ranks))

    assert [sorted(rank) for rank in order] == [
        [number for number, rank in enumerate(ranks) if rank == at] for at in range(max(ranks) + 1)
    ]
    assert order == ordered(ranks, [*joins, *joins], len(ranks))


def test_few_more_lines_cross_than_must() -> None:
    found = least = 0
    for seed in range(80):
        ranks, joins = random_graph(seed, 3)
        rows = [[number for number, rank in enumerate(ranks) if rank == at] for at in range(max(ranks) + 1)]
        found += crossings(ordered(ranks, joins, len(ranks)), joins)
        least += min(crossings(order, joins) for order in product(*(permutations(row) for row in rows)))

    assert least <= found <= least * 1.02


@pytest.mark.parametrize("seed", range(40))
def test_no_lines_of_a_tree_cross(seed: int) -> None:
    choose = random.Random(seed)
    ranks, joins = [0], []
    for number in range(1, 40):
        above = choose.randrange(number)
        ranks.append(ranks[above] + 1)
        joins.append((above, number))

    assert crossings(ordered(ranks, joins, 40), joins) == 0


def test_vertices_without_lines_come_first_and_older_boxes_on_the_left() -> None:
    assert ordered([0, 0, 0, 1, 1], [(1, 4), (2, 3)], 5) == [[0, 1, 2], [4, 3]]
    assert ordered([0, 0, 1, 1, 1], [(0, 4), (1, 4)], 5) == [[0, 1], [2, 3, 4]]
    assert ordered([], [], 0) == []


def test_bends_do_not_decide_which_side_is_left() -> None:
    ranks, joins = [0, 0, 1, 1], [(0, 3), (1, 2), (1, 3)]
    assert ordered(ranks, joins, 4) == [[0, 1], [3, 2]]
    assert ordered(ranks, joins, 2) == [[0, 1], [3, 2]]


def test_many_lines_are_ordered_with_fewer_sweeps() -> None:
    ranks = [number % 4 for number in range(400)]
    joins = [(one, two) for one in range(400) for two in range(one % 7, 400, 7) if ranks[one] + 1 == ranks[two]]
    order = ordered(ranks, joins, 400)

    assert len(joins) > 4000
    assert sorted(number for rank in order for number in rank) == list(range(400))
