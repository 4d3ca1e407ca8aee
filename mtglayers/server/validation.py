"""Functions that convert JSON data to a method's parameters, and describe errors."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, UnsetType

from mtglayers.model.data.record import abbreviated, integral
from mtglayers.model.support.names import did_you_mean

from .errors import ParamsError

P = TypeVar("P", bound=msgspec.Struct)

_WORDS: Final[dict[type, str]] = {
    str: "a string", int: "a whole number", float: "a number", bool: "a Boolean", NoneType: "null", tuple: "a list",
    list: "a list", dict: "a JSON object",
}  # fmt: skip


def read_params(data: Any, kind: type[P]) -> P:
    """Convert JSON data to parameters of the given type.

    Raises:
        ParamsError: a parameter is missing, unknown or of the wrong type.
    """
    if data is None or data == []:
        data = {}
    if not isinstance(data, dict):
        raise ParamsError("parameters must be a JSON object")
    given = {key: integral(value) for key, value in data.items()}
    try:
        return msgspec.convert(given, kind)
    except UnicodeEncodeError:
        raise ParamsError("strings must not contain unpaired surrogates") from None
    except msgspec.ValidationError as error:
        for problem in _problems(given, kind, ""):
            raise problem from None
        raise ParamsError(f"the parameters cannot be read: {error}") from None


def _problems(value: Any, kind: Any, path: str) -> Iterator[ParamsError]:
    """Yield what is wrong with a value that should be of the given kind."""
    parts = list(_parts(kind))
    bare, notes = next(((bare, notes) for bare, notes in parts if _fits(value, bare)), (None, ()))
    if bare is None:
        words = " or ".join(dict.fromkeys(_described(each) for each, _ in parts if each is not UnsetType))
        text = isinstance(value, str) and any(get_origin(each) is Literal for each, _ in parts)
        found = f"`{abbreviated(value)}`" if text else _WORDS[type(value)]
        yield ParamsError(f"`{path}` must be {words}, not {found}", path)
    elif isinstance(value, dict) and _is_table(bare):
        yield from _problems_in(value, bare, path)
    elif isinstance(value, list) and get_origin(bare) in {tuple, list}:
        for place, item in enumerate(value):
            yield from _problems(item, get_args(bare)[0], f"{path}[{place}]")
    for note in notes:
        yield from _beyond(value, note, path)


def _problems_in(data: dict[str, Any], kind: type[msgspec.Struct], path: str) -> Iterator[ParamsError]:
    dot = "." if path else ""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key, value in data.items():
        if key in fields:
            yield from _problems(value, fields[key].type, f"{path}{dot}{key}")
        else:
            yield _unknown(key, tuple(fields), f"{path}{dot}{key}")
    for key, field in fields.items():
        if field.required and key not in data:
            yield ParamsError(f"`{key}` is missing", f"{path}{dot}{key}")


def _unknown(key: str, known: tuple[str, ...], path: str) -> ParamsError:
    hint = did_you_mean(key, known) or (
        f"; the parameters are {', '.join(known)}" if known else "; there are no parameters"
    )
    return ParamsError(f"unknown parameter `{abbreviated(key)}`{hint}", abbreviated(path))


def _beyond(value: Any, note: Meta, path: str) -> Iterator[ParamsError]:
    if isinstance(value, str) and note.max_length is not None and len(value) > note.max_length:
        yield ParamsError(f"`{path}` can have at most {note.max_length} characters, not {len(value)}", path)
    if isinstance(value, int) and note.ge is not None and value < note.ge:
        yield ParamsError(f"`{path}` must be at least {note.ge}", path)
    if isinstance(value, int) and note.le is not None and value > note.le:
        yield ParamsError(f"`{path}` must be at most {note.le}", path)


# --- Kinds of values ---


def _parts(kind: Any, notes: tuple[Meta, ...] = ()) -> Iterator[tuple[Any, tuple[Meta, ...]]]:
    """Yield the members of a union, each with its constraints."""
    origin = get_origin(kind)
    if origin is Annotated:
        bare, *more = get_args(kind)
        yield from _parts(bare, (*notes, *more))
    elif origin in {Union, UnionType}:
        for member in get_args(kind):
            yield from _parts(member, notes)
    else:
        yield kind, notes


def _fits(value: Any, bare: Any) -> bool:
    origin = get_origin(bare)
    if bare is Any:
        return True
    if origin is Literal:
        return value in get_args(bare)
    if origin in {tuple, list}:
        return isinstance(value, list)
    if origin is dict or _is_table(bare):
        return isinstance(value, dict)
    if bare is float:
        return type(value) in {int, float}
    return type(value) is bare


def _described(bare: Any) -> str:
    if get_origin(bare) is Literal:
        return " or ".join(f"`{word}`" for word in get_args(bare))
    return _WORDS[dict if _is_table(bare) else get_origin(bare) or bare]


def _is_table(bare: Any) -> bool:
    return isinstance(bare, type) and issubclass(bare, msgspec.Struct)
