"""What is put into the page, and what it saves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..support.browser import MISSING, PROGRAM
from ..support.paths import ROOT
from .visitor import DESKTOP, MOUNTAIN, PHONE, Visitor, saproling

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
pytestmark = [pytest.mark.browser, pytest.mark.skipif(PROGRAM is None, reason=MISSING)]


def test_quick_entries_are_all_added_in_their_order(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.tap("Ben")
    for line in ("2x Forest", "Humility", "Opalescen", "1x Glorious Anthem", "Grizzly Bears"):
        visitor.enter(line)
    visitor.page.locator(".tile").nth(5).wait_for()
    names = ["Forest", "Forest", "Humility", "Opalescence", "Glorious Anthem", "Grizzly Bears"]
    assert visitor.names() == names
    assert visitor.page.locator(".side").last.locator(".tile").count() == 6
    visitor.is_sound()


def test_many_cards_are_pasted_and_text_is_never_markup(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service)
    visitor.tap("Ben")
    visitor.enter("Ann: 20x Grizzly Bears\n19x Goblin token\nAnn: Glorious Anthem")
    visitor.page.locator(".tile .size", has_text="3/3 printed 2/2").nth(19).wait_for()
    assert visitor.page.locator(".tile .size", has_text="printed").count() == 20
    assert visitor.page.get_by_role("heading", level=1).count() == 1
    assert [side.locator(".tile").count() for side in visitor.page.locator(".side").all()] == [21, 19]
    visitor.page.locator(".steps", has_text="Grizzly Bears ×20").wait_for()
    visitor.enter("<img src=x onerror=alert(1)>")
    visitor.page.get_by_role("alert").wait_for()
    assert visitor.page.locator("img[src='x']").count() == 0
    assert visitor.box.input_value() == "<img src=x onerror=alert(1)>"  # it can be mended
    visitor.is_sound(refused=1)


def test_a_line_is_played_as_it_is_and_a_part_of_a_name_is_a_card(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    events = visitor.page.locator(".time li .link")

    def entered(line: str, *expected: str) -> None:
        visitor.enter(line)
        expect(events).to_have_text(list(expected))

    entered("forest tapped", "Forest")
    expect(visitor.page.locator(".tile.tapped")).to_have_count(1)
    entered("blod moon", "Forest", "Blood Moon")
    entered("serra ang", "Forest", "Blood Moon", "Serra Angel")
    entered("serra angel dies", "Forest", "Blood Moon", "Serra Angel", "Serra Angel leaves")
    visitor.enter("opalescence dies")
    visitor.page.get_by_role("alert").get_by_text("No object “opalescence” is on the board").wait_for()
    visitor.is_sound(refused=3)


def test_cards_are_put_into_other_zones(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.choose("tarmog", "Tarmogoyf")
    visitor.page.get_by_label("Into which zone").select_option("graveyard")
    visitor.box.fill("lightning bolt")
    visitor.page.locator("#found[aria-busy=false] li").first.tap()
    visitor.page.locator(".zone summary", has_text="Graveyard (1)").wait_for()
    visitor.enter("2x Forest")
    visitor.page.locator(".zone summary", has_text="Graveyard (3)").wait_for()
    visitor.page.locator(".tile .size", has_text="2/3").wait_for()
    visitor.is_sound()


def test_what_phased_out_comes_back_with_a_tap(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.enter("Grizzly Bears")
    visitor.tap("Change Grizzly Bears")
    visitor.tap("Phase out")
    visitor.tile("Grizzly Bears").wait_for(state="detached")
    visitor.tap("Grizzly Bears phases in")
    visitor.tile("Grizzly Bears").wait_for()
    visitor.is_sound()


def test_what_a_card_asks_is_answered_with_a_tap(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    for line in ("Grizzly Bears", "Clone", "Painter's Servant"):
        visitor.enter(line)
    visitor.tap("Ann: Clone as a copy of Grizzly Bears")
    visitor.page.locator(".tile .title", has_text="Clone").wait_for(state="detached")
    visitor.tap("Ann: Painter's Servant choosing blue")
    visitor.page.locator(".notes").wait_for(state="detached")
    assert visitor.page.locator(".tile .color.U").count() == 3
    assert visitor.names() == ["Grizzly Bears", "Grizzly Bears", "Painter's Servant"]
    visitor.is_sound()


def test_a_spell_without_a_target_is_given_one_with_a_tap(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    for line in ("Tarmogoyf", "Turn to Frog"):
        visitor.enter(line)
    visitor.page.get_by_role("alert").get_by_text("which target?").wait_for()
    assert visitor.page.locator("#found").count() == 0  # nothing covers the message
    visitor.tap("→ Tarmogoyf")
    visitor.answer("1/1 blue Frog")
    assert visitor.page.get_by_role("alert").count() == 0
    assert visitor.box.input_value() == ""
    visitor.is_sound(refused=1)


def test_the_menu_of_a_tile_changes_its_object(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    for line in ("Grizzly Bears", "Bonesplitter", "Ben: Serra Angel"):
        visitor.enter(line)
    visitor.tile("Serra Angel").wait_for()

    def menu(name: str) -> Any:
        visitor.tap(f"Change {name}")
        return visitor.page.get_by_role("dialog")

    menu("Bonesplitter").get_by_label("Attach to").select_option("grizzly-bears")
    visitor.page.locator(".size", has_text="4/2 printed 2/2").wait_for()
    menu("Grizzly Bears").get_by_role("button", name="Add one +1/+1 counter").tap()
    visitor.page.locator(".size", has_text="5/3").wait_for()
    visitor.page.keyboard.press("Escape")
    menu("Serra Angel").get_by_label("Controlled by").select_option("Ann")
    visitor.page.locator(".side").first.locator(".tile", has_text="Serra Angel").wait_for()
    menu("Serra Angel").get_by_label("Becomes a copy of").select_option("grizzly-bears")
    visitor.tile("Serra Angel").wait_for(state="detached")
    menu("Grizzly Bears 2").get_by_label("Other counters").fill("2 charge")
    visitor.page.keyboard.press("Enter")
    visitor.page.locator(".time li", has_text="+2 charge").wait_for()
    menu("Grizzly Bears 1").get_by_role("button", name="Tap", exact=True).tap()
    visitor.page.locator(".tile.tapped").wait_for()
    menu("Bonesplitter").get_by_role("button", name="Remove from the board").tap()
    visitor.page.get_by_role("alert").wait_for()  # an event attaches it
    visitor.is_sound(refused=1)


def test_an_own_card_is_written_with_hints(browser: Any, url: str) -> None:
    visitor = Visitor(browser, url, viewport=PHONE)
    visitor.box.fill("Elder of Elvenkind Xyz")
    visitor.tap("Write it as a card of your own")
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
    visitor.page.locator(".size", has_text="2/2 printed 1/1").wait_for()
    other = Visitor(browser, visitor.page.url)
    other.page.locator(".size", has_text="2/2 printed 1/1").wait_for()
    visitor.is_sound()


def test_files_of_every_kind_are_opened(browser: Any, service: str, tmp_path: Path) -> None:
    visitor = Visitor(browser, service, viewport=DESKTOP)
    chooser = visitor.page.locator("input[type=file]")
    puzzle = ROOT / "puzzles" / "blood-moon-life-and-limb.toml"
    chooser.set_input_files(puzzle)
    visitor.page.locator(".story", has_text="a Saproling and Overgrown Tomb").wait_for()
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


LINES = {
    "Mind Bend -> forest": "“Mind Bend” needs two words, as in “changing Swamp to Forest”",
    "Cryptic Command": "needs a mode from 1 to 4, as in “mode 1”",
    "forest transforms": "“Forest” is not double-faced, so it cannot transform",
    "Zed: Forest": "No player “Zed”",
    "Forest in narnia": "“narnia” is not a zone; the zones are",
    "999999x Forest": "At most 5000 objects",
    "x" * 3000: "A line can have at most 1000 characters",
    "Forest\nForesst": "“Foresst”; did you mean “Forest”",
    "title =": "Not valid TOML",
    '{"title": 3}': "Line 1: “title” must be a string",
    'title = "x"\n[[timeline]]\nenters = "Forest"\ntargets = 3': "Line 4: unknown key “targets”",
}
FILES = {
    "": "“f.txt” is empty",
    "%PDF-1.4": "“f.txt” is no puzzle, board or Forge game state",
    '{"players": [1], "timeline": [{}]}': "This is not a board",
    '{"players": ["Ann"], "timeline": [{"enters": {"name": "<b>"}}]}': "A card needs a “type_line”",
    "title = 'x'\n" + "[[timeline]]\nenters = 'Forest'\n" * 6000: "At most 5000 objects on a board",
}


def test_whatever_cannot_be_read_is_refused_in_a_sentence_and_the_board_stays(browser: Any, service: str) -> None:
    visitor = Visitor(browser, service, viewport=PHONE)
    visitor.enter("Forest")
    visitor.tile("Forest").wait_for()
    address = visitor.page.url
    for line, said in LINES.items():
        visitor.enter(line)
        visitor.page.get_by_role("alert").get_by_text(said).wait_for()
        assert visitor.box.input_value() == line  # it can be mended
    visitor.box.fill("")
    for text, said in FILES.items():
        file = {"name": "f.txt", "mimeType": "text/plain", "buffer": text.encode()}
        visitor.page.locator("input[type=file]").set_input_files(file)
        visitor.page.get_by_role("alert").get_by_text(said).wait_for()
    assert visitor.page.url == address
    assert visitor.names() == ["Forest"]
    assert [said for said in visitor.said if "status of 4" not in said] == []


def test_boards_are_saved_in_every_form(browser: Any, service: str, tmp_path: Path) -> None:
    visitor = saproling(browser, service, viewport=DESKTOP)
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
    other = Visitor(browser, service)
    other.page.locator("input[type=file]").set_input_files(file)
    other.answer(MOUNTAIN)
    visitor.is_sound()
