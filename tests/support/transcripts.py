"""The transcripts of the README: commands, and what they print; ``python -m tests.support.transcripts`` writes them."""

from __future__ import annotations

import re
from contextlib import chdir

from click.testing import CliRunner

from mtglayers.cli.main import main

from .paths import ROOT

PAGE = ROOT / "README.md"
_SHOWN = re.compile(r"(```console\n\$ mtglayers (.*?)\n)(.*?)(```)", re.DOTALL)


def commands(text: str) -> list[str]:
    """Return the commands of a document's transcripts, in their order."""
    return [found[2] for found in _SHOWN.finditer(text)]


def written(text: str) -> str:
    """Return a document with what its commands print now."""
    with chdir(ROOT):
        return _SHOWN.sub(lambda found: found[1] + CliRunner().invoke(main, found[2].split()).output + found[4], text)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
