"""What values show of themselves in notebooks."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from mtglayers import (
    Board,
    Found,
    decisive,
    depends,
    difference,
    find,
    flips,
    orders,
    read_query,
    solve,
    verdict,
    what_if,
)
from mtglayers.model.support.display import Form, rendered
from mtglayers.notebook.display import RENDERERS, picture

from ....support.boards import BEAR, LIMB, MOON, SAPROLING, TOMB, board, card


class Text(HTMLParser):
    """The text of a piece of HTML, and its elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[str] = []
        self.alts: list[str] = []
        self._hidden = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._hidden = tag == "style"
        self.alts += [value or "" for name, value in attrs if name == "alt"]

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.text += data


def story() -> Board:
    return board(MOON, LIMB, SAPROLING, TOMB, players=("Ana", "Ben"))


def shown(value: object) -> Text:
    html = value._repr_html_()  # type: ignore[attr-defined]
    assert isinstance(html, str)
    return Text(html)


def test_a_board_shows_objects_and_timeline() -> None:
    found = shown(story())

    assert "4 objects of Ana and Ben" in found.text
    assert "life-and-limb" in found.text
    assert "Overgrown Tomb enters." in found.text
    assert found.tags.count("tr") == 5


def test_a_board_shows_counters_and_attachments() -> None:
    made = board(BEAR)
    made.counters("grizzly-bears", put={"+1/+1": 2})
    aura = card("Holy Strength", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+2.")
    made.enters(aura, attached_to="grizzly-bears")

    assert "2 +1/+1" in shown(made).text
    assert "attached to grizzly-bears" in shown(made).text


def test_a_result_shows_what_effects_made_of_objects() -> None:
    found = shown(solve(story()))

    assert "The Saproling is a 1/1 green Saproling Forest land creature" in found.text
    assert "Overgrown Tomb is a Mountain land" in found.text
    assert "Blood Moon is a red enchantment." not in found.text


def test_an_object_shows_what_it_is() -> None:
    found = shown(solve(story())["saproling"])

    assert "Land Creature — Saproling Forest" in found.text
    assert "{T}: Add {G}." in found.text
    assert "loyalty" not in found.text


def test_a_layer_shows_its_steps() -> None:
    found = shown(solve(story()).layer("4"))

    assert "(613.1d)" in found.text
    assert "613.8b" in found.text
    assert "Blood Moon" in found.text


def test_a_layer_without_steps_shows_itself() -> None:
    assert "613.1c" in shown(solve(story()).layer("3")).text


def test_a_step_shows_choice_and_changes() -> None:
    found = shown(solve(story()).layer("4").steps[1])

    assert "Life and Limb" in found.text
    assert "Forest" in found.text


def test_a_step_of_a_result_that_was_cut_shows_itself() -> None:
    step = solve(story()).at("4", 1).layer("4").steps[0]

    assert "Blood Moon" in shown(step).text


def test_an_explanation_shows_its_sentences() -> None:
    found = shown(solve(story()).explain("saproling"))

    assert "The Saproling is a 1/1 green Saproling Forest land creature" in found.text
    assert "613.8b" in found.text
    assert "For a learner" in found.text


def test_a_table_of_pairs_shows_who_depends() -> None:
    result = solve(story())
    found = shown(result.explainer.table(result.layer("4").steps[0]))

    assert "Overgrown Tomb" in found.text
    assert "scope" in found.text
    assert "table" in found.tags


def test_a_difference_shows_both_sides() -> None:
    found = shown(difference(solve(board(MOON, LIMB, SAPROLING)), solve(story())))

    assert "Mountain" in found.text
    assert "Forest" in found.text


def test_a_graph_shows_its_drawing() -> None:
    svg = solve(story()).layer("4").steps[0].graph._repr_svg_()
    root = ElementTree.fromstring(svg or "")  # noqa: S314

    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Life and Limb" in "".join(root.itertext())
    assert solve(story()).layer("4").steps[0].graph._repr_html_() is None


def test_a_graph_made_from_one_shows_nothing_of_its_own() -> None:
    graph = solve(story()).layer("4").steps[0].graph

    assert graph.reverse().step is None
    assert graph.reverse()._repr_svg_() is None
    assert repr(graph) == "<dependency graph: 2 effects, 2 dependencies>"


@pytest.mark.parametrize("form", ["html", "svg"])
def test_what_is_shown_is_the_same_each_time(form: Form) -> None:
    once, again = solve(story()), solve(story())

    for one, other in ((once, again), (once.layer("4"), again.layer("4")), (once.steps[0], again.steps[0])):
        assert rendered(one, form) == rendered(other, form)


def test_names_and_texts_are_escaped() -> None:
    made = board(card("<script>alert(1)</script>", "Creature — Bear", size="1/1"), players=("<b>", "&amp;"))
    result = solve(made)

    for value in (made, result, result["script-alert-1-script"], result.explain("script-alert-1-script")):
        html = value._repr_html_()
        assert "<script" not in (html or "")
        assert "<b>" not in (html or "")


def test_a_drawing_in_html_is_a_picture_with_its_title() -> None:
    found = picture('<svg xmlns="http://www.w3.org/2000/svg"><title>A &amp; "B"</title></svg>')
    code = re.search(r'base64,([^"]+)"', found)

    assert Text(found).alts == ['A & "B"']
    assert code is not None
    assert b64decode(code[1]).startswith(b"<svg")


def test_nothing_that_is_shown_has_inline_svg() -> None:
    """Viewers that do not trust a notebook, as GitHub's, take it out."""
    result = solve(story())

    for value in (story(), result, *result.layers, *result.steps):
        assert "<svg" not in (value._repr_html_() or "")


def test_every_renderer_is_asked() -> None:
    values = [story(), (result := solve(story())), result["saproling"], result.layers[0], result.steps[0]]
    values += [result.explain("saproling"), result.steps[0].graph]
    values += [result.explainer.table(result.steps[0]), difference(result, solve(board()))]
    values += [orders(story()), verdict(story()), what_if(story()), flips(story(), "saproling"), contradiction()]
    values += [decisive(story(), "saproling"), depends("Blood Moon", "Life and Limb", most=0)]

    forms: tuple[Form, ...] = ("html", "svg")
    assert {(type(each).__name__, form) for each in values for form in forms if rendered(each, form)} == set(RENDERERS)


def test_importing_mtglayers_loads_no_renderer() -> None:
    code = (
        "import sys, mtglayers; heavy = ('mtglayers', 'pandas', 'anywidget', 'networkx')\n"
        "print(sorted(name for name in sys.modules if name.startswith(heavy)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == (
        "['mtglayers', 'mtglayers.model', 'mtglayers.model.support', 'mtglayers.model.support.display', "
        "'mtglayers.model.support.guesses']"
    )


def test_questions_show_their_answers() -> None:
    made = board(MOON, LIMB, SAPROLING, TOMB, players=("Ana", "Ben"))

    assert "Blood Moon is older than Life and Limb" in shown(orders(made)).text
    assert "without Overgrown Tomb: subtypes: loses Forest, gains Mountain" in shown(decisive(made, "saproling")).text
    assert "None of the objects tried changes it" in shown(flips(made, "saproling")).text
    assert "Settled: the outcome is the same" in shown(verdict(made)).text


def test_what_would_be_names_both_sides() -> None:
    found = shown(what_if(story(), without=["overgrown-tomb"]))

    assert "Only as it is" in found.text
    assert "Layer 4: types" in found.text
    assert {"del", "ins"} <= set(found.tags)


def contradiction() -> Found:
    query = {
        "title": "A large bear",
        "timeline": [{"enters": "Grizzly Bears"}],
        "expect": {"objects": {"grizzly-bears": {"power": 3}}},
    }
    return find(read_query(query))


def test_what_clashes_is_a_list() -> None:
    found = shown(contradiction())

    assert "no solution" in found.text.lower()
    assert "- " not in found.text


def test_an_undecided_board_marks_what_differs() -> None:
    chain = board(
        card("Tide", "Enchantment", "All Mountains are Islands."),
        card("Bloom", "Enchantment", "All Swamps are Forests."),
        card("Mire", "Enchantment", "All Islands are Swamps."),
        {"name": "Mountain", "type_line": "Basic Land — Mountain"},
    )
    found = shown(verdict(chain, edition="2006-06-01"))

    assert "Not settled by the rules as written: 2 outcomes" in found.text
    assert {"del", "ins"} <= set(found.tags)
