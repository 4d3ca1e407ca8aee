"""The JSON Schemas: one self-contained document for each thing that goes over the wire, made from the types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from mtglayers.model.errors import UnknownChoiceError
from mtglayers.solver.data import FORMAT

from .boards import BoardData
from .checks import CheckData, ErrorData
from .definitions import definition
from .differences import DifferenceData, ErasData, VerdictData, WhatIfData
from .explanations import ExplanationData, ExplanationsData, GraphData
from .orders import DecisiveData, FlipsData, FoundData, OrdersData, WitnessesData
from .results import ResultData
from .vectors import AnswerData, VectorData

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Document(msgspec.Struct, frozen=True):
    """What a schema is of.

    Attributes:
        what: in one sentence.
        root: the type; or the name of a definition (`definitions.definition`).
        answer: whether mtglayers writes it: then keys may be added, which readers pass over.
    """

    what: str
    root: Any
    answer: bool = False


DOCUMENTS: Final[Mapping[str, Document]] = {
    "board": Document("A board: players, edition, cards and a timeline of events.", BoardData),
    "result": Document("What a solve answers.", ResultData, answer=True),
    "explanation": Document("Why one object is what it is.", ExplanationData, answer=True),
    "explanations": Document("Why several objects are what they are.", ExplanationsData, answer=True),
    "graph": Document("The dependency graph before a step.", GraphData, answer=True),
    "difference": Document("What differs between two results.", DifferenceData, answer=True),
    "what-if": Document("What would be different without some things, or with more.", WhatIfData, answer=True),
    "orders": Document("What comes of all orders of the timestamps.", OrdersData, answer=True),
    "verdict": Document("Whether the rules as written settle a board.", VerdictData, answer=True),
    "eras": Document("How a board comes out under every edition.", ErasData, answer=True),
    "decisive": Document("What an object turns on.", DecisiveData, answer=True),
    "flips": Document("Which plain object would change an object.", FlipsData, answer=True),
    "found": Document("What came of a query.", FoundData, answer=True),
    "witnesses": Document("The smallest boards on which one card depends on another.", WitnessesData, answer=True),
    "check": Document("How puzzles turned out.", CheckData, answer=True),
    "error": Document("Why a request cannot be answered.", ErrorData, answer=True),
    "vector": Document("A board of the conformance kit, and what must come of it.", VectorData, answer=True),
    "answer": Document("What an engine answers to a board of the conformance kit.", AnswerData),
}
"""Name -> what there is a schema of."""


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of everything that goes over the wire, by name.

    >>> schemas()["board"]["$id"]
    'urn:mtglayers:schema:2:board'
    """
    return {name: schema(name) for name in DOCUMENTS}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of that name: a document of its own, which refers to no other.

    Raises:
        UnknownChoiceError: there is none.
    """
    if name not in DOCUMENTS:
        raise UnknownChoiceError("schema", name, tuple(DOCUMENTS))
    return msgspec.json.decode(_document(name))  # type: ignore[no-any-return]


@cache
def _document(name: str) -> bytes:
    document = DOCUMENTS[name]
    (root,), defs = components([document.root], answer=document.answer)
    found = {
        "$schema": DIALECT,
        "$id": f"urn:mtglayers:schema:{FORMAT}:{name}",
        "title": f"mtglayers {name}",
        "description": document.what,
        **root,
        "$defs": {name: defs[name] for name in sorted(defs)},
    }
    return msgspec.json.encode(found)


def components(roots: Sequence[Any], *, answer: bool = False) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the schemas of types, and the definitions that they refer to, each described.

    Args:
        roots: types, or names of definitions (`definitions.definition`).
        answer: whether mtglayers writes them: then keys may be added, which readers pass over.
    """
    types = [root for root in roots if not isinstance(root, str)]
    found, defs = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for root in types:
        _describe(root, defs)
    if answer:
        for each in defs.values():
            each.pop("additionalProperties", None)
    made = iter(found)
    schemas = [{"$ref": f"#/$defs/{root}"} if isinstance(root, str) else next(made) for root in roots]
    _complete(schemas, defs)
    return schemas, defs


def _complete(root: Any, defs: dict[str, Any]) -> None:
    """Add the definitions that are referred to and not there yet."""
    left = [root, *defs.values()]
    while left:
        for name in references(left.pop()):
            if name not in defs:
                defs[name] = definition(name)
                left.append(defs[name])


def references(value: Any) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key == "$ref":
                yield item.removeprefix("#/$defs/")
            else:
                yield from references(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from references(item)


# --- Descriptions -------------------------------------------------------------------------------------------


def _describe(root: Any, defs: dict[str, Any]) -> None:
    """Put what docstrings say of types and their fields into their definitions."""
    types = {each.__name__: each for each in _structs(msgspec.inspect.type_info(root))}
    for name in types.keys() & defs.keys():
        found = defs[name]
        found.pop("title", None)
        summary, fields = described(types[name])
        found["description"] = summary
        for field, said in fields.items():
            given = found.get("properties", {}).get(field)
            if given is not None:
                given["description"] = said


def _structs(info: Any) -> Iterator[type[msgspec.Struct]]:
    """Yield every struct that a type is made of."""
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


def described(found: type) -> tuple[str, dict[str, str]]:
    """Return what the docstring of a class says of it, and of each attribute, as plain text."""
    text = found.__doc__ or ""
    said: dict[str, str] = {}
    for base in reversed(found.__mro__):
        _, _, attributes = (base.__doc__ or "").partition("Attributes:\n")
        for names, words in re.findall(r"^ {8}(\w[\w, ]*): ((?:.*\n?)(?: {10,}.*\n?)*)", attributes, re.MULTILINE):
            said |= dict.fromkeys(names.split(", "), _plain(words))
    return _plain(text.partition("\n\n")[0]), said


def _plain(words: str) -> str:
    return " ".join(words.split()).replace("`", "")


__all__ = ["DIALECT", "DOCUMENTS", "Document", "components", "described", "references", "schema", "schemas"]
