"""The page in a browser: boards are built by typing and tapping, answered, shared and kept."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from ..support.browser import MISSING, PROGRAM
from ..support.paths import ROOT

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(PROGRAM is None, reason=MISSING)]

PHONE = {"width": 360, "height": 740}
SIZES = (PHONE, {"width": 768, "height": 1024}, {"width": 1440, "height": 900})


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    command = [sys.executable, "-m", "mtglayers", "page", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as service:
        assert service.stdout
        yield service.stdout.readline().strip()
        service.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as library:
        found = library.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


class Visitor:
    """A page in a clean profile, what its console said, and the hosts that it asked."""

    def __init__(self, browser: Any, url: str, **options: Any) -> None:
        self.said: list[str] = []
        self.asked: set[str] = set()
        self.page = browser.new_context(has_touch=True, **options).new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.add(request.url.split("/v1/")[0].split("/page/")[0]))
        self.page.goto(url)
        self.box = self.page.get_by_role("combobox", name="Card, token or line")
        self.box.wait_for()

    def choose(self, typed: str, name: str) -> None:
        """Type a part of a name and tap what is found."""
        self.box.fill(typed)
        self.page.locator("#found li", has_text=name).first.tap()
        self.page.locator("#found").wait_for(state="detached")

    def enter(self, line: str) -> None:
        """Type a line and press Enter."""
        self.box.fill(line)
        self.box.press("Enter")

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.tap()

    def select(self, name: str) -> None:
        self.page.locator(".tile .face", has_text=name).first.tap()

    def answer(self, text: str) -> None:
        """Wait until the answer has the text."""
        self.page.locator(".answer", has_text=text).wait_for()

    def is_sound(self, refused: int = 0) -> None:
        """See that the console only names refused requests, and that no other host was asked and nothing is cut off."""
        assert [said for said in self.said if "status of 422" not in said] == []
        assert len(self.said) == refused
        assert len({each.split("#")[0].rstrip("/") for each in self.asked if not each.startswith("data:")}) == 1
        assert self.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def saproling(browser: Any, url: str, **options: Any) -> Visitor:
    """Return a visitor who has built the board of Blood Moon and Life and Limb by typing and tapping."""
    found = Visitor(browser, url, **options)
    found.choose("blood mo", "Blood Moon")
    found.choose("life and l", "Life and Limb")
    found.tap("Ben")
    found.choose("saproling", "Saproling creature token")
    found.select("Saproling")
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_board_is_built_answered_and_shared(browser: Any, url: str, size: dict[str, int], scheme: str) -> None:
    visitor = saproling(browser, url, viewport=size, color_scheme=scheme)
    visitor.answer("The Saproling is a 1/1 green Mountain Saproling land creature")
    visitor.answer("Blood Moon depends on Life and Limb")
    visitor.tap("Dependencies")
    visitor.page.locator("img.graph").wait_for()
    visitor.is_sound()

    other = Visitor(browser, visitor.page.url)
    other.select("Saproling")
    other.answer("1/1 green Mountain Saproling land creature")
    other.is_sound()


def test_time_goes_back_and_events_change_places(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
    visitor.enter("Forest becomes a Goblin")
    visitor.page.get_by_role("alert").wait_for()
    visitor.tap("Close")
    assert visitor.page.locator(".tile").count() == 3
    visitor.tap("Remove: Life and Limb")
    visitor.answer("The Saproling is a 1/1 green Saproling creature.")
    visitor.tap("Undo")
    visitor.answer("Mountain")
    visitor.tap("Earlier: Life and Limb")
    visitor.page.locator(".time li", has_text="Life and Limb").first.wait_for()
    assert visitor.page.locator(".time li .link").all_inner_texts()[0] == "Life and Limb"
    visitor.tap("Show the board after: Life and Limb")
    visitor.page.get_by_text("The board after event 1 is shown.").wait_for()
    visitor.page.locator(".tile", has_text="Blood Moon").wait_for(state="detached")
    visitor.tap("Show the end")
    visitor.answer("Mountain")
    visitor.is_sound(refused=1)


def test_questions_are_answered(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
    for question, said in (
        ("Does the order matter?", "in every order."),
        ("Under which rules?", "E03"),
        ("Do the rules settle it?", "The rules settle it"),
        ("What if it were not there?", "Nothing else would change."),
    ):
        visitor.tap(question)
        visitor.page.locator(".questions li", has_text=said).first.wait_for()
    visitor.page.get_by_label("Rules of").select_option("2003-07-01")
    visitor.answer("Saproling")
    visitor.is_sound()


def test_questions_about_players_are_answered(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    visitor.enter("Reliquary Tower")
    visitor.select("Reliquary Tower")
    visitor.tap("What if it were not there?")
    visitor.page.locator(".questions li", has_text="Ann: max hand size 7 instead of none.").wait_for()
    visitor.select("Reliquary Tower")
    visitor.enter("Null Profusion")
    visitor.page.locator(".tile", has_text="Null Profusion").wait_for()
    visitor.tap("Does the order matter?")
    visitor.page.locator(".questions li", has_text="Ann has a maximum hand size of 2 exactly when").wait_for()
    visitor.is_sound()


def test_everything_by_keyboard(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url)
    keyboard = visitor.page.keyboard
    visitor.box.focus()
    keyboard.type("humil")
    visitor.page.locator("#found li", has_text="Humility").first.wait_for()
    keyboard.press("Enter")
    visitor.page.locator(".tile", has_text="Humility").wait_for()
    keyboard.type("2x Grizzly Bears with a +1/+1 counter")
    keyboard.press("Enter")
    visitor.page.locator(".tile", has_text="Grizzly Bears").first.wait_for()
    visitor.page.locator(".tile .face", has_text="Grizzly Bears").first.focus()
    keyboard.press("Enter")
    visitor.answer("Grizzly Bears is a 2/2 green Bear creature")
    keyboard.press("Control+z")
    visitor.page.locator(".tile", has_text="Grizzly Bears").first.wait_for(state="detached")
    visitor.is_sound()


@pytest.mark.parametrize("fragment", ["#b=AAAA", "#b=%3Cscript%3E", "#b=", "#x"])
def test_a_broken_address_leaves_a_page_that_works(browser: Any, url: str, fragment: str) -> None:
    visitor = Visitor(browser, f"{url}/{fragment}")
    if fragment.startswith("#b=") and len(fragment) > 3:
        visitor.page.get_by_role("alert").wait_for()
    visitor.tap("Blood Moon and Urborg")
    visitor.page.locator(".tile", has_text="Urborg").wait_for()
    visitor.is_sound()


def test_many_cards_are_pasted_and_text_is_never_markup(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url)
    visitor.enter("Ann: 20x Grizzly Bears\nBen: 19x Goblin token\nAnn: Glorious Anthem")
    visitor.page.locator(".tile .size", has_text="3/3 was 2/2").nth(19).wait_for()
    assert visitor.page.locator(".tile .size", has_text="was").count() == 20
    assert visitor.page.get_by_role("heading", level=1).count() == 1
    assert visitor.page.locator(".tile").count() == 40
    visitor.enter("<img src=x onerror=alert(1)>")
    visitor.page.get_by_role("alert").wait_for()
    assert visitor.page.locator("img[src='x']").count() == 0
    visitor.is_sound(refused=1)
