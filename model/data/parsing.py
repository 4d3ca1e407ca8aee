"""Strict TOML and JSON parsers that report line numbers of errors."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from ..errors import LayersError, LimitError, PuzzleError
from ..support.limits import Limits, check, limits, too_deep
from ..support.patterns import lazy_pattern
from .record import abbreviated

# A part of a dotted key; tomllib's parsing time is quadratic in the number of parts.
_PART: Final = r"(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+"
_DIGITS: Final = lazy_pattern(r"Exceeds the limit .* has (\d+) digits")


class MalformedDataError(LayersError, ValueError):
    """Raised when data is not valid UTF-8, JSON or TOML.

    Attributes:
        line: the line number, counted from 1, or None if unknown.
        key: the invalid key, or "" if the error does not concern a key.
    """

    def __init__(self, message: str, line: int | None = None, key: str = "") -> None:
        self.line = line
        self.key = key
        super().__init__(message)


class _PartError(ValueError):
    """Raised for invalid JSON that Python accepts.

    The arguments are a message, the invalid part of the JSON text, and the invalid key or an empty string.
    """


class _TomlFloat(float):
    """A float from a TOML document; `record.integral` does not convert it to an integer."""


def decoded(data: bytes) -> str:
    """Decode UTF-8 bytes and remove the byte order mark.

    Raises:
        MalformedDataError: the bytes are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedDataError(f"not valid UTF-8: {error.reason} at byte {error.start}") from None


def text_of(path: Path) -> str:
    r"""Return the contents of a text file with line breaks normalized to \n.

    Raises:
        PuzzleError: the file is not UTF-8.
        LimitError: the file is too large.
        OSError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limits().bytes + 1)
    except ValueError as error:
        raise PuzzleError(f"invalid file name: {error}", str(path)) from None
    if len(data) > limits().bytes:
        raise LimitError("bytes in a file", limits().bytes, None, (), str(path))
    try:
        return decoded(data).replace("\r\n", "\n").replace("\r", "\n")
    except MalformedDataError as error:
        raise PuzzleError(str(error), str(path)) from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the data in a TOML document.

    Raises:
        MalformedDataError: the document is not valid TOML.
        LimitError: the document is too long or too deeply nested, or contains a number with too many digits.
    """
    import tomllib  # a board given as lines needs no TOML

    check("toml", len(text))
    if re.search(rf"(?<![A-Za-z0-9_-])(?:{_PART}){{{limits().depth}}}", text):
        raise too_deep()
    try:
        return tomllib.loads(text, parse_float=_TomlFloat)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise _invalid("TOML", str(error), int(at[1]) if at else None) from None
    except RecursionError:
        raise too_deep() from None
    except ValueError as error:
        raise _refused("TOML", error, limits()) from None


def parse_json(text: str | bytes, bounds: Limits | None = None, number: Callable[[float], Any] = float) -> Any:
    """Return the data in a JSON document.

    Args:
        text: the document as a string or as UTF-8 bytes.
        bounds: the limits on nesting and digits that error messages state; by default, the current limits.
        number: the function that converts numbers with a decimal point or an exponent; `record.integral` converts 2.0
            to 2.

    Raises:
        MalformedDataError: the document is not valid JSON or contains a repeated key in a table.
        LimitError: the document is too deeply nested for Python or contains a number with too many digits.

    >>> parse_json(b'{"life": 20.0}'), parse_json("[20.0]", number=int)
    ({'life': 20.0}, [20])
    """
    bounds = bounds or limits()
    source = decoded(text) if isinstance(text, bytes) else text
    read: Callable[[str], Any] = lambda digits: number(_finite(digits))  # noqa: E731
    try:
        return json.loads(source, object_pairs_hook=_once, parse_constant=_constant, parse_float=read)
    except json.JSONDecodeError as error:
        raise _invalid("JSON", f"{error.msg.removesuffix(' at')} at column {error.colno}", error.lineno) from None
    except _PartError as error:
        message, part, key = error.args
        rows = enumerate(source.splitlines(), 1)
        raise MalformedDataError(
            message, next((n for n, row in rows if row.count(part) > bool(key)), None), key
        ) from None
    except RecursionError:
        raise too_deep(depth=bounds.depth) from None
    except ValueError as error:
        raise _refused("JSON", error, bounds) from None


def _invalid(notation: str, why: str, line: int | None = None) -> MalformedDataError:
    return MalformedDataError(f"not valid {notation}: {why[:1].lower()}{why[1:]}", line)


def _refused(notation: str, error: ValueError, bounds: Limits) -> MalformedDataError | LimitError:
    # Python limits the number of digits.
    if found := _DIGITS.search(str(error)):
        return LimitError("digits in a number", bounds.digits, int(found[1]))
    return _invalid(notation, str(error))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise _PartError(f"the key `{abbreviated(key)}` appears twice in one table", f'"{key}"', key)
    return found


def _constant(word: str) -> NoReturn:
    raise _PartError(f"`{word}` is not valid JSON", word, "")


def _finite(digits: str) -> float:
    found = float(digits)
    if found in (float("inf"), float("-inf")):
        raise _PartError(f"the number `{abbreviated(digits)}` is too large", digits, "")
    return found
