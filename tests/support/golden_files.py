"""Comparison with the texts in tests/golden; ``REWRITE_GOLDEN=1`` rewrites them."""

from __future__ import annotations

import os

from .paths import TESTS

FOLDER = TESTS / "golden"


def assert_golden(name: str, text: str) -> None:
    """Compare `text` with the file `name` of tests/golden."""
    path = FOLDER / name
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")

    assert path.is_file(), f"{path} is not there; see tests/golden/README.md"
    assert text == path.read_text(encoding="utf-8")
