"""Drawings: well-formed, complete, escaped, the same on every run."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from mtglayers import Drawing, Result, UnknownObjectError, dot, draw_graph, draw_walk, mermaid, solve
from mtglayers.drawing.plan import plan
from mtglayers.model.rules.edition import NEWEST
from mtglayers.solver.wording import ordinal

from ....support.boards import HUMILITY, LIMB, MOON, SAPROLING, TOMB, URBORG, board, card
from ....support.golden_files import assert_golden

SVG = "{http://www.w3.org/2000/svg}"
ANTHEM = card("Glorious Anthem", "Enchantment", "Creatures you control get +1/+1.")
CONVERSION = card("Conversion", "Enchantment", "All Mountains are Plains.")
HOSTILE = card("<b>&\"Q'`]--></svg>;#{{", "Enchantment", "Nonbasic lands are Mountains.")


def words(drawing: str) -> str:
    """Return everything that is written in a drawing."""
    root = ET.fromstring(drawing)  # noqa: S314 (our own)
    return " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))


def told(drawing: str) -> str:
    """Return what those hear who do not see a drawing."""
    root = ET.fromstring(drawing)  # noqa: S314 (our own)
    return str(root.findtext(f"{SVG}desc"))


def saproling() -> Result:
    return solve(board(MOON, LIMB, SAPROLING))


def loop() -> Result:
    return solve(board(MOON, LIMB, SAPROLING, TOMB))


# --- The graph of a step ---


def test_the_graph_of_a_step_says_who_waits_for_whom_and_why() -> None:
    step = saproling().layer("4").steps[0]

    drawing = draw_graph(step)

    assert isinstance(drawing, Drawing)
    assert drawing == draw_graph(step.graph)
    assert words(drawing) == (
        "Layer 4, step 1 of 2: Life and Limb applies "
        "It waits for nothing; Blood Moon is older, but has to wait (613.8b). "
        "scope the Saproling would become a land "
        "Blood Moon timestamp 1 waits for Life and Limb Life and Limb timestamp 2 applies now "
        "An arrow points from an effect to one it depends on, with the reason: scope: what it applies to"
    )
    assert told(drawing) == (
        "It waits for nothing; Blood Moon is older, but has to wait (613.8b). "
        "Blood Moon: timestamp 1, waits for Life and Limb. Life and Limb: timestamp 2, applies now. "
        "Blood Moon depends on Life and Limb (scope), because the Saproling would become a land."
    )


def test_a_loop_has_a_frame() -> None:
    drawing = draw_graph(loop().layer("4").steps[0])

    assert "dependency loop" in words(drawing)
    assert told(drawing).endswith("Blood Moon and Life and Limb are in a dependency loop.")


def test_without_dependencies_timestamps_decide() -> None:
    drawing = draw_graph(solve(board(MOON, CONVERSION)).layer("4").steps[0])

    assert words(drawing).endswith("No effect depends on another: timestamps decide.")
    assert told(drawing).endswith("No effect depends on another.")


def test_effects_that_differ_in_nothing_share_a_box() -> None:
    anthems = [ANTHEM] * 12
    drawing = draw_graph(solve(board(*anthems, SAPROLING)).layer("7c").steps[0])

    said = words(drawing)
    assert "the first Glorious Anthem timestamp 1 applies now Glorious Anthem ×11 timestamps 2 to 12 younger" in said
    assert all(f"he {ordinal(n)} Glorious Anthem: timestamp {n}, younger." in told(drawing) for n in range(2, 13))


def test_effects_with_other_dependencies_have_boxes_of_their_own() -> None:
    limbs = [LIMB] * 3
    step = solve(board(*limbs, MOON, TOMB)).layer("4").steps[0]

    assert "Life and Limb ×3 timestamps 1 to 3 waits for Blood Moon" in words(draw_graph(step))
    step = solve(board(MOON, *limbs, TOMB)).layer("4").steps[1]
    assert "×" not in words(draw_graph(step)).replace("×2", "")


def test_many_dependencies_with_the_same_reason_share_a_label() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(["one", "two", "three", "four", "five", "six", "seven", "eight"])
    for effect in ("one", "two", "three", "four"):
        for on in ("five", "six", "seven", "eight"):
            graph.add_edge(effect, on, reasons=("text",), witness=())

    said = words(draw_graph(graph, title="Sixteen"))

    assert said.startswith("Sixteen text one two three four five six seven eight")
    assert "If lines share a reason, every effect at a line's start depends on every effect at a line's end." in said


def test_a_graph_of_nothing() -> None:
    assert words(draw_graph(nx.DiGraph())) == "Dependencies No effect depends on another: timestamps decide."


# --- The walk of an object ---


def test_the_walk_of_an_object_has_a_row_for_each_step() -> None:
    drawing = draw_walk(saproling(), "saproling")

    said = words(drawing)
    assert said.startswith(f"The Saproling through the layers Rules since {NEWEST.since} ({NEWEST.key}) ")
    assert "Creature — Saproling Land Creature — Saproling Forest" in said
    assert "Land Creature — Saproling Forest Land Creature — Saproling Mountain" in said
    assert "The Saproling is a 1/1 green Saproling Mountain land creature" in said
    assert told(drawing) == (
        "As printed: name Saproling; type Creature — Saproling; color green; P/T 1/1; controller A; abilities none. "
        "Layer 4, step 1, Life and Limb: Creature — Saproling becomes Land Creature — Saproling Forest; "
        "gains “{T}: Add {G}.” It waits for nothing; Blood Moon is older, but has to wait (613.8b). "
        "Layer 4, step 2, Blood Moon: Land Creature — Saproling Forest becomes Land Creature — Saproling Mountain; "
        "loses “{T}: Add {G}.”; gains “{T}: Add {R}.” "
        "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.”"
    )


def test_the_walk_says_why_it_goes_on_and_what_never_began() -> None:
    # Urborg is a Mountain from step 2 on and has lost its ability before its turn (305.7).
    drawing = draw_walk(solve(board(MOON, URBORG)), "urborg")

    assert "Urborg does not apply in layer 4, because it depends on Blood Moon (613.8a)" in words(drawing)
    animated = solve(board(HUMILITY, card("Rest", "Enchantment", "Each other enchantment is a creature.")))
    assert (
        "It took its own ability in layer 6, but it had started to apply, so it continues in layer 7b (613.6)."
        in words(draw_walk(animated, "humility"))
    )


def test_what_no_effect_changed() -> None:
    assert "No effect changes it." in words(draw_walk(saproling(), "blood-moon"))


def test_an_unknown_object() -> None:
    with pytest.raises(UnknownObjectError, match="no object `nobody`"):
        draw_walk(saproling(), "nobody")


# --- Text for other programs ---


def test_mermaid() -> None:
    assert mermaid(loop().layer("4").steps[0]) == (
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
        '  e0 -- "scope<br/>the Saproling would become a land" --> e1\n'
        '  e1 -- "scope<br/>Overgrown Tomb would stop being a Forest" --> e0\n'
    )


def test_dot() -> None:
    assert dot(saproling().layer("4").steps[0]) == (
        'digraph "Layer 4, step 1 of 2: Life and Limb applies" {\n'
        "  rankdir=BT\n"
        '  label="Layer 4, step 1 of 2: Life and Limb applies"\n'
        "  labelloc=t\n"
        '  fontname="Helvetica"\n'
        '  node [shape=box, style="rounded", fontname="Helvetica"]\n'
        '  edge [fontname="Helvetica", fontsize=11]\n'
        '  e0 [label="Blood Moon\\ntimestamp 1\\nwaits for Life and Limb", style="rounded,dashed"]\n'
        '  e1 [label="Life and Limb\\ntimestamp 2\\napplies now", peripheries=2, penwidth=2.5]\n'
        '  e0 -> e1 [label="scope\\nthe Saproling would become a land", '
        'color="#0b5cad", fontcolor="#0b5cad", style="solid"]\n'
        "}\n"
    )


# --- Names that mean something in the language of the drawing ---


def test_names_are_escaped() -> None:
    result = solve(board(HOSTILE, LIMB, SAPROLING))
    step = result.layer("4").steps[0]
    name = str(HOSTILE["name"])

    assert name in words(draw_graph(step))
    assert name in words(draw_walk(result, "saproling"))
    assert "#60;b#62;#38;#34;Q'#96;#93;--#62;#60;/svg#62;#59;#35;#123;#123;<br/>" in mermaid(step)
    assert '[label="<b>&\\"Q\'' in dot(step)


def test_signs_that_xml_cannot_hold() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node("a\x00b\x1bc\ud800d\ue000e\uffff")

    assert words(draw_graph(graph)).startswith("Dependencies a b c d e")


# --- The look ---


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_fixed_look_has_no_style_sheet(theme: str) -> None:
    drawing = draw_graph(saproling().layer("4").steps[0], theme=theme)  # type: ignore[arg-type]

    assert "<style>" not in drawing
    assert ('fill="#ffffff"' in drawing) == (theme == "light")


def test_the_look_is_there_without_the_style_sheet() -> None:
    drawing = draw_graph(loop().layer("4").steps[0])

    for shape in ET.fromstring(drawing).iter():  # noqa: S314 (our own)
        if shape.tag in (f"{SVG}rect", f"{SVG}text", f"{SVG}path"):
            assert "fill" in shape.attrib


def test_ids_and_classes_of_drawings_on_one_page_are_apart() -> None:
    step = loop().layer("4").steps[0]
    one, two, three = draw_graph(step), draw_graph(step, prefix="second"), draw_walk(loop(), "saproling")

    found = [{e.attrib["id"] for e in ET.fromstring(each).iter() if "id" in e.attrib} for each in (one, two, three)]  # noqa: S314
    assert [len(ids) for ids in found] == [2, 2, 2]
    assert len(set().union(*found)) == 6
    assert "second-fill-ink" in two
    assert "second" not in one


def test_a_screen_reader_gets_a_title_and_sentences() -> None:
    root = ET.fromstring(draw_graph(loop().layer("4").steps[0]))  # noqa: S314 (our own)

    ids = {e.attrib["id"]: e.tag for e in root.iter() if "id" in e.attrib}
    assert root.attrib["role"] == "img"
    assert [ids[id] for id in root.attrib["aria-labelledby"].split()] == [f"{SVG}title", f"{SVG}desc"]


def test_a_notebook_shows_it_and_it_can_be_saved(tmp_path: Path) -> None:
    drawing = draw_graph(saproling().layer("4").steps[0])
    drawing.save(tmp_path / "graph.svg")

    assert drawing._repr_svg_() == drawing
    assert (tmp_path / "graph.svg").read_text(encoding="utf-8") == f"{drawing}\n"


# --- The same on every run ---


def test_golden_drawings() -> None:
    assert_golden("draw/graph.svg", f"{draw_graph(saproling().layer('4').steps[0])}\n")
    assert_golden("draw/loop.svg", f"{draw_graph(loop().layer('4').steps[0])}\n")
    assert_golden("draw/walk.svg", f"{draw_walk(saproling(), 'saproling')}\n")


def test_the_graph_says_under_which_rules_where_they_are_not_the_usual_ones() -> None:
    """What it shows may be so only under them."""
    made = board(MOON, LIMB, SAPROLING)
    plain = plan(solve(made).layer("4").steps[0])
    told = plan(solve(made, edition="2006-07-01", readings="no-re-evaluation").layer("4").steps[0])

    assert plain.rules == ""
    assert told.rules == "Rules of 2006-05-01 to 2007-01-31 (E05); reading no-re-evaluation"
    assert told.sentences[1] == "Rules of 2006-05-01 to 2007-01-31 (E05); reading no-re-evaluation."
