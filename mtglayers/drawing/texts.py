"""Functions that write a dependency graph as text for Mermaid or Graphviz."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from mtglayers.solver.wording import joined

from .canvas import clean
from .plan import LOOP, Box, Link, Plan, plan
from .theme import LIGHT

if TYPE_CHECKING:
    from mtglayers.solver.engine.footprint import Reason

    from .plan import Drawable

_DOT_LINES: Mapping[Reason, str] = {
    "text": "dotted", "existence": "dashed,bold", "scope": "solid", "result": "dashed",
}  # fmt: skip


def mermaid(graph: Drawable) -> str:
    """Return a dependency graph as a Mermaid flowchart.

    The graph is given as a step, a layer, a result, or a graph whose edges have `reasons`. Arrows point up to the
    effects that an effect depends on. The effect that applies has a double border; effects that wait have a dashed
    border.
    """
    found = plan(graph)
    lines = [
        "---", f"title: {_quoted(found.title)}", "---", "flowchart BT",
        "  classDef chosen stroke-width:4px,font-weight:bold", "  classDef waits stroke-dasharray:5 3",
    ]  # fmt: skip
    lines += (f"  {line}" for line in _grouped(found, "mermaid"))
    for one, two, link in _pairs(found):
        words = "<br/>".join(_entities(part) for part in _link_words(link))
        lines.append(f'  e{one} -- "{words}" --> e{two}')
    return "\n".join(lines) + "\n"


def dot(graph: Drawable) -> str:
    """Return a dependency graph in the DOT language of Graphviz.

    The graph is given as a step, a layer, a result, or a graph whose edges have `reasons`. Arrows point up to the
    effects that an effect depends on. The effect that applies has a double border; effects that wait have a dashed
    border.
    """
    found = plan(graph)
    lines = [
        f"digraph {_quoted(found.title)} {{", "  rankdir=BT", f"  label={_quoted(found.title)}", "  labelloc=t",
        '  fontname="Helvetica"',
        '  node [shape=box, style="rounded", fontname="Helvetica"]', '  edge [fontname="Helvetica", fontsize=11]',
    ]  # fmt: skip
    lines += (f"  {line}" for line in _grouped(found, "dot"))
    for one, two, link in _pairs(found):
        color, style = LIGHT[link.reasons[0]], _DOT_LINES[link.reasons[0]]
        words = _quoted(*_link_words(link))
        lines.append(f'  e{one} -> e{two} [label={words}, color="{color}", fontcolor="{color}", style="{style}"]')
    return "\n".join((*lines, "}")) + "\n"


def _grouped(found: Plan, form: str) -> Iterator[str]:
    write = _mermaid_box if form == "mermaid" else _dot_box
    looped = {number for members in found.loops for number in members}
    for number, box in enumerate(found.boxes):
        if number not in looped:
            yield write(number, box)
    for place, members in enumerate(found.loops):
        if form == "mermaid":
            yield f'subgraph loop{place}["{LOOP}"]'
        else:
            yield f'subgraph cluster_{place} {{ label={_quoted(LOOP)}; style="dotted"; penwidth=2'
        for number in members:
            yield f"  {write(number, found.boxes[number])}"
        yield "end" if form == "mermaid" else "}"


def _mermaid_box(number: int, box: Box) -> str:
    words = "<br/>".join(_entities(line) for line in _box_words(box))
    left, right = ("[[", "]]") if box.chosen else ("[", "]")
    kind = ":::chosen" if box.chosen else ":::waits" if box.waits else ""
    return f'e{number}{left}"{words}"{right}{kind}'


def _dot_box(number: int, box: Box) -> str:
    look = ", peripheries=2, penwidth=2.5" if box.chosen else ', style="rounded,dashed"' if box.waits else ""
    return f"e{number} [label={_quoted(*_box_words(box))}{look}]"


def _pairs(found: Plan) -> Iterator[tuple[int, int, Link]]:
    for link in found.links:
        for one in link.sources:
            for two in link.targets:
                if one != two:
                    yield one, two, link


def _box_words(box: Box) -> tuple[str, ...]:
    return tuple(words for words in (box.label, box.stamps, box.status) if words)


def _link_words(link: Link) -> tuple[str, ...]:
    return (joined(link.reasons), link.shows) if link.shows else (joined(link.reasons),)


def _entities(text: str) -> str:
    return re.sub(r"[^\w ,.:’'×()/+*-]", lambda found: f"#{ord(found[0])};", clean(text))


def _quoted(*lines: str) -> str:
    return '"' + "\\n".join(clean(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'
