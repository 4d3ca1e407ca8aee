"""Validation of external data: nesting, length, digits and characters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ..errors import LimitError
from ..support.limits import check, limits, too_deep
from ..support.patterns import lazy_pattern
from ..support.progress import checkpoint
from .record import Path, WrongTypeError, abbreviated, integral, wrong_type

# Surrogates, noncharacters, control characters other than tabs and line breaks, and characters that change the
# direction of the text that follows.
_BROKEN: Final = lazy_pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)

_TABLES: Final = (dict, Mapping)  # the first is faster to test
_HOLDERS: Final = (list, dict, tuple, Mapping)
_PLAIN: Final = (str, int, float, type(None))
_Link = tuple[Any, "_Link | None"]
"""A key or an index, paired with the link to its parent."""


def validate(data: Any, path: Path = ()) -> None:
    """Reject data that exceeds the limits or contains invalid values.

    Only the tables, lists, strings and numbers of JSON or TOML data are checked.

    Args:
        data: the data.
        path: the keys and indices that lead to the data.

    Raises:
        LimitError: the data is too deeply nested, or a string, key or number is too long.
        WrongTypeError: a string contains invalid characters, or a number is not finite.

    >>> validate({"life": 10**9})
    Traceback (most recent call last):
    mtglayers.model.errors.LimitError: at most 9 digits in a number are allowed, not 10
    """
    for error in faults(data, path):
        raise error


def faults(data: Any, path: Path = ()) -> Iterator[LimitError | WrongTypeError]:
    """Yield the errors that `validate` would raise, one for each string, key or number.

    Raises:
        LimitError: the data is too deeply nested.
    """
    bounds = limits()
    check_depth(data, bounds.depth, path)
    most, texts, names = 10**bounds.digits, bounds.text, bounds.name
    pending: list[tuple[Any, _Link | None]] = [(data, None)]
    while pending:
        value, link = pending.pop()
        try:
            if isinstance(value, str):
                if len(value) > texts or not (value.isascii() and value.isprintable()):
                    _admit_text(value, "text", path, link)
            elif isinstance(value, (list, tuple)):
                pending += [(item, (place, link)) for place, item in enumerate(value)]
            elif isinstance(value, _TABLES):
                for key, item in value.items():
                    if not (key == "number" and value.get("kind") == "Kept" and _is_digest(item)):
                        pending.append((item, (key, link)))
                for key in value:
                    if isinstance(key, str) and (len(key) > names or not (key.isascii() and key.isprintable())):
                        _admit_text(key, "name", path, link)
            elif isinstance(value, int):
                if not -most < value < most:
                    check("digits", digits(value), _path(path, link))
            elif isinstance(value, float):
                if not math.isfinite(value):
                    yield WrongTypeError(f"`{value}` is not a finite number", _path(path, link))
                elif not -most < value < most:
                    check("digits", digits(int(value)), _path(path, link))
        except (LimitError, WrongTypeError) as error:
            yield error


def repaired(data: Any) -> Any:
    r"""Return a copy of data that `validate` refuses, with a valid value in place of each invalid one.

    Other problems of the data can then be found, too. Data that is too deeply nested cannot be repaired.

    >>> repaired({"life": 10**9, "name": "A\x07nn"})
    {'life': 0, 'name': 'Ann'}
    """
    if isinstance(data, str):
        return _BROKEN.sub("", data)[: limits().text]
    if isinstance(data, (list, tuple)):
        return [repaired(each) for each in data]
    if isinstance(data, _TABLES):
        return {repaired(key)[: limits().name] if isinstance(key, str) else key: repaired(each)
                for key, each in data.items()}  # fmt: skip
    if isinstance(data, float) and not math.isfinite(data):
        return 0
    return 0 if isinstance(data, (int, float)) and abs(data) >= 10 ** limits().digits else data


def _is_digest(value: Any) -> bool:
    # Such a number identifies an ability without text.
    number = integral(value)
    return type(number) is int and 0 <= number < _DIGESTS


_DIGESTS: Final = 1 << 48


def admit_text(text: str, limit: str = "text") -> None:
    """Reject a string that is too long or has invalid characters.

    Args:
        text: the string.
        limit: the name of the limit on the number of characters.

    Raises:
        LimitError: the string is too long.
        WrongTypeError: the string has invalid characters.
    """
    _admit_text(text, limit, (), None)


def player_names(players: Iterable[str]) -> tuple[str, ...]:
    """Return the players' names after checking them.

    Raises:
        BoardDataError: there are no names, a name is repeated, or a name is invalid.
        LimitError: a name is too long, or there are too many names.
    """
    if not isinstance(players, Iterable):
        raise wrong_type(players, "a list of names", ("players",))
    names = (players,) if isinstance(players, str) else tuple(players)
    check("players", len(names))
    for name in names:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise WrongTypeError(f"`{abbreviated(name)}` is not a valid player name", ("players",))
        admit_text(name, "name")
    if not names:
        raise WrongTypeError("a board needs at least one player", ("players",))
    if len(set(names)) < len(names):
        raise WrongTypeError(f"player names must be unique, not `{', '.join(names)}`", ("players",))
    return names


def digits(number: int) -> int:
    """Return the number of digits in a whole number of any size.

    >>> digits(0), digits(-999), digits(1000), digits(10**5000 - 1), digits(10**5000)
    (1, 3, 4, 5000, 5001)
    """
    size = number.bit_length()
    if size < 1000:
        return len(str(abs(number)))
    least = int((size - 1) * math.log10(2)) + 1
    return least + int(abs(number) >= 10**least)


def check_depth(data: Any, allowed: int, path: Path = ()) -> None:
    """Reject data with too many levels of nested lists and tables.

    Raises:
        LimitError: the data has more levels than allowed.

    >>> check_depth([{"a": [1]}, 2], 2)
    Traceback (most recent call last):
    mtglayers.model.errors.LimitError: at most 2 levels of nesting are allowed
    """
    level, depth = [data], 0
    while level := [each for each in level if not isinstance(each, _PLAIN) and isinstance(each, _HOLDERS)]:
        depth += 1
        if depth > allowed:
            raise too_deep(path, allowed)
        checkpoint("line")
        level = [item for each in level for item in (each if isinstance(each, (list, tuple)) else each.values())]


def _admit_text(text: str, limit: str, path: Path, link: _Link | None) -> None:
    check(limit, len(text), _path(path, link))
    if not text.isprintable() and (found := _BROKEN.search(text)):
        raise WrongTypeError(
            f"`{abbreviated(text)}` contains an invalid character: U+{ord(found[0]):04X}", _path(path, link)
        )


def _path(path: Path, link: _Link | None) -> Path:
    found: list[str | int] = []
    while link is not None:
        key, link = link
        found.append(key if isinstance(key, (str, int)) else str(key))
    return (*path, *reversed(found))
