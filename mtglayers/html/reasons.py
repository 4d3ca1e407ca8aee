"""Explanations and differences as nested lists in HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from .markup import Markup, prose, tag

if TYPE_CHECKING:
    from mtglayers.solver.explain.explanation import Explanation, Register
    from mtglayers.solver.explain.paragraphs import Line
    from mtglayers.solver.questions.compare import Difference


def explanation_html(explanation: Explanation, register: Register = "ruling", *, pairs: bool = True) -> Markup:
    """Return the explanation of an object, which begins with a summary sentence.

    Args:
        explanation: the explanation.
        register: "ruling" for a short explanation, or "learner" to explain the rules as well.
        pairs: whether to list the dependencies; if not, a note refers to the steps.
    """
    lines = explanation.lines(register)
    return tag("div", lines_html(lines if pairs else _without_pairs(lines)), class_="mtgl mtgl-explanation")


def _without_pairs(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        if line.role == "table":
            yield msgspec.structs.replace(line, text=f"{line.text.removesuffix(':')}: see the step.")
        elif line.role != "pair":
            yield line


def difference_html(
    difference: Difference, one: str = "in the first result", other: str = "in the second result"
) -> Markup:
    """Return the differences between two results, as deletions and insertions.

    Args:
        difference: the difference.
        one: a phrase for the first result, such as "as it is".
        other: a phrase for the second result.
    """
    heads = {
        f"{said} in the {side} result": f"{said} {called}"
        for said in ("Only", "Players only")
        for side, called in (("first", one), ("second", other))
    }
    lines = (msgspec.structs.replace(line, text=heads.get(line.text, line.text)) for line in difference.lines())
    return tag("div", lines_html(lines, sided=True), class_="mtgl mtgl-difference")


def lines_html(lines: Iterable[Line], *, sided: bool = False) -> Markup:
    """Return paragraphs as lists, nested by indentation.

    Args:
        lines: the paragraphs.
        sided: whether "-" at the beginning of a paragraph marks the first result, and "+" the second.
    """
    root: list[_Node] = []
    open_: list[_Node] = []
    for line in lines:
        while open_ and open_[-1].line.indent >= line.indent:
            open_.pop()
        node = _Node(line)
        (open_[-1].below if open_ else root).append(node)
        open_.append(node)
    return Markup("".join(_node_html(node, sided, top=True) for node in root))


class _Node:
    def __init__(self, line: Line) -> None:
        self.line = line
        self.below: list[_Node] = []


def _node_html(node: _Node, sided: bool, *, top: bool = False) -> Markup:
    said = tag("p", _sided(node.line.text) if sided else prose(node.line.text), class_=f"mtgl-{node.line.role}")
    below = tag("ul", [_node_html(each, sided) for each in node.below]) if node.below else None
    return Markup(said + (below or "")) if top else tag("li", said, below)


def _sided(text: str) -> Markup:
    mark, _, rest = text.partition(" ")
    return tag("del", prose(rest)) if mark == "-" else tag("ins", prose(rest)) if mark == "+" else prose(text)
