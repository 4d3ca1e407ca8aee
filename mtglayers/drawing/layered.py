"""Positions for vertices in ranks.

The layout has no fixed direction: ranks follow each other *along* the drawing, and the vertices of a rank lie
*across* it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

import msgspec

from .ordering import ordered

BEND = 12.0
"""Width reserved for a line that passes through a rank."""
APART = 18.0
"""Space between neighboring vertices in a rank, and beside a line that passes through the rank."""
GAP = 34.0
"""Minimum space between ranks; lines that run far across the drawing need more space."""
SWEEPS = 24
PORTS = 12.0
"""Space between adjacent line ends on a vertex; the outermost ends have twice this space beside them."""


class Vertex(msgspec.Struct, frozen=True):
    """A vertex, with its size and rank; `spread` means that its lines end side by side."""

    across: float
    along: float
    rank: int
    spread: bool = False


class Leg(msgspec.Struct, frozen=True):
    """A line to a later rank; its ports are offsets from the centers of its vertices."""

    upper: int
    lower: int
    upper_port: float | None = None
    lower_port: float | None = None


Stop = tuple[float, float, float]
"""A straight segment of a line within a rank: (position across, start along the rank, end along the rank)."""


class Layered(msgspec.Struct, frozen=True):
    """The positions of vertices and lines.

    Attributes:
        middles: the center (across, along) of each vertex.
        sizes: the size of each vertex across the drawing, which is larger than requested if many lines end at the
            vertex.
        paths: the stops of each leg, from the upper vertex to the lower vertex.
        across, along: the size of the whole layout.
    """

    middles: tuple[tuple[float, float], ...]
    sizes: tuple[float, ...]
    paths: tuple[tuple[Stop, ...], ...]
    across: float
    along: float


def layered(vertices: Sequence[Vertex], legs: Sequence[Leg]) -> Layered:
    """Return positions for vertices in ranks, and for lines, which do not cross any vertex."""
    return _Layout(vertices, legs).layout()


class _Layout:
    def __init__(self, vertices: Sequence[Vertex], legs: Sequence[Leg]) -> None:
        self._count = len(vertices)
        self._legs = legs
        ends = Counter(end for leg in legs for end in ((leg.upper, True), (leg.lower, False)))
        self._all = [
            msgspec.structs.replace(vertex, across=max(vertex.across, PORTS * (1 + most))) if vertex.spread else vertex
            for number, vertex in enumerate(vertices)
            for most in (max(ends[number, True], ends[number, False]),)
        ]
        self._chains: list[list[int]] = []
        for leg in legs:
            chain = [leg.upper]
            for rank in range(vertices[leg.upper].rank + 1, vertices[leg.lower].rank):
                chain.append(len(self._all))
                self._all.append(Vertex(BEND, 0, rank))
            self._chains.append([*chain, leg.lower])
        self._ports: dict[tuple[int, bool], float] = {}  # leg, whether at its upper end -> distance from the middle
        joins = [pair for chain in self._chains for pair in pairwise(chain)]
        self._ranks = ordered([each.rank for each in self._all], joins, self._count)

    def layout(self) -> Layered:
        self._set_ports()
        across = self._across()
        self._straighten(across)
        self._slide_ports(across)
        low = min(across[n] - self._all[n].across / 2 for n in range(len(self._all)))
        across = [place - low for place in across]
        bands = self._bands(across)
        middles = tuple((across[number], sum(bands[self._all[number].rank]) / 2) for number in range(self._count))
        paths = tuple(self._path(leg, across, bands) for leg in range(len(self._legs)))
        whole = max(across[n] + self._all[n].across / 2 for n in range(len(self._all)))
        return Layered(middles, tuple(each.across for each in self._all[: self._count]), paths, whole, bands[-1][1])

    # --- Ports ---

    def _set_ports(self) -> None:
        for number, leg in enumerate(self._legs):
            for upper, port in ((True, leg.upper_port), (False, leg.lower_port)):
                if port is not None:
                    self._ports[number, upper] = port
        for (vertex, upper), found in self._sides.items():
            step = self._step(vertex, len(found))
            for at, number in enumerate(found):
                self._ports[number, upper] = (at - (len(found) - 1) / 2) * step

    @cached_property
    def _sides(self) -> dict[tuple[int, bool], list[int]]:
        """Return lines that end side by side, by the key (vertex, whether the lines are below it)."""
        place = {number: at for rank in self._ranks for at, number in enumerate(rank)}
        sides: dict[tuple[int, bool], list[int]] = {}
        for number, leg in enumerate(self._legs):
            for vertex, upper, port in ((leg.upper, True, leg.upper_port), (leg.lower, False, leg.lower_port)):
                if port is None and self._all[vertex].spread:
                    sides.setdefault((vertex, upper), []).append(number)
        for (_, upper), found in sides.items():
            found.sort(key=lambda number: (place[self._chains[number][1 if upper else -2]], number))
        return sides

    def _step(self, vertex: int, many: int) -> float:
        return min(16.0, (self._all[vertex].across - 2 * PORTS) / max(1, many - 1))

    def _slide_ports(self, across: Sequence[float]) -> None:
        """Move the ends of lines along their vertices to straighten the lines."""
        for (vertex, upper), found in self._sides.items():
            step, half = self._step(vertex, len(found)), self._all[vertex].across / 2
            wanted = []
            for at, number in enumerate(found):
                other = self._chains[number][1 if upper else -2]
                port = self._ports.get((number, not upper), 0.0) if len(self._chains[number]) == 2 else 0.0
                wish = across[other] + port - across[vertex]
                if abs(wish) > half - PORTS:  # the line cannot be straight and need not end at the corner
                    wish = half / 2 if wish > 0 else -half / 2
                wanted.append(wish - at * step)
            high = half - PORTS - (len(found) - 1) * step
            for at, (number, place) in enumerate(zip(found, pooled(wanted, [1.0] * len(wanted)), strict=True)):
                self._ports[number, upper] = min(max(place, PORTS - half), max(high, PORTS - half)) + at * step

    # --- Across ---

    def _across(self) -> list[float]:
        """Return the position of each vertex across the drawing, near its neighbors in other ranks."""
        pulls: list[list[tuple[int, float]]] = [[] for _ in self._all]  # vertex -> (neighbor, wanted distance)
        for number, chain in enumerate(self._chains):
            for at, (one, two) in enumerate(pairwise(chain)):
                start = self._ports.get((number, True), 0.0) if at == 0 else 0.0
                end = self._ports.get((number, False), 0.0) if at == len(chain) - 2 else 0.0
                pulls[two].append((one, start - end))
                pulls[one].append((two, end - start))
        found = [0.0] * len(self._all)
        for rank in self._ranks:
            self._settle(rank, [0.0] * len(rank), found)
        for sweep in range(SWEEPS):
            for rank in self._ranks if sweep % 2 == 0 else reversed(self._ranks):
                wanted = []
                for number in rank:
                    near = [found[other] + distance for other, distance in pulls[number]]
                    wanted.append(sum(near) / len(near) if near else found[number])
                self._settle(rank, wanted, found)
        return found

    def _settle(self, rank: Sequence[int], wanted: Sequence[float], found: list[float]) -> None:
        """Place a rank's vertices as close to the wanted positions as order and spacing allow."""
        starts = [0.0]
        for one, two in pairwise(rank):
            starts.append(starts[-1] + (self._all[one].across + self._all[two].across) / 2 + APART)
        weights = [4.0 if number >= self._count else 1.0 for number in rank]  # passing lines should be straight
        places = pooled([want - start for want, start in zip(wanted, starts, strict=True)], weights)
        for number, place, start in zip(rank, places, starts, strict=True):
            found[number] = place + start

    def _straighten(self, found: list[float]) -> None:
        place = {number: (rank, at) for rank in self._ranks for at, number in enumerate(rank)}
        for line, chain in enumerate(self._chains):
            ends = (
                found[chain[0]] + self._ports.get((line, True), 0.0),
                found[chain[-1]] + self._ports.get((line, False), 0.0),
            )
            rooms = [self._room(*place[bend], found) for bend in chain[1:-1]]
            at, before = 1, ends[0]
            while rooms:
                low, high = rooms[0]
                many = 1
                while many < len(rooms) and max(low, rooms[many][0]) <= min(high, rooms[many][1]):
                    low, high = max(low, rooms[many][0]), min(high, rooms[many][1])
                    many += 1
                wish = ends[1] if many == len(rooms) and not low <= before <= high else before
                before = min(max(wish, low), high)
                for bend in chain[at : at + many]:
                    found[bend] = before
                at += many
                del rooms[:many]

    def _room(self, rank: Sequence[int], at: int, found: Sequence[float]) -> tuple[float, float]:
        half = self._all[rank[at]].across / 2 + APART
        low, high = float("-inf"), float("inf")
        if at:
            low = found[rank[at - 1]] + self._all[rank[at - 1]].across / 2 + half
        if at + 1 < len(rank):
            high = found[rank[at + 1]] - self._all[rank[at + 1]].across / 2 - half
        return min(low, found[rank[at]]), max(high, found[rank[at]])

    # --- Along ---

    def _bands(self, across: Sequence[float]) -> list[tuple[float, float]]:
        """Return the start and the end of each rank along the drawing."""
        far = [0.0] * len(self._ranks)
        for chain in self._chains:
            for one, two in pairwise(chain):
                far[self._all[two].rank] = max(far[self._all[two].rank], abs(across[one] - across[two]))
        bands: list[tuple[float, float]] = []
        at = 0.0
        for rank, members in enumerate(self._ranks):
            size = max((self._all[number].along for number in members), default=0.0)
            at += GAP + min(50.0, far[rank] * 0.1) if rank else 0.0
            bands.append((at, at + size))
            at += size
        return bands

    def _path(self, number: int, across: Sequence[float], bands: Sequence[tuple[float, float]]) -> tuple[Stop, ...]:
        chain, stops = self._chains[number], list[Stop]()
        for at, vertex in enumerate(chain):
            begin, end = bands[self._all[vertex].rank]
            middle, half = (begin + end) / 2, self._all[vertex].along / 2
            place = across[vertex]
            if at == 0:
                place, begin = place + self._ports.get((number, True), 0.0), middle + half
            elif at == len(chain) - 1:
                place, end = place + self._ports.get((number, False), 0.0), middle - half
            stops.append((place, begin, end))
        return tuple(stops)


def pooled(wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the sequence of ascending numbers that is closest to the wanted numbers.

    The function minimizes squared distances with the pool-adjacent-violators algorithm.

    >>> pooled([0, 3, 1, 5], [1, 1, 1, 1])
    [0.0, 2.0, 2.0, 5.0]
    """
    pools: list[tuple[float, float, int]] = []  # sum, weight, count
    for want, weight in zip(wanted, weights, strict=True):
        total, pool, many = want * weight, float(weight), 1
        while pools and pools[-1][0] / pools[-1][1] > total / pool:
            before = pools.pop()
            total, pool, many = total + before[0], pool + before[1], many + before[2]
        pools.append((total, pool, many))
    return [total / weight for total, weight, many in pools for _ in range(many)]


def ranks_below(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return, for each of `count` vertices, the length of the longest path that leads down to it."""
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(pairs)
    ranks = [0] * count
    for number in nx.topological_sort(graph):
        for lower in graph.successors(number):
            ranks[lower] = max(ranks[lower], ranks[number] + 1)
    return ranks
