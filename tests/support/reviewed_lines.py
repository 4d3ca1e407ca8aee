"""A fixed draw of compiled lines for a person to read against the rules.

Run from the checkout: ``python -m tests.support.reviewed_lines CARDS.json``.

What the reader found stands in ``data/reviewed-lines.md``; ``test_reviewed_lines.py`` holds the trees to it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mtglayers.coverage.lines import ReadLine, lines_of_card
from mtglayers.model.effects.node import Node

from .paths import TESTS

TABLE = TESTS / "data" / "reviewed-lines.md"
SEED = 613
NUMBER = 300


class Row(NamedTuple):
    """A row of the table: whose line, which of its lines (from 1), what it is, and what the reader found."""

    card: str
    line: int
    kind: str
    layers: str
    found: str


def numbered(cards: Iterable[Mapping[str, Any]]) -> Iterable[tuple[int, ReadLine]]:
    """Yield each line of the cards that can be read, with its number on its card."""
    for card in cards:
        try:
            yield from enumerate(lines_of_card(card), start=1)
        except (KeyError, ValueError):
            continue


def draw(cards: Iterable[Mapping[str, Any]], number: int = NUMBER, seed: int = SEED) -> list[tuple[int, ReadLine]]:
    """Return different compiled lines in an order that depends on the seed and each line's own text alone.

    A line that is compiled later takes its place among them and moves no other one.
    """
    found: dict[str, tuple[int, ReadLine]] = {}
    for place, line in numbered(cards):
        if line.status == "compiled" and line.kind != "keyword":
            found.setdefault(sha256(f"{seed}:{line.text}".encode()).hexdigest(), (place, line))
    return [found[key] for key in sorted(found)[:number]]


def table() -> list[Row]:
    """Return the rows of the table."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")]
    return [Row(card, int(line), kind, layers, found) for card, line, kind, layers, found in cells if line.isdigit()]


def short(value: Any) -> str:
    """Return a tree in short form: kinds with the fields that differ from their defaults."""
    if isinstance(value, Node):
        defaults = value.__struct_defaults__
        required = len(value.__struct_fields__) - len(defaults)
        shown = []
        for place, name in enumerate(value.__struct_fields__):
            item = getattr(value, name)
            if place < required:
                shown.append(short(item))
            elif item != defaults[place - required]:
                shown.append(f"{name}={short(item)}")
        return f"{type(value).__name__}({', '.join(shown)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(short, value))}]"
    return str(value)


def main(arguments: list[str]) -> int:
    """Print the draw: each line and its trees."""
    cards = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    for number, (place, line) in enumerate(draw(cards), start=1):
        trees = line.abilities if line.resolution is None else (*line.resolution.clauses, *line.resolution.modes)
        rows = [f"{number}. {line.card} | {place} | {line.kind} | {', '.join(line.layers)}", f"   {line.text}"]
        sys.stdout.write("\n".join([*rows, *(f"     {short(tree)}" for tree in trees)]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
