"""Same input, same bytes, under any hash seed: commands."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ..unit.mtglayers.cli.test_main import STORY


def python(*arguments: str, seed: str = "0", **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, encoding="utf-8", check=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip
    return done.stdout


@pytest.mark.parametrize("arguments", [("solve", STORY, "--story", "--json"), ("solve", STORY, "--story")])
def test_the_same_bytes_under_every_hash_seed(arguments: tuple[str, ...]) -> None:
    first, *others = (python("-m", "mtglayers", *arguments, seed=seed) for seed in ("0", "1", "42"))

    assert all(other == first for other in others)
