"""The published JSON Schemas, each a self-contained document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from mtglayers.model.errors import UnknownChoiceError

from .base import FORMAT
from .boards import BoardData, PuzzleData
from .checks import CheckData, ErrorData
from .definitions import BASES, definition, described_definitions, names_of
from .differences import DifferenceData, ErasData, VerdictData, WhatIfData
from .explanations import ExplanationData, ExplanationsData
from .orders import DecisiveData, FlipsData, FoundData, OrdersData, WitnessesData
from .results import ResultData
from .tables import GraphData
from .vectors import AnswerData, VectorData

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Document(msgspec.Struct, frozen=True):
    """The subject of a JSON Schema.

    Attributes:
        what: a one-sentence description.
        root: a type, or the name of a definition (`definitions.definition`).
        answer: whether mtglayers writes the data. If so, readers must ignore unknown keys.
    """

    what: str
    root: Any
    answer: bool = False


DOCUMENTS: Final[Mapping[str, Document]] = {
    "board": Document("A board, which consists of players, an edition of the rules, cards and a timeline.", BoardData),
    "state": Document("A state: objects and effects on a board just before layer 1.", "BoardState"),
    "event": Document("An event in a timeline.", "Event"),
    "card": Document("A card, either with Scryfall's field names or as a tree.", "Card"),
    "ability": Document("An ability as a tree.", "Ability"),
    "puzzle": Document("A puzzle, which is a board with expectations.", PuzzleData),
    "result": Document("The result of a solve.", ResultData, answer=True),
    "explanation": Document("The explanation of one object.", ExplanationData, answer=True),
    "explanations": Document("The explanations of several objects.", ExplanationsData, answer=True),
    "graph": Document("The dependency graph before a step.", GraphData, answer=True),
    "difference": Document("The differences between two results.", DifferenceData, answer=True),
    "what-if": Document(
        "The changes to the result if objects or effects were removed or added.", WhatIfData, answer=True
    ),
    "orders": Document("The results of a board for all orders of its timestamps.", OrdersData, answer=True),
    "verdict": Document("Whether the rules determine the result of a board.", VerdictData, answer=True),
    "eras": Document("The results of a board under every edition.", ErasData, answer=True),
    "decisive": Document("The objects or effects that an object depends on.", DecisiveData, answer=True),
    "flips": Document("The plain objects that would change an object if they entered.", FlipsData, answer=True),
    "found": Document("The result of a query.", FoundData, answer=True),
    "witnesses": Document("The minimal boards on which one card depends on another.", WitnessesData, answer=True),
    "check": Document("The results of checking puzzles.", CheckData, answer=True),
    "error": Document("The error that a request caused.", ErrorData, answer=True),
    "vector": Document("A board from the conformance kit, with the expected result.", VectorData, answer=True),
    "answer": Document("An engine's answer to a board from the conformance kit.", AnswerData),
}
"""Name of a JSON Schema -> its subject."""


def schemas() -> dict[str, dict[str, Any]]:
    """Return all JSON Schemas by name.

    >>> schemas()["board"]["$id"]
    'urn:mtglayers:schema:2:board'
    """
    return {name: schema(name) for name in DOCUMENTS}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema with the given name as a self-contained document.

    Raises:
        UnknownChoiceError: there is no schema with this name.
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
    """Return the schemas of types, and the definitions that they refer to.

    Args:
        roots: types, or names of definitions (`definitions.definition`).
        answer: whether mtglayers writes the data. If so, readers must ignore unknown keys.
        trees: whether to define trees completely instead of only listing their kinds.
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
