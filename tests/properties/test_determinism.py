"""Same input, same bytes, under any PYTHONHASHSEED."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ..support.paths import ROOT

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
    "checks": ["check", "puzzles/", "--json"],
}  # fmt: skip


def output(arguments: list[str], seed: int) -> bytes:
    """Return what the command prints under a hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(
        [sys.executable, "-m", "mtglayers", *arguments], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert not done.stderr, done.stderr.decode()
    return done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_same_bytes_under_three_hash_seeds(name):
    """No set order reaches a user, a file or a hash."""
    outputs = {output(COMMANDS[name], seed) for seed in range(3)}

    assert len(outputs) == 1
    assert len(outputs.pop()) > 200
