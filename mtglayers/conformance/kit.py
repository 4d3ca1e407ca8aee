"""The kit: vectors of the boards of puzzles, written to a folder with an index."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle
from mtglayers.model.rules.edition import EDITIONS, NEWEST, Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.solver.check.check import readings_of
from mtglayers.solver.readings import Readings
from mtglayers.wire.base import FORMAT
from mtglayers.wire.documents import schema
from mtglayers.wire.vectors import VectorData

from .clauses import clause_order
from .document import FORMAT_FILE, document
from .lists import LISTS, lists_data
from .making import NoVectorError, SpellingError, vector_of
from .writing import written

INDEX: Final = "index.json"
VECTORS: Final = "vectors"
EVERY_EDITION: Final = "all"


class LeftOut(msgspec.Struct, frozen=True):
    """A board that is not a vector, and why."""

    name: str
    reason: str


class Given(msgspec.Struct, frozen=True):
    """A board about which a puzzle has expectations.

    Attributes:
        name: the puzzle's name, with the place of the expectation if there are several.
        puzzle: the puzzle.
        board: the board at that place.
        readings: the named readings, or None.
        clauses: rule numbers that the puzzle names.
    """

    name: str
    puzzle: Puzzle
    board: Board
    readings: Readings | None
    clauses: tuple[str, ...]


class KitError(LayersError, ValueError):
    """A folder that is not a kit or cannot become one."""


# --- Boards -------------------------------------------------------------------------------------------------


def own_puzzles() -> Path:
    """Return the folder of puzzles of the repository.

    Raises:
        KitError: mtglayers is installed without it.
    """
    folder = Path(__file__).resolve().parent.parent.parent / "puzzles"
    if not folder.is_dir():
        raise KitError("there are no puzzles beside mtglayers: name files or folders of puzzles")
    return folder


def given_boards(files: Iterable[Path]) -> Iterator[Given]:
    """Yield the board of every expectation of puzzle files, once for each reading that it names.

    Raises:
        PuzzleError: a file is not a puzzle, or an event of it is refused.
    """
    for file in files:
        puzzle = read_puzzle(file)
        own, clauses = readings_of(puzzle), _named_clauses(puzzle)
        expected = [(expect, board.copy()) for expect, board in puzzle.boards()]
        for number, (expect, board) in enumerate(expected, start=1):
            name = file.stem if len(expected) == 1 else f"{file.stem}-{number}"
            yield Given(name, puzzle, board, own, clauses)
            for reading in _readings(expect):
                yield Given(f"{name}+{reading}", puzzle, board, Readings.named(reading), clauses)


def _readings(expect: Expectation) -> Iterator[str]:
    for reading, _ in expect.readings:
        yield reading


_OF_A_DOCUMENT: Final = re.compile(r"\bS[0-4]\s(\d{3}\.\d+[a-z]?)(?![a-z\d])")
_OF_THE_NEWEST: Final = re.compile(r"(?<!S\d\s)(?<![\d.])(\d{3}\.\d+[a-z]?)(?![a-z\d])")


def _named_clauses(puzzle: Puzzle) -> tuple[str, ...]:
    says = " ".join((puzzle.title, puzzle.notes, puzzle.source, *puzzle.tags))
    found = _OF_A_DOCUMENT.findall(says)
    if edition_of(puzzle.edition or None).key == NEWEST.key:
        found += _OF_THE_NEWEST.findall(says)
    return tuple(dict.fromkeys(found))


# --- Vectors ------------------------------------------------------------------------------------------------


def editions_named(names: Sequence[str]) -> tuple[Edition, ...]:
    """Return the editions of those days and keys; "all" is the last text of every key.

    Raises:
        UnknownEditionError: there is no such edition.
    """
    found: list[Edition] = []
    for name in names:
        found += EDITIONS.values() if name == EVERY_EDITION else [edition_of(name)]
    return tuple(dict.fromkeys(found))


def vectors_of(
    boards: Iterable[Given], editions: Sequence[Edition] = (), left_out: list[LeftOut] | None = None
) -> Iterator[VectorData]:
    """Yield the vector of each board under its own edition, and under further ones if it can be played.

    Args:
        boards: the boards.
        editions: the further editions; of boards that differ only in their edition the first is taken.
        left_out: receives the boards that are not vectors.

    Raises:
        SpellingError: the result of a board differs when it is spelled out.
    """
    taken: set[str] = set()
    met: set[tuple[Edition, bytes]] = set()
    for given in boards:
        for rules in dict.fromkeys((given.board.edition, *editions)):
            alike = rules, _contents(given)
            if rules != given.board.edition and alike in met:
                continue
            met.add(alike)
            try:
                vector = vector_under(given, rules)
                if vector.name in taken:
                    raise KitError("there is a vector of that name")
            except SpellingError:
                raise
            except LayersError as error:
                reason = error.reason if isinstance(error, NoVectorError) else str(error)
                if left_out is not None:
                    left_out.append(LeftOut(f"{folder_of(rules)}/{given.name}", reason))
                continue
            taken.add(vector.name)
            yield vector


def _contents(given: Given) -> bytes:
    """Return the key of a board and its readings without its edition."""
    data = {**given.board.to_data(), "edition": ""}
    return msgspec.json.encode((data, given.readings), order="deterministic")


def vector_under(given: Given, rules: Edition) -> VectorData:
    """Return the vector of a board under an edition.

    Raises:
        NoVectorError: it is not a vector.
        LayersError: it cannot be solved, or the edition does not have something on its timeline.
    """
    return vector_of(
        given.board,
        f"{folder_of(rules)}/{given.name}",
        title=given.puzzle.title,
        source=given.puzzle.source or f"mtglayers, {Path(given.puzzle.file).name}",
        clauses=given.clauses if rules == given.board.edition else (),
        edition=rules,
        readings=given.readings,
    )


def folder_of(rules: Edition) -> str:
    """Return the folder of an edition's vectors: "E25", or "E12-2013-09-27" if its key has several texts."""
    return rules.name.replace(" (", "-").rstrip(")")


# --- The folder ---------------------------------------------------------------------------------------------


class Kit(msgspec.Struct, frozen=True):
    """The contents of a kit.

    Attributes:
        editions: folder -> clause -> names of vectors; "" for those without a clause.
        names: names of all vectors.
        left_out: the boards that are not vectors.
        bytes: size of all vectors.
    """

    editions: Mapping[str, Mapping[str, Sequence[str]]]
    names: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    bytes: int

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the newest rules that vectors are about."""
        return tuple(sorted(self.editions.get(folder_of(NEWEST), {}), key=clause_order))


def export(folder: Path, vectors: Iterable[VectorData], left_out: Sequence[LeftOut] = ()) -> Kit:
    """Write vectors to a folder, with an index, its documentation and schemas; return its contents.

    It replaces an earlier kit in the folder.

    Args:
        folder: the folder; it is made if missing.
        vectors: the vectors.
        left_out: the boards that are not vectors, complete after the last vector.

    Raises:
        KitError: the folder contains other files.
        OSError: it cannot be written.
    """
    old = _old_names(folder)
    _write(folder / INDEX, written({"vectors": sorted(old)}).encode())  # of an incomplete kit
    editions: dict[str, dict[str, list[str]]] = {}
    about: dict[str, dict[str, Any]] = {}
    names: list[str] = []
    size = 0
    for vector in vectors:
        text = vector_text(vector).encode()
        _write(folder / VECTORS / f"{vector.name}.json", text)
        names.append(vector.name)
        size += len(text)
        place = vector.name.partition("/")[0]
        about.setdefault(place, {name: getattr(vector.edition, name) for name in ("key", "since", "until")})
        for clause in vector.clauses:
            editions.setdefault(place, {}).setdefault(clause, []).append(vector.name)
    for name in old - set(names):
        (folder / VECTORS / f"{name}.json").unlink(missing_ok=True)
    kit = Kit(editions, tuple(names), tuple(left_out), size)
    _write(folder / LISTS, written(lists_data()).encode())
    _write(folder / FORMAT_FILE, document().encode())
    for name in ("vector", "answer"):
        _write(folder / "schemas" / f"{name}.json", written(schema(name)).encode())
    _write(folder / INDEX, written(index_data(kit, about)).encode())
    return kit


def vector_text(vector: VectorData) -> str:
    """Return the text of a vector's file."""
    return written(msgspec.json.decode(msgspec.json.encode(vector)))


def index_data(kit: Kit, about: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the index of a kit: its vectors by edition and clause."""
    counts = Counter(name.partition("/")[0] for name in kit.names)
    return {
        "format": FORMAT,
        "vectors": list(kit.names),
        "editions": {
            place: {
                **about[place],
                "vectors": counts[place],
                "clauses": {
                    clause: list(kit.editions.get(place, {})[clause])
                    for clause in sorted(kit.editions.get(place, {}), key=clause_order)
                },
            }
            for place in sorted(about, key=lambda place: (about[place]["since"], place))
        },
        "left_out": [msgspec.to_builtins(each) for each in kit.left_out],
    }


def _old_names(folder: Path) -> set[str]:
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        names = msgspec.json.decode((folder / INDEX).read_bytes())["vectors"]
    except (OSError, ValueError, LookupError, TypeError):
        raise KitError(f"`{folder}` contains other files: name an empty folder for the kit") from None
    inside = (folder / VECTORS).resolve()
    # An index may name any path: only files inside the kit are replaced.
    return {name for name in map(str, names) if inside in (inside / f"{name}.json").resolve().parents}


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
