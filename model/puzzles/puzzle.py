"""Puzzle files, which contain a timeline and its expected results as TOML or JSON."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any, Final

import msgspec

from .. import errors
from ..board.board import Board
from ..cards.search import two_cards
from ..data.admission import player_names, validate
from ..data.parsing import MalformedDataError, parse_json, parse_toml, text_of
from ..data.positions import Lines, json_lines, line_of, toml_lines
from ..data.record import FLAG, LIST, TEXT, Path, WrongTypeError, table, wrong_type
from ..data.toml_writer import to_toml
from ..errors import BoardDataError, LayersError, LimitError, PuzzleError, UnknownEditionError
from ..events.fields import check_card
from ..rules.edition import edition
from ..support.limits import check
from ..support.names import fold
from .entry import Entry, entry_data, read_entry
from .expectation import Expectation
from .names import check_names

KEYS: Final = (
    "title", "notes", "source", "tags", "edition", "readings", "strict", "players", "cards", "timeline",
)  # fmt: skip

QUERY: Final = ".query"
"""The suffix of a query file before `.toml` or `.json`, as in `my.query.toml`."""


class Puzzle(msgspec.Struct, frozen=True):
    """The contents of a puzzle file.

    Attributes:
        title: the title.
        notes, source, tags: the author's remarks.
        edition: the date or key of an edition, or "" for the newest.
        readings: a (name, value) pair for each reading.
        strict: whether events that `Result.illegal` would name are refused, too.
        players: names of the players in turn order.
        cards: definitions of the puzzle's own cards, with Scryfall's field names.
        timeline: events and expectations in order.
        file: the name of the file, or "".
        lines: the line number of each path in the file, which messages include.
    """

    title: str
    notes: str = ""
    source: str = ""
    tags: tuple[str, ...] = ()
    edition: str = ""
    readings: tuple[tuple[str, Any], ...] = ()
    strict: bool = False
    players: tuple[str, ...] = ("A", "B")
    cards: tuple[Mapping[str, Any], ...] = ()
    timeline: tuple[Entry, ...] = ()
    file: str = ""
    lines: Lines = {}

    def to_data(self) -> dict[str, Any]:
        """Return the puzzle as JSON data; keys with their default values are omitted."""
        data: dict[str, Any] = {"title": self.title}
        for key in ("notes", "source", "tags", "edition", "readings", "strict"):
            if value := getattr(self, key):
                data[key] = dict(value) if key == "readings" else list(value) if key == "tags" else value
        data["players"] = list(self.players)
        data["cards"] = [dict(card) for card in self.cards]
        data["timeline"] = [entry_data(entry) for entry in self.timeline]
        return data

    def to_toml(self) -> str:
        """Return the puzzle as TOML."""
        return to_toml(self.to_data())

    def board(self) -> Board:
        """Return the board before the first event.

        Raises:
            PuzzleError: a card definition cannot be read.
        """
        try:
            return Board(self.players, self.edition or None, self.cards)
        except WrongTypeError as error:
            raise self.error(str(error), error.path) from error

    def play(self, board: Board, place: int) -> str:
        """Play the event at index `place` on `board`, and describe any problem.

        The result is "" if there is no problem. An event that should be refused but is not is also a problem. Under
        `strict`, only `solver.check` can tell whether such an event is legal; here, it is not played.
        """
        entry = self.timeline[place]
        if entry.event is None:
            return ""
        try:
            board.push(entry.event)
        except LayersError as error:
            name = type(error).__name__
            if not entry.refused:
                return f"{name}: {error}"
            right = getattr(errors, entry.refused)
            return "" if isinstance(error, right) else f"refused with {name}, not {entry.refused}: {error}"
        if entry.refused == "IllegalEventError" and self.strict:
            board.pop()
            return ""
        return self.not_refused(place)

    def not_refused(self, place: int) -> str:
        """Return the problem that an event was not refused although that is expected, or ""."""
        refused = self.timeline[place].refused
        return f"not refused, although {refused} was expected" if refused else ""

    def boards(self) -> Iterator[tuple[Expectation, Board]]:
        """Yield each expectation together with the board at its point in the timeline.

        The board is always the same `Board`, which changes between the expectations.

        Raises:
            PuzzleError: an event is refused unexpectedly, or is not refused as expected.
        """
        board = self.board()
        for place, entry in enumerate(self.timeline):
            if entry.expect is not None:
                yield entry.expect, board
            elif problem := self.play(board, place):
                raise self.error(problem, ("timeline", place))

    def error(self, message: str, path: Path) -> PuzzleError:
        """Return an error that includes its location in the file."""
        return PuzzleError(message, self.file, line_of(self.lines, path), dotted(path))


def read_puzzle(source: str | FilePath | Mapping[str, Any], file: str = "") -> Puzzle:
    """Read a puzzle from a file, a TOML or JSON string, or JSON data.

    Args:
        source: a path, a TOML or JSON string, or data; a string is a path unless it has several lines, contains an
            equals sign, or begins with an opening brace.
        file: the name of the source in messages, if it is not a path.

    Raises:
        PuzzleError: the source is not a puzzle; the error includes the location and the most similar known word.
        LimitError: the source exceeds a limit (`limits.Limits`).
        OSError: the file cannot be read.
    """
    is_path = isinstance(source, FilePath) or (isinstance(source, str) and not _is_text(source))
    if is_path and is_query(str(source)):
        raise PuzzleError("this file is a query; use `mtglayers find`", file or str(source))
    return _puzzle_of(*parsed(source, file))


def puzzle_of_text(text: str, file: str = "") -> Puzzle:
    """Read a puzzle from a TOML or JSON string, never from a file.

    Raises:
        PuzzleError: the string is not a puzzle.
        LimitError: the string exceeds a limit.
    """
    return _puzzle_of(*_parsed(text, file))


def is_query(name: str) -> bool:
    """Return whether a file has a query file name, such as `my.query.toml`."""
    return FilePath(name).stem.lower().endswith(QUERY)


def parsed(source: str | FilePath | Mapping[str, Any], file: str = "") -> tuple[Any, str, Lines]:
    """Return the data in a source, the source's name for messages, and the line number of each path.

    The data is checked against the limits.

    Raises:
        PuzzleError: the source is neither TOML nor JSON.
        LimitError: the source exceeds a limit.
        OSError: the file cannot be read.
    """
    if not isinstance(source, (str, FilePath)):
        _admit(source, file)
        return source, file, {}
    if isinstance(source, FilePath) or not _is_text(source):
        path = FilePath(source)
        return _parsed(text_of(path), file or str(source), path.suffix.lower())
    return _parsed(source, file)


def _parsed(text: str, name: str, suffix: str = "") -> tuple[Any, str, Lines]:
    text = text.removeprefix("\ufeff")
    as_json = suffix == ".json" or (suffix != ".toml" and text.lstrip()[:1] == "{")
    try:
        check("bytes", len(text))
        data = parse_json(text) if as_json else parse_toml(text)
    except MalformedDataError as error:
        raise PuzzleError(str(error), name, error.line, error.key) from None
    except LimitError as error:
        raise error.at(name) from None
    scan = json_lines if as_json else toml_lines
    _admit(data, name, lambda: scan(text))
    return data, name, scan(text)


def _admit(data: Any, file: str, lines: Callable[[], Lines] = dict) -> None:
    try:
        validate(data)
    except (LimitError, WrongTypeError) as error:
        # Lines are determined only for data that is not too deeply nested.
        raise placed(error, file, lines() if error.path else {}) from None


def dotted(path: Path) -> str:
    """Return a path in dotted notation, such as timeline[3].expect.order."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def _is_text(source: str) -> bool:
    return "\n" in source or "=" in source or source.lstrip("\ufeff \t")[:1] == "{"


# --- Reading ------------------------------------------------------------------------------------------------


def puzzle_of(data: Any, file: str = "", lines: Lines | None = None) -> Puzzle:
    """Return the puzzle described by JSON data.

    Raises:
        PuzzleError: the data does not describe a puzzle; the error includes the file and the line or path.
    """
    _admit(data, file, lambda: lines or {})
    return _puzzle_of(data, file, lines or {})


def _puzzle_of(data: Any, file: str, lines: Lines) -> Puzzle:
    try:
        fields = table(data, (), KEYS)
        for limit, key in (("events", "timeline"), ("cards", "cards"), ("players", "players")):
            if isinstance(value := fields.get(key), (list, tuple)):
                check(limit, len(value), (key,))
        puzzle = Puzzle(
            title=_title(fields),
            notes=TEXT.read(fields.get("notes", ""), ("notes",)),
            source=TEXT.read(fields.get("source", ""), ("source",)),
            tags=LIST.read(fields.get("tags", ()), ("tags",)),
            edition=_edition(fields.get("edition", "")),
            readings=_readings(fields.get("readings", {})),
            strict=FLAG.read(fields.get("strict", False), ("strict",)),
            players=_players(fields.get("players", ("A", "B"))),
            cards=_cards(fields.get("cards", ())),
            timeline=_timeline(fields.get("timeline", ()), lines),
            file=file,
            lines=lines,
        )
        check_names(puzzle.players, puzzle.cards, puzzle.timeline)
    except (BoardDataError, LimitError) as error:
        raise placed(error, file, lines) from None
    return puzzle


def placed(error: BoardDataError | LimitError, file: str, lines: Lines) -> PuzzleError | LimitError:
    """Convert an error in the data to a puzzle error that includes the file and line."""
    path: Path = getattr(error, "path", ())
    line = line_of(lines, path)
    if isinstance(error, LimitError):
        return error.at(":".join(part for part in (file, str(line) if line else "") if part))
    return PuzzleError(str(error), file, line, dotted(path))


def _title(fields: Mapping[str, Any]) -> str:
    if "title" not in fields:
        raise WrongTypeError("a puzzle needs a `title`", ())
    title: str = TEXT.read(fields["title"], ("title",))
    return title


def _edition(value: Any) -> str:
    if isinstance(value, datetime.date):  # an unquoted date in TOML
        value = value.isoformat()[:10]
    if not isinstance(value, str):
        raise wrong_type(value, "a date or an edition key", ("edition",))
    if value:
        try:
            edition(value)
        except UnknownEditionError as error:
            raise WrongTypeError(str(error), ("edition",)) from None
    return value


def _readings(value: Any) -> tuple[tuple[str, Any], ...]:
    if isinstance(value, str):
        value = [value]
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        value = dict.fromkeys(value, True)  # a list of names
    if not isinstance(value, Mapping):
        raise wrong_type(value, "a table or a list of readings", ("readings",))
    for key, item in value.items():
        if not isinstance(item, (str, bool, int)):
            raise wrong_type(item, "a reading's name", ("readings", key))
    return tuple(value.items())


def _players(value: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = LIST.read(value, ("players",))
    if not names:
        raise WrongTypeError("a puzzle needs at least one player", ("players",))
    for place, name in enumerate(names):
        if name in names[:place]:
            raise WrongTypeError(f"two players are called `{name}`", ("players", place))
    return player_names(names)


def _cards(value: Any) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, (list, tuple)):
        raise wrong_type(value, "a list of card definitions", ("cards",))
    found: list[Mapping[str, Any]] = []
    names: dict[str, str] = {}
    for place, item in enumerate(value):
        is_tree = isinstance(item, Mapping) and item.get("kind") == "Card"
        card = dict(item) if is_tree else check_card(item, ("cards", place))
        if not isinstance(card.get("name"), str):
            raise WrongTypeError("a card needs a `name`", ("cards", place))
        if (key := fold(card["name"])) in names:
            raise two_cards(card["name"], names[key], place)
        names[key] = card["name"]
        found.append(card)
    return tuple(found)


def _timeline(value: Any, lines: Lines) -> tuple[Entry, ...]:
    if not isinstance(value, (list, tuple)):
        raise wrong_type(value, "a list of events and expectations", ("timeline",))
    paths = [("timeline", place) for place in range(len(value))]
    return tuple(read_entry(item, path, line_of(lines, path)) for item, path in zip(value, paths, strict=True))
