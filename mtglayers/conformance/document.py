"""The documentation of the format: a template, completed from classes and an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.mana_abilities import INTRINSIC
from mtglayers.model.effects.node import to_data
from mtglayers.model.objects.recorded_facts import FACTS, PLAYER_FACTS
from mtglayers.model.rules.edition import NEWEST, Edition
from mtglayers.solver.readings import READINGS
from mtglayers.wire.definitions import described

from .kinds import kinds_text
from .making import edition_of, vector_of
from .writing import written

FORMAT_FILE: Final = "FORMAT.md"
_BY_HAND: Final = Path(__file__).with_name("format.md")


@cache
def document() -> str:
    """Return the documentation of the kit's format as Markdown."""
    ready: Mapping[str, Callable[[], str]] = {
        "kinds": kinds_text,
        "switches": _switches,
        "readings": lambda: _rows((f"`{each.name}`", each.says) for each in READINGS.values()),
        "facts": lambda: _rows((f"`{name}`", means) for name, means in FACTS.items()),
        "player_facts": lambda: _rows((f"`{name}`", means) for name, means in PLAYER_FACTS.items()),
        "mana": lambda: f"`{msgspec.json.encode(to_data(INTRINSIC['Forest'].ability)).decode()}`",
    }
    example = _example()

    def put(found: re.Match[str]) -> str:
        name = found[1]
        return ready[name]() if name in ready else f"```json\n{written(_at(example, name))}```"

    return re.sub(r"\{\{([\w.]+)\}\}", put, _BY_HAND.read_text(encoding="utf-8"))


def _example() -> Any:
    board = Board(["Ana", "Ben"], NEWEST)
    for name in ("Blood Moon", "Life and Limb"):
        board.enters(name)
    board.enters("Saproling", controller="Ben")
    return msgspec.json.decode(msgspec.json.encode(vector_of(board, "example")))


def _at(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def _switches() -> str:
    _, said = described(Edition)
    return _rows((f"`{name}`", said[name]) for name in edition_of(NEWEST).switches)


def _rows(pairs: Any) -> str:
    return "\n".join(f"* {name}: {says}" for name, says in pairs)
