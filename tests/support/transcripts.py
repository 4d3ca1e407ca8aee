"""The transcripts of the README: commands, and what they print; ``python -m tests.support.transcripts`` writes them."""

from __future__ import annotations

import re
import shutil
import subprocess
from contextlib import chdir
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from mtglayers.cli.main import main

from .paths import ROOT

PAGE = ROOT / "README.md"
_SHOWN = re.compile(r"(```console\n\$ mtglayers (.*?)\n)(.*?)(```)", re.DOTALL)
_ENGINE = re.compile(
    r"(```console\n\$ node examples/engine.mjs kit/ answers.jsonl\n).*?"
    r"(\$ mtglayers (vectors diff answers.jsonl --kit kit/)\n).*?(```)",
    re.DOTALL,
)
_ENGINES_BOARDS = ["vectors", "export", "kit/", str(ROOT / "puzzles" / "blood-moon-life-and-limb.toml")]


def commands(text: str) -> list[str]:
    """Return the commands of a document's transcripts, in their order."""
    return [found[2] for found in _SHOWN.finditer(text)]


def written(text: str) -> str:
    """Return a document with the current output of its commands."""
    with chdir(ROOT):
        return _SHOWN.sub(lambda found: found[1] + _printed(found[2].split()) + found[4], text)


def with_engine(text: str) -> str:
    """Return a document with the output of the engine in `examples`, which needs node."""
    with TemporaryDirectory() as folder, chdir(folder):
        _printed(_ENGINES_BOARDS)
        engine = ["node", str(ROOT / "examples" / "engine.mjs"), "kit/", "answers.jsonl"]
        ran = subprocess.run(engine, check=True, capture_output=True, encoding="utf-8").stdout
        return _ENGINE.sub(lambda found: found[1] + ran + found[2] + _printed(found[3].split()) + found[4], text)


def _printed(arguments: list[str]) -> str:
    return CliRunner().invoke(main, arguments).output


if __name__ == "__main__":
    document = written(PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(with_engine(document) if shutil.which("node") else document, encoding="utf-8", newline="\n")
