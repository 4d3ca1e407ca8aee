"""What all types of the wire share: frozen, strict, and described by their docstrings."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec


class Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object with known keys and no others; keys whose default is UNSET may be absent."""


Tree = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Operation"})]
"""An operation spelled out as a tree of nodes (`mtglayers.model.effects.node.to_data`)."""

Names = tuple[str, ...]
"""Ids of objects, names of effects, or texts, in a fixed order."""


def encoded(value: Any) -> bytes:
    """Return a value of the wire as JSON: the same bytes for the same value, under any hash seed.

    >>> encoded({"b": 1, "a": (2, 3)})
    b'{"b":1,"a":[2,3]}'
    """
    return msgspec.json.encode(value)


__all__ = ["Data", "Names", "Tree", "encoded"]
