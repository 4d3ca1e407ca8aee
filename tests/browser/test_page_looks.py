"""The page for everybody: by keyboard, with a screen reader, with a thumb; and its pictures."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from ..support.browser import MISSING, PROGRAM, pixels
from ..support.paths import ROOT
from .visitor import DESKTOP, FOREST, PHONE, Visitor, saproling

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(PROGRAM is None, reason=MISSING)]

AXE = ROOT / "build" / "vendor" / "axe.min.js"


def test_everything_by_keyboard(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service)
    keyboard = visitor.page.keyboard
    keyboard.press("/")
    keyboard.type("humil")
    visitor.page.locator("#found li", has_text="Humility").first.wait_for()
    keyboard.press("Enter")
    visitor.tile("Humility").wait_for()
    keyboard.type("2x Grizzly Bears with a +1/+1 counter")
    keyboard.press("Enter")
    visitor.page.locator(".tile .face", has_text="Grizzly Bears").first.focus()
    keyboard.press("Enter")
    visitor.answer("Grizzly Bears is a 2/2 green Bear creature")
    keyboard.press("Tab")
    keyboard.press("Enter")
    visitor.page.get_by_role("dialog").wait_for()
    keyboard.press("Escape")
    visitor.page.get_by_role("dialog").wait_for(state="detached")
    keyboard.press("Control+z")
    visitor.tile("Grizzly Bears").wait_for(state="detached")
    visitor.is_sound()


@pytest.mark.skipif(not AXE.is_file(), reason=f"{AXE} is missing; `python tools/vendor.py --tests` fetches it")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_is_found(browser: Any, service: str, scheme: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE, color_scheme=scheme)
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))

    def barriers() -> list[tuple[str, str]]:
        found = visitor.page.evaluate("axe.run()")["violations"]
        return [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in ("serious", "critical")]

    assert barriers() == []
    visitor.box.fill("sapro")
    visitor.page.locator("#found li").first.wait_for()
    assert barriers() == []
    visitor.enter("Ann: Blood Moon\nAnn: Life and Limb\nBen: Saproling token\nBen: Clone")
    visitor.select("Saproling")
    visitor.tap("Dependencies")
    visitor.tap("QR code")
    visitor.page.locator(".steps .because").first.tap()
    visitor.page.locator(".qr").wait_for()
    assert barriers() == []
    visitor.tap("Change Saproling")
    visitor.page.get_by_role("dialog").wait_for()
    assert barriers() == []
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".depends summary").tap()
    visitor.page.get_by_text("No dependency is known").wait_for()
    assert barriers() == []
    visitor.box.fill("Elder")
    visitor.page.get_by_role("option", name="Own card “Elder”").tap()
    visitor.page.get_by_role("dialog").wait_for()
    assert barriers() == []


def test_targets_can_be_hit_with_a_thumb(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    small = visitor.page.evaluate(
        """() => [...document.querySelectorAll("button:not(.link), select, input:not([hidden]), summary")]
            .filter((each) => each.checkVisibility() && each.type !== "range")
            .filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)"""
    )
    assert small == []
    assert re.search(r"#b=[\w-]{20,}$", visitor.page.url)


def test_every_famous_board_opens(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=DESKTOP)
    visitor.page.locator(".famous button").first.wait_for()
    titles = visitor.page.locator(".famous button").all_inner_texts()
    for title in titles:
        visitor.tap(title)
        visitor.page.locator(".story", has_text=title).wait_for()
        visitor.page.locator(".answer .first, .answer .all").first.wait_for()
        visitor.page.get_by_role("link", name="mtglayers").click()
        visitor.page.locator(".famous").wait_for()
    assert len(titles) > 20
    visitor.is_sound()


@pytest.mark.parametrize(("name", "size", "scheme"), [
    ("phone", PHONE, "light"), ("phone-dark", PHONE, "dark"), ("desktop", {"width": 1280, "height": 800}, "light"),
    ("phone-depends", PHONE, "light"),
])  # fmt: skip
def test_the_pictures_of_the_documentation(
    browser: Any, service: str, name: str, size: dict[str, int], scheme: str, tmp_path: Path
) -> None:
    """`REWRITE_PICTURES=1` takes them again; fonts differ, so only what they show is compared."""
    visitor = saproling(browser, service, viewport=size, color_scheme=scheme, reduced_motion="reduce")
    visitor.choose("overgrown to", "Overgrown Tomb")
    visitor.select("Saproling")
    visitor.answer(FOREST)
    if name == "phone-dark":
        visitor.tap("Dependencies")
        visitor.page.locator("img.graph").wait_for()
        visitor.page.locator(".layers").evaluate("each => each.scrollIntoView()")
    if name == "phone-depends":
        visitor.select("Blood Moon")
        visitor.page.locator(".depends summary").tap()
        visitor.page.locator(".depends li").first.wait_for()
        visitor.page.locator(".depends").evaluate("each => each.scrollIntoView()")
    kept = ROOT / "docs" / "pictures" / f"{name}.png"
    taken = kept if "REWRITE_PICTURES" in os.environ else tmp_path / "taken.png"
    visitor.page.screenshot(path=taken)
    assert pixels(taken)[:2] == pixels(kept)[:2] == (size["width"], size["height"])
    assert kept.stat().st_size < 120_000
