"""Functions that write readable, reproducible JSON, with short values on one line."""

from __future__ import annotations

import json
from typing import Any, Final

WIDTH: Final = 120


def written(data: Any) -> str:
    """Return data as JSON, with each value on one line if it fits.

    >>> print(written({"name": "saproling", "types": ["Creature", "Land"]}), end="")
    {"name": "saproling", "types": ["Creature", "Land"]}
    """
    return f"{_written(data, 0, 0)}\n"


def _written(data: Any, indent: int, taken: int) -> str:
    # `taken` is the number of characters before the value on its first line.
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent + taken <= WIDTH or not isinstance(data, (dict, list)) or not data:
        return line
    inner = " " * (indent + 1)
    if isinstance(data, dict):
        heads = {f"{json.dumps(key, ensure_ascii=False)}: ": value for key, value in data.items()}
        items = [f"{inner}{head}{_written(value, indent + 1, len(head) + 1)}" for head, value in heads.items()]
        opening, closing = "{", "}"
    elif not any(isinstance(each, (dict, list)) for each in data):
        words = [json.dumps(each, ensure_ascii=False) for each in data]
        return "\n".join(("[", *_lines(words, inner), " " * indent + "]"))
    else:
        items = [f"{inner}{_written(value, indent + 1, 1)}" for value in data]
        opening, closing = "[", "]"
    return "\n".join((opening, ",\n".join(items), " " * indent + closing))


def _lines(words: list[str], indent: str) -> list[str]:
    found = [indent + words[0]]
    for word in words[1:]:
        if len(found[-1]) + len(word) + 3 > WIDTH:
            found[-1] += ","
            found.append(indent + word)
        else:
            found[-1] += f", {word}"
    return found
