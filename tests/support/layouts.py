"""Looks at the layout of drawings: what lies over what, and what sticks out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

from mtglayers.drawing.graph import NAME, SMALL, draw_graph, layout, way
from mtglayers.drawing.letters import width
from mtglayers.drawing.nested import Rect
from mtglayers.drawing.plan import plan

SVG = "{http://www.w3.org/2000/svg}"
BETWEEN = 8
"""Room that must be between any two boxes or labels."""


def faults(step: Any) -> Iterator[str]:
    """Yield what is wrong with the drawing of a step, or of a graph."""
    found = plan(step)
    boxes, _, placed = layout(found)
    drawn = [(line, list(points(way(line, vertical=placed.vertical)))) for line in placed.lines]
    things = {**{f"box {n}": r for n, r in placed.boxes.items()}, **{f"label {n}": r for n, r in placed.labels.items()}}
    if sorted(placed.boxes) != list(range(len(found.boxes))):
        yield "a box is missing"
    if sorted(placed.labels) != [n for n, link in enumerate(found.links) if link.labelled]:
        yield "a label is missing"
    for one, two in combinations(things, 2):
        if overlap(things[one], things[two], BETWEEN):
            yield f"{one} is over {two}"
    for n, frame in placed.frames.items():
        inside = {f"box {member}" for member in found.loops[n]}
        inside |= {
            f"label {at}" for at, link in enumerate(found.links)
            if {*link.sources, *link.targets} <= set(found.loops[n])
        }  # fmt: skip
        for name, rect in things.items():
            if name in inside and not contains(frame, rect, BETWEEN):
                yield f"{name} sticks out of frame {n}"
            if name not in inside and overlap(frame, rect, BETWEEN):
                yield f"{name} is over frame {n}"
        word = Rect(frame.x + 16, frame.y + 8, width("dependency loop", SMALL, bold=True), 14)
        yield from (f"a line crosses the word on frame {n}" for _, ends in drawn if crosses(ends, word))
    for one, two in combinations(placed.frames, 2):
        if overlap(placed.frames[one], placed.frames[two], BETWEEN):
            yield f"frame {one} is over frame {two}"
    for line, ends in drawn:
        link = found.links[line.link]
        own = {f"label {line.link}", *(f"box {n}" for n in (*link.sources, *link.targets))}
        for name, rect in things.items():
            if crosses(ends, rect):
                yield f"a line of link {line.link} crosses {'its own ' if name in own else ''}{name}"
    for n, block in enumerate(boxes):
        widths = [width(text, NAME, bold=True) for text in block.lines]
        widths += [width(text, SMALL, bold=found.boxes[n].chosen) for text in block.more]
        if max(widths) > block.w - 8:
            yield f"the text of box {n} is too wide"
    yield from outside(draw_graph(step))


def outside(drawing: str) -> Iterator[str]:
    """Yield the rectangles and texts of a drawing that stick out of it, and the texts that overlap."""
    root = ET.fromstring(drawing)  # noqa: S314 (our own)
    w, h = map(float, root.attrib["viewBox"].split()[2:])
    for rect in root.iter(f"{SVG}rect"):
        if rect.attrib["width"] == "100%":
            continue
        x, y, wide, high = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        if x < 4 or y < 4 or x + wide > w - 4 or y + high > h - 4:
            yield f"a box at {x}, {y} sticks out"
    texts: list[tuple[str, Rect]] = []
    for text in root.iter(f"{SVG}text"):
        x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
        words = "".join(text.itertext())
        long = width(words, size, bold="font-weight" in text.attrib)
        start = x - {"start": 0, "middle": long / 2, "end": long}[text.attrib.get("text-anchor", "start")]
        texts.append((words, Rect(start, y - 0.75 * size, long, 0.95 * size)))
        if start < 0 or start + long > w or y < size or y > h - 4:
            yield f"{words!r} sticks out"
    for (one, place), (two, other) in combinations(texts, 2):
        if overlap(place, other):
            yield f"{one!r} is over {two!r}"


def overlap(one: Rect, two: Rect, room: float = 0) -> bool:
    return (
        one.x < two.x + two.w + room
        and two.x < one.x + one.w + room
        and one.y < two.y + two.h + room
        and two.y < one.y + one.h + room
    )


def contains(outer: Rect, inner: Rect, room: float = 0) -> bool:
    return (
        outer.x + room <= inner.x
        and outer.y + room <= inner.y
        and inner.x + inner.w + room <= outer.x + outer.w
        and inner.y + inner.h + room <= outer.y + outer.h
    )


def crosses(line: Sequence[tuple[float, float]], rect: Rect) -> bool:
    """Return whether a point of a line is inside of a rectangle, not just at its edge."""
    left, right, top, bottom = rect.x + 1, rect.x + rect.w - 1, rect.y + 1, rect.y + rect.h - 1
    return any(left < x < right and top < y < bottom for x, y in line)


def points(d: str) -> Iterator[tuple[float, float]]:
    """Yield points along a path of M, L and C."""
    here = (0.0, 0.0)
    for command, numbers in re.findall(r"([MLC])([-0-9. ]+)", d):
        values = list(map(float, numbers.split()))
        ends = list(zip(values[::2], values[1::2], strict=True))
        if command != "M":
            bends = [here, *ends] if command == "C" else [here, here, ends[0], ends[0]]
            for part in range(21):
                t = part / 20
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                yield (
                    sum(w * p[0] for w, p in zip(weights, bends, strict=True)),
                    sum(w * p[1] for w, p in zip(weights, bends, strict=True)),
                )
        here = ends[-1]
