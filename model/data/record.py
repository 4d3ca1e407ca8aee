"""Frozen records with strict JSON representations, such as events and expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, Final, Self

import msgspec

from ..errors import BoardDataError
from ..support.names import did_you_mean


class WrongTypeError(BoardDataError):
    """Raised when a value is not valid for its key.

    Attributes:
        path: the keys and indices that lead to the value.
    """

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        self.path = path
        super().__init__(message)


Path = tuple[str | int, ...]


class Kind(msgspec.Struct, frozen=True):
    """A kind of value and its conversion to and from JSON.

    Attributes:
        what: the name of the kind, such as "a string" or "a list of names".
        read: a function that converts a JSON value, given its path; it can raise WrongTypeError.
        write: a function that converts the value back to JSON.
        schema: a JSON Schema that allows all valid values; ``#/$defs/Name`` refers to `DEFINITIONS`, to the record with
            this name, or to "Card".
    """

    what: str
    read: Callable[[Any, Path], Any]
    write: Callable[[Any], Any]
    schema: Mapping[str, Any]


def wrong_type(value: Any, what: str, path: Path) -> WrongTypeError:
    """Return the error for a value that is not of the kind `what`."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "this")
    return WrongTypeError(f"`{key}` must be {what}, not `{abbreviated(value)}`", path)


def integral(value: Any) -> Any:
    """Return a whole float, such as 2.0, as an integer, and any other value unchanged.

    Some programs write every number in JSON with a decimal point. Floats from `parsing.parse_toml` and floats that are
    too large to be exact are not converted.

    >>> integral(2.0), integral(2.5), integral(2), integral(1e16)
    (2, 2.5, 2, 1e+16)
    """
    return int(value) if type(value) is float and value.is_integer() and abs(value) < _EXACT else value


_EXACT: Final = 2**53


def abbreviated(value: Any) -> str:
    """Return a value as a string of at most 60 characters, in which values of JSON look as in JSON.

    >>> abbreviated("Ogre"), abbreviated(None), abbreviated([True, {"life": 2.5}])
    ('Ogre', 'null', '[true, {"life": 2.5}]')
    """
    try:
        text = value if isinstance(value, str) else _written(value)
    except (RecursionError, ValueError):  # nested too deeply, or a number with thousands of digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def _written(value: Any) -> str:
    import json

    try:
        return json.dumps(value, ensure_ascii=False)
    except TypeError:  # an object in Python
        return repr(value)


def table(value: Any, path: Path, known: Iterable[str], what: str = "key") -> dict[str, Any]:
    """Return a copy of a table after checking its keys.

    Raises:
        WrongTypeError: the value is not a table, or it has an unknown key.
    """
    if not isinstance(value, Mapping):
        raise wrong_type(value, "a table", path)
    words = list(known)
    for key in value:
        if key not in words:
            raise WrongTypeError(f"unknown {what} `{key}`{did_you_mean(str(key), words)}", (*path, key))
    return dict(value)


def listed(fields: Mapping[str, Any], key: str) -> Sequence[Any]:
    """Return the list under the given key, or () if the key is missing.

    Raises:
        WrongTypeError: the value is not a list.
    """
    found = fields.get(key, ())
    if not isinstance(found, (list, tuple)):
        raise wrong_type(found, "a list", (key,))
    return found


# --- Kinds --------------------------------------------------------------------------------------------------

DEFINITIONS: Final[dict[str, Mapping[str, Any]]] = {}
"""The JSON Schemas that several kinds share, keyed by name; schemas of records are not included."""


def defined(name: str, schema: Mapping[str, Any]) -> dict[str, str]:
    """Register a JSON Schema under a name and return a reference to it."""
    DEFINITIONS[name] = schema
    return {"$ref": f"#/$defs/{name}"}


def of_type(what: str, *types: type) -> Kind:
    """Return the kind for values of the given Python types; a bool does not count as a number."""

    def read(value: Any, path: Path) -> Any:
        if int in types:
            value = integral(value)
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise wrong_type(value, what, path)
        return value

    return Kind(what, read, lambda value: value, {"type": _NAMES[types[0]]})


_NAMES: Final[Mapping[type, str]] = {str: "string", bool: "boolean", int: "integer"}


def one_of(words: Iterable[str], meant: Callable[[str], str | None] = lambda _: None) -> Kind:
    """Return the kind of field whose value is one of the given words; case does not matter.

    Args:
        words: the words.
        meant: a function that returns the word that another one stands for, such as "U" for "blue", or None.
    """
    known = tuple(words)
    folded = {word.casefold(): word for word in known}
    what = "one of " + ", ".join(known)

    def read(value: Any, path: Path) -> str:
        if not isinstance(value, str):
            raise wrong_type(value, what, path)
        word = value if value in known else folded.get(value.casefold()) or meant(value)
        if word is None:
            key = next((part for part in reversed(path) if isinstance(part, str)), "word")
            hint = did_you_mean(value, known) or f"; use {what}"
            raise WrongTypeError(f"unknown {key} `{value}`{hint}", path)
        return word

    return Kind(what, read, lambda value: value, {"enum": list(known)})


def many(kind: Kind, bare: bool = True) -> Kind:
    """Return the kind for lists whose items are of the given kind; lists are read as tuples.

    If `bare` is true, a single value is also valid.
    """

    def read(value: Any, path: Path) -> tuple[Any, ...]:
        if isinstance(value, (list, tuple)):
            return tuple(kind.read(item, (*path, place)) for place, item in enumerate(value))
        if not bare:
            raise wrong_type(value, f"a list in which each item is {kind.what}", path)
        return (kind.read(value, path),)

    def write(value: tuple[Any, ...]) -> Any:
        if bare and len(value) == 1:
            return kind.write(value[0])
        return [kind.write(item) for item in value]

    what = f"{kind.what} or a list of such values" if bare else f"a list in which each item is {kind.what}"
    schema = {"type": "array", "items": kind.schema}
    return Kind(what, read, write, {"anyOf": [kind.schema, schema]} if bare else schema)


def mapping(kind: Kind, known: Iterable[str] | None = None, what: str = "key") -> Kind:
    """Return the kind for tables whose values are of the given kind; tables are read as tuples of pairs."""
    words = None if known is None else tuple(known)

    def read(value: Any, path: Path) -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping):
            raise wrong_type(value, "a table", path)
        if words is not None:
            table(value, path, words, what)
        return tuple((key, kind.read(item, (*path, key))) for key, item in value.items())

    schema: dict[str, Any] = {"type": "object", "additionalProperties": kind.schema}
    if words is not None:
        schema["propertyNames"] = {"enum": list(words)}
    described = f"a table in which each value is {kind.what}"
    return Kind(described, read, lambda pairs: {key: kind.write(item) for key, item in pairs}, schema)


TEXT = of_type("a string", str)
FLAG = of_type("true or false", bool)
NUMBER = of_type("a whole number", int)
TEXTS = many(TEXT)
LIST = many(TEXT, bare=False)
NUMBERS = many(NUMBER)
COUNTS = mapping(NUMBER)


# --- Records ------------------------------------------------------------------------------------------------


class Record(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A frozen value whose fields define its JSON representation; it can never be part of a reference cycle.

    The annotation of a field is ``Annotated[type, kind]``; the key is the name of the field without a
    trailing underscore.
    """

    WHAT: ClassVar[str] = "key"

    @classmethod
    def keys(cls) -> Mapping[str, tuple[str, Kind]]:
        """Return a mapping from key to (field, kind), in the order of the fields."""
        return _keys(cls)

    @classmethod
    def read(cls, data: Any, path: Path = ()) -> Self:
        """Return the record that JSON data describes.

        Raises:
            WrongTypeError: a key is unknown or missing, or a value is of the wrong kind.
        """
        keys = cls.keys()
        values = table(data, path, keys, cls.WHAT)
        fields: dict[str, Any] = {}
        for key, value in values.items():
            field, kind = keys[key]
            fields[field] = kind.read(value, (*path, key))
        try:
            return cls(**fields)
        except TypeError:
            needed = [key for key, (field, _) in keys.items() if field not in fields and field in _required(cls)]
            raise WrongTypeError(f"`{needed[0]}` is missing", path) from None

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the JSON Schema for the record, in the form that `Kind.schema` describes."""
        keys = cls.keys()
        return {
            "description": " ".join((cls.__doc__ or "").partition("\n\n")[0].split()).replace("`", ""),
            "type": "object",
            "properties": {key: kind.schema for key, (_, kind) in keys.items()},
            "required": [key for key, (field, _) in keys.items() if field in _required(cls)],
            "additionalProperties": False,
        }

    def to_data(self) -> dict[str, Any]:
        """Return the record as JSON data; keys with their default values are omitted."""
        defaults = _defaults(type(self))
        data: dict[str, Any] = {}
        for key, (field, kind) in self.keys().items():
            value = getattr(self, field)
            if field not in defaults or value != defaults[field]:
                data[key] = kind.write(value)
        return data


def of_record(record: type[Record], what: str = "a table") -> Kind:
    """Return the kind for tables that represent a `record`."""

    def read(value: Any, path: Path) -> Record:
        return value if isinstance(value, record) else record.read(value, path)

    return Kind(what, read, lambda found: found.to_data(), {"$ref": f"#/$defs/{record.__name__}"})


@cache
def _keys(record: type[Record]) -> Mapping[str, tuple[str, Kind]]:
    hints: dict[str, Any] = {}
    for each in reversed(record.__mro__):
        hints |= get_annotations(each, eval_str=True)  # `typing.get_type_hints` takes longer
    found: dict[str, tuple[str, Kind]] = {}
    for field in record.__struct_fields__:
        kind = next(note for note in hints[field].__metadata__ if isinstance(note, Kind))
        found[field.rstrip("_")] = (field, kind)
    return found


@cache
def _defaults(record: type[Record]) -> Mapping[str, Any]:
    return {
        info.name: info.default
        for info in msgspec.structs.fields(record)
        if info.default is not msgspec.NODEFAULT
    }  # fmt: skip


@cache
def _required(record: type[Record]) -> frozenset[str]:
    return frozenset(info.name for info in msgspec.structs.fields(record) if info.required)
