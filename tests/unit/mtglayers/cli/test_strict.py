"""Events that are not legal: named in every text, and refused by every command under `strict`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers.cli.main import main

TIMELINE = [
    {"enters": ["Forest", "Grizzly Bears"]},
    {"resolves": "Giant Growth", "targets": ["forest"]},
    {"expect": {"objects": {"grizzly-bears": {"power": 2}}}},
]
REASON = "`forest` is not a legal target of `giant-growth`, which needs a creature"


def puzzle(folder: Path, **keys: object) -> str:
    path = folder / "x.json"
    path.write_text(json.dumps({"title": "x", "timeline": TIMELINE} | keys), encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="mtglayers")


@pytest.mark.parametrize("arguments", [("solve",), ("solve", "--object", "grizzly-bears"), ("explain",)])
def test_not_legal_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    command, *options = arguments
    assert REASON in " ".join(run(command, puzzle(tmp_path), *options).stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [("solve",), ("solve", "--readings", "all"), ("compare",), ("orders",), ("explain",), ("forge", "write")],
)
def test_strict_is_not_ignored(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """The error names the file and line of the event."""
    loose, found = run(*arguments, puzzle(tmp_path)), run(*arguments, puzzle(tmp_path, strict=True))
    assert loose.exit_code == 0
    assert found.exit_code == 2
    assert "x.json:1: " in found.stderr
    assert REASON in found.stderr


def test_a_legal_event_is_not_refused(tmp_path: Path) -> None:
    """`refused` is checked by `solve`, too."""
    legal = {"resolves": "Giant Growth", "targets": ["grizzly-bears"], "refused": "IllegalEventError"}
    found = run("solve", puzzle(tmp_path, strict=True, timeline=[TIMELINE[0], legal]))
    assert found.exit_code == 2
    assert "not refused" in found.stderr
    illegal = {**TIMELINE[1], "refused": "IllegalEventError"}
    assert run("solve", puzzle(tmp_path, strict=True, timeline=[TIMELINE[0], illegal])).exit_code == 0
