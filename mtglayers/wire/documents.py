"""The JSON Schemas: a self-contained document for each kind of message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from mtglayers.model.errors import UnknownChoiceError

from .base import FORMAT
from .boards import BoardData, PuzzleData
from .checks import CheckData, ErrorData
from .definitions import BASES, definition, names_of
from .describing import described_definitions
from .differences import DifferenceData, ErasData, VerdictData, WhatIfData
from .explanations import ExplanationData, ExplanationsData
from .orders import DecisiveData, FlipsData, FoundData, OrdersData, WitnessesData
from .results import ResultData
from .tables import GraphData
from .vectors import AnswerData, VectorData

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Document(msgspec.Struct, frozen=True):
    """What a schema is of.

    Attributes:
        what: in one sentence.
        root: the type; or the name of a definition (`definitions.definition`).
        answer: whether mtglayers writes it: then keys may be added, which readers ignore.
    """

    what: str
    root: Any
    answer: bool = False


DOCUMENTS: Final[Mapping[str, Document]] = {
    "board": Document("A board: players, edition, cards and a timeline of events.", BoardData),
    "event": Document("An event: what can happen on a timeline.", "Event"),
    "card": Document("A card, with Scryfall's field names, or as a tree of its abilities.", "Card"),
    "ability": Document("An ability as a tree.", "Ability"),
    "puzzle": Document("A puzzle: a board with what is expected of it.", PuzzleData),
    "result": Document("What a solve answers.", ResultData, answer=True),
    "explanation": Document("Why one object is what it is.", ExplanationData, answer=True),
    "explanations": Document("Why several objects are what they are.", ExplanationsData, answer=True),
    "graph": Document("The dependency graph before a step.", GraphData, answer=True),
    "difference": Document("What differs between two results.", DifferenceData, answer=True),
    "what-if": Document("What would be different without some things, or with more.", WhatIfData, answer=True),
    "orders": Document("The results of all orders of the timestamps.", OrdersData, answer=True),
    "verdict": Document("Whether the rules as written settle a board.", VerdictData, answer=True),
    "eras": Document("How a board comes out under every edition.", ErasData, answer=True),
    "decisive": Document("What an object depends on.", DecisiveData, answer=True),
    "flips": Document("Which plain object would change an object.", FlipsData, answer=True),
    "found": Document("The result of a query.", FoundData, answer=True),
    "witnesses": Document("The smallest boards on which one card depends on another.", WitnessesData, answer=True),
    "check": Document("How puzzles turned out.", CheckData, answer=True),
    "error": Document("Why a request cannot be answered.", ErrorData, answer=True),
    "vector": Document("A board of the conformance kit, and the expected result.", VectorData, answer=True),
    "answer": Document("What an engine answers to a board of the conformance kit.", AnswerData),
}
"""Name -> what there is a schema of."""


def schemas() -> dict[str, dict[str, Any]]:
    """Return all JSON Schemas by name.

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


def components(
    roots: Sequence[Any], *, answer: bool = False, trees: bool = True
) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the schemas of types, and the definitions that they refer to, each described.

    Args:
        roots: types, or names of definitions (`definitions.definition`).
        answer: whether mtglayers writes them: then keys may be added, which readers ignore.
        trees: whether abilities as trees are defined to the last; else only their kinds are.
    """
    found, defs = described_definitions([root for root in roots if not isinstance(root, str)])
    if answer:
        for each in defs.values():
            each.pop("additionalProperties", None)
    made = iter(found)
    schemas = [{"$ref": f"#/$defs/{root}"} if isinstance(root, str) else next(made) for root in roots]
    _complete(schemas, defs, trees=trees)
    return schemas, defs


def _complete(root: Any, defs: dict[str, Any], *, trees: bool) -> None:
    left = [root, *defs.values()]
    while left:
        for name in names_of(left.pop()):
            if name not in defs:
                defs[name] = definition(name)
                if not trees and name in BASES:
                    del defs[name]["allOf"]
                left.append(defs[name])


__all__ = ["DIALECT", "DOCUMENTS", "Document", "components", "schema", "schemas"]
