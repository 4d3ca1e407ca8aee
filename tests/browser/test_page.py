"""The page in a browser: boards are answered, changed, compared and sent by their address."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest

from mtglayers.atlas.sample import sample

from ..support.browser import MISSING, PROGRAM
from ..support.paths import ROOT
from .visitor import DESKTOP, FOREST, MOUNTAIN, PHONE, SIZES, Visitor, saproling

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
pytestmark = [pytest.mark.browser, pytest.mark.skipif(PROGRAM is None, reason=MISSING)]


@pytest.mark.parametrize(
    ("size", "scheme"), list(zip(SIZES, ("light", "dark", "light"), strict=True)), ids=["phone", "tablet", "desktop"]
)
def test_a_board_is_built_answered_and_shared(browser: Any, service: str, size: dict[str, int], scheme: str) -> None:
    visitor = saproling(browser, service, viewport=size, color_scheme=scheme)
    visitor.answer("Blood Moon depends on Life and Limb")
    assert visitor.taps <= 12
    place = visitor.page.locator(".answer .first").bounding_box()
    assert visitor.page.evaluate("scrollY") == 0
    assert place["y"] + place["height"] < size["height"] / 2  # above a phone's keyboard
    visitor.tap("Dependencies")
    visitor.page.locator("img.graph").wait_for()
    visitor.is_sound()

    other = Visitor(browser, visitor.page.url)
    other.answer(MOUNTAIN)
    assert other.names() == visitor.names()
    other.is_sound()


def test_a_loop_comes_and_goes_and_who_is_older_decides(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=DESKTOP)
    visitor.choose("overgrown to", "Overgrown Tomb")
    visitor.select("Saproling")
    visitor.answer(FOREST)
    steps = visitor.page.locator(".steps > li")
    steps.filter(has_text="it is in a dependency loop with Life and Limb").or_(
        steps.filter(has_text="It is in a dependency loop with Life and Limb")
    ).first.wait_for()

    # Life and Limb becomes the older one, first by dragging its event, then by dragging its tile back.
    events = visitor.page.locator(".time li")
    events.filter(has_text="Life and Limb").drag_to(events.filter(has_text="Blood Moon"))
    visitor.answer(MOUNTAIN)
    visitor.tile("Life and Limb").drag_to(visitor.tile("Blood Moon"))
    visitor.tap("Life and Limb entered after Blood Moon")
    visitor.answer(FOREST)

    visitor.tap("Remove: Overgrown Tomb")
    visitor.answer(MOUNTAIN)
    expect(steps.filter(has_text="dependency loop")).to_have_count(0)
    visitor.is_sound()


def packed(data: bytes) -> str:
    """Return data as the page packs a board into its address."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "#b=" + base64.urlsafe_b64encode(squeezer.compress(data) + squeezer.flush()).decode().rstrip("=")


UNREADABLE = "This address contains no board that can be read; the board stays as it is."
UNKNOWN = {"players": ["Ann"], "timeline": [{"enters": "Grizzly Bares"}]}


@pytest.mark.parametrize(("fragment", "said", "refused"), [
    ("#x", "", 0), ("#b=", UNREADABLE, 0), ("#b=AAAA", UNREADABLE, 0), ("#b=%3Cscript%3E", UNREADABLE, 0),
    (packed(b"[1, 2]"), UNREADABLE, 0), (packed(b'{"players": ["A"], "timeline": [], "readings": 5}'), UNREADABLE, 0),
     (packed(bytes(50_000_000)), UNREADABLE, 0),
    (packed(json.dumps(UNKNOWN).encode()), "Unknown card “Grizzly Bares”; did you mean “Grizzly Bears”", 1),
], ids=["other", "empty", "garbage", "markup", "no-board", "no-readings", "bomb", "unknown-card"])  # fmt: skip
def test_a_broken_address_leaves_a_page_that_works(
    browser: Any, service: str, fragment: str, said: str, refused: int
) -> None:
    visitor = Visitor(browser, f"{service}/{fragment}")
    if said:
        visitor.page.get_by_role("alert").get_by_text(said).wait_for()
    visitor.tap("Blood Moon, then Urborg: Urborg's effect never applies")
    visitor.tile("Urborg").wait_for()
    visitor.is_sound(refused)


def test_changes_are_undone_by_button_key_and_browser(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    visitor.tap("Remove: Life and Limb")
    visitor.tile("Life and Limb").wait_for(state="detached")
    visitor.tap("Undo")
    visitor.answer(MOUNTAIN)
    visitor.tap("Redo")
    visitor.tile("Life and Limb").wait_for(state="detached")
    visitor.page.keyboard.press("Control+z")
    visitor.answer(MOUNTAIN)
    visitor.page.go_back()
    visitor.tile("Saproling").wait_for(state="detached")
    visitor.page.go_forward()
    visitor.answer(MOUNTAIN)
    visitor.page.reload()
    visitor.answer(MOUNTAIN)
    visitor.is_sound()


def test_the_board_after_an_event_is_shown_until_something_changes(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    visitor.tap("Earlier: Life and Limb")
    visitor.page.locator(".time li:first-child", has_text="Life and Limb").wait_for()
    visitor.page.get_by_role("button", name="Show the board after: Life and Limb").tap()
    visitor.page.get_by_text("The board after event 1 of").wait_for()
    visitor.tile("Blood Moon").wait_for(state="detached")
    visitor.tap("Undo")
    visitor.answer(MOUNTAIN)
    expect(visitor.page.locator(".moment")).to_have_count(0)
    expect(visitor.page.locator(".time li .link").first).to_have_text("Blood Moon")
    visitor.is_sound()


def test_boards_are_kept_and_compared(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=PHONE)
    visitor.tap("Keep to compare")
    visitor.tap("Remove: Blood Moon")
    visitor.answer(FOREST)
    visitor.tap("What is different on board 1?")
    visitor.page.locator(".time li", has_text="Blood Moon would be there.").wait_for()
    visitor.page.locator(".time li", has_text=MOUNTAIN).wait_for()
    visitor.tap("Show board 1")
    visitor.answer(MOUNTAIN)
    visitor.is_sound()


def test_questions_are_answered(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
    visitor.select("Saproling")
    for question, said in (
        ("Does the order matter?", "in every order."),
        ("Under which rules?", "The same under the rules of every date since 2003-07-01."),
        ("Do the rules settle it?", "The rules settle it"),
        ("What if Saproling were not there?", "Nothing else would change."),
        ("What if Saproling had come first?", "Nothing would change."),
    ):
        visitor.tap(question)
        visitor.page.locator(".questions li", has_text=said).first.wait_for()
    symbols = visitor.page.locator(".answer").get_by_role("img", name="{R}").all()
    assert symbols  # not its code
    assert all(symbol.bounding_box()["width"] < 30 for symbol in symbols)
    visitor.tap("Explain the rules, too")
    visitor.page.locator(".lesson", has_text="Does one effect have to wait for another?").wait_for()
    visitor.page.locator(".rules > summary").tap()
    visitor.page.get_by_label("Rules of").select_option("2003-07-01")
    visitor.page.locator(".rules > summary", has_text="2003-07-01").wait_for()
    visitor.page.locator(".rules > summary").tap()
    visitor.page.get_by_text("For judges").tap()
    visitor.page.get_by_label("B2").select_option("literal")
    visitor.page.locator(".rules > summary", has_text="literal").wait_for()
    other = Visitor(browser, visitor.page.url, viewport=PHONE)
    other.page.locator(".rules > summary", has_text="2003-07-01 (literal)").wait_for()
    visitor.is_sound()


def test_answers_open_the_board_that_they_are_about(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=DESKTOP)
    visitor.page.locator("input[type=file]").set_input_files(
        ROOT / "puzzles" / "a-loop-member-waits-for-an-outsider.toml"
    )
    visitor.page.locator(".story").wait_for()
    visitor.tap("Do the rules settle it?")
    visitor.page.get_by_role("button", name="Read the rules this way").first.click()
    visitor.page.locator(".rules > summary", has_text="(").wait_for()
    visitor.tap("Undo")
    visitor.page.locator(".rules > summary", has_text="(").wait_for(state="detached")
    visitor.page.get_by_role("link", name="mtglayers").click()
    for line in ("Humility", "Opalescence"):
        visitor.enter(line)
    visitor.page.locator(".tile .size", has_text="4/4 none printed").wait_for()
    visitor.tap("Under which rules?")
    visitor.tap("Use the rules of 2003-07-01")
    visitor.page.locator(".tile .size", has_text="1/1").wait_for()
    visitor.is_sound()


def test_questions_about_players_are_answered(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.enter("Reliquary Tower")
    visitor.select("Reliquary Tower")
    visitor.tap("What if Reliquary Tower were not there?")
    visitor.page.locator(".questions li", has_text="Ann: max hand size 7 instead of none.").wait_for()
    visitor.select("Reliquary Tower")
    visitor.enter("Null Profusion")
    visitor.tile("Null Profusion").wait_for()
    visitor.tap("Does the order matter?")
    visitor.page.locator(".questions li", has_text="Ann has a maximum hand size of 2 exactly when").wait_for()
    visitor.is_sound()


def test_a_card_that_it_may_depend_on_is_a_tap_from_its_board(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.enter("Blood Moon")
    visitor.select("Blood Moon")
    visitor.page.locator(".depends summary").tap()
    visitor.page.locator(".depends button", has_text="Life and Limb").first.tap()
    visitor.answer("Blood Moon depends on Life and Limb")
    assert "Life and Limb" in visitor.names()
    visitor.tap("Undo")
    visitor.tile("Life and Limb").wait_for(state="detached")
    visitor.is_sound()


def depends_of(visitor: Visitor, name: str) -> Any:
    """Open "may depend on" of a card on the board."""
    visitor.enter(name)
    visitor.select(name)
    visitor.page.locator(".depends summary", has_text=f"{name} may depend on").tap()
    return visitor.page.locator(".depends")


def test_the_cards_that_depend_and_those_that_are_depended_on_are_listed(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=DESKTOP)
    depends = depends_of(visitor, "Blood Moon")
    expect(depends.get_by_role("heading")).to_have_text(
        ["Blood Moon can depend on", "Cards that can depend on Blood Moon"]
    )
    mine, theirs = depends.locator("ul").nth(0), depends.locator("ul").nth(1)
    for cards, words in ((mine, "a Saproling creature"), (theirs, "a nonbasic Forest land")):
        cards.locator("button.small").tap()  # "and 12 more"
        why = cards.get_by_role("button", name="Life and Limb").locator("small")
        expect(why).to_have_text(f"layer 4, what it applies to; with {words}")
    rows = sample().of("Blood Moon")
    expect(mine.get_by_role("listitem")).to_have_count(sum(row.effect == "Blood Moon" for row in rows))
    expect(theirs.get_by_role("listitem")).to_have_count(sum(row.on == "Blood Moon" for row in rows))

    theirs.get_by_role("button", name="Life and Limb").tap()
    visitor.answer("Life and Limb depends on Blood Moon")
    visitor.is_sound()


def test_no_dependency_is_known_of_other_cards_and_of_emblems(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    said = "No dependency is known; the page knows those of layers 1 to 5."
    expect(depends_of(visitor, "Glorious Anthem")).to_contain_text(said)
    visitor.enter('emblem with "Creatures you control have flying."')
    visitor.page.locator("summary", has_text="Command (1)").tap()
    visitor.select("Emblem")
    visitor.page.locator(".depends summary", has_text="Emblem may depend on").tap()
    expect(visitor.page.locator(".depends")).to_contain_text(said)
    visitor.is_sound(refused=1)


def test_steps_are_gone_through_and_a_witness_is_lit(browser: Any, service: str) -> None:
    visitor = saproling(browser, service, viewport=DESKTOP)
    tile = visitor.tile("Ben").or_(visitor.page.locator(".tile", has_text="Saproling")).first
    visitor.page.get_by_role("slider").press("Home")
    visitor.page.locator(".tile .type", has_text="Forest").wait_for()
    visitor.page.get_by_role("slider").press("ArrowRight")
    visitor.page.locator(".tile .type", has_text="Mountain").wait_for()
    expect(visitor.page.locator(".tile.lit")).to_have_count(0)
    visitor.page.locator(".steps .because", has_text="Blood Moon depends on Life and Limb").tap()
    visitor.page.locator(".tile.lit").wait_for()
    assert "lit" in tile.get_attribute("class")
    visitor.is_sound()


def test_the_puzzle_of_the_day_hides_its_answer(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.tap("Puzzle of the day")
    visitor.page.get_by_label("Your answer").fill("a 1/1 Mountain")
    visitor.tile("").wait_for()
    assert visitor.page.locator(".answer, .layers").count() == 0
    assert visitor.page.locator(".tile.changed").count() == 0
    visitor.tap("See")
    visitor.page.locator(".answer .first").wait_for()
    visitor.page.locator(".said", has_text="a 1/1 Mountain").wait_for()
    visitor.page.locator(".story").wait_for()
    visitor.is_sound()
