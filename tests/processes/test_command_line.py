"""The command line as a process: closed pipes, completion in a shell, work over several processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mtglayers.cli.program import UNREAD

from ..support.paths import ROOT

STORY = "tests/data/story.toml"
CARD = {"name": "Odd Bears", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}


def process(*arguments: str, **options: object) -> subprocess.Popen[str]:
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "mtglayers", *arguments], encoding="utf-8", cwd=ROOT, stderr=subprocess.PIPE, **options
    )


@pytest.mark.parametrize("arguments", [("solve", STORY), ("solve", STORY, "--json"), ("--help",), ("check", STORY)])
def test_a_pipe_that_nobody_reads(arguments: tuple[str, ...]) -> None:
    """No traceback, no message: as when `head` has seen enough."""
    reading, writing = os.pipe()
    os.close(reading)
    with process(*arguments, stdout=writing) as done:
        os.close(writing)
        _, errors = done.communicate()

    assert (errors, done.returncode) == ("", UNREAD)


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not there to complete anything")
def test_bash_completes(tmp_path: Path) -> None:
    """The script, in the shell it is for; a name with a space comes back as one word with a backslash."""
    program = tmp_path / "mtglayers"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mtglayers "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = """
        eval "$(mtglayers completion bash)"
        COMP_WORDS=(mtglayers solve 'Blood\\ Moo'); COMP_CWORD=2
        _mtglayers_completion mtglayers
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, encoding="utf-8", check=True,  # noqa: S607
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip

    assert done.stdout == "Blood\\ Moon\n"


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "mtglayers", "cards", "coverage", "cards.json", "--jobs", "2"],
        ["-m", "mtglayers", "cards", "build", "cards.json", "--jobs", "2", "--out", "out.tsv"],
        ["-m", "mtglayers.model.cards.catalogue.build", "cards.json", "--jobs", "2", "--out", "out.tsv"],
    ],
)
def test_from_the_command_line(tmp_path: Path, command: list[str]) -> None:
    """Processes are started again (spawn), whatever started them, and nothing is left open for a warning."""
    (tmp_path / "cards.json").write_text(json.dumps([{**CARD, "name": f"Bears {place}"} for place in range(401)]))
    warned = ["-W", "error::DeprecationWarning", "-W", "error::ResourceWarning"]
    done = subprocess.run(
        [sys.executable, *warned, *command], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(("401 cards; every line is understood on 401 of them", "401 cards, "))
