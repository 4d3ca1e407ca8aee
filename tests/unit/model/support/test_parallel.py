"""Work spread over processes: the same results in the same order, from wherever it is started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mtglayers.model.support.parallel import spread

from ....support.paths import ROOT

CARD = {"name": "Odd Bears", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    assert list(spread(sum, range(10), jobs, size=3)) == [3, 12, 21, 9]
    assert list(spread(sum, (), jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_breaks_is_told(jobs: int) -> None:
    """An error of the source, or of the work, comes out as it is."""

    def broken() -> Iterator[int]:
        yield 1
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        list(spread(sum, broken(), jobs))
    with pytest.raises(TypeError):
        list(spread(sum, ["one"], jobs))


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "mtglayers", "cards", "coverage", "cards.json", "--jobs", "2"],
        ["-m", "mtglayers", "cards", "build", "cards.json", "--jobs", "2", "--out", "out.tsv"],
        ["-m", "mtglayers.model.cards.catalogue.build", "cards.json", "--jobs", "2", "--out", "out.tsv"],
    ],
)
def test_from_the_command_line(tmp_path: Path, command: list[str]) -> None:
    """Processes start anew (spawn), whatever started them, and nothing is left open for a warning."""
    (tmp_path / "cards.json").write_text(json.dumps([{**CARD, "name": f"Bears {place}"} for place in range(401)]))
    warned = ["-W", "error::DeprecationWarning", "-W", "error::ResourceWarning"]
    done = subprocess.run(
        [sys.executable, *warned, *command], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(("401 cards; 401 of them", "411 cards, "))
