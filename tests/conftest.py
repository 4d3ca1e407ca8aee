"""What tests share: hypothesis profiles and the paths of data that may or may not be there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import hypothesis
import pytest

os.environ["MTGLAYERS_CARDS"] = ""  # no test asks what this machine has imported

# Programs for libFuzzer, without doctests: they import what the extra `dev` does not bring.
collect_ignore_glob = ["fuzz/guided/*"]

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# "ci" draws the same examples everywhere; "dev" looks for new ones.
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
hypothesis.settings.register_profile("dev", max_examples=500, deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes long or needs more than Python, so that ``-m "not fuzz"`` and its kind leave it out."""
    for item in items:
        parts = item.path.relative_to(ROOT).parts
        for mark in ("properties", "fuzz", "processes", "browser", "notebook"):
            if mark in parts[:2] or (parts[0] == "tests" and mark in item.path.stem):
                item.add_marker(mark)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def puzzles(root: Path) -> Path:
    """The folder of puzzle files."""
    return root / "puzzles"


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """A function that finds a file or folder of the data kept beside the checkout, or skips the test."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"{path} is not there")
        return path

    return find


@pytest.fixture(scope="session")
def oracle_cards(shared: Callable[[str], Path]) -> Path:
    """Scryfall's "oracle cards" bulk file."""
    return shared("cards/oracle-cards.json")
