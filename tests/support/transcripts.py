"""The transcripts of the documentation: commands, and what they print.

``python -m tests.support.transcripts`` writes the output of the commands of all pages.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from click.testing import CliRunner

from mtglayers.cli.main import main

from .pages import PAGES
from .paths import ROOT

LEFT_OUT: Final = "...\n"
"""The last line of a transcript that ends early: as many paragraphs are shown as stand above it."""

_SHOWN = re.compile(r"(^```console\n\$ mtglayers (?!serve)(.*?)\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE)
_CLIENT = re.compile(r"(```console\n\$ node examples/client.mjs\n)(.*?)(```)", re.DOTALL)
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
        return _SHOWN.sub(lambda found: found[1] + _shown(found[2], found[3]) + found[4], text)


def with_client(text: str) -> str:
    """Return a document with the output of the clients in `examples`, as the Python one prints it."""
    if not _CLIENT.search(text):
        return text
    client = [sys.executable, str(ROOT / "examples" / "client.py"), sys.executable, "-m", "mtglayers"]
    ran = subprocess.run(client, check=True, capture_output=True, encoding="utf-8", cwd=ROOT).stdout
    return _CLIENT.sub(lambda found: found[1] + ran + found[3], text)


def with_engine(text: str) -> str:
    """Return a document with the output of the engine in `examples`, which needs node."""
    if not _ENGINE.search(text):
        return text
    with TemporaryDirectory() as folder, chdir(folder):
        _printed(_ENGINES_BOARDS)
        ran = run_engine("kit/", "answers.jsonl")
        return _ENGINE.sub(lambda found: found[1] + ran + found[2] + _printed(found[3].split()) + found[4], text)


def run_engine(*arguments: str) -> str:
    """Run the engine in `examples` in the current folder, and return what it prints."""
    engine = ["node", str(ROOT / "examples" / "engine.mjs"), *arguments]
    return subprocess.run(engine, check=True, capture_output=True, encoding="utf-8").stdout


def _shown(command: str, before: str) -> str:
    """Return the output of a command, as far as the document shows it."""
    output = _printed(shlex.split(command))
    if not before.endswith(LEFT_OUT):
        return output
    shown = before.removesuffix(LEFT_OUT).strip("\n").count("\n\n") + 1
    return "\n\n".join(output.split("\n\n")[:shown]) + "\n\n" + LEFT_OUT


def _printed(arguments: list[str]) -> str:
    return CliRunner().invoke(main, arguments, prog_name="mtglayers").output


def _write(page: Path) -> None:
    document = with_client(written(page.read_text(encoding="utf-8")))
    page.write_text(with_engine(document) if shutil.which("node") else document, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    for source in PAGES.values():
        _write(source)
