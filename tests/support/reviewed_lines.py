"""Fixed draws of lines for a person to read against the rules.

Run from the checkout: ``python -m tests.support.reviewed_lines CARDS.json DRAW``; DRAW is a name from `DRAWS`.

What the reader found stands in ``data/reviewed-lines.md``; ``test_reviewed_lines.py`` holds the trees to it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mtglayers.coverage.lines import ReadLine, lines_of_card
from mtglayers.model.effects.node import Node

from .paths import TESTS

TABLE = TESTS / "data" / "reviewed-lines.md"
NUMBER = 300
# Words with which a sentence could affect a layer.
_COULD = re.compile(
    r"\bbecomes?\b|\bgets? (?:[+-]|an additional)|\b(?:has|have) (?!\d|life|no cards|[a-z]+ (?:or more|or fewer|cards))"
    r"|\bgains? (?!\d|life|X life|that much|half|an amount)|\bloses? (?!\d|life|X life|that much|half|the (?:flip|game)"
    r"|unspent)|\bcop(?:y|ies)\b|\bcolors?\b|\btypes?\b|\bbase\b|as though|switch|exchange|face (?:up|down)"
    r"|\babilit(?:y|ies)\b|\b(?:is|are|isn't|aren't|It's|They're) (?:an?|the|all|not|also|every|still) |\bdouble\b"
    r"|\btext\b|in addition|\bcontrol of\b|\bnamed\b|\bname\b"
)


class Draw(NamedTuple):
    """What is drawn: the seed, the status of the lines, and the kind of line (empty: any but keywords)."""

    seed: int
    status: str
    kind: str = ""

    def has(self, line: ReadLine) -> bool:
        """Return whether a line can be drawn."""
        could = self.status == "compiled" or bool(_COULD.search(line.text))
        return (
            line.status == self.status and (line.kind == self.kind if self.kind else line.kind != "keyword") and could
        )


DRAWS = {
    "compiled": Draw(613, "compiled"),
    "resolving": Draw(608, "compiled", "resolution"),
    "without-layers": Draw(609, "untouching"),
}


class Row(NamedTuple):
    """A row of a table: the draw, whose line, which of its lines (from 1), what it is, and what the reader found."""

    draw: str
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


def draw(cards: Iterable[Mapping[str, Any]], what: Draw, number: int = NUMBER) -> list[tuple[int, ReadLine]]:
    """Return different lines in an order that depends on the seed and each line's own text alone.

    A line that is understood later takes its place among them and moves no other one.
    """
    found: dict[str, tuple[int, ReadLine]] = {}
    for place, line in numbered(cards):
        if what.has(line):
            found.setdefault(sha256(f"{what.seed}:{line.text}".encode()).hexdigest(), (place, line))
    return [found[key] for key in sorted(found)[:number]]


def table() -> list[Row]:
    """Return the rows of the tables, each of which follows a heading with the name of its draw."""
    rows: list[Row] = []
    name = ""
    for text in TABLE.read_text(encoding="utf-8").splitlines():
        if text.startswith("## "):
            name = text.removeprefix("## ")
        cells = [cell.strip() for cell in text.strip("|").split(" | ")]
        if text.startswith("| ") and cells[1].isdigit():
            card, line, kind, layers, found = cells
            rows.append(Row(name, card, int(line), kind, layers, found))
    return rows


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
    for number, (place, line) in enumerate(draw(cards, DRAWS[arguments[1]]), start=1):
        trees = line.abilities if line.resolution is None else (*line.resolution.clauses, *line.resolution.modes)
        rows = [f"{number}. {line.card} | {place} | {line.kind} | {', '.join(line.layers)}", f"   {line.text}"]
        sys.stdout.write("\n".join([*rows, *(f"     {short(tree)}" for tree in trees)]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
