"""The README: one screen for a stranger, and the two commands that CI runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from ..support.pages import blocks
from ..support.paths import ROOT

PAGE = ROOT / "README.md"
README = PAGE.read_text(encoding="utf-8")


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 120


def test_it_begins_with_the_two_commands_and_ci_runs_exactly_them() -> None:
    first = next(blocks(PAGE, "sh"))
    commands = [shlex.split(line, comments=True) for line in first.splitlines()]
    ran = re.findall(r"^\./\w+", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)

    assert README.index(first) < README.index("\n## ")
    assert commands == [["./solve"], ["./test"]]
    assert ran == ["./solve", "./test"]


def test_it_leads_to_the_three_ways_in() -> None:
    doors = re.findall(r"^\*\*\[(.+?)\]\((.+?)\)\.\*\*", README, re.MULTILINE)

    assert doors == [
        ("At the table", "docs/table.md"),
        ("In a notebook", "docs/notebook.md"),
        ("In an engine", "docs/engine.md"),
    ]


def test_a_board_and_its_reason_stand_before_everything_else() -> None:
    console = next(blocks(PAGE, "console"))

    assert "613.8a" in console
    assert README.index(console) < README.index("docs/table.md")


def test_what_it_links_to_is_a_page_of_the_site() -> None:
    from ..support.pages import PAGES

    links = {(ROOT / link).resolve() for link in re.findall(r"\]\(([^)#:]+)\)", README)}
    assert links <= set(map(Path.resolve, PAGES.values()))
