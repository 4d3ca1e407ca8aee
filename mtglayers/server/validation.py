"""Functions that convert JSON data to a method's parameters, and describe errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec

from mtglayers.model.data.record import abbreviated, integral
from mtglayers.model.support.names import did_you_mean

from .errors import ParamsError

_WORDS: Final = {
    "str": "a string", "int": "a whole number", "float": "a number", "bool": "a Boolean", "null": "null",
    "array": "a list", "object": "a JSON object",
}  # fmt: skip
_EXPECTED: Final = re.compile(r"Expected `(.+?)`, got `(.+?)`")
_RANGE: Final = re.compile(r"Expected `\w+` (>=|<=) (\d+)")
_PLACE: Final = re.compile(r" - at `(.+)`$")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*?)`")
_WORD: Final = re.compile(r"Invalid enum value '(.*?)'")
_NAME: Final = re.compile(r"\w+(?=\.|\[|$)")
_MISSING: Final = re.compile(r"Object missing required field `(\w+)`")


P = TypeVar("P", bound=msgspec.Struct)


def read_params(data: Any, kind: type[P]) -> P:
    """Convert JSON data to parameters of the given type.

    Raises:
        ParamsError: a parameter is missing, unknown or of the wrong type.
    """
    if data is None or data == []:
        data = {}
    if not isinstance(data, dict):
        raise ParamsError("parameters must be a JSON object")
    for key in data:
        if key not in kind.__struct_fields__:
            raise _unknown(key, kind, key)
    try:
        return msgspec.convert({key: integral(value) for key, value in data.items()}, kind)
    except msgspec.ValidationError as error:
        raise _refused(str(error), kind) from None


def _unknown(key: str, kind: type[msgspec.Struct], path: str) -> ParamsError:
    known = kind.__struct_fields__
    hint = did_you_mean(key, known) or (
        f"; the parameters are {', '.join(known)}" if known else "; there are no parameters"
    )
    return ParamsError(f"unknown parameter `{abbreviated(key)}`{hint}", abbreviated(path))


def _refused(message: str, kind: type[msgspec.Struct]) -> ParamsError:
    place = _PLACE.search(message)
    path = place[1].removeprefix("$.") if place else ""
    if found := _UNKNOWN.search(message):
        return _unknown(found[1], _table(_type_at(kind, path)), f"{path}.{found[1]}")
    if found := _MISSING.search(message):
        return ParamsError(f"`{found[1]}` is missing", f"{path}.{found[1]}".lstrip("$."))
    if found := _RANGE.search(message):
        bound = "least" if found[1] == ">=" else "most"
        return ParamsError(f"`{path}` must be at {bound} {found[2]}", path)
    if found := _EXPECTED.search(message):
        kinds = " or ".join(dict.fromkeys(_WORDS.get(each, each) for each in found[1].split(" | ")))
        return ParamsError(f"`{path}` must be {kinds}, not {_WORDS.get(found[2], found[2])}", path)
    if found := _WORD.search(message):
        parts = _parts(_type_at(kind, path))
        words = " or ".join(f"`{word}`" for part in parts if get_origin(part) is Literal for word in get_args(part))
        return ParamsError(f"`{path}` must be {words}, not `{abbreviated(found[1])}`", path)
    return ParamsError(f"`{path}`: {message[:1].lower()}{_PLACE.sub('', message)[1:]}", path)


def _type_at(kind: type[msgspec.Struct], path: str) -> Any:
    """Return the type of the value at a path such as `boards[0].cards`."""
    found: Any = kind
    for name in _NAME.findall(path):
        fields = msgspec.structs.fields(_table(found))
        found = next(field.type for field in fields if field.encode_name == name)
    return found


def _table(kind: Any) -> type[msgspec.Struct]:
    return next(part for part in _parts(kind) if isinstance(part, type) and issubclass(part, msgspec.Struct))


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    for part in get_args(kind):
        yield from _parts(part)
