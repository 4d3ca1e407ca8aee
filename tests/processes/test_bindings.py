"""The bindings in other languages: each runs its own tests against a real server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest

from ..support.paths import ROOT

BINDINGS = {
    "javascript": ("node", "--test", "test/"),
    "java": ("mvn", "--quiet", "--batch-mode", "test"),
    "rust": ("cargo", "test", "--quiet"),
}
UNREACHABLE = re.compile(
    r"Could not (?:transfer|find) artifact|failed to download|[Cc]ould not resolve host|Unknown host"
)
"""How Maven and Cargo say that a dependency cannot be fetched."""


@pytest.mark.parametrize("language", BINDINGS)
def test_a_binding_passes_its_own_tests(language: str, tmp_path: os.PathLike[str]) -> None:
    program, *arguments = BINDINGS[language]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    folder = shutil.copytree(
        ROOT / "bindings" / language, f"{os.fspath(tmp_path)}/{language}", ignore=shutil.ignore_patterns("target")
    )
    done = subprocess.run(
        [program, *arguments],
        capture_output=True, check=False, cwd=folder, encoding="utf-8", timeout=300,
        env={**os.environ, "MTGLAYERS": f"{sys.executable} -m mtglayers", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    said = done.stdout + done.stderr
    if done.returncode != 0 and UNREACHABLE.search(said):
        pytest.skip(f"the packages that {program} needs cannot be fetched")
    assert done.returncode == 0, said
