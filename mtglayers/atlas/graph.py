"""The graph of all dependencies in an atlas, and what stands out in it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import networkx as nx

from mtglayers.model.rules.edition import Edition
from mtglayers.solver.questions.atlas.loops import decide_loop

from .rows import Loop, Row

Group = tuple[str, tuple[str, ...]]
"""A layer, and cards that depend on each other in it."""


def components(rows: Iterable[Row]) -> list[Group]:
    """Return the sets of cards that can be in a loop together, the largest set first.

    In each set, each card depends on each other one, directly or through other cards of the set, on boards that can
    differ (613.8b). A card that depends only on another copy of itself is not listed.
    """
    found = [
        (layer, tuple(sorted(cards)))
        for layer, graph in _graphs(rows).items()
        for cards in nx.strongly_connected_components(graph)
        if len(cards) > 1
    ]
    return sorted(found, key=lambda each: (-len(each[1]), each))


def pairs(rows: Iterable[Row]) -> list[Group]:
    """Return the pairs of cards that depend on each other in a layer, on boards that can differ."""
    return [
        (layer, (one, other))
        for layer, graph in _graphs(rows).items()
        for one, other in sorted(graph.edges)
        if one < other and graph.has_edge(other, one)
    ]


def triples(rows: Iterable[Row]) -> list[Group]:
    """Return the triples of cards that depend on each other in a layer, those with the most dependencies first.

    Each card of a triple depends on each other one, directly or through the third.
    """
    found: list[tuple[int, Group]] = []
    for layer, whole in _graphs(rows).items():
        for part in nx.strongly_connected_components(whole):
            graph = whole.subgraph(part).copy()
            for one in sorted(graph):
                beside = sorted(name for name in _beside(graph, one) if name > one)
                for other, third in combinations(beside, 2):
                    found += _if_connected(graph, layer, (one, other, third))
                for other in beside:  # a path that `one` begins
                    new = (name for name in _beside(graph, other) if name > one and name not in _beside(graph, one))
                    for third in sorted(name for name in new if name != other):
                        found += _if_connected(graph, layer, (one, *sorted((other, third))))
    return [group for _, group in sorted(found, key=lambda each: (-each[0], each[1]))]


def decide_group(group: Group, edition: Edition) -> Loop:
    """Return whether cards are in one loop on one board (613.8b), with such a board."""
    layer, cards = group
    return Loop.of(decide_loop(cards, (layer,), edition), edition)


def _graphs(rows: Iterable[Row]) -> dict[str, nx.DiGraph[str]]:
    # The dependencies of each layer, without those of a card on another copy of itself.
    graphs: dict[str, nx.DiGraph[str]] = {}
    for row in rows:
        if row.depends and row.effect != row.on:
            graphs.setdefault(row.layer, nx.DiGraph()).add_edge(row.effect, row.on)
    return dict(sorted(graphs.items()))


def _beside(graph: nx.DiGraph[str], name: str) -> set[str]:
    return {*graph.successors(name), *graph.predecessors(name)}


def _if_connected(graph: nx.DiGraph[str], layer: str, cards: tuple[str, ...]) -> list[tuple[int, Group]]:
    part = graph.subgraph(cards)
    return [(part.number_of_edges(), (layer, cards))] if nx.is_strongly_connected(part) else []
