"""The page in a browser: boards are built by typing and tapping, answered, shared and kept."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..support.browser import MISSING, PROGRAM, pixels
from ..support.paths import ROOT
from .visitor import DESKTOP, FOREST, MOUNTAIN, PHONE, Visitor, saproling

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(PROGRAM is None, reason=MISSING)]

AXE = ROOT / "build" / "vendor" / "axe.min.js"
SIZES = (PHONE, {"width": 768, "height": 1024}, DESKTOP)


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


# --- A board, its answer and its address ---


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_board_is_built_answered_and_shared(browser: Any, url: str, size: dict[str, int], scheme: str) -> None:
    visitor = saproling(browser, url, viewport=size, color_scheme=scheme)
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
    assert steps.filter(has_text="dependency loop").count() == 0
    visitor.is_sound()


def test_quick_entries_are_all_added_in_their_order(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    visitor.tap("Ben")
    for line in ("2x Forest", "Humility", "Opalescen", "1x Glorious Anthem", "Grizzly Bears"):
        visitor.enter(line)
    visitor.page.locator(".tile").nth(5).wait_for()
    names = ["Forest", "Forest", "Humility", "Opalescence", "Glorious Anthem", "Grizzly Bears"]
    assert visitor.names() == names
    assert visitor.page.locator(".side").last.locator(".tile").count() == 6
    visitor.is_sound()


def test_many_cards_are_pasted_and_text_is_never_markup(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url)
    visitor.tap("Ben")
    visitor.enter("Ann: 20x Grizzly Bears\n19x Goblin token\nAnn: Glorious Anthem")
    visitor.page.locator(".tile .size", has_text="3/3 was 2/2").nth(19).wait_for()
    assert visitor.page.locator(".tile .size", has_text="was").count() == 20
    assert visitor.page.get_by_role("heading", level=1).count() == 1
    assert [side.locator(".tile").count() for side in visitor.page.locator(".side").all()] == [21, 19]
    visitor.page.locator(".steps", has_text="Grizzly Bears ×20").wait_for()
    visitor.enter("<img src=x onerror=alert(1)>")
    visitor.page.get_by_role("alert").wait_for()
    assert visitor.page.locator("img[src='x']").count() == 0
    assert visitor.box.input_value() == "<img src=x onerror=alert(1)>"  # it can be mended
    visitor.is_sound(refused=1)


def packed(data: bytes) -> str:
    """Return data as the page packs a board into its address."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "#b=" + base64.urlsafe_b64encode(squeezer.compress(data) + squeezer.flush()).decode().rstrip("=")


UNREADABLE = "This address contains no board that can be read; the board stays as it is."
UNKNOWN = {"players": ["Ann"], "timeline": [{"enters": "Grizzly Bares"}]}


@pytest.mark.parametrize(("fragment", "said", "refused"), [
    ("#x", "", 0), ("#b=", UNREADABLE, 0), ("#b=AAAA", UNREADABLE, 0), ("#b=%3Cscript%3E", UNREADABLE, 0),
    (packed(b"[1, 2]"), UNREADABLE, 0), (packed(bytes(50_000_000)), UNREADABLE, 0),
    (packed(json.dumps(UNKNOWN).encode()), "Unknown card “Grizzly Bares”; did you mean “Grizzly Bears”", 1),
], ids=["other", "empty", "garbage", "markup", "no-board", "bomb", "unknown-card"])  # fmt: skip
def test_a_broken_address_leaves_a_page_that_works(
    browser: Any, url: str, fragment: str, said: str, refused: int
) -> None:
    visitor = Visitor(browser, f"{url}/{fragment}")
    if said:
        visitor.page.get_by_role("alert").get_by_text(said).wait_for()
    visitor.tap("Blood Moon, then Urborg: Urborg's effect never applies")
    visitor.tile("Urborg").wait_for()
    visitor.is_sound(refused)


# --- Time ---


def test_changes_are_undone_by_button_key_and_browser(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
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


def test_the_board_after_an_event_is_shown_until_something_changes(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
    visitor.tap("Earlier: Life and Limb")
    visitor.page.locator(".time li:first-child", has_text="Life and Limb").wait_for()
    visitor.page.get_by_role("button", name="Show the board after: Life and Limb").tap()
    visitor.page.get_by_text("The board after event 1 is shown.").wait_for()
    visitor.tile("Blood Moon").wait_for(state="detached")
    visitor.tap("Undo")
    visitor.answer(MOUNTAIN)
    assert visitor.page.get_by_text("is shown.").count() == 0
    assert visitor.page.locator(".time li .link").all_inner_texts()[0] == "Blood Moon"
    visitor.is_sound()


def test_boards_are_kept_and_compared(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
    visitor.tap("Keep to compare")
    visitor.tap("Remove: Blood Moon")
    visitor.answer(FOREST)
    visitor.tap("What is different on board 1?")
    visitor.page.locator(".time li", has_text="Blood Moon would be there.").wait_for()
    visitor.page.locator(".time li", has_text=MOUNTAIN).wait_for()
    visitor.tap("Show board 1")
    visitor.answer(MOUNTAIN)
    visitor.is_sound()


# --- Questions and layers ---


def test_questions_are_answered(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
    visitor.select("Saproling")
    for question, said in (
        ("Does the order matter?", "in every order."),
        ("Under which rules?", "The same under the rules of every date since 2003-07-01."),
        ("Do the rules settle it?", "The rules settle it"),
        ("What if it were not there?", "Nothing else would change."),
        ("What if it had come first?", "Nothing would change."),
    ):
        visitor.tap(question)
        visitor.page.locator(".questions li", has_text=said).first.wait_for()
    symbols = visitor.page.locator(".answer").get_by_role("img", name="{R}").all()
    assert symbols  # not its code
    assert all(symbol.bounding_box()["width"] < 30 for symbol in symbols)
    visitor.tap("Explain the rules, too")
    visitor.page.locator(".lesson", has_text="Does one effect have to wait for another?").wait_for()
    visitor.page.locator(".rules summary").tap()
    visitor.page.get_by_label("Rules of").select_option("2003-07-01")
    visitor.page.locator(".rules summary", has_text="2003-07-01").wait_for()
    visitor.page.get_by_label("B2").select_option("literal")
    visitor.page.locator(".rules summary", has_text="literal").wait_for()
    other = Visitor(browser, visitor.page.url, viewport=PHONE)
    other.page.locator(".rules summary", has_text="2003-07-01 (literal)").wait_for()
    visitor.is_sound()


def test_answers_open_the_board_that_they_are_about(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=DESKTOP)
    visitor.page.locator("input[type=file]").set_input_files(
        ROOT / "puzzles" / "a-loop-member-waits-for-an-outsider.toml"
    )
    visitor.page.locator(".story").wait_for()
    visitor.tap("Do the rules settle it?")
    visitor.page.get_by_role("button", name="Read the rules this way").first.click()
    visitor.page.locator(".rules summary", has_text="(").wait_for()
    visitor.tap("Undo")
    visitor.page.locator(".rules summary", has_text="(").wait_for(state="detached")
    visitor.page.get_by_role("link", name="mtglayers").click()
    for line in ("Humility", "Opalescence"):
        visitor.enter(line)
    visitor.page.locator(".tile .size", has_text="4/4 had none").wait_for()
    visitor.tap("Under which rules?")
    visitor.tap("Use the rules of 2003-07-01")
    visitor.page.locator(".tile .size", has_text="1/1").wait_for()
    visitor.is_sound()


def test_questions_about_players_are_answered(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    visitor.enter("Reliquary Tower")
    visitor.select("Reliquary Tower")
    visitor.tap("What if it were not there?")
    visitor.page.locator(".questions li", has_text="Ann: max hand size 7 instead of none.").wait_for()
    visitor.select("Reliquary Tower")
    visitor.enter("Null Profusion")
    visitor.tile("Null Profusion").wait_for()
    visitor.tap("Does the order matter?")
    visitor.page.locator(".questions li", has_text="Ann has a maximum hand size of 2 exactly when").wait_for()
    visitor.is_sound()


def test_steps_are_gone_through_and_a_witness_is_lit(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=DESKTOP)
    tile = visitor.tile("Ben").or_(visitor.page.locator(".tile", has_text="Saproling")).first
    visitor.page.get_by_role("slider").press("Home")
    visitor.page.locator(".tile .type", has_text="Forest").wait_for()
    visitor.page.get_by_role("slider").press("ArrowRight")
    visitor.page.locator(".tile .type", has_text="Mountain").wait_for()
    assert visitor.page.locator(".tile.lit").count() == 0
    visitor.page.locator(".steps .because", has_text="Blood Moon depends on Life and Limb").tap()
    visitor.page.locator(".tile.lit").wait_for()
    assert "lit" in tile.get_attribute("class")
    visitor.is_sound()


# --- What is put in ---


def test_what_a_card_asks_is_answered_with_a_tap(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    for line in ("Grizzly Bears", "Clone", "Painter's Servant"):
        visitor.enter(line)
    visitor.tap("Clone as a copy of Grizzly Bears")
    visitor.page.locator(".tile .title", has_text="Clone").wait_for(state="detached")
    visitor.tap("Painter's Servant choosing blue")
    visitor.page.locator(".notes").wait_for(state="detached")
    assert visitor.page.locator(".tile .color.U").count() == 3
    assert visitor.names() == ["Grizzly Bears", "Grizzly Bears", "Painter's Servant"]
    visitor.is_sound()


def test_a_spell_without_a_target_is_given_one_with_a_tap(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    for line in ("Tarmogoyf", "Turn to Frog"):
        visitor.enter(line)
    visitor.page.get_by_role("alert").get_by_text("needs a target").wait_for()
    assert visitor.page.locator("#found").count() == 0  # nothing covers the message
    visitor.tap("→ Tarmogoyf")
    visitor.answer("1/1 blue Frog")
    assert visitor.page.get_by_role("alert").count() == 0
    assert visitor.box.input_value() == ""
    visitor.is_sound(refused=1)


def test_the_menu_of_a_tile_changes_its_object(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    for line in ("Grizzly Bears", "Bonesplitter", "Ben: Serra Angel"):
        visitor.enter(line)
    visitor.tile("Serra Angel").wait_for()

    def menu(name: str) -> Any:
        visitor.tap(f"Change {name}")
        return visitor.page.get_by_role("dialog")

    menu("Bonesplitter").get_by_label("Attach to").select_option("grizzly-bears")
    visitor.page.locator(".size", has_text="4/2 was 2/2").wait_for()
    menu("Grizzly Bears").get_by_role("button", name="+1/+1 counter").tap()
    visitor.page.locator(".size", has_text="5/3").wait_for()
    menu("Serra Angel").get_by_label("Controlled by").select_option("Ann")
    visitor.page.locator(".side").first.locator(".tile", has_text="Serra Angel").wait_for()
    menu("Serra Angel").get_by_label("Becomes a copy of").select_option("grizzly-bears")
    visitor.tile("Serra Angel").wait_for(state="detached")
    menu("Grizzly Bears 2").get_by_label("Counters").fill("2 charge")
    visitor.page.keyboard.press("Enter")
    visitor.page.locator(".time li", has_text="+2 charge").wait_for()
    menu("Grizzly Bears 1").get_by_role("button", name="Tap", exact=True).tap()
    visitor.page.locator(".tile.tapped").wait_for()
    menu("Bonesplitter").get_by_role("button", name="Never entered").tap()
    visitor.page.get_by_role("alert").wait_for()  # an event attaches it
    visitor.is_sound(refused=1)


def test_an_own_card_is_written_with_hints(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    visitor.box.fill("Elder of Elvenkind Xyz")
    visitor.tap("Write it as an own card")
    card = visitor.page.get_by_role("dialog", name="Own card")
    assert card.get_by_label("Name", exact=True).input_value() == "Elder of Elvenkind Xyz"
    card.get_by_label("Type line").fill("Creature — Elf")
    card.get_by_label("Power").fill("1")
    card.get_by_label("Toughness").fill("1")
    card.get_by_label("Text").fill("Flying\nOther Elves you control gets +1/+1.")
    card.locator(".understood", has_text="Flying").wait_for()
    assert card.locator("mark").inner_text() == "gets"
    card.get_by_role("button", name="Other Elves you control get +1/+1.").tap()
    card.locator(".understood", has_text="Other Elves").wait_for()
    card.get_by_role("button", name="Put it onto the battlefield").tap()
    visitor.tile("Elder of Elvenkind").wait_for()
    visitor.enter("Llanowar Elves")
    visitor.page.locator(".size", has_text="2/2 was 1/1").wait_for()
    other = Visitor(browser, visitor.page.url)
    other.page.locator(".size", has_text="2/2 was 1/1").wait_for()
    visitor.is_sound()


def test_files_of_every_kind_are_opened(browser: Any, url: str, tmp_path: Path) -> None:
    visitor = Visitor(browser, url, viewport=DESKTOP)
    chooser = visitor.page.locator("input[type=file]")
    puzzle = ROOT / "puzzles" / "blood-moon-life-and-limb.toml"
    chooser.set_input_files(puzzle)
    visitor.page.locator(".story", has_text="two visitors").wait_for()
    visitor.answer("Mountain")
    visitor.page.locator(".time li", has_text="Overgrown Tomb leaves").wait_for()
    visitor.page.locator(".story").get_by_role("button", name="3", exact=True).tap()
    visitor.tile("Overgrown Tomb").wait_for()

    state = tmp_path / "game.txt"
    state.write_text("humanbattlefield=Blood Moon;Overgrown Tomb|Tapped\nailife=17\n", encoding="utf-8")
    chooser.set_input_files(state)
    visitor.tile("Saproling").wait_for(state="detached")
    visitor.tap("Undo")
    visitor.tile("Saproling").wait_for()

    broken = tmp_path / "broken.json"
    broken.write_text('{"title": "x", "timeline": [{"enters": ', encoding="utf-8")
    chooser.set_input_files(broken)
    visitor.page.get_by_role("alert").get_by_text("This is not valid JSON").wait_for()
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    chooser.set_input_files(tmp_path / "picture.png")
    visitor.page.get_by_role("alert").get_by_text("is not a text file").wait_for()
    assert visitor.tile("Saproling").is_visible()

    transfer = visitor.page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'lines.txt')); return all; }",
        "Ana: Humility\nBen: Opalescence",
    )
    visitor.page.dispatch_event("main", "drop", {"dataTransfer": transfer})
    visitor.tile("Humility").wait_for()
    visitor.is_sound()


def test_boards_are_saved_in_every_form(browser: Any, url: str, tmp_path: Path) -> None:
    visitor = saproling(browser, url, viewport=DESKTOP)
    toml, forge = visitor.saved("Puzzle (TOML)"), visitor.saved("Forge")
    assert "[[timeline]]" in toml
    assert "battlefield=" in forge
    assert json.loads(visitor.saved("Puzzle (JSON)"))["timeline"][0]["enters"] == "Blood Moon"
    assert MOUNTAIN in visitor.saved("Report").replace("&nbsp;", " ")
    assert visitor.saved("Picture (SVG)").startswith("<svg")
    with visitor.page.expect_download() as download:
        visitor.tap("Picture (PNG)")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    visitor.tap("QR code")
    visitor.page.get_by_role("img", name="QR code").wait_for()
    file = tmp_path / "board.toml"
    file.write_text(toml, encoding="utf-8")
    other = Visitor(browser, url)
    other.page.locator("input[type=file]").set_input_files(file)
    other.answer(MOUNTAIN)
    visitor.is_sound()


# --- Learning, the keyboard, everybody ---


def test_the_puzzle_of_the_day_hides_its_answer(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
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


def test_every_famous_board_opens(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=DESKTOP)
    titles = visitor.page.locator(".famous button").all_inner_texts()
    for title in titles:
        visitor.tap(title)
        visitor.page.locator(".story", has_text=title).wait_for()
        visitor.page.locator(".answer .first, .answer .all").first.wait_for()
        visitor.page.get_by_role("link", name="mtglayers").click()
        visitor.page.locator(".famous").wait_for()
    assert len(titles) > 20
    visitor.is_sound()


def test_everything_by_keyboard(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url)
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
def test_no_barrier_is_found(browser: Any, url: str, scheme: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE, color_scheme=scheme)
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
    visitor.tap("Own card")
    visitor.page.get_by_role("dialog").wait_for()
    assert barriers() == []


def test_targets_can_be_hit_with_a_thumb(browser: Any, url: str) -> None:
    visitor = saproling(browser, url, viewport=PHONE)
    small = visitor.page.evaluate(
        """() => [...document.querySelectorAll("button:not(.link), select, input:not([hidden]), summary")]
            .filter((each) => each.checkVisibility() && each.type !== "range")
            .filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)"""
    )
    assert small == []
    assert re.search(r"#b=[\w-]{20,}$", visitor.page.url)


@pytest.mark.parametrize(("name", "size", "scheme"), [
    ("phone", PHONE, "light"), ("phone-dark", PHONE, "dark"), ("desktop", {"width": 1280, "height": 800}, "light"),
])  # fmt: skip
def test_the_pictures_of_the_documentation(
    browser: Any, url: str, name: str, size: dict[str, int], scheme: str, tmp_path: Path
) -> None:
    """`REWRITE_PICTURES=1` takes them again; fonts differ, so only what they show is compared."""
    visitor = saproling(browser, url, viewport=size, color_scheme=scheme, reduced_motion="reduce")
    visitor.choose("overgrown to", "Overgrown Tomb")
    visitor.select("Saproling")
    visitor.answer(FOREST)
    if name == "phone-dark":
        visitor.tap("Dependencies")
        visitor.page.locator("img.graph").wait_for()
        visitor.page.locator(".layers").evaluate("each => each.scrollIntoView()")
    kept = ROOT / "docs" / "pictures" / f"{name}.png"
    taken = kept if "REWRITE_PICTURES" in os.environ else tmp_path / "taken.png"
    visitor.page.screenshot(path=taken)
    assert pixels(taken)[:2] == pixels(kept)[:2] == (size["width"], size["height"])
    assert kept.stat().st_size < 120_000
