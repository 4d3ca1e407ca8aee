"""TOML and JSON texts as data: each key once, no number or nesting beyond the limits, and errors with their line."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path as FilePath
from typing import Any, Final, NoReturn

from ..errors import LimitError, PuzzleError
from ..support.limits import check, limits, too_deep

# A key of more than so many parts: what tomllib makes of it takes time by the square of their number.
_PART: Final = r"(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+"
_DIGITS: Final = re.compile(r"Exceeds the limit .* has (\d+) digits")


def text_of(path: FilePath) -> str:
    """Return the text of a file.

    Raises:
        PuzzleError: it is no UTF-8 text.
        LimitError: it is too large.
        OSError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limits().bytes + 1)
    except ValueError as error:
        raise PuzzleError(f"no file can be called so: {error}", str(path)) from None
    if len(data) > limits().bytes:
        raise LimitError("bytes in a file", limits().bytes, None, (), str(path))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise PuzzleError(f"this is no UTF-8 text: {error.reason} at byte {error.start}", str(path)) from None


def parse_toml(text: str, file: str = "") -> dict[str, Any]:
    """Return the data of a TOML text.

    Raises:
        PuzzleError: it is no TOML; with the line.
        LimitError: it is too large, too deep, or has a number that is too long.
    """
    check("toml", len(text))
    if re.search(rf"(?<![A-Za-z0-9_-])(?:{_PART}){{{limits().depth}}}", text):
        raise too_deep().at(file)
    try:
        return tomllib.loads(text, parse_float=_Float)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise PuzzleError(f"this is no TOML: {error}", file, int(at[1]) if at else None) from None
    except RecursionError:
        raise too_deep().at(file) from None
    except ValueError as error:
        raise _unread("TOML", error, file) from None


def parse_json(text: str, file: str = "") -> Any:
    """Return the data of a JSON text.

    Raises:
        PuzzleError: it is no JSON, or a key stands twice in one table; with the line.
        LimitError: it is too large, too deep, or has a number that is too long.
    """
    check("bytes", len(text))
    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is no JSON: {error.msg}", file, error.lineno) from None
    except KeyTwiceError as error:
        line = next((n for n, row in enumerate(text.splitlines(), 1) if row.count(f'"{error.key}"') > 1), None)
        raise PuzzleError(f"the key `{error.key}` stands twice in one table", file, line, error.key) from None
    except RecursionError:
        raise too_deep().at(file) from None
    except ValueError as error:
        raise _unread("JSON", error, file) from None


class _Float(float):
    """A number with a point in a TOML text, where 2.0 is no way to write 2 (`record.whole`)."""


def _unread(what: str, error: ValueError, file: str) -> PuzzleError | LimitError:
    """Return the error for what a parser refuses with a plain ValueError: Python bounds the digits of a number."""
    if found := _DIGITS.search(str(error)):
        return LimitError("digits in a number", limits().digits, int(found[1]), (), file)
    return PuzzleError(f"this is no {what}: {error}", file)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"`{name}` is no finite number")


class KeyTwiceError(ValueError):
    """A key stands twice in one table.

    Attributes:
        key: the key.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON table of its pairs.

    Raises:
        KeyTwiceError: a key stands twice in it.
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise KeyTwiceError(key)
        found[key] = value
    return found


__all__ = ["KeyTwiceError", "once", "parse_json", "parse_toml", "text_of"]
