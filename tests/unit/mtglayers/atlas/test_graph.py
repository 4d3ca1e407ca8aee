"""Sets, pairs and triples of cards that depend on each other, from rows of the atlas."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import networkx as nx

from mtglayers.atlas.graph import components, pairs, triples
from mtglayers.atlas.rows import Row


def row(effect: str, on: str, layer: str = "4", *, depends: bool = True) -> Row:
    return Row(effect, on, layer, depends, layer if depends else "", "scope", False, "", 0, True, 1, "", "", "")


def rows(words: str, layer: str = "4") -> list[Row]:
    return [row(word[0], word[1], layer) for word in words.split()]


def test_sets_are_by_layer_and_the_largest_is_first():
    found = [*rows("ab bc ca de ed xx"), *rows("ab ba", "6"), row("c", "d", depends=False)]

    assert components(found) == [("4", ("a", "b", "c")), ("4", ("d", "e")), ("6", ("a", "b"))]


def test_pairs_depend_in_both_directions_in_one_layer():
    assert pairs([*rows("ab ba bc cb ac"), *rows("ca", "6")]) == [("4", ("a", "b")), ("4", ("b", "c"))]


def test_the_triples_with_the_most_dependencies_are_first():
    found = triples(rows("ab bc ca be eb ea ae ab ba"))

    assert found == [("4", ("a", "b", "e")), ("4", ("a", "b", "c"))]


def test_all_triples_are_found():
    rng = random.Random(613)
    edges = [pair for pair in permutations("abcdefghi", 2) if rng.random() < 0.4]
    graph = nx.DiGraph(edges)
    expected = {
        three for three in combinations(sorted(graph), 3) if nx.is_strongly_connected(graph.subgraph(three))
    }  # fmt: skip

    found = [cards for _, cards in triples(row(a, b) for a, b in edges)]

    assert expected
    assert set(found) == expected
    assert len(found) == len(expected)
