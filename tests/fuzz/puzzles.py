"""Mutated puzzles, queries, boards and trees: each is read, or refused in one sentence; nothing else, within bounds.

Run from the checkout: ``python -m tests.fuzz.puzzles 20000 --seed 1 --jobs 2``; ``--entry toml`` for one entry point
alone, ``--number N`` for one input. It begins from the puzzles and queries of the checkout.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from mtglayers import Board, LayersError, read_puzzle, read_query, result_data, solve
from mtglayers.model.cards import search as catalogue
from mtglayers.model.effects.node import Node, to_data
from mtglayers.model.effects.registry import field_types, from_data
from mtglayers.model.events.base import Event, keys_of
from mtglayers.model.puzzles.puzzle import KEYS, Puzzle, puzzle_of_text

from ..support.paths import ROOT
from .inputs import Draw, Entry, copied, main, mutated_bytes, mutated_data, mutated_text

PUZZLES = ROOT / "puzzles"


# --- What it begins from ---


@cache
def texts() -> tuple[str, ...]:
    """Return the puzzles of the checkout."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(PUZZLES.glob("*.toml")))


@cache
def queries() -> tuple[str, ...]:
    """Return its queries."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(PUZZLES.glob("queries/*.toml")))


@cache
def puzzles_data() -> tuple[dict[str, Any], ...]:
    """Return the puzzles as data."""
    return tuple(map(tomllib.loads, texts()))


@cache
def json_texts() -> tuple[str, ...]:
    """Return the puzzles in JSON."""
    return tuple(json.dumps(data, default=str, indent=1, ensure_ascii=False) for data in puzzles_data())


@cache
def boards_data() -> tuple[dict[str, Any], ...]:
    """Return the boards of the puzzles as data, cards as definitions."""
    found: list[dict[str, Any]] = []
    for data in puzzles_data():
        timeline = [entry for entry in data.get("timeline", ()) if "expect" not in entry and "refused" not in entry]
        kept = {key: data[key] for key in ("players", "edition", "cards") if key in data}
        found.append(copied(json.loads(json.dumps({**kept, "timeline": timeline}, default=str))))
    return tuple(found)


@cache
def trees() -> tuple[Any, ...]:
    """Return trees as data: cards of the catalogue, and abilities of them."""
    found: list[Any] = []
    for name in list(catalogue.names())[::25]:
        card = catalogue.find(name)
        found.append(to_data(card))
        found += [to_data(ability) for face in card.faces for ability in face.abilities]
    return tuple(map(_listed, found))


@cache
def cards() -> tuple[Any, ...]:
    """Return cards of the catalogue as data."""
    return tuple(_listed(to_data(catalogue.find(name))) for name in list(catalogue.names())[::25])


def _listed(data: Any) -> Any:
    return json.loads(json.dumps(data))


@cache
def words() -> tuple[str, ...]:
    """Return what means something in a puzzle: keys, verbs, ids, names of cards."""
    found: dict[str, None] = dict.fromkeys((*KEYS, *Event.VERBS))
    found.update(dict.fromkeys(key for verb in Event.VERBS for key in keys_of(verb)))
    pending: list[Any] = [data["timeline"] for data in puzzles_data()[::3]]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            found.update(dict.fromkeys(value))
            pending += value.values()
        elif isinstance(value, list):
            pending += value
        elif isinstance(value, str) and len(value) < 60:
            found[value] = None
    return tuple(found)


@cache
def tree_words() -> tuple[str, ...]:
    """Return the kinds of nodes and their fields."""
    fields = (name for kind in list(Node.KINDS.values()) for name in field_types(kind))
    return tuple(dict.fromkeys((*Node.KINDS, *fields, "kind")))


# --- Inputs and what is done with them ---


def _toml(draw: Draw) -> str:
    return mutated_text(draw, draw.choice(texts()), texts())


def _json(draw: Draw) -> str:
    if draw.random() < 0.3:
        with contextlib.suppress(RecursionError):
            return json.dumps(mutated_data(draw, draw.choice(boards_data()), words(), boards_data()))
    return mutated_text(draw, draw.choice(json_texts()), json_texts())


def _bytes(draw: Draw) -> bytes:
    return mutated_bytes(draw, draw.choice(texts() if draw.random() < 0.5 else json_texts()).encode())


def _data(draw: Draw) -> Any:
    return mutated_data(draw, draw.choice(puzzles_data()), words(), puzzles_data())


def _query(draw: Draw) -> str:
    return mutated_text(draw, draw.choice(queries()), (*queries(), *texts()[:20]))


def _query_data(draw: Draw) -> Any:
    return mutated_data(draw, tomllib.loads(draw.choice(queries())), words())


def _board(draw: Draw) -> Any:
    return mutated_data(draw, draw.choice(boards_data()), words(), boards_data())


def _tree(draw: Draw) -> Any:
    return mutated_data(draw, draw.choice(trees()), tree_words(), trees())


def _cards(draw: Draw) -> Any:
    return [mutated_data(draw, draw.choice(cards()), tree_words(), trees()) for _ in range(2)]


def read(given: Any) -> Puzzle:
    """Read a puzzle, and see that it can be written."""
    found = puzzle_of_text(given, "given") if isinstance(given, str) else read_puzzle(given, "given")
    json.dumps(found.to_data(), default=str)
    return found


def read_file(given: bytes) -> None:
    """Read a file."""
    path = _folder() / "given.puzzle"
    path.write_bytes(given)
    read(path)


@cache
def _folder() -> Path:
    memory = Path("/dev/shm")  # noqa: S108 (a folder in memory, where there is one)
    return Path(tempfile.mkdtemp(prefix="fuzz-puzzles-", dir=memory if memory.is_dir() else None))


def play(given: Any) -> None:
    """Read a puzzle, play what it tells as far as that goes, solve it, and tell it as data."""
    puzzle = read(given)
    board = puzzle.board()
    for entry in puzzle.timeline:
        if entry.event is not None:
            with contextlib.suppress(LayersError):
                board.push(entry.event)
    json.dumps(result_data(solve(board), board))
    again = Board.from_data(json.loads(json.dumps(board.to_data())))
    assert again.to_data() == board.to_data()


def query_of(given: Any) -> None:
    """Read a query; a text always has a second line, so that it is not the name of a file."""
    read_query(f"{given}\n" if isinstance(given, str) else given, "given")


def play_cards(given: Any) -> None:
    """Let cards that are trees enter, as far as they are cards, and ask all of the board."""
    board = Board()
    for card in (*given, "Grizzly Bears", "Forest"):
        with contextlib.suppress(LayersError):
            board.enters(card)
    result = solve(board)
    json.dumps(result_data(result, board))
    for id in result:
        result.explain(id).text()


def board_of(given: Any) -> None:
    """Make a board from data, and tell it again."""
    json.dumps(Board.from_data(given).to_data())


def tree_of(given: Any) -> None:
    """Make a tree from data, and use it as the solver does."""
    tree = from_data(given)
    if isinstance(tree, Node):
        hash(tree)
        repr(tree)
        assert from_data(_listed(to_data(tree))) == tree
        tree.with_words({"Forest": "Island"})
        tree.rewrite(lambda node: node)


ENTRIES = {
    entry.name: entry
    for entry in (
        Entry("toml", _toml, read),
        Entry("json", _json, read),
        Entry("bytes", _bytes, read_file),
        Entry("data", _data, read),
        Entry("query", _query, query_of),
        Entry("query-data", _query_data, query_of),
        Entry("board", _board, board_of),
        Entry("tree", _tree, tree_of),
        Entry("play", _data, play),
        Entry("cards", _cards, play_cards),
    )
}


if __name__ == "__main__":
    sys.exit(main(ENTRIES, __doc__ or ""))
