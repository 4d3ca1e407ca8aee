"""Same input, same bytes, under any PYTHONHASHSEED."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from ..support.paths import ROOT
from ..unit.mtglayers.cli.test_main import STORY

COMMANDS = {
    "story as data": ["solve", "puzzles/blood-moon-life-and-limb.toml", "--story", "--json"],
    "story told": ["solve", "puzzles/blood-moon-life-and-limb.toml"],
    "loops and grants": [
        "solve", "Life and Limb", "Blood Moon", "Overgrown Tomb", "Saproling", "Humility", "Opalescence",
        "Enchanted Evening", "Muscle Sliver", "Arcane Adaptation choosing Goblin", "--json",
    ],
    "all orders": ["orders", "puzzles/blood-moon-life-and-limb.toml", "--at", "3", "--presence", "--json"],
    "all readings": ["solve", "puzzles/s1-just-after.toml", "--readings", "all"],
    "all editions": ["compare", "puzzles/s2-gray-ogre.toml"],
    "witness boards": ["depends", "Arcane Adaptation", "Life and Limb", "--most", "1", "--json"],
    "drawing": [
        "draw", "Blood Moon", "Life and Limb", "Conversion", "Kormus Bell", "Opalescence", "Enchanted Evening",
        "Urborg, Tomb of Yawgmoth", "March of the Machines", "Mycosynth Lattice", "Prismatic Omen",
        "Xenograft choosing Goblin",
        "Living Plane", "Ashaya, Soul of the Wild", "Magus of the Moon", "Overgrown Tomb", "Taiga",
    ],
    "story of several boards": ["solve", STORY, "--story"],
    "report": ["report", STORY, "-o", "-"],
    "checks": ["check", "puzzles/", "--json"],
}  # fmt: skip
PROGRAM = """
import json, sys
from click.testing import CliRunner
from mtglayers.cli.main import main

found = {}
for name, arguments in json.load(sys.stdin).items():
    result = CliRunner().invoke(main, arguments, prog_name="mtglayers")
    found[name] = result.stdout, result.stderr
json.dump(found, sys.stdout)
"""


@pytest.fixture(scope="module")
def printed() -> list[dict[str, list[str]]]:
    """What each command prints under two hash seeds, and its errors; one process for each seed runs all commands."""
    return [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", PROGRAM], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
                input=json.dumps(COMMANDS), capture_output=True, encoding="utf-8", check=True,
            ).stdout
        )
        for seed in ("0", "42")
    ]  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_same_bytes_under_two_hash_seeds(name: str, printed: list[dict[str, list[str]]]) -> None:
    """No set order reaches a user, a file or a hash."""
    (one, error), (other, _) = (found[name] for found in printed)

    assert error == ""
    assert one == other
    assert len(one) > 200
