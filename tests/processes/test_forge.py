"""Forge itself, where a program that asks it is installed: what it says about states of ours."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from mtglayers import Board
from mtglayers.forge import dump_of, forge_differences, read_forge, write_forge

ASK = os.environ.get("MTGLAYERS_FORGE", "")
BOARDS = {
    "lords": Board.of("Goblin King", "Goblin Piker", "Glorious Anthem"),
    "lands": Board.of("Blood Moon", "Bayou", "Forest"),
    "loss": Board.of("Serra Angel", "Humility"),
    "counters": Board.of("Grizzly Bears with two +1/+1 counters", "Levitation"),
}


@pytest.mark.skipif(not ASK, reason="MTGLAYERS_FORGE does not name a program that asks Forge (docs/forge.md)")
@pytest.mark.parametrize("name", BOARDS)
def test_forge_says_the_same_about_every_object(name: str, tmp_path: Path) -> None:
    text, _ = write_forge(BOARDS[name])
    file = tmp_path / f"{name}.pzl"
    file.write_text(text, encoding="utf-8")
    asked = subprocess.run([*shlex.split(ASK), str(file)], capture_output=True, check=True, text=True, timeout=600)
    assert list(forge_differences(read_forge(text), dump_of(asked.stdout))) == []
