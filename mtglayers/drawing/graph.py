"""Functions that draw a dependency graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from mtglayers.solver.wording import joined

from .canvas import Canvas, Drawing, number
from .letters import balanced, width, wrap
from .nested import Line, Placed, Rect, place
from .plan import LOOP, REASONS, Box, Link, Plan, plan
from .theme import Color, Theme

if TYPE_CHECKING:
    from mtglayers.solver.engine.footprint import Reason

    from .plan import Drawable

MARGIN = 24.0
NAME, SMALL, LABEL, TITLE, SAID = 13.5, 11.5, 12.0, 17.0, 12.5
NARROWEST = 460.0
DASHES: Mapping[Reason, str] = {"text": "2 3.5", "existence": "9 4 2 4", "scope": "", "result": "7 5"}
"""Reason -> dash pattern of its lines, for people who cannot distinguish the colors."""
STUB = 9.0
"""Length of each straight part of a line: the part before a bend and the part under the arrowhead."""
SHARED = "If lines share a reason, every effect at a line's start depends on every effect at a line's end."


class Block(msgspec.Struct, frozen=True):
    """Lines of text, and the size of the block that they form."""

    lines: tuple[str, ...]
    more: tuple[str, ...]
    w: float
    h: float


def draw_graph(
    graph: Drawable, *, theme: Theme = "auto", prefix: str | None = None, title: str | None = None
) -> Drawing:
    """Return the drawing of the dependency graph of a step.

    Args:
        graph: a step, its graph, a layer or a result, or any graph whose edges have `reasons`; u -> v means that u
            depends on v. For a layer or a result, the first step with a dependency is drawn or, if there is none,
            the first step.
        theme: "light" or "dark"; "auto" follows the reader's system.
        prefix: the prefix of ids and class names, if a page contains the same drawing more than once.
        title: the title; by default, the layer and the step.
    """
    found = plan(graph)
    if title is not None:
        found = msgspec.structs.replace(found, title=title)
    return _Picture(found, Canvas(theme)).drawing(prefix)


class _Picture:
    def __init__(self, plan: Plan, canvas: Canvas) -> None:
        self._plan = plan
        self._canvas = canvas
        self._boxes, self._labels, self._placed = layout(plan)

    def drawing(self, prefix: str | None) -> Drawing:
        canvas, plan = self._canvas, self._plan
        w = max(self._placed.w, NARROWEST)
        y = MARGIN
        for line in wrap(plan.title, TITLE, w, bold=True):
            y += TITLE
            canvas.text(MARGIN, y, line, TITLE, bold=True)
            y += 6
        for line in wrap(plan.because, SAID, w, lines=3):
            y += SAID + 2
            canvas.text(MARGIN, y, line, SAID, color="dim")
            y += 2
        for line in wrap(plan.rules, SMALL, w):
            y += SMALL + 4
            canvas.text(MARGIN, y, line, SMALL, color="dim")
        y += 18
        placed = self._placed.moved(MARGIN + (w - self._placed.w) / 2, y)
        self._graph(placed)
        y += placed.h
        y = self._legend(MARGIN, y + 30, w)
        return canvas.drawing(w + 2 * MARGIN, y + MARGIN - 6, plan.title, plan.sentences, prefix)

    def _graph(self, placed: Placed) -> None:
        canvas = self._canvas
        for frame in placed.frames.values():
            canvas.rect(frame.x, frame.y, frame.w, frame.h, fill="loop", stroke="ink", weight=2, dash="2 3", round=12)
            canvas.text(frame.x + 16, frame.y + 19, LOOP, SMALL, bold=True)
        for line in placed.lines:
            self._line(line, vertical=placed.vertical)
        for number_, rect in sorted(placed.labels.items()):
            self._label(self._plan.links[number_], self._labels[number_], rect)
        for number_, rect in sorted(placed.boxes.items()):
            self._box(self._plan.boxes[number_], self._boxes[number_], rect)

    def _box(self, box: Box, block: Block, rect: Rect) -> None:
        canvas = self._canvas
        title = "" if "…" not in block.lines[-1] else box.label
        weight, dash = (3.0, "") if box.chosen else (1.25, "5 3") if box.waits else (1.25, "")
        canvas.rect(
            rect.x, rect.y, rect.w, rect.h, fill="chosen" if box.chosen else "box",
            stroke="ink" if box.chosen else "dim", weight=weight, dash=dash, round=7, title=title,
        )  # fmt: skip
        middle, y = rect.x + rect.w / 2, rect.y + 8 + (rect.h - block.h) / 2
        for line in block.lines:
            y += NAME + 2.5
            canvas.text(middle, y, line, NAME, bold=True, anchor="middle")
        for line in block.more:
            y += SMALL + 4
            now = box.chosen and line == box.status
            mark = 11.0 if now else 0.0
            if now:
                left = middle - width(line, SMALL, bold=True) / 2 - 7
                canvas.path(f"M{number(left)} {number(y - 8.5)}l8 4.25l-8 4.25z", fill="ink")
            canvas.text(middle + mark / 2, y, line, SMALL, color="ink" if now else "dim", bold=now, anchor="middle")

    def _label(self, link: Link, block: Block | None, rect: Rect) -> None:
        if block is None:
            return
        color: Color = link.reasons[0]
        self._canvas.rect(
            rect.x, rect.y, rect.w, rect.h, fill="paper", stroke=color, weight=1, round=9, title=link.shows
        )
        middle, y = rect.x + rect.w / 2, rect.y + 4
        for line in block.lines:
            y += LABEL + 1.5
            self._canvas.text(middle, y, line, LABEL, color=color, bold=True, anchor="middle")
        for line in block.more:
            y += SMALL + 2.5
            self._canvas.text(middle, y, line, SMALL, color="dim", anchor="middle")

    # --- Lines ---

    def _line(self, line: Line, *, vertical: bool) -> None:
        link = self._plan.links[line.link]
        color: Color = link.reasons[0]
        self._canvas.path(way(line, vertical=vertical), stroke=color, weight=1.75, dash=DASHES[link.reasons[0]])
        if line.at_start:
            self._head(*line.stops[0][:2], color, vertical=vertical, back=True)
        if line.at_end:
            self._head(*line.stops[-1][2:], color, vertical=vertical, back=False)

    def _head(self, x: float, y: float, color: Color, *, vertical: bool, back: bool) -> None:
        wide, step = 4.5, 9.0 if back else -9.0
        if vertical:
            d = f"L{number(x - wide)} {number(y + step)}H{number(x + wide)}z"
        else:
            d = f"L{number(x + step)} {number(y - wide)}V{number(y + wide)}z"
        self._canvas.path(f"M{number(x)} {number(y)}{d}", fill=color)

    # --- The legend ---

    def _legend(self, x: float, y: float, w: float) -> float:
        canvas, plan = self._canvas, self._plan
        if not plan.links:
            canvas.text(x, y, "No effect depends on another: timestamps decide.", SMALL, color="dim")
            return y
        legend = "An arrow points from an effect to one it depends on, with the reason:"
        canvas.text(x, y, legend, SMALL, color="dim")
        y, left = y + 19, x
        for reason in plan.reasons:
            words = f"{reason}: {REASONS[reason]}"
            need = 44 + width(words, SMALL) + 22
            if left > x and left + need - 22 > x + w:
                y, left = y + 18, x
            canvas.path(f"M{number(left)} {number(y - 4)}h36", stroke=reason, weight=1.75, dash=DASHES[reason])
            canvas.text(left + 44, y, words, SMALL, color="dim")
            left += need
        if any(len(link.sources) + len(link.targets) > 2 for link in plan.links):
            y += 18
            for line in wrap(SHARED, SMALL, w):
                canvas.text(x, y, line, SMALL, color="dim")
                y += SMALL + 4
            y -= SMALL + 4
        return y


def layout(plan: Plan) -> tuple[Sequence[Block], Sequence[Block | None], Placed]:
    """Return the text blocks for the boxes and labels, and the layout of the drawing."""
    boxes = [_box_block(box) for box in plan.boxes]
    labels = [_label_block(link) if link.labelled else None for link in plan.links]
    sizes = [None if block is None else (block.w, block.h) for block in labels]
    word = width(LOOP, SMALL, bold=True) + 8
    return boxes, labels, place(plan, [(block.w, block.h) for block in boxes], sizes, word)


def way(line: Line, *, vertical: bool) -> str:
    """Return SVG path data for a line, which is straight inside ranks and curved between them."""
    x, y = line.stops[0][:2]
    d = f"M{_point((x, y))}"
    for at, (x1, y1, x2, y2) in enumerate(line.stops):
        straight = abs(x1 - x) < 0.05 if vertical else abs(y1 - y) < 0.05
        if at and not straight:
            stub = STUB if (y1 > y if vertical else x1 > x) else -STUB
            if vertical:
                begin, end = (x, y + stub), (x1, y1 - stub)
                middle = (begin[1] + end[1]) / 2
                bends = (x, middle), (x1, middle)
            else:
                begin, end = (x + stub, y), (x1 - stub, y1)
                middle = (begin[0] + end[0]) / 2
                bends = (middle, y), (middle, y1)
            d += f"L{_point(begin)}C{_point(bends[0])} {_point(bends[1])} {_point(end)}"
        d += f"L{_point((x2, y2))}"
        x, y = x2, y2
    return d


def _point(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _box_block(box: Box) -> Block:
    lines = balanced(box.label, NAME, 186, bold=True, lines=3)
    status = balanced(box.status, SMALL, 190, bold=box.chosen, lines=3) if box.status else ()
    more = (box.stamps, *status) if box.stamps else status
    widths = [width(line, NAME, bold=True) for line in lines] + [
        width(line, SMALL, bold=box.chosen) + (14 if box.chosen else 0) for line in more
    ]
    w = max(96.0, *widths) + 22
    return Block(lines, more, w, 8 + len(lines) * (NAME + 2.5) + len(more) * (SMALL + 4) + 9)


def _label_block(link: Link) -> Block:
    lines = balanced(joined(link.reasons), LABEL, 120, bold=True)
    more = balanced(link.shows, SMALL, 160, lines=3) if link.shows else ()
    widths = [width(line, LABEL, bold=True) for line in lines] + [width(line, SMALL) for line in more]
    return Block(lines, more, max(widths) + 18, 4 + len(lines) * (LABEL + 1.5) + len(more) * (SMALL + 2.5) + 6)
