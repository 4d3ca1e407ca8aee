"""What somebody with a phone at a table sees without searching for it."""

from __future__ import annotations

from typing import Any

import pytest

from ..support.browser import MISSING, PROGRAM
from .visitor import PHONE, Visitor, saproling

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(PROGRAM is None, reason=MISSING)]


def test_a_long_answer_is_unfolded(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    height = "document.querySelector('.answer').clientHeight"
    folded = visitor.page.evaluate(height)
    visitor.tap("Show all")
    visitor.button("Show less").wait_for()
    assert visitor.page.evaluate(height) > folded
    visitor.tap("Show less")
    visitor.page.evaluate("scrollTo(0, 900)")
    visitor.tap("Show all")
    visitor.button("Show less").wait_for()
    assert visitor.page.evaluate("document.querySelector('.answer').getBoundingClientRect().top") >= 0
    visitor.tap("Show less")
    visitor.button("Show all").wait_for()
    assert visitor.page.evaluate(height) == folded
    visitor.is_sound()


def test_what_else_a_change_changes_is_said(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    assert visitor.box.evaluate("(box) => box === document.activeElement")  # the next card can be typed
    visitor.choose("stomping gr", "Stomping Ground")
    visitor.answer("The last change of the board also changed Saproling: now 1/1 Land Creature — Saproling Forest")
    visitor.page.locator(".other").get_by_role("button", name="Saproling").tap()
    visitor.answer("The Saproling is a 1/1")
    visitor.is_sound()


def test_looking_back_at_an_earlier_event_changes_nothing(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.enter("Grizzly Bears\nGlorious Anthem\nForest")
    visitor.page.locator(".size", has_text="3/3 printed 2/2").wait_for()
    visitor.select("Forest")
    visitor.page.get_by_role("button", name="Show the board after: Grizzly Bears").tap()
    visitor.answer("The board after event 1 of 3.")
    visitor.tile("Glorious Anthem").wait_for(state="detached")
    visitor.tap("End")
    visitor.answer("Forest is a basic Forest land")
    visitor.page.locator(".size", has_text="3/3 printed 2/2").wait_for()
    assert visitor.page.locator(".other").count() == 0
    visitor.is_sound()


def test_a_size_is_printed_unless_the_object_defines_it(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.enter("Woodland Changeling\nMaro\nGlorious Anthem")
    visitor.page.locator(".size", has_text="3/3 printed 2/2").wait_for()
    assert visitor.tile("Maro").locator(".size").inner_text() == "1/1"
    visitor.is_sound()


def test_a_moment_between_the_steps_is_marked(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    visitor.page.get_by_role("slider").press("Home")
    visitor.answer("The cards are shown after step 1 of 4;")
    visitor.tile("Saproling").locator(".type", has_text="Forest").wait_for()
    visitor.page.get_by_role("button", name="Next step").tap()
    visitor.answer("after step 2 of 4")
    visitor.tap("End")
    visitor.page.locator(".moment").wait_for(state="detached")
    visitor.is_sound()


def test_counters_are_counted_in_the_menu(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.choose("grizzly b", "Grizzly Bears")
    visitor.page.get_by_role("button", name="Change Grizzly Bears").tap()
    assert visitor.page.get_by_role("button", name="Transform").count() == 0  # it has one face
    one = visitor.page.get_by_role("button", name="Add one +1/+1 counter")
    for count in ("1", "2"):
        one.tap()
        visitor.page.locator(".counted output", has_text=count).wait_for()
    visitor.page.get_by_role("button", name="Remove one +1/+1 counter").tap()
    visitor.page.locator(".size", has_text="3/3 printed 2/2").wait_for()
    visitor.page.keyboard.press("Escape")
    visitor.is_sound()


def test_every_misspelled_line_of_a_paste_is_named(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.enter("Blod Moon\nForest\nRancr -> Forest")
    visitor.page.get_by_role("alert").wait_for()
    said = visitor.page.get_by_role("alert").inner_text()
    assert "“Blod Moon”" in said
    assert "“Rancr”" in said
    visitor.is_sound(refused=1)


def test_an_answer_to_a_question_comes_into_view(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    visitor.tap("Under which rules?")
    said = visitor.page.locator(".said li").first
    said.wait_for()
    assert said.evaluate("(said) => said.getBoundingClientRect().bottom <= innerHeight")
    visitor.is_sound()
