"""The bindings in other languages: each runs its own tests against a real server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ..support.paths import ROOT

BINDINGS = {
    "javascript": ("node", "--test", "test/"),
    "java": ("mvn", "--quiet", "--batch-mode", "test"),
    "rust": ("cargo", "test", "--quiet"),
}
LOOPS = {
    "javascript": ("node", "examples/changes.mjs", "changes.json"),
    "java": (
        "mvn", "--quiet", "--batch-mode", "test-compile", "org.codehaus.mojo:exec-maven-plugin:3.5.0:java",
        "-Dexec.classpathScope=test", "-Dexec.mainClass=org.mtglayers.client.Changes", "-Dexec.args=changes.json",
    ),
    "rust": ("cargo", "run", "--quiet", "--example", "changes", "changes.json"),
}  # fmt: skip
"""Language -> the command that plays the loop of an engine."""
CHANGES = {
    "board": {
        "state": {
            "players": ["Ana", "Ben"],
            "objects": [
                {"id": "c1", "card": "Grizzly Bears", "controller": "Ana", "timestamp": 1},
                {"id": "c2", "card": "Glorious Anthem", "controller": "Ana", "timestamp": 2},
            ],
        }
    },
    "events": [
        {"marks": "c1", "set": {"tapped": True}}, {"counters": "c1", "put": {"+1/+1": 1}},
        {"enters": "Goblin King", "controller": "Ben"}, {"leaves": "c2"}, {"player": "Ana", "set": {"life": 17}},
    ],
}  # fmt: skip
UNREACHABLE = re.compile(
    r"Could not (?:transfer|find) artifact|failed to download|[Cc]ould not resolve host|Unknown host"
)
"""How Maven and Cargo say that a dependency cannot be fetched."""


@pytest.mark.parametrize("language", BINDINGS)
def test_a_binding_passes_its_own_tests(language: str, tmp_path: Path) -> None:
    folder = copied(language, tmp_path)
    run(folder, BINDINGS[language])

    (folder / "changes.json").write_text(json.dumps(CHANGES), encoding="utf-8")
    times = re.findall(r"\d+\.\d+", run(folder, LOOPS[language]))
    assert len(times) == 2


def copied(language: str, tmp_path: Path) -> Path:
    """Return a copy of a binding, if its tools are installed."""
    if shutil.which(BINDINGS[language][0]) is None:
        pytest.skip(f"{BINDINGS[language][0]} is not installed")
    ignored = shutil.ignore_patterns("target")
    return Path(shutil.copytree(ROOT / "bindings" / language, tmp_path / language, ignore=ignored))


def run(folder: Path, command: Sequence[str]) -> str:
    """Run a command, and return what it printed."""
    done = subprocess.run(
        command, capture_output=True, check=False, cwd=folder, encoding="utf-8", timeout=300,
        env={**os.environ, "MTGLAYERS": f"{sys.executable} -m mtglayers", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    said = done.stdout + done.stderr
    if done.returncode != 0 and UNREACHABLE.search(said):
        pytest.skip(f"the packages that {command[0]} needs cannot be fetched")
    assert done.returncode == 0, said
    return done.stdout
