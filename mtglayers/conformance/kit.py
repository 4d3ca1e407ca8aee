"""The kit, a folder of vectors made from puzzles, with an index."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.puzzles.puzzle import Puzzle, read_puzzle
from mtglayers.model.rules.edition import EDITIONS, NEWEST, Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.solver.check.check import readings_of
from mtglayers.solver.readings import Readings
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import counted
from mtglayers.wire.base import FORMAT
from mtglayers.wire.documents import schema
from mtglayers.wire.vectors import VectorData

from .clauses import clause_order
from .document import FORMAT_FILE, LISTS, document, lists_data
from .making import SpellingError, folder_of, vector_of
from .writing import written

INDEX: Final = "index.json"
VECTORS: Final = "vectors"

CLAUSES: Final[tuple[str, ...]] = msgspec.json.decode(
    Path(__file__).with_name("clauses.json").read_bytes(), type=tuple[str, ...]
)
"""Numbers of the newest rules about continuous effects that a board can illustrate."""

_SCHEMAS: Final = ("vector", "answer")
_WIDTH: Final = 80
_REASONS: Final = 5


class LeftOut(msgspec.Struct, frozen=True):
    """A board that cannot be exported as a vector, and the reason."""

    name: str
    reason: str


class Given(msgspec.Struct, frozen=True):
    """A board for which a puzzle has an expectation.

    Attributes:
        name: the puzzle's name, followed by the number of the expectation if the puzzle has several.
        puzzle: the puzzle.
        board: the board at the point of the expectation.
        readings: the readings that the puzzle names, or None if it names none.
        clauses: the rule numbers that the puzzle names.
    """

    name: str
    puzzle: Puzzle
    board: Board
    readings: Readings | None
    clauses: tuple[str, ...]


class KitError(LayersError, ValueError):
    """The folder is not a kit, or a kit cannot be written to it."""


# --- Boards -------------------------------------------------------------------------------------------------


def own_puzzles() -> Path:
    """Return the repository's puzzle folder.

    Raises:
        KitError: this installation of mtglayers does not include the folder.
    """
    folder = Path(__file__).resolve().parent.parent.parent / "puzzles"
    if not folder.is_dir():
        raise KitError("this installation contains no puzzles; specify puzzle files or folders")
    return folder


def given_boards(files: Iterable[Path]) -> Iterator[Given]:
    """Yield the board at every expectation of the given puzzle files.

    If an expectation names readings, its board is also yielded under each of them.

    Raises:
        PuzzleError: a file is not a puzzle, or one of its events is refused or, under `strict`, not legal.
    """
    for file in files:
        puzzle = read_puzzle(file)
        own, clauses = readings_of(puzzle), _named_clauses(puzzle)
        expected = [(expect, board.copy()) for expect, board in puzzle.boards()]
        if puzzle.strict and expected:
            _expect_legal(puzzle, expected[-1][1], own)
        for number, (expect, board) in enumerate(expected, start=1):
            name = file.stem if len(expected) == 1 else f"{file.stem}-{number}"
            yield Given(name, puzzle, board, own, clauses)
            for reading, _ in expect.readings:
                yield Given(f"{name}+{reading}", puzzle, board, Readings.named(reading), clauses)


def _expect_legal(puzzle: Puzzle, board: Board, readings: Readings | None) -> None:
    for found in solve(board, readings=readings).illegal:
        assert found.event is not None  # a puzzle begins with no state
        event = board.events[found.event]
        place = next(place for place, entry in enumerate(puzzle.timeline) if entry.event is event)
        raise puzzle.error(str(found), ("timeline", place))


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
    """Return the editions with the given dates or keys.

    The name "all" selects the latest version of every edition.

    Raises:
        UnknownEditionError: no edition has this key or covers this date.
    """
    found: list[Edition] = []
    for name in names:
        found += EDITIONS.values() if name == "all" else [edition_of(name)]
    return tuple(dict.fromkeys(found))


def vectors_of(
    boards: Iterable[Given], editions: Sequence[Edition] = (), left_out: list[LeftOut] | None = None
) -> Iterator[VectorData]:
    """Yield the vectors for boards under their own editions and under other editions.

    Editions under which a board is not possible are skipped.

    Args:
        boards: the boards.
        editions: the other editions; boards that differ only in their own edition yield one vector for each of
            these editions.
        left_out: a list to which the boards that cannot be exported as vectors are added.

    Raises:
        SpellingError: spelling out a board changed its result.
    """
    taken: set[str] = set()
    met: set[tuple[Edition, bytes]] = set()
    for given in boards:
        for rules in dict.fromkeys((given.board.edition, *editions)):
            contents = rules, _contents(given)
            if rules != given.board.edition and contents in met:
                continue
            met.add(contents)
            try:
                vector = vector_under(given, rules)
                if vector.name in taken:
                    raise KitError("a vector with this name already exists")
            except SpellingError:
                raise
            except LayersError as error:
                if left_out is not None:
                    left_out.append(LeftOut(f"{folder_of(rules)}/{given.name}", str(error)))
                continue
            taken.add(vector.name)
            yield vector


def _contents(given: Given) -> bytes:
    # A key that is equal for boards and readings that differ only in the edition.
    data = {**given.board.to_data(), "edition": ""}
    return msgspec.json.encode((data, given.readings), order="deterministic")


def vector_under(given: Given, rules: Edition) -> VectorData:
    """Return the vector for a board under the given edition.

    Raises:
        NoVectorError: the board cannot be exported as a vector.
        LayersError: the board cannot be solved, or is not possible under the edition.
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


# --- The folder ---------------------------------------------------------------------------------------------


class Kit(msgspec.Struct, frozen=True):
    """The contents of a kit.

    Attributes:
        editions: folder -> clause -> names of vectors.
        names: names of all vectors.
        left_out: the boards that could not be exported as vectors.
        bytes: total size of the vectors in bytes.
    """

    editions: Mapping[str, Mapping[str, Sequence[str]]]
    names: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    bytes: int

    @property
    def clauses(self) -> tuple[str, ...]:
        """The rules of the newest edition that at least one vector illustrates."""
        return tuple(sorted(self.editions.get(folder_of(NEWEST), {}), key=clause_order))

    @property
    def without(self) -> tuple[str, ...]:
        """The numbers of those rules of the newest edition that no vector illustrates.

        The tuple is empty if no vector uses the newest edition.
        """
        return tuple(clause for clause in CLAUSES if clause not in self.clauses) if self.clauses else ()


def export(folder: Path, vectors: Iterable[VectorData], left_out: Sequence[LeftOut] = ()) -> Kit:
    """Write a kit to a folder, replacing an earlier kit.

    A kit contains vectors, an index, the documentation and schemas.

    Args:
        folder: the folder; it is created if it does not exist.
        vectors: the vectors.
        left_out: the boards that cannot be exported as vectors; this list is read after the last vector.

    Raises:
        KitError: the folder contains other files, or links.
        OSError: a file cannot be written.
    """
    old = _old_names(folder)
    fixed = (VECTORS, LISTS, FORMAT_FILE, *(f"schemas/{name}.json" for name in _SCHEMAS))
    for file in (*(folder / name for name in fixed), *(folder / VECTORS).rglob("*")):
        _refuse_links(folder, file)  # before anything is changed
    _write(folder, INDEX, written({"vectors": sorted(old)}).encode())  # marks an incomplete kit
    editions: dict[str, dict[str, list[str]]] = {}
    about: dict[str, dict[str, Any]] = {}
    names: list[str] = []
    size = 0
    for vector in vectors:
        text = vector_text(vector).encode()
        _write(folder, f"{VECTORS}/{vector.name}.json", text)
        names.append(vector.name)
        size += len(text)
        place = vector.name.partition("/")[0]
        about.setdefault(place, {name: getattr(vector.edition, name) for name in ("key", "since", "until")})
        for clause in vector.clauses:
            editions.setdefault(place, {}).setdefault(clause, []).append(vector.name)
    for name in old - set(names):
        (folder / VECTORS / f"{name}.json").unlink(missing_ok=True)
    kit = Kit(editions, tuple(names), tuple(left_out), size)
    _write(folder, LISTS, written(lists_data()).encode())
    _write(folder, FORMAT_FILE, document().encode())
    for name in _SCHEMAS:
        _write(folder, f"schemas/{name}.json", written(schema(name)).encode())
    _write(folder, INDEX, written(_index_data(kit, about)).encode())
    return kit


def vector_text(vector: VectorData) -> str:
    """Return the text of the file for a vector."""
    return written(msgspec.json.decode(msgspec.json.encode(vector)))


def _index_data(kit: Kit, about: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    counts = Counter(name.partition("/")[0] for name in kit.names)
    editions = {}
    for place in sorted(about, key=lambda place: (about[place]["since"], place)):
        clauses = kit.editions.get(place, {})
        by_clause = {clause: list(clauses[clause]) for clause in sorted(clauses, key=clause_order)}
        editions[place] = {**about[place], "vectors": counts[place], "clauses": by_clause}
    left_out = msgspec.to_builtins(kit.left_out)
    return {"format": FORMAT, "vectors": list(kit.names), "editions": editions, "left_out": left_out}


def _old_names(folder: Path) -> set[str]:
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        index = folder / INDEX
        names = msgspec.json.decode(index.read_bytes() if index.is_file() else b"")["vectors"]  # a pipe would never end
    except (OSError, ValueError, LookupError, TypeError):
        raise KitError(f"`{folder}` contains other files; choose an empty folder for the kit") from None
    inside = folder.resolve() / VECTORS
    # The index could contain any path; only files inside the kit are replaced.
    return {name for name in map(str, names) if inside in (inside / f"{name}.json").resolve().parents}


def _refuse_links(folder: Path, file: Path) -> None:
    for each in (file, *file.parents):
        if each == folder:
            break
        if each.is_symlink():
            raise KitError(f"`{each}` is a link; choose an empty folder for the kit")


def _write(folder: Path, name: str, data: bytes) -> None:
    file = folder / name
    _refuse_links(folder, file)
    if file.exists() and not file.is_file():
        raise KitError(f"`{file}` is not a file; choose an empty folder for the kit")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


# --- Summaries ----------------------------------------------------------------------------------------------


def kit_data(kit: Kit) -> dict[str, Any]:
    """Return the summary of a kit as JSON data."""
    return {
        "vectors": len(kit.names),
        "editions": dict(Counter(name.partition("/")[0] for name in kit.names)),
        "clauses": list(kit.clauses),
        "without": list(kit.without),
        "left_out": msgspec.to_builtins(kit.left_out),
        "bytes": kit.bytes,
    }


def kit_lines(kit: Kit) -> Iterator[str]:
    """Yield the summary of a kit as lines of text."""
    editions = {name.partition("/")[0] for name in kit.names}
    numbers = {clause for place in kit.editions for clause in kit.editions[place]}
    counts = ", ".join(map(counted, (len(kit.names), len(numbers), len(editions)), ("vector", "clause", "edition")))
    yield f"{counts}; {kit.bytes / 1e6:.1f} MB"
    if kit.without:
        head = f"clauses of the newest rules ({folder_of(NEWEST)}) without a vector: "
        yield from textwrap.wrap(head + ", ".join(kit.without), _WIDTH, subsequent_indent="  ")
    reasons = Counter(each.reason for each in kit.left_out)
    if reasons:
        yield f"{counted(len(kit.left_out), 'board')} cannot be exported as vectors:"
    for reason, count in reasons.most_common(_REASONS):
        yield from textwrap.wrap(f"{count} × {reason}", _WIDTH, initial_indent="  ", subsequent_indent="    ")
    if len(reasons) > _REASONS:
        yield f"  and {len(reasons) - _REASONS} more reasons, listed in the index"
