"""The pages of the documentation, which docs/pages.toml lists, and the blocks of code on them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .paths import ROOT

PAGES: Final[dict[str, Path]] = {
    name: ROOT / source
    for name, source in tomllib.loads((ROOT / "docs" / "pages.toml").read_text(encoding="utf-8"))["pages"].items()
}
"""The name of each page on the site, and its source."""

_BLOCK: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> Iterator[str]:
    """Yield the text of each block of a language on a page."""
    yield from (code for found, code in _BLOCK.findall(page.read_text(encoding="utf-8")) if found == language)


def shell_lines(page: Path) -> Iterator[str]:
    """Yield each line of the `sh` blocks of a page, excluding comments and empty lines."""
    for block in blocks(page, "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            command = re.sub(r"(^|\s+)#\s.*$", "", line).strip()
            if command:
                yield command
