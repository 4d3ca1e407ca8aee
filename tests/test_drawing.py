"""Drawings: well-formed, complete, and nothing over anything else."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from mtglayers import Drawing, dot, draw_graph, draw_walk, mermaid, solve

from .boards import LIMB, MOON, SAPROLING, TOMB, board

SVG = "{http://www.w3.org/2000/svg}"


def words(drawing: str) -> str:
    """Return everything that is written in a drawing."""
    root = ET.fromstring(drawing)  # noqa: S314 (our own)
    return " ".join(text.text or "" for text in root.iter(f"{SVG}text"))


def test_the_graph_of_a_step_says_who_waits_for_whom_and_why() -> None:
    step = solve(board(MOON, LIMB, SAPROLING)).layer("4").steps[0]

    drawing = draw_graph(step)

    assert isinstance(drawing, Drawing)
    assert drawing == draw_graph(step.graph)
    assert words(drawing) == (
        "Layer 4, step 1 of 2: Life and Limb applies "
        "It waits for nothing; Blood Moon is older, but has to wait (613.8b). "
        "scope on the Saproling Blood Moon timestamp 1 waits for Life and Limb Life and Limb timestamp 2 applies now "
        "An arrow leads from an effect to what it depends on, with the reason: scope: what it applies to"
    )


def test_a_loop_has_a_frame() -> None:
    step = solve(board(MOON, LIMB, SAPROLING, TOMB)).layer("4").steps[0]

    assert "dependency loop" in words(draw_graph(step))
    assert "Blood Moon and Life and Limb are in a dependency loop." in draw_graph(step)


def test_the_walk_of_an_object_has_a_row_for_each_step() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))

    said = words(draw_walk(result, "saproling"))

    assert said.startswith("The Saproling through the layers Rules since 2025-07-25 ")
    assert "Creature — Saproling Land Creature — Forest Saproling" in said
    assert "Land Creature — Forest Saproling Land Creature — Mountain Saproling" in said
    assert "The Saproling is a 1/1 green Mountain Saproling land creature" in said


def test_mermaid() -> None:
    step = solve(board(MOON, LIMB, SAPROLING, TOMB)).layer("4").steps[0]

    assert mermaid(step) == (
        "---\n"
        'title: "Layer 4, step 1 of 2: Blood Moon applies"\n'
        "---\n"
        "flowchart BT\n"
        "  classDef chosen stroke-width:4px,font-weight:bold\n"
        "  classDef waits stroke-dasharray:5 3\n"
        '  subgraph loop0["dependency loop"]\n'
        '    e0[["Blood Moon<br/>timestamp 1<br/>applies now"]]:::chosen\n'
        '    e1["Life and Limb<br/>timestamp 2<br/>younger"]\n'
        "  end\n"
        '  e0 -- "scope<br/>on the Saproling" --> e1\n'
        '  e1 -- "scope<br/>on Overgrown Tomb" --> e0\n'
    )


def test_dot() -> None:
    step = solve(board(MOON, LIMB, SAPROLING)).layer("4").steps[0]

    assert dot(step) == (
        'digraph "Layer 4, step 1 of 2: Life and Limb applies" {\n'
        "  rankdir=BT\n"
        '  label="Layer 4, step 1 of 2: Life and Limb applies"\n'
        "  labelloc=t\n"
        '  node [shape=box, style="rounded", fontname="Helvetica"]\n'
        '  edge [fontname="Helvetica", fontsize=11]\n'
        '  e0 [label="Blood Moon\\ntimestamp 1\\nwaits for Life and Limb", style="rounded,dashed"]\n'
        '  e1 [label="Life and Limb\\ntimestamp 2\\napplies now", peripheries=2, penwidth=2.5]\n'
        '  e0 -> e1 [label="scope\\non the Saproling", color="#0b5cad", fontcolor="#0b5cad", style="solid"]\n'
        "}\n"
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_fixed_look_has_no_style_sheet(theme: str) -> None:
    step = solve(board(MOON, LIMB, SAPROLING)).layer("4").steps[0]

    assert "<style>" not in draw_graph(step, theme=theme)  # type: ignore[arg-type]
