"""The report in a real browser: its text and pictures are there, it fits, it can be stepped through, it is silent."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mtglayers.html import report_html
from mtglayers.presentation.moments import moments_of_file

from ..support.browser import MISSING, PROGRAM, Visit, pixels, screenshot, visit
from ..support.html_pages import read_html
from ..support.paths import ROOT

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)

PUZZLES = ROOT / "puzzles"
NOTHING = {"edition": None, "readings": None, "until": None}

PROBE = """
(function () {
  function box(each) { var b = each.getBoundingClientRect(); return [b.width, b.height]; }
  function seen() { return Array.from(document.querySelectorAll("[data-step]")).filter(
    function (each) { return each.getBoundingClientRect().height > 0; }).map(
    function (each) { return each.id; }); }
  var told = {
    title: document.title,
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
    heading: getComputedStyle(document.querySelector("h1")).color,
    paper: getComputedStyle(document.body).backgroundColor,
    tables: Array.from(document.querySelectorAll("main > section > div > table")).map(box),
    stepper: box(document.getElementById("stepper")),
    all: seen()
  };
  document.querySelectorAll("details").forEach(function (each) { each.open = true; });
  var shown = Array.from(document.querySelectorAll("svg")).filter(function (each) { return each.checkVisibility(); });
  told.pictures = shown.map(box);
  told.walks = shown.filter(function (each) { return each.closest(".mtgl-desk, .mtgl-thumb"); }).map(function (each) {
    return each.getBoundingClientRect().width - each.closest("figure").clientWidth; });
  told.small = Array.from(document.querySelectorAll("button, summary")).map(box).filter(
    function (each) { return each[1] > 0 && each[1] < 44; });
  told.unfolded = document.documentElement.scrollWidth;
  var buttons = document.querySelectorAll("#stepper button");
  buttons[1].click(); told.first = seen();
  buttons[1].click(); told.second = seen();
  buttons[0].click(); told.back = seen();
  buttons[2].click(); told.again = seen();
  var probe = document.createElement("pre");
  probe.id = "probe"; probe.textContent = JSON.stringify(told);
  document.body.appendChild(probe);
}());
"""


def report_of(name: str) -> str:
    file = PUZZLES / f"{name}.toml"
    return report_html(moments_of_file(str(file), NOTHING), file.read_text(encoding="utf-8"), file.name)


def probed(text: str) -> str:
    """Return a page with the probe at its end, which its policy then allows, too."""
    digest = base64.b64encode(hashlib.sha256(PROBE.encode()).digest()).decode()
    allowed = re.sub(r"(script-src) ", rf"\1 &#39;sha256-{digest}&#39; ", text, count=1)
    assert allowed != text
    return allowed.replace("</body>", f"<script>{PROBE}</script></body>")


def told(found: Visit) -> Any:
    (probe,) = (each for each in read_html(found.document.partition("\n")[2]).all("pre") if "id" in each.attributes)
    return json.loads("".join(map(str, probe.content)))


def opened(name: str, folder: Path, *, width: int = 1200) -> tuple[Visit, Any]:
    page = folder / "report.html"
    page.write_text(probed(report_of(name)), encoding="utf-8")
    found = visit(page, folder / "profile", width=width)
    return found, told(found)


def test_the_console_is_listened_to(tmp_path: Path) -> None:
    page = tmp_path / "noise.html"
    page.write_text("<!doctype html><title>x</title><script>console.log('a noise')</script>", encoding="utf-8")

    assert ["a noise" in line for line in visit(page, tmp_path / "profile").console] == [True]


@pytest.mark.parametrize("name", ["blood-moon-life-and-limb", "three-loop"])
def test_text_and_pictures_are_there_and_the_console_is_silent(name: str, tmp_path: Path) -> None:
    found, seen = opened(name, tmp_path)
    text = report_of(name)

    assert found.console == ()
    assert seen["title"] == read_html(text).all("title")[0].text
    assert len(seen["pictures"]) == text.count("<svg") - text.count('class="mtgl-thumb"') > 0
    assert all(width > 100 and height > 40 for width, height in seen["pictures"])
    assert all(width > 300 and height > 60 for width, height in seen["tables"])
    for section in read_html(text).all("main")[0].all("h2"):
        assert section.text in read_html(found.document.partition("\n")[2]).text


@pytest.mark.parametrize("name", ["blood-moon-life-and-limb", "celestial-dawn"])
def test_it_fits_a_telephone(name: str, tmp_path: Path) -> None:
    _, seen = opened(name, tmp_path, width=500)  # a headless browser makes no narrower window

    assert seen["room"] <= 500
    assert seen["wide"] <= seen["room"]
    assert seen["unfolded"] <= seen["room"]
    assert seen["walks"]
    assert max(seen["walks"]) <= 1  # nothing is cut off
    assert seen["small"] == []  # a thumb hits what can be tapped


def test_its_steps_can_be_gone_through_one_by_one(tmp_path: Path) -> None:
    _, seen = opened("blood-moon-life-and-limb", tmp_path)
    every = ["step-1", "step-2", "step-3", "step-4"]

    assert seen["stepper"][1] > 20
    assert [seen[when] for when in ("all", "first", "second", "back", "again")] == [
        every, ["step-1"], ["step-2"], ["step-1"], every,
    ]  # fmt: skip


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_to_be_seen_in_the_light_and_in_the_dark(tmp_path: Path, *, dark: bool) -> None:
    page, picture = tmp_path / "report.html", tmp_path / "report.png"
    page.write_text(report_of("blood-moon-life-and-limb"), encoding="utf-8")
    screenshot(page, picture, tmp_path / "profile", width=600, height=400, dark=dark)
    width, height, rows = pixels(picture)
    colors = {row[x : x + 3] for row in rows for x in range(0, len(row), 3)}
    corner = sum(rows[0][:3]) / 3

    assert (width, height) == (600, 400)
    assert len(colors) > 50
    assert corner < 64 if dark else corner > 192
