"""Functions that lay out boxes, labels and loops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from .layered import Leg, Stop, Vertex, layered, ranks_below
from .plan import Link, Plan

Size = tuple[float, float]
FRAME = 16.0
"""Space between the frame of a loop and its content."""
STRIP = 22.0
"""Height of the space for the label at the top of a frame."""
SHELF = 28.0
"""Space between blocks that no line connects."""
WIDEST = 980.0
"""Maximum width of a row of blocks; a single block can be wider."""


class Rect(msgspec.Struct, frozen=True):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float

    def moved(self, x: float, y: float) -> Rect:
        """Return the rectangle moved by `x` and `y`."""
        return Rect(self.x + x, self.y + y, self.w, self.h)


class Line(msgspec.Struct, frozen=True):
    """A line that belongs to a link.

    Attributes:
        link: the number of the link.
        stops: straight pieces (x1, y1, x2, y2) in ranks, with bends between them.
        at_start, at_end: whether the line has an arrowhead at its start or end.
    """

    link: int
    stops: tuple[tuple[float, float, float, float], ...]
    at_start: bool
    at_end: bool

    def moved(self, x: float, y: float) -> Line:
        """Return the line moved by `x` and `y`."""
        stops = tuple((a + x, b + y, c + x, d + y) for a, b, c, d in self.stops)
        return Line(self.link, stops, self.at_start, self.at_end)


class Placed(msgspec.Struct, frozen=True):
    """A layout: the positions of boxes, link labels and loop frames, by number."""

    boxes: Mapping[int, Rect]
    labels: Mapping[int, Rect]
    frames: Mapping[int, Rect]
    lines: tuple[Line, ...]
    w: float
    h: float
    vertical: bool

    @classmethod
    def of(cls, parts: Iterable[Placed], w: float, h: float, *, vertical: bool) -> Placed:
        """Return one layout that combines the given layouts."""
        boxes, labels, frames, lines = dict[int, Rect](), dict[int, Rect](), dict[int, Rect](), list[Line]()
        for part in parts:
            boxes |= part.boxes
            labels |= part.labels
            frames |= part.frames
            lines += part.lines
        return cls(boxes, labels, frames, tuple(lines), w, h, vertical)

    def moved(self, x: float, y: float) -> Placed:
        """Return the layout moved by `x` and `y`."""
        boxes, labels, frames = (
            {number: rect.moved(x, y) for number, rect in found.items()}
            for found in (self.boxes, self.labels, self.frames)
        )
        lines = tuple(line.moved(x, y) for line in self.lines)
        return Placed(boxes, labels, frames, lines, self.w, self.h, self.vertical)


def place(plan: Plan, boxes: Sequence[Size], labels: Sequence[Size | None], strip: float) -> Placed:
    """Return the smaller of two layouts, one that runs downward and one that runs to the right.

    Args:
        plan: the content of the drawing.
        boxes: width and height of each box.
        labels: width and height of the label of each link; None if the link has no label.
        strip: width of the label on a frame.
    """
    found = [_Placer(_Sheet(plan, boxes, labels, strip, vertical)).placed() for vertical in (True, False)]
    return min(found, key=lambda each: (max(0.0, each.w - WIDEST) * 4 + each.w + 1.2 * each.h, not each.vertical))


class _Unit:
    """A box, or a loop with its content."""

    def __init__(self, members: Sequence[int], number: int = -1) -> None:
        self.members = tuple(members)
        self.loop = number
        self.links: list[int] = []  # the links inside
        self.ports: list[tuple[int, int, bool]] = []  # member, leg of the complete layout, whether at the top


class _Leg(msgspec.Struct):
    """A line between two boxes (numbered 0, 1, ...) or labels (numbered ~0, ~1, ...)."""

    upper: int
    lower: int
    link: int
    up: bool  # whether an arrowhead is at the upper end
    down: bool


class _Sheet(msgspec.Struct, frozen=True):
    plan: Plan
    boxes: Sequence[Size]
    labels: Sequence[Size | None]
    strip: float
    vertical: bool

    def turned(self, size: Size) -> Size:
        """Convert (width, height) to (across, along), or back."""
        return size if self.vertical else (size[1], size[0])

    def size(self, thing: int) -> Size:
        size = self.boxes[thing] if thing >= 0 else self.labels[~thing]
        assert size is not None
        return size

    def rect(self, middle: tuple[float, float], thing: int, across: float) -> Rect:
        x, y = self.turned(middle)
        w, h = self.turned((across, self.turned(self.size(thing))[1]))
        return Rect(x - w / 2, y - h / 2, w, h)

    def vertex(self, thing: int, rank: int) -> Vertex:
        return Vertex(*self.turned(self.size(thing)), rank, thing >= 0)

    def line(self, leg: _Leg, stops: Sequence[Stop]) -> Line:
        pieces = tuple((*self.turned((a, begin)), *self.turned((a, end))) for a, begin, end in stops)
        return Line(leg.link, pieces, leg.up, leg.down)


class _Placer:
    def __init__(self, sheet: _Sheet) -> None:
        self._sheet = sheet
        self._plan, self._labels = sheet.plan, sheet.labels
        plan = sheet.plan
        looped = {number for members in plan.loops for number in members}
        self._units = [_Unit(members, number) for number, members in enumerate(plan.loops)]
        self._units += [_Unit((number,)) for number in range(len(plan.boxes)) if number not in looped]
        self._units.sort(key=lambda unit: unit.members[0])
        self._unit_of = {box: unit for unit in self._units for box in unit.members}
        self._outer: list[int] = []  # the links between units
        for number, link in enumerate(plan.links):
            homes = {id(self._unit_of[box]) for box in (*link.sources, *link.targets)}
            if len(homes) == 1:
                self._unit_of[link.sources[0]].links.append(number)
            else:
                self._outer.append(number)

    def placed(self) -> Placed:
        blocks = self._blocks()
        apart = [block for block in blocks if not block.lines and len(block.boxes) == 1]
        joined_up = [block for block in blocks if block.lines or len(block.boxes) > 1]
        return self._shelves(joined_up, apart)

    # --- The complete layout ---

    def _legs(self, number: int) -> list[_Leg]:
        """Return a link's lines between units; an effect is placed below the effects it depends on."""
        link = self._plan.links[number]
        if self._labels[number] is None:
            return [_Leg(two, one, number, up=True, down=False) for one in link.sources for two in link.targets]
        legs = [_Leg(two, ~number, number, up=True, down=False) for two in link.targets]
        return legs + [_Leg(~number, one, number, up=False, down=False) for one in link.sources]

    def _blocks(self) -> list[Placed]:
        """Return the layouts of parts that no line connects."""
        import networkx as nx

        things: list[_Unit | int] = [*self._units, *(~number for number in self._outer if self._labels[number])]
        place_of = {thing if isinstance(thing, int) else id(thing): at for at, thing in enumerate(things)}
        legs = [leg for number in self._outer for leg in self._legs(number)]

        def home(thing: int) -> int:
            return place_of[thing if thing < 0 else id(self._unit_of[thing])]

        for at, leg in enumerate(legs):
            for end, top in ((leg.upper, False), (leg.lower, True)):
                if end >= 0:
                    self._unit_of[end].ports.append((end, at, top))
        ranks = ranks_below(len(things), [(home(leg.upper), home(leg.lower)) for leg in legs])
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(len(things)))
        graph.add_edges_from((home(leg.upper), home(leg.lower)) for leg in legs)
        return [
            self._block(things, sorted(members), legs, ranks, home)
            for members in sorted(nx.connected_components(graph), key=min)
        ]

    def _block(self, things: Sequence[_Unit | int], members: Sequence[int], legs: Sequence[_Leg], ranks: Sequence[int],
               home: Callable[[int], int]) -> Placed:  # fmt: skip
        at = {member: number for number, member in enumerate(members)}
        inner: dict[int, _Inner] = {}
        vertices: list[Vertex] = []
        for member in members:
            thing = things[member]
            if isinstance(thing, int):
                vertices.append(self._sheet.vertex(thing, ranks[member]))
            elif thing.loop < 0:
                vertices.append(self._sheet.vertex(thing.members[0], ranks[member]))
            else:
                inner[member] = _Inner(self._sheet, thing)
                vertices.append(Vertex(*inner[member].size, ranks[member]))
        own = [number for number, leg in enumerate(legs) if home(leg.upper) in at]
        found = layered(vertices, [
            Leg(
                at[home(legs[number].upper)], at[home(legs[number].lower)],
                inner[home(legs[number].upper)].port(number) if home(legs[number].upper) in inner else None,
                inner[home(legs[number].lower)].port(number) if home(legs[number].lower) in inner else None,
            )
            for number in own
        ])  # fmt: skip
        boxes, labels, parts, lines = dict[int, Rect](), dict[int, Rect](), list[Placed](), list[Line]()
        corners: dict[int, tuple[float, float]] = {}
        for member, middle, across in zip(members, found.middles, found.sizes, strict=True):
            thing = things[member]
            if isinstance(thing, int):
                labels[~thing] = self._sheet.rect(middle, thing, across)
            elif thing.loop < 0:
                boxes[thing.members[0]] = self._sheet.rect(middle, thing.members[0], across)
            else:
                corner = middle[0] - across / 2, middle[1] - inner[member].size[1] / 2
                corners[member] = corner
                parts.append(inner[member].placed(*self._sheet.turned(corner)))
        for number, path in zip(own, found.paths, strict=True):
            leg, stops = legs[number], path
            for end, above in ((home(leg.upper), True), (home(leg.lower), False)):
                if end in inner:
                    way = inner[end].way(number, corners[end])
                    stops = (*way, *stops) if above else (*stops, *way)
            lines.append(self._sheet.line(leg, stops))
        w, h = self._sheet.turned((found.across, found.along))
        parts.append(Placed(boxes, labels, {}, tuple(lines), w, h, self._sheet.vertical))
        return Placed.of(parts, w, h, vertical=self._sheet.vertical)

    # --- Shelves ---

    def _shelves(self, blocks: Sequence[Placed], apart: Sequence[Placed]) -> Placed:
        """Put blocks side by side while there is space; blocks with one box form even columns."""
        widest = max((block.w for block in (*blocks, *apart)), default=0.0)
        room = max(WIDEST, widest)
        column = max((block.w for block in apart), default=0.0)
        if not blocks and apart:  # the number of rows that makes the drawing approximately square
            room = max(460.0, column, min(room, (len(apart) * column * 130.0) ** 0.5 * 1.4))
        moved: list[Placed] = []
        x = y = high = 0.0
        for number, block in enumerate((*blocks, *apart)):
            w = column if number >= len(blocks) else block.w
            if number == len(blocks) or (x and x + w > room):
                y += high + SHELF if high else 0.0
                x = high = 0.0
            moved.append(block.moved(x + (w - block.w) / 2, y))
            x += w + SHELF
            high = max(high, block.h)
        whole = Placed.of(moved, 0.0, 0.0, vertical=self._sheet.vertical)
        rects = [*whole.boxes.values(), *whole.labels.values(), *whole.frames.values()]
        w, h = (max(edges, default=0.0) for edges in ([r.x + r.w for r in rects], [r.y + r.h for r in rects]))
        reach = max((max(x1, x2) for line in whole.lines for x1, _, x2, _ in line.stops), default=0.0)
        return msgspec.structs.replace(whole, w=max(w, reach + 4), h=h)


class _Inner:
    """A loop laid out inside its frame, with ports on the frame for lines from outside."""

    def __init__(self, sheet: _Sheet, unit: _Unit) -> None:
        self._sheet = sheet
        self._unit = unit
        top_ports = any(top for _, _, top in unit.ports)
        things = [*unit.members, *(~number for number in unit.links if sheet.labels[number])]
        ranks = self._ranks()
        self._legs = self._inner_legs(ranks)
        self._things = things
        self._at = {thing: number for number, thing in enumerate(things)}
        pairs = [(self._at[leg.upper], self._at[leg.lower]) for leg in self._legs]
        # If lines enter from above, the label on the frame is in their rank; otherwise it is in a strip at the top.
        beside = sheet.vertical and top_ports
        self._strip = 0.0 if beside else STRIP
        shift = 1 if top_ports else 0
        vertices = [sheet.vertex(thing, ranks[thing] + shift) for thing in things]
        last = max(ranks.values()) + shift + 1
        legs = [Leg(one, two) for one, two in pairs]
        for member, _, top in unit.ports:
            port = len(vertices)
            vertices.append(Vertex(12.0, 0.0, 0 if top else last))
            legs.append(Leg(port, self._at[member]) if top else Leg(self._at[member], port))
        if beside:
            vertices.append(Vertex(sheet.strip, STRIP - 8, 0))
        self._found = layered(vertices, legs)

    def _ranks(self) -> dict[int, int]:
        """Return the rank of each box and label, counted from the oldest box in both directions."""
        plan, labels = self._sheet.plan, self._sheet.labels
        far, members = self._distances(), self._unit.members
        key = {box: (far[box], at) for at, box in enumerate(members)}
        at = {box: number for number, box in enumerate(members)}
        pairs: list[tuple[int, int]] = []
        for number in self._unit.links:
            link = plan.links[number]
            if len(link.sources) > 2 and link.sources == link.targets:  # every effect depends on every other
                ends = sorted(link.sources, key=key.__getitem__)
                half = len(ends) // 2
                pairs += [(one, two) for one in ends[:half] for two in ends[half:]]
            else:
                ways = ((one, two) for one in link.sources for two in link.targets if one != two)
                pairs += [(one, two) if key[one] < key[two] else (two, one) for one, two in ways]
        levels = ranks_below(len(members), [(at[one], at[two]) for one, two in pairs])
        ranks = {box: 2 * levels[at[box]] for box in members}
        for number in self._unit.links:
            if labels[number] is not None:
                ranks[~number] = self._label_rank(plan.links[number], ranks)
        used = {rank: place for place, rank in enumerate(sorted(set(ranks.values())))}
        return {thing: used[rank] for thing, rank in ranks.items()}

    def _label_rank(self, link: Link, ranks: Mapping[int, int]) -> int:
        ends = sorted({*link.sources, *link.targets}, key=ranks.__getitem__)
        if link.sources == link.targets or len(ends) == 2:
            return ranks[ends[len(ends) // 2 - 1]] + 1
        first, last = (pick(ranks[box] for box in link.sources) for pick in (min, max))
        below = sum(1 if ranks[box] > last else -1 for box in link.targets)
        return last + 1 if below >= 0 or not first else first - 1

    def _inner_legs(self, ranks: Mapping[int, int]) -> list[_Leg]:
        plan, labels = self._sheet.plan, self._sheet.labels
        legs: list[_Leg] = []
        for number in self._unit.links:
            link = plan.links[number]
            if labels[number] is None:
                ways = {(min(one, two, key=ranks.__getitem__), max(one, two, key=ranks.__getitem__))
                        for one in link.sources for two in link.targets if one != two}  # fmt: skip
                legs += [
                    _Leg(one, two, number, up=one in link.targets, down=two in link.targets)
                    for one, two in sorted(ways)
                ]
                continue
            for box in sorted({*link.sources, *link.targets}):
                head = box in link.targets
                if ranks[box] < ranks[~number]:
                    legs.append(_Leg(box, ~number, number, up=head, down=False))
                else:
                    legs.append(_Leg(~number, box, number, up=False, down=head))
        return legs

    def _distances(self) -> dict[int, int]:
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        for number in self._unit.links:
            link = self._sheet.plan.links[number]
            graph.add_edges_from((one, two) for one in link.sources for two in link.targets)
        return dict(nx.single_source_shortest_path_length(graph, self._unit.members[0]))

    @cached_property
    def size(self) -> Size:
        """The size across and along."""
        w, h = self._sheet.turned((self._found.across, self._found.along))
        return self._sheet.turned((w + 2 * FRAME, h + 2 * FRAME + self._strip))

    @property
    def _corner(self) -> tuple[float, float]:
        """The top left corner of the content, relative to the top left corner of the frame."""
        return self._sheet.turned((FRAME, FRAME + self._strip))

    def _port_vertex(self, leg: int) -> tuple[int, int]:
        at = next(at for at, (_, number, _) in enumerate(self._unit.ports) if number == leg)
        return len(self._things) + at, len(self._legs) + at

    def port(self, leg: int) -> float:
        """Return the distance from the frame's center to the end of a line from outside."""
        vertex, _ = self._port_vertex(leg)
        return self._found.middles[vertex][0] + self._corner[0] - self.size[0] / 2

    def way(self, leg: int, corner: tuple[float, float]) -> tuple[Stop, ...]:
        """Return the part inside the frame of a line from outside, given the frame's corner."""
        _, number = self._port_vertex(leg)
        across, along = corner[0] + self._corner[0], corner[1] + self._corner[1]
        return tuple((a + across, begin + along, end + along) for a, begin, end in self._found.paths[number])

    def placed(self, x: float, y: float) -> Placed:
        """Return the frame and its content, placed with the frame's top left corner at (x, y)."""
        sheet, (inside_x, inside_y) = self._sheet, self._sheet.turned(self._corner)
        boxes: dict[int, Rect] = {}
        labels: dict[int, Rect] = {}
        for thing, middle, across in zip(self._things, self._found.middles, self._found.sizes, strict=False):
            (boxes if thing >= 0 else labels)[thing if thing >= 0 else ~thing] = sheet.rect(middle, thing, across)
        lines = tuple(sheet.line(leg, path) for leg, path in zip(self._legs, self._found.paths, strict=False))
        w, h = sheet.turned(self.size)
        part = Placed(boxes, labels, {}, lines, w, h, sheet.vertical).moved(x + inside_x, y + inside_y)
        return msgspec.structs.replace(part, frames={self._unit.loop: Rect(x, y, w, h)})
