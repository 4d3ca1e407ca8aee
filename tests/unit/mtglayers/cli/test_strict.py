"""Events that are not legal: named in every text, and refused by every command under `strict`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mtglayers.cli.main import main

from ....support.paths import ROOT

TIMELINE = [
    {"enters": ["Forest", "Grizzly Bears"]},
    {"resolves": "Giant Growth", "targets": ["forest"]},
    {"expect": {"objects": {"grizzly-bears": {"power": 2}}}},
]
SAID = "Forest is not a legal target of Giant Growth, which needs a creature (115.1)."
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
    assert SAID in " ".join(run(command, puzzle(tmp_path), *options).stdout.split())


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


def test_both_boards_of_diff_heed_strict(tmp_path: Path) -> None:
    """The option refuses what the puzzle allows."""
    loose, found = (run("diff", puzzle(tmp_path), "--until", "4..7b", *strict) for strict in ((), ("--strict",)))
    assert loose.exit_code == 0
    assert found.exit_code == 2
    assert REASON in found.stderr


def test_an_exported_vector_has_no_event_that_its_puzzle_refuses(tmp_path: Path) -> None:
    loose = run("vectors", "export", str(tmp_path / "kit"), puzzle(tmp_path))
    found = run("vectors", "export", str(tmp_path / "other"), puzzle(tmp_path, strict=True))
    assert (loose.exit_code, found.exit_code) == (0, 2)
    assert "x.json:1: " in found.stderr
    assert REASON in found.stderr


def test_readings_that_change_the_result_only_together_are_named() -> None:
    found = run("solve", str(ROOT / "puzzles" / "a-tie-that-matters-only-if-released.toml"))
    assert "Several readings apply together, which `mtglayers solve --verdict` lists." in " ".join(found.stdout.split())


def test_a_digest_is_not_shown() -> None:
    """The catalogue shortens long phrases; people do not see the digest of the rest."""
    found = run("solve", "Aether Web", "Plate Armor").stdout
    assert "can block creatures …" in " ".join(found.split())
    assert not re.search("… [0-9a-f]{6}", found)
