"""Reports: well formed for random boards, and short on a board on which everything touches everything."""

from __future__ import annotations

from random import Random

import hypothesis
import hypothesis.strategies as st

from mtglayers.html import report_html
from mtglayers.presentation.moments import moment_of_board, moments_of_lines

from ..generators.strategies import random_recipe
from ..support.boards import card
from ..support.html_pages import read_html
from ..unit.mtglayers.html.test_report import NOTHING, page_of, section

LORDS = (("Goblin King", "Goblin"), ("Zombie Master", "Zombie"))


@hypothesis.settings(max_examples=40)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_reports_of_random_boards_are_well_formed(seed: int) -> None:
    try:
        moment = moment_of_board(random_recipe(Random(seed)).build())
        steps = len(moment.result.steps)
    except ValueError:
        hypothesis.reject()

    page = page_of(moment)
    assert len([found for found in page.all("div") if "data-step" in found.attributes]) == steps


def test_a_board_on_which_everything_touches_everything_fits_into_a_page() -> None:
    """Of 48 lords each is made what it is by all others: the first are drawn, the others told."""
    text = "Other {0}s get +1/+1 and have flying."
    lords = [card(name, f"Creature — {kind}", text.format(kind), "2/2") for name, kind in LORDS]
    text = report_html(moments_of_lines([name for name, _ in LORDS for _ in range(24)], NOTHING, lords))
    reasons = section(read_html(text), "reasons")

    assert len(text) < 4_000_000
    assert 2 < len(reasons.all("figure")) < 20
    assert "draw FILE --object" in reasons.text
    changes = section(read_html(text), "layers").all("table", "mtgl-changes")[0]
    assert changes.all("tbody")[0].all("th")[0].text == "The second to 24th Goblin King"
