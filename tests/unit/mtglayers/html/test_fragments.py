"""Fragments of HTML: what they say, that they are well-formed, and that nothing in a name escapes."""

from __future__ import annotations

import pytest

from mtglayers import solve
from mtglayers.html import (
    STYLE,
    difference_html,
    explanation_html,
    layer_html,
    orders_html,
    pairs_html,
    step_html,
    table_html,
)
from mtglayers.html.markup import Markup, escaped, several, tag
from mtglayers.model.board.board import Board
from mtglayers.solver.questions.compare import difference
from mtglayers.solver.questions.orders.orders import orders

from ....support.boards import BEAR, HUMILITY, LIMB, MOON, SAPROLING, TOMB, board, card
from ....support.html_pages import read_html

NASTY = "<img src=x onerror=alert(1)> & \"quotes\" 'n' </td></script><!--"


# --- Markup ---


def test_text_is_escaped_and_markup_is_not() -> None:
    assert escaped("a < b & \"c\" 'd'") == "a &lt; b &amp; &quot;c&quot; &#39;d&#39;"
    assert escaped(Markup("<b>")) == "<b>"
    assert several("<", [Markup("<b>"), None, ["&"]]) == "&lt;<b>&amp;"


def test_signs_that_html_cannot_hold_are_replaced() -> None:
    assert escaped("a\x00b\ud800c\x85d\ufffee\tf\n") == "a\ufffdb\ufffdc\ufffdd\ufffde\tf\n"


def test_attributes() -> None:
    assert tag("a", "x", href='?"&', data_label="y", class_="z", hidden=True, id=None) == (
        '<a href="?&quot;&amp;" data-label="y" class="z" hidden>x</a>'
    )


def test_elements_that_have_no_end() -> None:
    assert tag("br") == "<br>"
    assert tag("meta", charset="utf-8") == '<meta charset="utf-8">\n'


# --- The board ---


def cells(text: str) -> list[list[str]]:
    return [[cell.text for cell in row.all() if cell.name in ("th", "td")] for row in read_html(text).all("tr")]


def test_the_table_says_what_every_object_is_and_was() -> None:
    made = board(MOON, LIMB, SAPROLING)

    assert cells(table_html(solve(made), made)) == [
        ["object", "controller", "colors", "P/T", "types", "abilities"],
        ["Blood Moon", "A", "red", "", "Enchantment", "Nonbasic lands are Mountains."],
        [
            "Life and Limb", "A", "green", "", "Enchantment",
            "All Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to their "
            "other types.",
        ],
        [
            "Saproling", "A", "green", "1/1", "Land Creature — Saproling Mountain was Creature — Saproling",
            "{T}: Add {R}.",
        ],
    ]  # fmt: skip


def test_lost_abilities_are_struck_out() -> None:
    eagle = card("Storm Crow", "Creature — Bird", "Flying", size="1/2")
    (_, _, row) = read_html(table_html(solve(board(HUMILITY, eagle)))).all("tr")

    assert [found.text for found in row.all("del")] == ["1/2", "Flying"]
    assert [found.text for found in row.all("ins")] == ["1/1"]
    assert row.classes == ["mtgl-changed"]


def test_equal_objects_share_a_row() -> None:
    made = Board(cards=[BEAR])
    made.enters("Grizzly Bears", count=5)
    rows = cells(table_html(solve(made)))

    assert [row[0] for row in rows[1:]] == ["Grizzly Bears grizzly-bears … grizzly-bears-5 (5 identical)"]


def test_only_some_objects() -> None:
    rows = cells(table_html(solve(board(MOON, LIMB, SAPROLING)), ids=["saproling"]))

    assert [row[0] for row in rows[1:]] == ["Saproling"]


# --- Layers, steps, reasons ---


def test_a_layer_says_what_each_effect_did_and_why_it_was_its_turn() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    page = read_html(layer_html(result, result.layer("4")))
    first, second = (step for step in page.all("li") if "value" in step.attributes)

    assert page.all("h3")[0].text == "Layer 4: types (613.1d)"
    assert [said.text for said in first.all("p")] == [
        "Life and Limb (timestamp 2) applies to the Saproling: adds the card types Creature and Land, adds the "
        "subtypes Saproling and Forest.",
        "It waits for nothing; Blood Moon is older, but has to wait (613.8b).",
    ]
    assert [said.text for said in second.all("p")] == [
        "Blood Moon (timestamp 1) applies to the Saproling: sets the land type to Mountain.",
        "The only effect left in this layer.",
    ]


@pytest.mark.parametrize(
    ("lines", "layer", "said"),
    [
        ("Grizzly Bears; Ornithopter; Seeds of Strength -> Grizzly Bears, Ornithopter, Grizzly Bears", "7c",
         "applies: Grizzly Bears: gives +1/+1 twice; Ornithopter: gives +1/+1."),
        ("Grizzly Bears; Ornithopter; Sol Ring; Seeds of Strength -> Grizzly Bears, Ornithopter, Ornithopter", "7c",
         "applies: Grizzly Bears: gives +1/+1; Ornithopter: gives +1/+1 twice."),
        ("Arcane Lighthouse; B: Grizzly Bears; ability 2 of Arcane Lighthouse", "6",
         "removes hexproof and shroud, keeps it from having or gaining hexproof or shroud."),
    ],
)  # fmt: skip
def test_equal_operations_are_said_once_with_their_count(lines: str, layer: str, said: str) -> None:
    result = solve(Board.of(lines))

    assert said in read_html(layer_html(result, result.layer(layer))).text


def test_a_layer_without_steps() -> None:
    result = solve(board(MOON))

    assert read_html(layer_html(result, result.layer("5"))).text == "Layer 5: colors (613.1e) No effect applies."


def test_a_step_says_what_changed() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    page = read_html(step_html(result, result.layer("4").steps[1]))

    assert page.all("h4")[0].text == "Layer 4, step 2 of 2: Blood Moon applies"
    assert cells(page_table(step_html(result, result.layer("4").steps[1]), "mtgl-changes"))[1:] == [
        ["The Saproling", "type", "Land Creature — Saproling Forest", "Land Creature — Saproling Mountain"],
        ["ability", "“{T}: Add {G}.”", ""],
        ["ability", "", "“{T}: Add {R}.”"],
    ]


def test_a_step_says_who_depends_on_whom() -> None:
    result = solve(board(MOON, LIMB, SAPROLING, TOMB))
    text = step_html(result, result.layer("4").steps[0])

    assert cells(page_table(text, "mtgl-pairs")) == [
        ["effect", "and", "depends", "why"],
        [
            "Blood Moon", "Life and Limb", "yes: scope",
            "Life and Limb would make the Saproling a land, and Blood Moon would then also apply to it: Blood Moon "
            "depends on Life and Limb (613.8a, scope).",
        ],
        [
            "Life and Limb", "Blood Moon", "yes: scope",
            "Blood Moon would make Overgrown Tomb stop being a Forest, and Life and Limb would then no longer apply to "
            "it: Life and Limb depends on Blood Moon (613.8a, scope).",
        ],
    ]  # fmt: skip
    assert "Blood Moon and Life and Limb are in a dependency loop." in read_html(text).text
    (drawing,) = read_html(text).all("svg")
    assert "scope" in drawing.text


def test_the_table_of_pairs_says_who_was_chosen() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    page = read_html(pairs_html(result.explainer.table(result.layer("4").steps[0])))

    assert [row.all("td")[1].text for row in page.all("tr")[1:]] == ["yes: scope", "no"]
    assert page.all("p", "mtgl-why")[0].text == (
        "Life and Limb applies: it waits for nothing; Blood Moon is older, but has to wait (613.8b)."
    )


def test_of_many_effects_only_the_pairs_that_depend_are_told() -> None:
    crusade = card("Anthem", "Enchantment", "Creatures you control get +1/+1.")
    result = solve(board(BEAR, *[crusade] * 6))
    page = read_html(pairs_html(result.explainer.table(result.layer("7c").steps[0])))

    assert page.all("table") == []
    assert page.all("p", "mtgl-note")[0].text == "The 30 pairs are independent."


def page_table(text: str, class_: str) -> str:
    start = text.index(f'<table class="{class_}">')
    return text[start : text.index("</table>", start) + len("</table>")]


def test_a_step_that_changes_nothing() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    (step,) = result.layer("5").steps

    assert "It changes nothing." in read_html(step_html(result, step)).text


def test_an_explanation_begins_with_what_the_object_is() -> None:
    result = solve(board(MOON, LIMB, SAPROLING))
    page = read_html(explanation_html(result.explain("saproling")))

    assert page.all("p", "mtgl-summary")[0].text == (
        "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.”"
    )
    assert [found.text for found in page.all("p", "mtgl-layer")] == ["Layer 4, types (613.1d)"]


def test_an_explanation_for_learners_explains_the_rules() -> None:
    explained = solve(board(MOON, LIMB, SAPROLING)).explain("saproling")

    assert read_html(explanation_html(explained)).all("p", "mtgl-lesson") == []
    lessons = [each.text for each in read_html(explanation_html(explained, "learner")).all("p", "mtgl-lesson")]
    without = read_html(explanation_html(explained, pairs=False))
    assert without.all("p", "mtgl-pair") == []
    assert without.all("p", "mtgl-table")[0].text == ("Step 1, dependencies (613.8a): see the step.")
    assert lessons[0].startswith("Effects do not apply in the order in which they began")


def test_a_difference_strikes_out_the_one_side_and_marks_the_other() -> None:
    found = difference(solve(board(MOON, LIMB, SAPROLING)), solve(board(LIMB, SAPROLING)))
    page = read_html(difference_html(found, "with it", "without it"))

    assert page.all("p", "mtgl-summary")[0].text == "Only with it"
    assert [each.text for each in page.all("del")[:2]] == [
        "Blood Moon is a red enchantment.",
        "The Saproling is a 1/1 green Saproling Mountain land creature with “{T}: Add {R}.”",
    ]
    assert page.all("ins")[0].text == (
        "The Saproling is a 1/1 green Saproling Forest land creature with “{T}: Add {G}.”"
    )


# --- All of them ---


def fragments(made: Board) -> list[str]:
    result = solve(made)
    return [
        table_html(result, made),
        *(layer_html(result, layer) for layer in result.layers),
        *(step_html(result, step) for step in result.steps),
        *(explanation_html(result.explain(id)) for id in result),
    ]


def test_every_fragment_stands_in_one_element_of_the_class_that_the_style_is_about() -> None:
    for text in fragments(board(MOON, LIMB, SAPROLING, TOMB)):
        (whole,) = (piece for piece in read_html(text).content if not isinstance(piece, str) or piece.strip())
        assert not isinstance(whole, str)
        assert "mtgl" in whole.classes
    assert all("mtgl" in line or not line[:1].strip() or line[0] in "}@" for line in STYLE.splitlines())


def test_hostile_names_and_texts_show_and_do_nothing() -> None:
    crow = card(NASTY, "Creature — Bird", f"Flying\n{NASTY} can't block.", size="1/2")
    for text in fragments(board(HUMILITY, crow)):
        page = read_html(text)
        assert not page.all("img")
        assert not page.all("script")
    assert NASTY in read_html(table_html(solve(board(HUMILITY, crow)))).text


# --- Orders ---


def test_orders_say_what_becomes_of_objects_and_when() -> None:
    found = orders_html(orders(board(MOON, LIMB, SAPROLING, TOMB), presence=True))
    tomb, green, red = "Overgrown Tomb", "with “{T}: Add {G}.”", "with “{T}: Add {R}.”"
    moon, limb = "Blood Moon is older than Life and Limb", "Life and Limb is older than Blood Moon"

    assert cells(found) == [
        ["object", "outcome", "exactly when", "of 2 orders"],
        [
            "Saproling", f"The Saproling is a 1/1 green Saproling Forest land creature {green}",
            f"{moon} while {tomb} is present, or Blood Moon is absent", "1",
        ],
        [
            f"The Saproling is a 1/1 green Saproling Mountain land creature {red}", f"{limb}, or {tomb} is absent", "1",
        ],
        ["The Saproling is a 1/1 green Saproling creature.", "Life and Limb is absent", "none"],
        [tomb, f"{tomb} is a Mountain land {red}", f"{moon}, or Life and Limb or the Saproling is absent", "1"],
        [
            f"{tomb} is a 1/1 green Saproling Mountain land creature {red}", f"{limb} while the Saproling is present",
            "1",
        ],
        [f"{tomb} is a 1/1 green Swamp Forest Saproling land creature.", "Blood Moon is absent", "none"],
        ["outcome", "exactly when", "of 2 orders", "an order with this outcome, oldest first"],
        ["1", moon, "1", "Blood Moon, Life and Limb"],
        ["2", limb, "1", "Life and Limb, Blood Moon"],
    ]  # fmt: skip
    assert "2 objects with the same outcome in every order, whatever is absent" in found


def test_orders_with_one_outcome_have_no_tables() -> None:
    found = orders_html(orders(board(MOON, LIMB)))

    assert "<table" not in found
    assert "all with one outcome" in found


def test_orders_of_one_object() -> None:
    found = orders_html(orders(board(MOON, LIMB, SAPROLING)), ["saproling"])

    assert [row[-2:] for row in cells(found)] == [["exactly when", "of 2 orders"], ["In every order", "all"]]
