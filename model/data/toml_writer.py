"""Conversion of puzzles to readable TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH: Final = 110


def to_toml(data: Mapping[str, Any]) -> str:
    """Return puzzle data as equivalent TOML."""
    simple = [f"{_key(key)} = {_value(value)}" for key, value in data.items() if not _tables(value)]
    blocks = ["\n".join(simple)] if simple else []
    for key, value in data.items():
        if _tables(value):
            blocks.extend(_block(key, entry) for entry in value)
    return "\n\n".join(blocks) + "\n"


def _tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _block(name: str, entry: Mapping[str, Any]) -> str:
    lines = [f"[[{_key(name)}]]"]
    for key, value in entry.items():
        if key == "expect" and isinstance(value, Mapping):
            lines.extend(_expected("expect", value))
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    return "\n".join(lines)


def _expected(prefix: str, table: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    for key, value in table.items():
        path = f"{prefix}.{_key(key)}"
        if key in ("objects", "players") and isinstance(value, Mapping) and value:
            lines.extend(f"{path}.{_key(name)} = {_value(item)}" for name, item in value.items())
        else:
            lines.append(f"{path} = {_value(value)}")
    # An empty table differs from a missing one.
    return lines or [f"{prefix} = {{}}"]


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items() if item is not None)
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, (list, tuple)):
        items = [_value(item) for item in value]
        line = f"[{', '.join(items)}]"
        if len(line) <= _WIDTH or len(items) < 2:
            return line
        return "[\n" + "".join(f"    {item},\n" for item in items) + "]"
    raise TypeError(f"TOML cannot represent {value!r}")


def _text(text: str) -> str:
    controls = any((ord(sign) < 32 and sign not in "\n\t") or ord(sign) == 127 for sign in text)
    if "\n" in text and "'''" not in text and not text.endswith("'") and not controls:
        return f"'''\n{text}'''"
    return _quoted(text)


def _quoted(text: str) -> str:
    # TOML supports JSON's escapes, but it also requires an escape for DEL.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
