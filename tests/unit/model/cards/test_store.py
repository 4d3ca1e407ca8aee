"""The store of a machine: one pass to import, found by name, compiled when asked for; what ships goes before it."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from mtglayers.model.board.board import Board
from mtglayers.model.cards import search as catalogue
from mtglayers.model.cards.sources import SourceError
from mtglayers.model.cards.store import Store, StoreError, import_file, opened
from mtglayers.model.cards.store_path import default_path
from mtglayers.model.errors import LayersError, UnknownCardError
from mtglayers.solver.solve import solve

BEARS = {"name": "Küstrin Bears", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "power": "2",
         "toughness": "2", "oracle_text": "(They are odd.)\nOther Bears get +1/+1."}  # fmt: skip
HALVES = {
    "name": "Odd // Even", "layout": "split",
    "card_faces": [
        {"name": "Odd", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Scry 1."},
        {"name": "Even", "mana_cost": "{U}", "type_line": "Instant", "oracle_text": "Scry 2."},
    ],
}  # fmt: skip
EVEN = {"name": "Even", "mana_cost": "{2}", "type_line": "Artifact", "oracle_text": "Odd things are even."}
MOON = {"name": "Blood Moon", "mana_cost": "{9}", "type_line": "Enchantment", "oracle_text": ""}


def written(folder: Path, *cards: object) -> Path:
    path = folder / "cards.json"
    path.write_text(json.dumps(cards), encoding="utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with four cards in it."""
    import_file(written(tmp_path, BEARS, HALVES, EVEN, MOON), tmp_path / "store" / "cards.sqlite")
    return tmp_path / "store" / "cards.sqlite"


def test_import_says_what_it_did(tmp_path: Path) -> None:
    """The number of cards; what is not a card; repeated names; what cannot be read, and why."""
    token = {"name": "Bear", "layout": "token", "type_line": "Token Creature — Bear"}
    wrong = [
        {"name": "Igpay", "type_line": "Eaturecray"}, {"name": "Typeless"},
        {"name": "Costly", "type_line": "Instant", "mana_cost": "{OOPS}"},
        {"name": "Sized", "type_line": "Creature", "power": "big", "toughness": "1"},
    ]  # fmt: skip
    found = import_file(written(tmp_path, BEARS, token, BEARS, *wrong), tmp_path / "cards.sqlite")

    assert (found.cards, found.skipped, found.again) == (1, 1, ("Küstrin Bears",))
    assert [name for name, _ in found.refused] == ["Igpay", "Typeless", "Costly", "Sized"]
    assert "Eaturecray" in found.refused[0][1]
    assert Store(tmp_path / "cards.sqlite").names() == ("Küstrin Bears",)


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("Küstrin Bears", "Küstrin Bears"), ("KUSTRIN  bears", "Küstrin Bears"), ("Odd", "Odd // Even"),
        ("odd//even", "Odd // Even"), ("Even", "Even"), ("Elves", None),
    ],
)  # fmt: skip
def test_found_by_name(path: Path, name: str, full: str | None) -> None:
    """Case and accents do not matter; a full name goes before the name of a face."""
    card = Store(path).card(name)
    assert (card.name if card else None) == full


def test_a_face_of_two_cards_is_refused(tmp_path: Path) -> None:
    """A name that two cards share stands for neither; both are named."""
    other = {**HALVES, "name": "Odd // Prime", "card_faces": [HALVES["card_faces"][0], {**EVEN, "name": "Prime"}]}
    import_file(written(tmp_path, HALVES, other), tmp_path / "cards.sqlite")
    with pytest.raises(UnknownCardError, match="`Odd // Even` or `Odd // Prime`"):
        Store(tmp_path / "cards.sqlite").card("odd")


def test_a_card_is_compiled_with_its_text(path: Path) -> None:
    """The store keeps facts and text; what comes out is what a board's own card would be."""
    store = Store(path)
    card = store.card("kustrin bears")

    assert len(store) == 4
    assert store.source == "cards.json (Scryfall)"
    assert card is not None
    assert card is store.card("Küstrin Bears")
    assert len(card.faces[0].abilities) == 1
    assert store.line("line 2 of Küstrin Bears") == "Other Bears get +1/+1."
    assert store.line("line 1 of Even") == "Odd things are even."
    assert [store.line(where) for where in ("line 9 of Even", "line 1 of Elves", "a line of Even", "Even")] == [""] * 4


def test_a_failed_import_leaves_the_store(path: Path) -> None:
    """Whatever breaks, the old cards stay and nothing else is left behind."""
    broken = path.parent.parent / "broken.json"
    broken.write_text(f"[{json.dumps(BEARS)}, ")
    with pytest.raises(SourceError, match="after card 1"):
        import_file(broken, path)

    assert len(Store(path)) == 4
    assert [each.name for each in path.parent.iterdir()] == ["cards.sqlite"]
    assert import_file(written(path.parent.parent, BEARS), path).cards == 1
    assert Store(path).names() == ("Küstrin Bears",)


def test_what_is_no_store_is_refused(tmp_path: Path, path: Path) -> None:
    """Another file, another database, another version: one sentence, with the path."""
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as rows:
        rows.execute("create table things (id)")
    with pytest.raises(StoreError, match=r"other.sqlite`: this file is not a card store"):
        Store(other)
    (tmp_path / "text.sqlite").write_text("hello, this is a text and no database at all")
    with pytest.raises(StoreError, match=r"text.sqlite`: file is not a database"):
        Store(tmp_path / "text.sqlite")
    with closing(sqlite3.connect(path)) as rows:
        rows.execute("pragma user_version = 99")
    with pytest.raises(LayersError, match="the store has version `99`, not `1`; import the cards again"):
        Store(path)


def test_where_the_store_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """MTGLAYERS_CARDS says where; empty it says that there is none; by default the user's folder of data."""
    monkeypatch.setenv("MTGLAYERS_CARDS", str(tmp_path / "mine.sqlite"))
    assert default_path() == tmp_path / "mine.sqlite"
    assert catalogue.local_store() is None
    monkeypatch.setenv("MTGLAYERS_CARDS", "")
    assert default_path() is None
    monkeypatch.delenv("MTGLAYERS_CARDS")
    found = default_path()
    assert found is not None
    assert found.name == "cards.sqlite"


def test_what_ships_goes_before_what_is_imported(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """A result never depends on what a machine has imported, but for names that the catalogue lacks."""
    with pytest.raises(UnknownCardError):
        catalogue.find("Küstrin Bears")
    monkeypatch.setenv("MTGLAYERS_CARDS", str(path))

    assert catalogue.find("Blood Moon").faces[0].mana_cost == "{2}{R}"
    assert catalogue.search("kustrin b") == ["Küstrin Bears"]
    assert catalogue.near("kustrin baers")[0] == "Küstrin Bears"
    with pytest.raises(UnknownCardError, match="did you mean `Küstrin Bears`"):
        catalogue.find("Kustrim Bears")
    board = Board()
    for _ in range(2):
        board.enters("kustrin bears")
    assert solve(board)["kustrin-bears"].power == 3


def damaged(path: Path) -> Path:
    """Return a store whose pages are overwritten, all but the first."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x5a" * (size - 4096))
    return path


@pytest.mark.parametrize(
    "asked",
    [len, lambda store: store.source, lambda store: store.names(), lambda store: store.card("even"),
     lambda store: store.line("line 1 of Even")],
)  # fmt: skip
def test_a_damaged_store_is_one_sentence(path: Path, asked: Callable[[Store], object]) -> None:
    """Every method raises our own error, which names the file."""
    with closing(Store(damaged(path))) as store, pytest.raises(StoreError, match=r"cards.sqlite`: "):
        asked(store)


@pytest.mark.parametrize("change", ["delete from source", "update cards set data = '{'"])
def test_a_store_that_lacks_something_is_one_sentence(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as rows, rows:
        rows.execute(change)
    with closing(Store(path)) as store, pytest.raises(StoreError, match=r"cards.sqlite`: .*damaged"):
        _ = store.source, store.card("even")


@pytest.mark.parametrize(
    "data",
    ["[]", "1", "null", "{}", '{"name": 3}', '{"name": "Even"}', "[" * 100_000,
     *(json.dumps({**EVEN, **change}) for change in (
         {"type_line": 3}, {"oracle_text": ["a"]}, {"card_faces": 3}, {"card_faces": [1]}, {"power": {}},
         {"mana_cost": 7}, {"mana_cost": "{Q}{"}, {"colors": 7}, {"layout": []}, {"type_line": "Foo"},
         {"name": "\x1b[31m"},
     ))],
)  # fmt: skip
def test_data_of_another_shape_is_one_sentence(path: Path, data: str) -> None:
    with closing(sqlite3.connect(path)) as rows, rows:
        rows.execute("update cards set data = ?", (data,))
    with closing(Store(path)) as store:
        for ask in (store.card, store.data, lambda name: store.line(f"line 1 of {name}")):
            with pytest.raises(StoreError, match=r"cards.sqlite`: the data for `Even` is damaged") as caught:
                ask("Even")
            assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", [b"\xff\x00", b"\x80"])
def test_names_that_are_not_text_are_one_sentence(path: Path, name: bytes) -> None:
    with closing(sqlite3.connect(path)) as rows, rows:
        rows.execute("update cards set name = ? where name = 'Even'", (name,))
    with closing(Store(path)) as store, pytest.raises(StoreError, match=r"cards.sqlite`: "):
        store.names()


def test_a_name_that_a_terminal_would_obey_is_refused(tmp_path: Path) -> None:
    odd = {**EVEN, "name": "Ev\x1b[31men"}
    found = import_file(written(tmp_path, odd, BEARS), tmp_path / "cards.sqlite")
    assert found.cards == 1
    assert [problem for _, problem in found.refused] == ["`Ev\\x1b[31men` contains an invalid character: U+001B"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that end a process")
@pytest.mark.parametrize("number", [signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)])
def test_an_import_that_is_killed_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    cards = written(tmp_path, *({**BEARS, "name": f"Bears {place}"} for place in range(5_000)))
    store = tmp_path / "store" / "cards.sqlite"
    program = (
        "import os, sys; from pathlib import Path; from mtglayers.model.cards.store import import_file\n"
        "def middle(done, size): done > size // 2 and os.kill(os.getpid(), int(sys.argv[3]))\n"
        "import_file(Path(sys.argv[1]), Path(sys.argv[2]), middle)"
    )
    ran = subprocess.run([sys.executable, "-c", program, cards, store, str(int(number))], check=False)
    assert ran.returncode == -number
    assert list(store.parent.iterdir()) == []


def test_what_a_killed_import_left_behind_is_removed(path: Path) -> None:
    left, running = (path.with_name(f".{path.name}.{number}") for number in (1, 2))
    for each in (left, running):
        each.write_bytes(b"half")
    os.utime(left, (0, 0))
    import_file(written(path.parent.parent, BEARS), path)
    assert sorted(each.name for each in path.parent.iterdir()) == [running.name, path.name]


def test_a_damaged_store_keeps_no_board_from_being_solved(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """A card that ships is found without a look at the store; any other is asked for there."""
    monkeypatch.setenv("MTGLAYERS_CARDS", str(damaged(path)))

    assert catalogue.find("Blood Moon").name == "Blood Moon"
    for ask in (catalogue.find, catalogue.search, catalogue.near):
        with pytest.raises(StoreError, match=r"cards.sqlite`: "):
            ask("Elves of Nowhere")
    with pytest.raises(StoreError):
        catalogue.all_names()


def test_a_closed_store_answers_nothing(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.names()


def test_what_is_no_store_is_not_left_open(tmp_path: Path) -> None:
    """Python 3.13 warns of a connection that nobody has closed."""
    seen = []
    connect = sqlite3.connect
    (tmp_path / "text.sqlite").write_text("hello, this is a text and no database at all")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *given, **more: seen.append(connect(*given, **more)) or seen[-1])
        with pytest.raises(StoreError):
            Store(tmp_path / "text.sqlite")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        seen[0].execute("select 1")


def test_an_import_closes_the_store_that_it_replaces(path: Path) -> None:
    """A file that is open cannot be replaced on every system; the next question opens the new one."""
    before = opened(path)
    assert opened(path) is before
    import_file(written(path.parent.parent, BEARS), path)

    with pytest.raises(StoreError, match="closed"):
        before.names()
    assert opened(path).names() == ("Küstrin Bears",)


def test_a_file_that_is_no_store_is_left_as_it_is(tmp_path):
    """A mistyped path, or that of the cards themselves, is not written over; nor does an empty file empty a store."""
    cards = tmp_path / "own.json"
    cards.write_text('[{"name": "Foo", "type_line": "Artifact", "layout": "normal"}]', encoding="utf-8")
    before = cards.read_bytes()
    with pytest.raises(StoreError, match="is not a card store"):
        import_file(cards, cards)
    assert cards.read_bytes() == before

    store, empty = tmp_path / "store.db", tmp_path / "empty.json"
    import_file(cards, store)
    empty.write_text("[]", encoding="utf-8")
    with pytest.raises(StoreError, match="contains no cards"):
        import_file(empty, store)
    assert Store(store).names() == ("Foo",)


_OGRE: dict[str, object] = {
    "id": 1, "name": "Ogre", "data": '{"name": "Ogre", "type_line": "Creature", "power": "1", "toughness": "1"}',
    "key": "ogre", "face": 0, "card": 1, "file": "cards.json", "shape": "oracle", "cards": 1,
}  # fmt: skip
_STRANGE = (
    None, b"\xff\xfe", b"Ogre", 1, 1.5, float("inf"), "", "\x1b[31mOgre\x07", "[]", "{}", "null", '{"name": 1}',
    '{"name": "Ogre", "type_line": "\\u001b]0;x\\u0007"}', "[" * 100_000,
)  # fmt: skip


def strange_store(path: Path, *rows: dict[str, object]) -> Store:
    """Return a store that another program made: its columns have no types."""
    made = sqlite3.connect(path)
    made.executescript(
        "pragma synchronous = off; pragma journal_mode = off; pragma application_id = 0x6D74676C;"
        "pragma user_version = 1; create table cards (id, name, data);"
        "create table names (key, face, card); create table source (file, shape, cards);"
    )
    for row in rows:
        for table, columns in {"cards": "id name data", "names": "key face card", "source": "file shape cards"}.items():
            values = [row[column] for column in columns.split()]
            made.execute(f"insert into {table} values (?, ?, ?)", values)  # noqa: S608
    made.commit()
    made.close()
    return Store(path)


@pytest.mark.parametrize("column", _OGRE)
def test_strange_values_in_a_store_are_refused_or_printable(tmp_path: Path, column: str) -> None:
    for number, value in enumerate(_STRANGE):
        store = strange_store(tmp_path / f"{number}.sqlite", {**_OGRE, column: value})
        for ask in (
            lambda store=store: str(len(store)), lambda store=store: store.source,
            lambda store=store: "".join(store.names()), lambda store=store: str(store.data("Ogre")),
            lambda store=store: str(store.card("Ogre")), lambda store=store: store.line("line 1 of Ogre"),
        ):  # fmt: skip
            try:
                said = ask()
            except StoreError as error:
                said = str(error)
            assert said.isprintable()
        store.close()


def test_strange_names_of_several_cards_are_refused(tmp_path: Path) -> None:
    store = strange_store(tmp_path / "two.sqlite", _OGRE, {**_OGRE, "id": 2, "card": 2, "name": None})
    with pytest.raises(StoreError, match="the name `None` is damaged"):
        store.data("Ogre")
