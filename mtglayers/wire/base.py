"""The base class of all JSON types, and functions that convert values to JSON."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET

FORMAT: Final = 2
"""Version number of the JSON format; `docs/schema.md` describes which changes increase it."""


class Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A JSON object that refuses unknown keys.

    A key whose default is UNSET can be absent. A description below applies to each type that does not
    describe the key in its own docstring.

    Attributes:
        format: version number of the JSON format.
        layer: the layer.
        title: the descriptive name of the layer.
        step: the number of the step within the layer, from 1.
        effect: the name of the effect.
        called: the name that sentences use for the effect.
        timestamp: the timestamp (613.7).
        cda: whether the effect applied with the characteristic-defining abilities, before other effects (613.3).
        going_on: whether the effect continued after its ability had ceased to exist (613.6).
        why: the reason why the effect applied next.
        rule_of_turn: the number of the rule that states this reason.
        because: the reason as a clause.
        reasons: the reasons for the dependency, in the order text, existence, scope, result.
    """


Tree = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Operation"})]
"""An operation as a tree of nodes, in the format of `mtglayers.model.effects.node.to_data`."""

AbilityTree = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Ability"})]
"""An ability as a tree of nodes."""

Names = tuple[str, ...]
"""Ids, names or other strings, in a fixed order."""

Made = TypeVar("Made", bound=Data)


def data_of(kind: type[Made], value: object, **given: Any) -> Made:
    """Convert an object to data by copying the attributes named like the data's fields.

    Nested objects are converted in the same way.

    Args:
        kind: the type of the data.
        value: the object with the attributes.
        given: field values that replace the attribute values; UNSET makes a field absent.
    """
    own = {name: getattr(value, name, UNSET) for name in kind.__struct_fields__ if name not in given}
    found = {name: field for name, field in (own | given).items() if field is not UNSET}
    return msgspec.convert(found, kind, from_attributes=True)


def plain(data: Data) -> dict[str, Any]:
    """Return data as built-in types such as dicts, lists and strings."""
    found: dict[str, Any] = msgspec.json.decode(encoded(data))
    return found


def encoded(value: Any) -> bytes:
    """Return a value as JSON; the bytes do not depend on the hash seed.

    >>> encoded({"b": 1, "a": (2, 3)})
    b'{"b":1,"a":[2,3]}'
    """
    return msgspec.json.encode(value)


__all__ = ["FORMAT", "AbilityTree", "Data", "Names", "Tree", "data_of", "encoded", "plain"]
