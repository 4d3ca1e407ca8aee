"""Stores of cards that somebody else has made: what is damaged ends in one sentence that can be printed.

Run from the checkout: ``python -m tests.fuzz.stores 20000 --seed 1``; ``--entry file`` for one entry point.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from mtglayers.model.cards.store import Store, import_file

from .inputs import TEXTS, Draw, Entry, main, mutated_bytes, mutated_data, mutated_text

CARDS: tuple[dict[str, Any], ...] = (
    {"name": "Küstrin Bears", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "power": "2", "toughness": "2",
     "oracle_text": "Other Bears get +1/+1."},
    {"name": "Odd // Even", "layout": "split", "card_faces": [
        {"name": "Odd", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Scry 1."},
        {"name": "Even", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": "Scry 2."}]},
)  # fmt: skip
WORDS = ("name", "type_line", "oracle_text", "power", "layout", "card_faces", "mana_cost", "Creature", "split", "{2}")
Row = tuple[Any, Any]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()  # removed when the process ends


@cache
def _path(name: str = "cards") -> Path:
    # A store for this process.
    cards, store = Path(_folder().name, "cards.json"), Path(_folder().name, f"{name}.sqlite")
    cards.write_text(json.dumps(CARDS), encoding="utf-8")
    import_file(cards, store)
    return store


@cache
def _bytes() -> bytes:
    return _path().read_bytes()


def _row(draw: Draw) -> Row:
    """Return the name and the data of a card in the store, at least one of them mutated."""
    card = draw.choice(CARDS)
    name, data = card["name"], json.dumps(card, ensure_ascii=False)
    match draw.randrange(4):
        case 0:
            return _cell(draw, name), data
        case 1:
            return name, _cell(draw, data)
        case 2:
            return name, json.dumps(mutated_data(draw, card, WORDS, CARDS))
        case _:
            return _cell(draw, name), _cell(draw, data)


def _cell(draw: Draw, text: str) -> Any:
    match draw.randrange(6):
        case 0:
            return draw.choice((0, -1, 2**62, 0.5, b"", b"\xff\xfe", draw.randbytes(9)))
        case 1:
            return _storable(draw.choice(TEXTS))
        case 2:
            return mutated_bytes(draw, text.encode())
        case _:
            return _storable(mutated_text(draw, text, WORDS))


def _storable(text: str) -> Any:
    # SQLite stores whatever bytes somebody calls a text.
    return text.encode("utf-8", "surrogatepass") if any(0xD800 <= ord(sign) < 0xE000 for sign in text) else text


def read_rows(row: Row) -> None:
    """Read everything from a store with that row."""
    name, data = row
    path = _path("rows")
    with closing(sqlite3.connect(path, isolation_level=None)) as rows:
        rows.execute("pragma synchronous = off")
        rows.execute("pragma journal_mode = memory")
        rows.execute("delete from cards")
        rows.execute("insert into cards values (1, cast(? as text), cast(? as text))", (name, data))
        rows.execute("delete from names")
        rows.execute("insert into names values ('odd', 0, 1)")
        rows.execute("update source set file = cast(? as text)", (name,))
    read_all(path)


def read_all(path: Path) -> None:
    """Read everything from a store.

    Raises:
        AssertionError: a name cannot be printed.
        StoreError: something is damaged.
    """
    store = Store(path)
    try:
        assert len(store) >= 0
        assert store.source.isprintable()
        store.card("odd")
        store.line("line 1 of odd")
        assert all(name.isprintable() for name in store.names())
    finally:
        store.close()


def _file(draw: Draw) -> bytes:
    if draw.random() < 0.1:
        return mutated_bytes(draw, _bytes())
    data = bytearray(_bytes())
    used = [place for place, byte in enumerate(data) if byte]  # most of the file is empty
    for _ in range(draw.choice((1, 1, 2, 5, 30))):
        data[draw.choice(used)] = draw.choice((draw.randrange(256), 0, 1, 0x1B, 0xC3))
    return bytes(data)


def read_file(data: bytes) -> None:
    """Read everything from a file with those bytes."""
    path = _path().with_name("other.sqlite")
    path.write_bytes(data)
    read_all(path)


ENTRIES: Mapping[str, Entry] = {
    "rows": Entry("rows of a store", _row, read_rows),
    "file": Entry("a store's file", _file, read_file),
}
"""The entry points, by what the command line calls them."""

if __name__ == "__main__":
    sys.exit(main(ENTRIES, __doc__ or ""))
