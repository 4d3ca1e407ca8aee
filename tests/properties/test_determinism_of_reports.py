"""Same input, same bytes, under any hash seed: the report."""

from __future__ import annotations

import os
import subprocess
import sys

from ..unit.mtglayers.html.test_report import STORY


def test_the_same_bytes_under_every_hash_seed() -> None:
    found = [
        subprocess.run(
            [sys.executable, "-m", "mtglayers", "report", str(STORY), "-o", "-"],
            capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "42")
    ]  # fmt: skip

    assert found[0] == found[1]
