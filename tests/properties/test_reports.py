"""Reports: well formed for random boards, and the same bytes under any hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import hypothesis
import hypothesis.strategies as st

from mtglayers.presentation.moments import moment_of_board

from ..generators.strategies import random_recipe
from ..unit.mtglayers.html.test_report import STORY, page_of


@hypothesis.settings(max_examples=40)
@hypothesis.given(seed=st.integers(0, 2**32))
def test_reports_of_random_boards_are_well_formed(seed: int) -> None:
    try:
        moment = moment_of_board(random_recipe(Random(seed)).build())
        steps = len(moment.result.steps)
    except ValueError:
        hypothesis.reject()

    page = page_of(moment)
    assert len([found for found in page.all("div") if "data-step" in found.attributes]) == steps


def test_the_same_bytes_under_every_hash_seed() -> None:
    found = [
        subprocess.run(
            [sys.executable, "-m", "mtglayers", "report", str(STORY), "-o", "-"],
            capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "42")
    ]  # fmt: skip

    assert found[0] == found[1]
