"""This machine's store of imported cards, a SQLite file.

A card is compiled when it is looked up.
"""

from __future__ import annotations

import glob
import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple
from weakref import finalize

from ..data.admission import validate
from ..errors import LayersError, UnknownCardError, readable
from ..support.names import fold
from .card import Card
from .sources import Source, of_scryfall

VERSION: Final = 1
_MARK: Final = 0x6D74676C  # "mtgl": SQLite's application id
_SCHEMA: Final = f"""
pragma application_id = {_MARK};
pragma user_version = {VERSION};
create table cards (id integer primary key, name text not null unique, data text not null);
create table names (
    key text not null, face integer not null, card integer not null references cards, primary key (key, face, card)
) without rowid;
create table source (file text not null, shape text not null, cards integer not null);
"""


_ABANDONED: Final = 3600  # seconds; an import takes less than a minute


class StoreError(LayersError, OSError):
    """Raised when a store cannot be read or written."""


class Imported(NamedTuple):
    """The result of an import.

    Attributes:
        cards: the number of imported cards.
        skipped: the number of entries that are not cards, such as tokens, emblems and art.
        again: the names that occur more than once in the file; only the first card with each name was imported.
        refused: a (name, problem) pair for each card that was left out because its data cannot be read.
    """

    cards: int
    skipped: int
    again: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]


_OPEN: Final[dict[Path, tuple[int, Store]]] = {}
"""The modification time and the open store, keyed by path; only the most recently used store stays open."""


def opened(path: Path) -> Store:
    """Return the store at a path; the store stays open until the file changes.

    Raises:
        StoreError: the file is not a store, or was written by another version.
    """
    changed = path.stat().st_mtime_ns
    before, store = _OPEN.get(path.resolve(), (None, None))
    if store is None or before != changed:
        store = Store(path)
        _OPEN.clear()
        _OPEN[path.resolve()] = changed, store
    return store


class Store:
    """A store of imported cards.

    Every method raises `StoreError` if the file is damaged.
    """

    def __init__(self, path: Path) -> None:
        """Open the store at `path`.

        Raises:
            StoreError: the file is not a store, or was written by another version.
        """
        self.path = path
        try:
            self._rows = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        except sqlite3.Error as error:
            raise StoreError(f"`{path}`: {error}") from None
        self._closed = finalize(self, self._rows.close)
        try:
            self._check()
        except StoreError:
            self.close()
            raise

    def _check(self) -> None:
        if self._value("pragma application_id") != _MARK:
            raise StoreError(f"`{self.path}`: this file is not a card store")
        version = self._value("pragma user_version")
        if version != VERSION:
            wrong = f"the store has version `{version}`, not `{VERSION}`"
            raise StoreError(f"`{self.path}`: {wrong}; import the cards again")

    def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        self._closed()

    def __len__(self) -> int:
        return int(self._value("select count(*) from cards"))

    @property
    def source(self) -> str:
        """The name and the format of the imported file."""
        said = str(self._value("select cast(file || ' (' || shape || ')' as text) from source"))
        return " ".join(readable(said).split())  # others can have made the file

    def data(self, name: str) -> dict[str, Any] | None:
        """Return the data for the card with the given name, or None.

        The data uses Scryfall's field names.

        Raises:
            UnknownCardError: several cards have a face with the given name; the error lists the names of the cards.
        """
        rows = self._asked(
            "select face, cast(name as text), cast(data as text) from names join cards on id = card where key = ? "
            "order by face, name",
            fold(name),
        )
        meant = [(self._checked(row[1]), row[2]) for row in rows if row[0] == rows[0][0]]
        if len(meant) > 1:
            raise UnknownCardError(name, [full for full, _ in meant])
        return self._read(*meant[0]) if meant else None

    def _checked(self, name: Any) -> str:
        if isinstance(name, str) and name.isprintable():  # others can have made the file
            return name
        raise StoreError(f"`{self.path}`: the name `{name}` is damaged")

    def _read(self, name: str, text: Any) -> dict[str, Any]:
        try:
            data: dict[str, Any] = json.loads(text)
            if of_scryfall(data, "the entry") == [data] and not unreadable(data):
                return data
        except (TypeError, ValueError, RecursionError):
            pass
        raise StoreError(f"`{self.path}`: the data for `{name}` is damaged")

    def card(self, name: str) -> Card | None:
        """Return the card with the given name, or None."""
        data = self.data(name)
        return None if data is None else _compiled(json.dumps(data))

    def names(self) -> tuple[str, ...]:
        """Return the full names of all cards, in alphabetical order."""
        return tuple(sorted(self._checked(name) for (name,) in self._asked("select cast(name as text) from cards")))

    def line(self, where: str) -> str:
        """Return the rules text at a location such as "line 3 of Foo", or "" if there is none."""
        found = re.fullmatch(r"line ([0-9]{1,6}) of (.+)", where)
        data = self.data(found[2]) if found else None
        if found is None or data is None:
            return ""
        face = next((face for face in _faces(data) if face["name"] == found[2]), data)
        lines = str(face.get("oracle_text", "")).split("\n")
        return lines[int(found[1]) - 1] if int(found[1]) <= len(lines) else ""

    def _value(self, question: str) -> Any:
        for (value,) in self._asked(question):
            return value
        raise StoreError(f"`{self.path}`: the store is damaged; the record of the import is missing")

    def _asked(self, question: str, *values: str) -> list[tuple[Any, ...]]:
        try:
            return self._rows.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"`{self.path}`: {error}") from None
        except UnicodeDecodeError:  # in SQLite's own message
            raise StoreError(f"`{self.path}`: the file is damaged") from None


@lru_cache(maxsize=256)
def _compiled(data: str) -> Card:
    from .scryfall import read_card

    return read_card(json.loads(data))


def import_file(path: Path, store: Path, progress: Callable[[int, int], object] | None = None) -> Imported:
    """Replace a store's cards with those in a file; a failure leaves the store unchanged.

    Raises:
        SourceError: the file is not card data, or is damaged.
        StoreError: the store cannot be written.
    """
    source = Source(path, progress)
    shape = source.shape()
    _replaceable(store)
    store.parent.mkdir(parents=True, exist_ok=True)
    for left in store.parent.glob(f".{glob.escape(store.name)}.*"):
        if time.time() - left.stat().st_mtime > _ABANDONED:  # its import was killed
            left.unlink(missing_ok=True)
    fresh = store.with_name(f".{store.name}.{os.getpid()}")
    try:
        # All work is done in memory, so that an import that is killed leaves no file behind.
        with closing(sqlite3.connect(":memory:")) as rows:
            with rows:
                rows.executescript(_SCHEMA)
                found = _fill(rows, source.cards())
                if not found.cards:
                    raise StoreError(f"`{path}`: contains no cards")
                rows.execute("insert into source values (?, ?, ?)", (path.name, shape, found.cards))
            with closing(sqlite3.connect(fresh)) as file:
                file.execute("pragma journal_mode = off")
                rows.backup(file)
        if open_now := _OPEN.pop(store.resolve(), None):
            open_now[1].close()  # some systems cannot replace an open file
        fresh.replace(store)
    except sqlite3.Error as error:
        raise StoreError(f"`{store}`: {error}") from None
    finally:
        fresh.unlink(missing_ok=True)
    return found._replace(skipped=source.skipped)


def _replaceable(store: Path) -> None:
    if store.is_dir():
        raise StoreError(f"`{store}`: is a directory")
    if not store.exists():
        return
    with store.open("rb") as file:
        head = file.read(16)
    if head and head != b"SQLite format 3\0":
        raise StoreError(f"`{store}`: this file is not a card store and was not changed")


def _fill(rows: sqlite3.Connection, cards: Iterable[Mapping[str, Any]]) -> Imported:
    seen: set[str] = set()
    again: list[str] = []
    refused: list[tuple[str, str]] = []
    for card in cards:
        name = card["name"]
        if name in seen:
            again.append(name)
            continue
        if wrong := unreadable(card):
            refused.append((name, wrong))
            continue
        seen.add(name)
        number = rows.execute(
            "insert into cards (name, data) values (?, ?)", (name, json.dumps(card, ensure_ascii=False))
        ).lastrowid
        # 0: full name; 1: name of the front face; 2: name of another face. The lowest number takes precedence.
        keys = {fold(face["name"]): min(place, 1) + 1 for place, face in reversed([*enumerate(_faces(card))])}
        keys[fold(name)] = 0
        rows.executemany("insert into names values (?, ?, ?)", ((key, face, number) for key, face in keys.items()))
    return Imported(len(seen), 0, tuple(again), tuple(refused))


def _faces(card: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(card.get("card_faces") or (card,))


def unreadable(card: Mapping[str, Any]) -> str:
    """Return a description of the problem with a card's data, or "" if there is none.

    The rules text is not checked.
    """
    from .scryfall import read_card

    bare = [{word: value for word, value in face.items() if word != "oracle_text"} for face in _faces(card)]
    try:
        validate(card)
        for face in read_card({"name": card["name"], "card_faces": bare}).faces:
            face.copiable()
    except KeyError as error:
        return f"no `{error.args[0]}`"
    except ValueError as error:
        return str(error)
    return ""
