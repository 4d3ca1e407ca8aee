"""The tables of the rules, as written in the TOML files of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec


def table(name: str) -> dict[str, Any]:
    """Return the content of ``<name>.toml``, with dates as strings.

    It is read from ``<name>.json``, a copy made by ``tools/tables.py``, because TOML takes long to read.
    """
    found: dict[str, Any] = msgspec.json.decode(Path(__file__).with_name(f"{name}.json").read_bytes())
    return found
