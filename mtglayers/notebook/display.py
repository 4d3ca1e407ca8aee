"""HTML and SVG graphs that show boards, results and answers in notebooks."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, Any

import msgspec

from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.support.display import Form, Renderer
from mtglayers.solver.wording import ability_text, color_words, counted, joined, sentence

from ..drawing import draw_graph
from ..html import (
    STYLE,
    Markup,
    difference_html,
    explanation_html,
    layer_html,
    orders_html,
    pairs_html,
    step_html,
    table_html,
)
from ..html.markup import Content, several, tag
from ..html.reasons import lines_html
from ..presentation.moments import event_words

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.model.objects.gameobject import GameObject
    from mtglayers.solver.explain.explanation import Explanation
    from mtglayers.solver.explain.paragraphs import Line
    from mtglayers.solver.questions.find.find import Found
    from mtglayers.solver.questions.whatif import WhatIf
    from mtglayers.solver.result.characteristics import Characteristics
    from mtglayers.solver.result.graph import DependencyGraph
    from mtglayers.solver.result.result import Result


def board_html(board: Board) -> Markup:
    """Return the objects, timestamps and timeline of a board as HTML, without solving the board."""
    rules = board.edition
    said = f"{counted(len(board.objects), 'object')} of {joined(board.players)}; rules of {rules.since.isoformat()}"
    objects = table(
        said,
        ("object", "card", "player", "zone", "timestamp", "state"),
        [_object_cells(board, found) for found in board.objects.values()],
    )
    events = [tag("li", sentence(event_words(event, board))) for event in board.events]
    timeline = tag("details", tag("summary", "The timeline"), tag("ol", events)) if events else None
    return shown(tag("div", objects, timeline, class_="mtgl"))


def _object_cells(board: Board, found: GameObject) -> tuple[str, ...]:
    player = found.base.owner if found.base.controller is None else found.base.controller
    state = [f"{counter.count} {counter.kind}" for counter in found.counters]
    state += [fact.replace("_", " ") for fact in found.facts]
    state += ["face down"] if found.face_down else []
    if found.attached_to is not None:
        state.append(f"attached to {board.by_number(found.attached_to).id}")
    return (found.id, found.card.name, board.players[player], found.base.zone, str(found.stamp), ", ".join(state))


def characteristics_html(found: Characteristics) -> Markup:
    """Return an object as an HTML table with a row for each characteristic."""
    left = " ".join((*found.supertypes, *found.types))
    texts = {
        "name": found.name,
        "mana cost": found.mana_cost,
        "colors": color_words(found.colors),
        "types": f"{left} — {' '.join(found.subtypes)}" if found.subtypes else left,
        "power/toughness": "" if found.power is None else f"{found.power}/{found.toughness}",
        "loyalty": "" if found.loyalty is None else str(found.loyalty),
        "defense": "" if found.defense is None else str(found.defense),
        "abilities": "\n".join(without_digests(ability_text(ability, found.name)) for ability in found.abilities),
        "controller": found.controller or "",
        "owner": found.owner,
        "zone": found.zone,
    }
    rows = [(name, text) for name, text in texts.items() if text]
    return shown(tag("div", table(found.id, (), rows), class_="mtgl"))


def result_html(result: Result) -> Markup:
    """Return a result's objects as an HTML table, followed by sentences about the changed objects."""
    explainer = result.explainer
    said = [tag("li", explainer.summary(id)) for id in result if explainer.is_changed(id)]
    return shown(table_html(result), tag("div", tag("ul", said), class_="mtgl") if said else None)


def shown(*fragments: Content) -> Markup:
    """Return HTML fragments as one styled element for a notebook.

    Drawings become images, because viewers that do not trust a notebook remove inline SVG.
    """
    style = tag("style", Markup(STYLE + OWN_STYLE))
    shown = Markup(_DRAWING.sub(lambda found: picture(found[0]), several(*fragments)))
    return tag("div", style, shown, class_="mtgl-notebook")


_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


def picture(svg: str) -> Markup:
    """Return a drawing as an `img` element with its title as alternative text."""
    title = re.search(r"<title[^>]*>(.*?)</title>", svg, re.DOTALL)
    code = b64encode(svg.encode()).decode("ascii")
    alt = unescape(title[1].strip()) if title else ""
    return tag("img", class_="mtgl-picture", alt=alt, src=f"data:image/svg+xml;base64,{code}")


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """Return an HTML table whose first column contains the row headers."""
    return tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", [tag("th", head, scope="col") for head in heads])) if heads else None,
        tag("tbody", [_row(row) for row in rows]),
    )


def _row(row: Sequence[str]) -> Markup:
    first, *rest = row
    cells = [
        tag("td", [(tag("br") if place else None, line) for place, line in enumerate(cell.split("\n"))])
        for cell in rest
    ]
    return tag("tr", tag("th", first, scope="row"), cells)


def _paragraphs(lines: Iterable[Line]) -> Markup:
    return shown(tag("div", lines_html(tuple(lines)), class_="mtgl"))


def _answer(found: Any) -> Markup:
    return _paragraphs(found.lines())


def _found(found: Found) -> Markup:
    return _paragraphs(msgspec.structs.replace(line, text=line.text.removeprefix("- ")) for line in found.lines())


def _what_if(found: WhatIf) -> Markup:
    notes = tag("div", lines_html(found.notes()), class_="mtgl") if found.notes() else None
    return shown(notes, difference_html(found.difference, "as it is", "as it would be"))


def _graph(graph: DependencyGraph) -> str | None:
    return None if graph.step is None else str(draw_graph(graph))


def _explanation(explanation: Explanation) -> Markup:
    learner = tag("details", tag("summary", "For a learner"), explanation_html(explanation, "learner"))
    return shown(explanation_html(explanation), tag("div", learner, class_="mtgl"))


OWN_STYLE = """\
.mtgl-notebook .mtgl th, .mtgl-notebook .mtgl td { text-align: left; vertical-align: top; }
.mtgl-notebook .mtgl tbody th { overflow-wrap: break-word; }
.mtgl-notebook .mtgl tbody tr { background: none; }
.mtgl-notebook .mtgl tbody tr.mtgl-changed { background: var(--mtgl-band); }
.mtgl-notebook .mtgl-picture { max-width: 100%; height: auto; }
"""
"""Style sheet for notebooks, used in addition to the style sheet of the fragments."""

RENDERERS: Mapping[tuple[str, Form], Renderer] = {
    ("Board", "html"): board_html,
    ("Characteristics", "html"): characteristics_html,
    ("Decisive", "html"): _answer,
    ("DependencyGraph", "svg"): _graph,
    ("Difference", "html"): lambda found: shown(difference_html(found)),
    ("Explanation", "html"): _explanation,
    ("Flips", "html"): _answer,
    ("Found", "html"): _found,
    ("LayerResult", "html"): lambda layer: shown(layer_html(layer.result, layer)),
    ("Orders", "html"): lambda found: shown(orders_html(found)),
    ("PairTable", "html"): lambda table: shown(pairs_html(table)),
    ("Result", "html"): result_html,
    ("Step", "html"): lambda step: shown(step_html(step.result, step)),
    ("Verdict", "html"): lambda found: shown(
        tag("div", lines_html(found.lines(), sided=True), class_="mtgl mtgl-difference")
    ),
    ("WhatIf", "html"): _what_if,
    ("Witnesses", "html"): _answer,
}
"""(class name, form) -> the function that renders objects of the class in this form, for `model.support.display`."""
