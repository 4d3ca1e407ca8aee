"""The base of all wire types: frozen, strict, described by docstrings."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET

FORMAT: Final = 2
"""The number of the shape of all JSON data; `docs/schema.md` says when it grows."""


class Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object with known keys and no others; keys whose default is UNSET may be absent."""


Tree = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Operation"})]
"""An operation spelled out as a tree of nodes (`mtglayers.model.effects.node.to_data`)."""

Names = tuple[str, ...]
"""Ids of objects, names of effects, or texts, in a fixed order."""


Made = TypeVar("Made", bound=Data)


def data_of(kind: type[Made], value: object, **given: Any) -> Made:
    """Return the data of a value: its attributes of the same names, nested ones likewise.

    Args:
        kind: the type of the data.
        value: what has the attributes.
        given: fields that differ from the attribute or have none; UNSET: absent.
    """
    fields = {
        name: given[name] if name in given else getattr(value, name)
        for name in kind.__struct_fields__
        if name in given or hasattr(value, name)
    }
    told = {name: field for name, field in fields.items() if field is not UNSET}
    return msgspec.convert(told, kind, from_attributes=True)


def plain(data: Data) -> dict[str, Any]:
    """Return data as JSON data: dicts, lists, texts and numbers."""
    found: dict[str, Any] = msgspec.json.decode(encoded(data))
    return found


def encoded(value: Any) -> bytes:
    """Return a value of the wire as JSON: the same bytes for the same value, under any hash seed.

    >>> encoded({"b": 1, "a": (2, 3)})
    b'{"b":1,"a":[2,3]}'
    """
    return msgspec.json.encode(value)


__all__ = ["FORMAT", "Data", "Names", "Tree", "data_of", "encoded", "plain"]
