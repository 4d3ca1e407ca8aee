"""JSON text and counted nouns."""

from __future__ import annotations

import json
from typing import Any


def json_text(data: Any) -> str:
    """Return JSON data as text, with keys in alphabetical order."""
    return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False)


def counted(number: int, noun: str) -> str:
    """Return a number and a noun: "1 puzzle", "2 puzzles"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("cy") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
