"""The graph of all dependencies in an atlas, and what stands out in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import networkx as nx

from mtglayers.model.rules.edition import Edition
from mtglayers.solver.questions.atlas.decide import decide_loop
from mtglayers.solver.questions.atlas.pairs import Candidate

from .rows import Row


class Counts(msgspec.Struct, frozen=True):
    """How many pairs an atlas contains.

    Attributes:
        pairs: the number of pairs that may depend.
        found: the number of pairs for which a board was found.
        layers, reasons, plains: the number of these by layer, by reason and by the number of plain objects.
        loops: the number of these in which each of the two depends on the other on one board.
        effects, on: pairs (card, number of the cards that it depends on, or that depend on it), most first.
    """

    pairs: int
    found: int
    layers: tuple[tuple[str, int], ...]
    reasons: tuple[tuple[str, int], ...]
    plains: tuple[tuple[int, int], ...]
    loops: int
    effects: tuple[tuple[str, int], ...]
    on: tuple[tuple[str, int], ...]


def counts(rows: Iterable[Row], most: int = 10) -> Counts:
    """Return how many pairs there are, and the cards with the most dependencies."""
    pairs = loops = 0
    layers: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    plains: Counter[int] = Counter()
    effects: Counter[str] = Counter()
    on: Counter[str] = Counter()
    for row in rows:
        pairs += 1
        if row.depends:
            layers[row.layer] += 1
            reasons.update(row.reasons.split())
            plains[row.plains] += 1
            effects[row.effect] += 1
            on[row.on] += 1
            loops += row.loop
    return Counts(
        pairs, layers.total(), tuple(sorted(layers.items())), tuple(reasons.most_common()),
        tuple(sorted(plains.items())), loops, _most(effects, most), _most(on, most),
    )  # fmt: skip


def components(rows: Iterable[Row]) -> list[tuple[str, tuple[str, ...]]]:
    """Return pairs (layer, cards) for the sets of cards that can be in a loop together, the largest set first.

    In each set, each card depends on each other one, directly or through other cards of the set, on boards that can
    differ (613.8b). A card that depends only on another copy of itself is not listed.
    """
    graphs: dict[str, nx.DiGraph[str]] = {}
    for row in rows:
        if row.depends:
            graphs.setdefault(row.layer, nx.DiGraph()).add_edge(row.effect, row.on)
    found = [
        (layer, tuple(sorted(cards)))
        for layer, graph in sorted(graphs.items())
        for cards in nx.strongly_connected_components(graph)
        if len(cards) > 1
    ]
    return sorted(found, key=lambda each: (-len(each[1]), each))


def mutual(rows: Iterable[Row]) -> list[Row]:
    """Return a row for each pair of cards that depend on each other in the same layer, on any boards."""
    found = {(row.effect, row.on): row for row in rows if row.depends and row.effect != row.on}
    return [
        row for (effect, on), row in found.items()
        if effect < on and (back := found.get((on, effect))) is not None and back.layer == row.layer
    ]  # fmt: skip


def loop_of(row: Row, edition: Edition) -> Row:
    """Return a row with a board on which each of the two cards depends on the other (613.8b), if one is found."""
    if row.loop:
        return row
    return Row.of(decide_loop(Candidate(row.effect, row.on, (row.layer,), False), edition), edition)


def _most(counter: Counter[str], number: int) -> tuple[tuple[str, int], ...]:
    found: Sequence[tuple[str, int]] = sorted(counter.items(), key=lambda each: (-each[1], each[0]))
    return tuple(found[:number])
