"""JSON Schema definitions of types, described by their docstrings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec


def described_definitions(roots: Sequence[Any]) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the schemas of wire types, and all their definitions by name."""
    schemas, defs = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    made = {each.__name__: each for root in roots for each in _structs(msgspec.inspect.type_info(root))}
    for name in made.keys() & defs.keys():
        found = defs[name]
        found.pop("title", None)
        found["description"], fields = described(made[name])
        for field, said in fields.items():
            given = found.get("properties", {}).get(field)
            if given is not None:
                given["description"] = said
    return list(schemas), defs


def described(found: type) -> tuple[str, dict[str, str]]:
    """Return a docstring's text about the class and each attribute.

    >>> from mtglayers.wire import LoopData
    >>> described(LoopData)[1]["layer"]
    'the layer.'
    """
    said: dict[str, str] = {}
    for base in reversed(found.__mro__):
        _, _, attributes = (base.__doc__ or "").partition("Attributes:\n")
        for names, words in re.findall(r"^ {8}(\w[\w, ]*): ((?:.*\n?)(?: {10,}.*\n?)*)", attributes, re.MULTILINE):
            said |= dict.fromkeys(names.split(", "), _plain(words))
    return _plain((found.__doc__ or "").partition("\n\n")[0]), said


def _structs(info: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(info, msgspec.inspect.StructType):
        yield info.cls
        for field in info.fields:
            yield from _structs(field.type)
        return
    for name in getattr(info, "__struct_fields__", ()):
        value = getattr(info, name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, msgspec.inspect.Type):
                yield from _structs(each)


def _plain(words: str) -> str:
    return " ".join(words.split()).replace("`", "")


__all__ = ["described", "described_definitions"]
