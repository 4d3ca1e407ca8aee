"""The base class of all types of JSON data, and their conversion."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET

FORMAT: Final = 2
"""Version number of all JSON data; `docs/schema.md` describes which changes increase it."""


class Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object without unknown keys; a key whose default is UNSET can be absent.

    A type that does not describe one of these keys itself uses the description here.

    Attributes:
        format: version number of the JSON data.
        layer: the layer.
        title: the name of the layer in words.
        step: the number of the step in the layer, from 1.
        effect: the name of the effect.
        called: the name of the effect in sentences.
        timestamp: the timestamp (613.7).
        cda: whether the effect applied among characteristic-defining abilities (613.3).
        going_on: whether the effect continued although its ability no longer existed (613.6).
        why: the reason why the effect applied next.
        rule_of_turn: the number of the rule for this reason.
        because: the reason as a clause.
        reasons: the reasons for the dependency, in the order text, existence, scope, result.
    """


Tree = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Operation"})]
"""An operation as a tree of nodes (`mtglayers.model.effects.node.to_data`)."""

Names = tuple[str, ...]
"""Ids of objects, names of effects, or texts, in a fixed order."""

Made = TypeVar("Made", bound=Data)


def data_of(kind: type[Made], value: object, **given: Any) -> Made:
    """Return data whose fields have the values of the attributes with the same names, also in nested data.

    Args:
        kind: the type of the data.
        value: the object with the attributes.
        given: values of fields that differ from the attributes; UNSET: absent.
    """
    own = {name: getattr(value, name, UNSET) for name in kind.__struct_fields__ if name not in given}
    found = {name: field for name, field in (own | given).items() if field is not UNSET}
    return msgspec.convert(found, kind, from_attributes=True)


def plain(data: Data) -> dict[str, Any]:
    """Return data as dicts, lists, texts and numbers."""
    found: dict[str, Any] = msgspec.json.decode(encoded(data))
    return found


def encoded(value: Any) -> bytes:
    """Return a value as JSON; equal values have equal bytes under any hash seed.

    >>> encoded({"b": 1, "a": (2, 3)})
    b'{"b":1,"a":[2,3]}'
    """
    return msgspec.json.encode(value)


__all__ = ["FORMAT", "Data", "Names", "Tree", "data_of", "encoded", "plain"]
