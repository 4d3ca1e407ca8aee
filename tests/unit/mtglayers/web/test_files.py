"""The files of the page: everything that one of them asks for is there, and nothing comes from elsewhere."""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
import tomllib
from hashlib import sha256

import pytest

from mtglayers.web.files import FIRST, HEADERS, STATIC, TYPES, page_files

from ....support.paths import ROOT

OWN = sorted(name for name in page_files() if not name.startswith("vendor/"))
ASKED = re.compile(r"""(?:from|src=|href=)\s*["']([^"'#:$]+)["']""")


@pytest.mark.parametrize("name", OWN)
def test_what_a_file_asks_for_is_there(name: str) -> None:
    text = page_files()[name].data.decode("utf-8")
    for asked in ASKED.findall(text):
        path = (
            asked.removeprefix("page/")
            if name == FIRST
            else posixpath.normpath(posixpath.join(posixpath.dirname(name), asked))
        )
        assert path in page_files() or path.startswith("runtime/"), asked  # `page --build` adds the runtime


@pytest.mark.parametrize("name", OWN)
def test_a_file_names_no_host_and_has_no_inline_script_or_style(name: str) -> None:
    text = page_files()[name].data.decode("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|\bstyle=|\bon\w+=\"|<style|innerHTML", text)
    assert name != FIRST or not re.search(r"<script(?! type=\"module\" src=)", text)


def test_files_of_other_kinds_are_not_served() -> None:
    assert {path.suffix for path in STATIC.rglob("*") if path.is_file()} - set(TYPES) == {".toml"}
    assert "vendor/vendored.toml" not in page_files()
    assert "default-src 'none'" in HEADERS["content-security-policy"]
    assert "unsafe" not in HEADERS["content-security-policy"].replace("'wasm-unsafe-eval'", "")


def test_the_library_is_the_one_that_is_listed() -> None:
    listed = tomllib.loads((STATIC / "vendor" / "vendored.toml").read_text(encoding="utf-8"))
    assert {f"vendor/{name}" for name in listed} == page_files().keys() - set(OWN)
    for name, entry in listed.items():
        assert sha256(page_files()[f"vendor/{name}"].data).hexdigest() == entry["sha256"]


def test_the_page_is_small() -> None:
    """At most 300 KB without the runtime."""
    assert sum(len(file.data) for file in page_files().values()) < 300_000


def test_the_famous_boards_are_the_puzzles() -> None:
    """`python tools/famous.py` writes them again."""
    assert subprocess.run([sys.executable, "tools/famous.py", "--check"], cwd=ROOT, check=False).returncode == 0
