"""How general the reader is: the share of invented lines that it reads, and that print back."""

from __future__ import annotations

from mtglayers.coverage.lines import lines_of_card
from mtglayers.coverage.roundtrip import misprint

from ....support.paths import TESTS

LINES = TESTS / "data" / "invented-lines.txt"
READ = 53
"""How many of the lines are read; the number only grows."""


def read(types: str, text: str) -> bool:
    """Return whether all lines of a card with this text are understood and print back."""
    name = "Echo of Tomorrow"
    card = {"name": name, "layout": "normal", "type_line": types, "oracle_text": text.replace("~", name)}
    found = list(lines_of_card({**card, "mana_cost": "{1}", "colors": [], "power": "1", "toughness": "1"}))
    return all(line.status != "unread" and misprint(line) is None for line in found)


def test_how_many_invented_lines_are_read():
    """Nothing in these lines is new to a reader of the rules; what is not read is refused."""
    listed = [line.split(" | ", 1) for line in LINES.read_text(encoding="utf-8").splitlines() if " | " in line]
    unread = [text for types, text in listed if not read(types, text.replace("\\n", "\n"))]
    assert len(listed) == 60
    assert len(listed) - len(unread) >= READ, unread
