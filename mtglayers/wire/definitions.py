"""Definitions for JSON Schemas, generated from types, events, cards, trees and records.

* `Event` is any event, and `event.enters` is an event with the verb `enters`. `Entry` is an entry of a puzzle's
  timeline.
* `Card` is a card, either with Scryfall's field names or as a tree.
* `tree.Face` is a tree whose kind is `Face`. The definition of a base class, such as `Ability` or `Operation`,
  matches every kind of node derived from that class.
* `Expectation`, `Source` and similar names are records defined in `mtglayers.model`.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.given import BoardState
from mtglayers.model.data.record import DEFINITIONS, Record
from mtglayers.model.effects import registry as kinds
from mtglayers.model.effects.node import Node, closed_words, tag_of, to_data
from mtglayers.model.effects.registry import field_types, is_base
from mtglayers.model.events.base import Event
from mtglayers.model.puzzles.entry import REFUSALS
from mtglayers.model.puzzles.expectation import Expectation

from .boards import CardData, FaceData

_LOADED: Final = (
    kinds,
    Board,
    BoardState,
    Expectation,
)  # importing these modules defines every kind of node, event and record
_PLAIN: Final[Mapping[Any, dict[str, Any]]] = {
    str: {"type": "string"}, int: {"type": "integer"}, bool: {"type": "boolean"}, type(None): {"type": "null"},
}  # fmt: skip
# Scryfall's card objects have many other keys, and always contain at least one of these keys.
_SCRYFALL: Final = ("object", "id", "oracle_id")


BASES: Final = frozenset(name for name, kind in Node.KINDS.items() if is_base(kind))
"""The names of base classes of nodes, such as "Ability" and "Selector"."""


def definition(name: str) -> dict[str, Any]:
    """Return the definition with the given name.

    Raises:
        KeyError: there is no definition with this name.
    """
    space, _, rest = name.partition(".")
    if name in _WRITTEN:
        return _WRITTEN[name]()
    if name in DEFINITIONS:
        return dict(DEFINITIONS[name])
    if space == "tree":
        return _tree(Node.KINDS[rest])
    if space == "event":
        return Event.VERBS[rest].schema()
    if space == "entry":
        return _entry(Event.VERBS[rest])
    if name in Node.KINDS:
        return _trees(Node.KINDS[name])
    return _records()[name].schema()


def _event() -> dict[str, Any]:
    return {
        "description": "An event, which is a JSON object with one verb.",
        "oneOf": [_ref(f"event.{verb}") for verb in sorted(Event.VERBS)],
    }


def _entries() -> dict[str, Any]:
    expect = {
        "type": "object",
        "properties": {"expect": _ref("Expectation")},
        "required": ["expect"],
        "additionalProperties": False,
    }
    said = "An entry of a puzzle's timeline, which is an event or a set of expectations."
    return {"description": said, "oneOf": [expect, *(_ref(f"entry.{verb}") for verb in sorted(Event.VERBS))]}


def _entry(event: type[Event]) -> dict[str, Any]:
    found = event.schema()
    refused = {"description": "the error that the event must cause", "enum": list(REFUSALS)}
    return {**found, "properties": {**found["properties"], "refused": refused}}


# --- Cards --------------------------------------------------------------------------------------------------


def _card() -> dict[str, Any]:
    return {
        "description": "A card with Scryfall's field names, a Scryfall card object, or a card as a tree.",
        "anyOf": [_ref("CardData"), _ref("ScryfallCard"), _ref("tree.Card")],
    }


def _card_data() -> dict[str, Any]:
    return described_definitions([CardData])[1]["CardData"]


def _face_data() -> dict[str, Any]:
    return described_definitions([FaceData])[1]["FaceData"]


def _scryfall_card() -> dict[str, Any]:
    card, face = _card_data(), _face_data()
    open_face = {key: value for key, value in face.items() if key != "additionalProperties"}
    faces = {"anyOf": [{"type": "array", "items": open_face}, {"type": "null"}]}
    return {
        "description": "A Scryfall card object; other keys are ignored.",
        "type": "object",
        "properties": {**card["properties"], "card_faces": faces},
        "required": card["required"],
        "anyOf": [{"required": [key]} for key in _SCRYFALL],
    }


# --- Trees --------------------------------------------------------------------------------------------------


def _tree(node: type[Node]) -> dict[str, Any]:
    summary, said = described(node)
    fields, defaults = node.__struct_fields__, node.__struct_defaults__
    needed = fields[: len(fields) - len(defaults)]
    default = dict(zip(fields[len(needed) :], defaults, strict=True))
    properties: dict[str, Any] = {"kind": {"const": tag_of(node)}}
    for name, expected in field_types(node).items():
        found = _type(expected, closed_words(node, name))
        if name in said:
            found["description"] = said[name]
        if name in default:
            found["default"] = to_data(default[name])
        properties[name] = found
    if node.__name__ == "Card":
        properties["faces"]["minItems"] = 1
    return {
        "description": summary,
        "type": "object",
        "properties": properties,
        "required": ["kind", *needed],
        "additionalProperties": False,
    }


def _trees(node: type[Node]) -> dict[str, Any]:
    names = [name for name, kind in sorted(Node.KINDS.items()) if issubclass(kind, node) and not is_base(kind)]
    # `anyOf` would make a validator try every kind for every node.
    return {
        "description": described(node)[0],
        "type": "object",
        "properties": {"kind": {"enum": names}},
        "required": ["kind"],
        "allOf": [{"if": {"properties": {"kind": {"const": name}}}, "then": _ref(f"tree.{name}")} for name in names],
    }


def _type(expected: Any, words: Sequence[str] | None = None) -> dict[str, Any]:
    """Return the schema of a field's type; `words` limits the allowed strings, if given."""
    origin, arguments = typing.get_origin(expected), typing.get_args(expected)
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [_type(each, words) for each in arguments]}
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return {"type": "array", "items": _type(arguments[0], words)}
    if origin is tuple:
        size = len(arguments)
        return {"type": "array", "prefixItems": [_type(each) for each in arguments], "minItems": size, "maxItems": size}
    if expected in _PLAIN:
        return {"enum": list(words)} if expected is str and words is not None else dict(_PLAIN[expected])
    return _ref(expected.__name__ if is_base(expected) or expected.__subclasses__() else f"tree.{tag_of(expected)}")


# --- Records ------------------------------------------------------------------------------------------------


@cache
def _records() -> dict[str, type[Record]]:
    return {record.__name__: record for record in _below(Record) if not issubclass(record, Event)}


def _below(record: type[Record]) -> Iterator[type[Record]]:
    for each in record.__subclasses__():
        yield each
        yield from _below(each)


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


_WRITTEN: Final = {
    "Event": _event, "Entry": _entries, "Card": _card, "CardData": _card_data, "FaceData": _face_data,
    "ScryfallCard": _scryfall_card,
}  # fmt: skip


def names_of(schema: Any) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to."""
    if isinstance(schema, Mapping):
        for key, item in schema.items():
            if key == "$ref":
                yield item.removeprefix("#/$defs/")
            else:
                yield from names_of(item)
    elif isinstance(schema, Iterable) and not isinstance(schema, str):
        for item in schema:
            yield from names_of(item)


# --- Descriptions -------------------------------------------------------------------------------------------


def described_definitions(roots: Sequence[Any]) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the schemas of the given types, and the definitions that they need, by name."""
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
    """Return the descriptions of a class and its attributes from its docstring.

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
