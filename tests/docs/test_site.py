"""The site of the documentation: where its links lead, and that a link to nowhere and a foreign file are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import website

from ..support.paths import ROOT


@pytest.mark.parametrize(
    ("link", "goal"),
    [
        ("notation.md", "notation.md"),
        ("../puzzles/FORMAT.md", "puzzle-file.md"),
        ("../puzzles/three-loop.toml", "boards/three-loop.md"),
        ("../notebooks/famous-puzzles.ipynb", "notebooks/famous-puzzles.md"),
        ("../examples/client.py", "files/examples/client.py"),
    ],
)
def test_links_lead_to_pages_boards_notebooks_and_files(link: str, goal: str) -> None:
    assert website.target(ROOT / "docs" / "table.md", link) == goal


def test_links_in_code_are_left() -> None:
    text = website.page("notation", ROOT / "docs" / "notation.md")

    assert "(puzzle-file.md)" in text
    assert "```notation" in text


def test_a_board_has_its_story_its_answer_and_its_file() -> None:
    text = website.board_page(ROOT / "puzzles" / "three-loop.toml")

    assert "# A loop of three against the timestamps" in text
    assert "$ mtglayers explain puzzles/three-loop.toml" in text
    assert '\nenters = "Conversion"' in text


def test_links_to_nowhere_and_foreign_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<p id="here"></p>', encoding="utf-8")
    (tmp_path / "style.css").write_text("@import url(https://fonts.example/a.css)", encoding="utf-8")
    (tmp_path / "index.html").write_text(
        '<a href="other.html#here"></a><a href="https://a.example/"></a><a href="other.html#there"></a>'
        '<a href="none.html"></a><script src="https://cdn.example/a.js"></script><img src="//cdn.example/a.png">',
        encoding="utf-8",
    )

    assert list(website.problems(tmp_path)) == [
        "index.html links to other.html#there",
        "index.html links to none.html",
        "index.html loads https://cdn.example/a.js",
        "index.html loads //cdn.example/a.png",
        "style.css loads https://fonts.example/a.css",
    ]
