"""JSON as text."""

from __future__ import annotations

import json
from typing import Any


def json_text(data: Any) -> str:
    """Return JSON data as text, with keys in alphabetical order."""
    return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False)
