"""The examples of docs/schema.md, worked out; ``python -m tests.support.schema_examples`` writes them into it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from mtglayers import (
    Board,
    LayersError,
    difference,
    difference_data,
    explanation_data,
    orders,
    orders_data,
    result_data,
    solve,
    wire,
)
from mtglayers.model.effects.node import to_data
from mtglayers.server.errors import failure_of

from .paths import ROOT

PAGE: Final = ROOT / "docs" / "schema.md"
BLOCK: Final = re.compile(r"<!-- example: (\w+) -->\n```json\n(.*?)\n```", re.DOTALL)
WIDTH: Final = 116

BANNER: Final = {"name": "Bear Banner", "type_line": "Artifact", "oracle_text": "Creatures you control get +1/+1."}
BOARD: Final = {
    "players": ["Ana", "Ben"],
    "timeline": [
        {"enters": "Urborg, Tomb of Yawgmoth", "as": "urborg"},
        {"enters": "Blood Moon", "as": "moon", "controller": "Ben"},
    ],
}
EVENT: Final = {"marks": "urborg", "set": {"tapped": True}}
PUZZLE: Final = {
    "title": "A swamp that is none",
    **BOARD,
    "timeline": [
        *BOARD["timeline"],
        {
            "expect": {
                "objects": {"urborg": {"subtypes": ["Mountain"]}},
                "depends": [{"layer": "4", "effect": "urborg", "on": "moon", "reason": "existence"}],
            }
        },
    ],
}


def examples() -> dict[str, Any]:
    """Return the examples by the name of their schema; "layer" and "tree" are parts of a result and of a card."""
    board = Board.from_data(BOARD)
    result = solve(board)
    layers = result_data(result, include=["steps"])["layers"]
    return {
        "board": BOARD,
        "card": BANNER,
        "tree": to_data(Board(cards=[BANNER]).cards[0]),
        "event": EVENT,
        "puzzle": PUZZLE,
        "result": result_data(
            result, include=["unsupported", "objects", "summaries", "loops", "statistics"], objects=["urborg"]
        ),
        "layer": next(layer for layer in layers if layer["name"] == "4"),
        "explanation": explanation_data(result.explain("urborg")),
        "difference": difference_data(difference(solve(board, until="3"), result)),
        "orders": orders_data(orders(board), ["urborg"]),
        "error": json.loads(wire.encoded(failure_of(_error()))),
    }


def _error() -> LayersError:
    try:
        Board.from_data({"timeline": [{"leaves": "urborg"}]})
    except LayersError as error:
        return error
    raise AssertionError


def shown(data: Any, indent: int = 0) -> str:
    """Return JSON as people write it: on one line where that is short enough."""
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(data, (dict, list)) or not data:
        return line
    space = " " * (indent + 2)
    if isinstance(data, Mapping):
        parts = [f"{json.dumps(key)}: {shown(value, indent + 2)}" for key, value in data.items()]
        return f"{{\n{space}" + f",\n{space}".join(parts) + f"\n{' ' * indent}}}"
    return f"[\n{space}" + f",\n{space}".join(shown(value, indent + 2) for value in data) + f"\n{' ' * indent}]"


def page(text: str) -> str:
    """Return the page with its examples as they come out now."""
    found = examples()
    return BLOCK.sub(lambda match: f"<!-- example: {match[1]} -->\n```json\n{shown(found[match[1]])}\n```", text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
