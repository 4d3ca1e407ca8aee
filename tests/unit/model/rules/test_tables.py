"""The tables of the rules."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path

import pytest

from mtglayers.model.rules import tables

FOLDER = Path(tables.__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


def plain(value: object) -> object:
    """Return a value with its dates as strings, and its keys in order."""
    if isinstance(value, dict):
        return [(key, plain(each)) for key, each in value.items()]
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


@pytest.mark.parametrize("name", NAMES)
def test_the_copy_is_up_to_date(name: str) -> None:
    """Run `python tools/generate.py tables` after editing a TOML file."""
    written = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    assert plain(tables.table(name)) == plain(written)


def test_each_table_has_a_copy() -> None:
    assert NAMES == sorted(path.stem for path in FOLDER.glob("*.json")) != []
