"""Puzzle files: a timeline and what is expected of it, in TOML for people or JSON for programs."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any, Final

import msgspec

from . import errors
from .board import Board
from .edition import edition
from .errors import BoardDataError, LayersError, PuzzleError, UnknownEditionError
from .event import Event, read_event, verb_of
from .event_kinds import check_card
from .expectation import Expectation
from .naming import did_you_mean
from .puzzle_lines import Lines, json_lines, line_of, toml_lines
from .puzzle_names import check_names
from .puzzle_text import to_toml
from .record import LIST, TEXT, Misfit, Path, misfit, shown, table

KEYS: Final = ("title", "notes", "source", "tags", "edition", "readings", "players", "cards", "timeline")
REFUSALS: Final = tuple(
    name for name, found in vars(errors).items() if isinstance(found, type) and issubclass(found, LayersError)
)


QUERY: Final = ".query"
"""What a query's name ends with before `.toml` or `.json`: `my.query.toml`."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of a puzzle's timeline: an event, or expectations.

    Attributes:
        event: the event, or None.
        expect: the expectations, or None.
        refused: name of the error with which the event must be refused; "" if it must not be.
        line: the line of the file where it begins, or None.
    """

    event: Event | None = None
    expect: Expectation | None = None
    refused: str = ""
    line: int | None = None


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle file, read.

    Attributes:
        title: what it is called.
        notes, source, tags: what its author says of it.
        edition: a date or a key; "" for the newest.
        readings: named readings -> value.
        players: names in turn order.
        cards: its own cards, with Scryfall's field names.
        timeline: events and expectations, in order.
        file: where it was read from, or "".
        lines: path -> line, for messages.
    """

    title: str
    notes: str = ""
    source: str = ""
    tags: tuple[str, ...] = ()
    edition: str = ""
    readings: tuple[tuple[str, Any], ...] = ()
    players: tuple[str, ...] = ("A", "B")
    cards: tuple[Mapping[str, Any], ...] = ()
    timeline: tuple[Entry, ...] = ()
    file: str = ""
    lines: Lines = {}

    def to_data(self) -> dict[str, Any]:
        """Return the puzzle as JSON data; keys that hold their default are left out."""
        data: dict[str, Any] = {"title": self.title}
        for key in ("notes", "source", "tags", "edition", "readings"):
            if value := getattr(self, key):
                data[key] = dict(value) if key == "readings" else list(value) if key == "tags" else value
        data["players"] = list(self.players)
        data["cards"] = [dict(card) for card in self.cards]
        data["timeline"] = [_entry_data(entry) for entry in self.timeline]
        return data

    def to_toml(self) -> str:
        """Return the puzzle as TOML."""
        return to_toml(self.to_data())

    def board(self) -> Board:
        """Return the board before anything happened.

        Raises:
            PuzzleError: a card definition that cannot be read.
        """
        try:
            return Board(self.players, self.edition or None, self.cards)
        except Misfit as error:
            raise self.error(str(error), error.path) from error

    def play(self, board: Board, place: int) -> str:
        """Play the event at `place` of the timeline on `board`; return what went wrong, or an empty string.

        An event that the puzzle says is refused has to be.
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
        return f"not refused, where {entry.refused} was expected" if entry.refused else ""

    def boards(self) -> Iterator[tuple[Expectation, Board]]:
        """Yield every expectation with the board at its place: always the same board, played on between.

        Raises:
            PuzzleError: an event is refused, or is not although the puzzle says so.
        """
        board = self.board()
        for place, entry in enumerate(self.timeline):
            if entry.expect is not None:
                yield entry.expect, board
            elif problem := self.play(board, place):
                raise self.error(problem, ("timeline", place))

    def error(self, message: str, path: Path) -> PuzzleError:
        """Return an error that says where in the file it is."""
        return PuzzleError(message, self.file, line_of(self.lines, path), dotted(path))


def read_puzzle(source: str | FilePath | Mapping[str, Any], file: str = "") -> Puzzle:
    """Return the puzzle of a file, of a TOML or JSON text, or of JSON data.

    Args:
        source: a path; or a text with more than one line, or that begins with a brace; or data.
        file: what to call the source in messages, if it is no path.

    Raises:
        PuzzleError: anything that is no puzzle, with file, line or path, and the nearest right word.
        OSError: the file cannot be read.
    """
    named = source.name if isinstance(source, FilePath) else "" if _is_inline(source) else str(source)
    if is_query(named):
        raise PuzzleError("this is a query: `mtglayers find` answers it", file or str(source))
    return puzzle_of(*parsed(source, file))


def is_query(name: str) -> bool:
    """Return whether a file's name is that of a query (`model/query.py`): `my.query.toml`, `my.query.json`."""
    return FilePath(name).stem.lower().endswith(QUERY)


def parsed(source: str | FilePath | Mapping[str, Any], file: str = "") -> tuple[Any, str, Lines]:
    """Return the data of a source as `read_puzzle` takes it, what to call it in messages, and path -> line.

    Raises:
        PuzzleError: it is neither TOML nor JSON.
        OSError: the file cannot be read.
    """
    if isinstance(source, Mapping):
        return source, file, {}
    if isinstance(source, FilePath) or not _is_text(source):
        path = FilePath(source)
        text, name = _text_of(path), file or str(source)
        as_json = path.suffix.lower() == ".json" or (path.suffix.lower() != ".toml" and text.lstrip()[:1] == "{")
    else:
        text, name, as_json = source, file, source.lstrip()[:1] == "{"
    data = _parse_json(text, name) if as_json else _parse_toml(text, name)
    return data, name, json_lines(text) if as_json else toml_lines(text)


def dotted(path: Path) -> str:
    """Return a path as people write it: timeline[3].expect.order."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


# --- Parsing ------------------------------------------------------------------------------------------------


def _is_inline(source: str | Mapping[str, Any]) -> bool:
    return not isinstance(source, str) or _is_text(source)


def _is_text(source: str) -> bool:
    return "\n" in source or source.lstrip()[:1] == "{" or "=" in source


def _text_of(path: FilePath) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PuzzleError(f"this is no UTF-8 text: {error.reason} at byte {error.start}", str(path)) from None


def _parse_toml(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise PuzzleError(f"this is no TOML: {error}", file, int(at[1]) if at else None) from None
    except RecursionError:
        raise PuzzleError("this is nested too deeply", file) from None
    except ValueError as error:
        raise PuzzleError(f"this is no TOML: {error}", file) from None


def _parse_json(text: str, file: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is no JSON: {error.msg}", file, error.lineno) from None
    except _TwiceError as error:
        line = next((n for n, row in enumerate(text.splitlines(), 1) if row.count(f'"{error.key}"') > 1), None)
        raise PuzzleError(f"the key `{error.key}` stands twice in one table", file, line, error.key) from None
    except RecursionError:
        raise PuzzleError("this is nested too deeply", file) from None
    except ValueError as error:
        raise PuzzleError(f"this is no JSON: {error}", file) from None


class _TwiceError(ValueError):
    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(key)
        found[key] = value
    return found


# --- Reading ------------------------------------------------------------------------------------------------


def puzzle_of(data: Any, file: str = "", lines: Lines | None = None) -> Puzzle:
    """Return the puzzle that JSON data describes.

    Raises:
        PuzzleError: it describes none; with file, line or path.
    """
    lines = lines or {}
    try:
        fields = table(data, (), KEYS)
        puzzle = Puzzle(
            title=_title(fields),
            notes=TEXT.read(fields.get("notes", ""), ("notes",)),
            source=TEXT.read(fields.get("source", ""), ("source",)),
            tags=LIST.read(fields.get("tags", ()), ("tags",)),
            edition=_edition(fields.get("edition", "")),
            readings=_readings(fields.get("readings", {})),
            players=_players(fields.get("players", ("A", "B"))),
            cards=_cards(fields.get("cards", ())),
            timeline=_timeline(fields.get("timeline", ()), lines),
            file=file,
            lines=lines,
        )
        check_names(puzzle.players, puzzle.cards, puzzle.timeline)
    except Misfit as error:
        raise PuzzleError(str(error), file, line_of(lines, error.path), dotted(error.path)) from None
    except BoardDataError as error:
        raise PuzzleError(str(error), file) from None
    return puzzle


def _title(fields: Mapping[str, Any]) -> str:
    if "title" not in fields:
        raise Misfit("a puzzle needs a `title`", ())
    title: str = TEXT.read(fields["title"], ("title",))
    return title


def _edition(value: Any) -> str:
    if isinstance(value, datetime.date):  # TOML has dates; quotes are not needed
        value = value.isoformat()[:10]
    if not isinstance(value, str):
        raise misfit(value, "a date or an edition key", ("edition",))
    if value:
        try:
            edition(value)
        except UnknownEditionError as error:
            raise Misfit(str(error), ("edition",)) from None
    return value


def _readings(value: Any) -> tuple[tuple[str, Any], ...]:
    if isinstance(value, str):
        value = [value]
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        value = dict.fromkeys(value, True)  # names alone
    if not isinstance(value, Mapping):
        raise misfit(value, "a table or a list of readings", ("readings",))
    for key, item in value.items():
        if not isinstance(item, (str, bool, int)):
            raise misfit(item, "a reading's name", ("readings", key))
    return tuple(value.items())


def _players(value: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = LIST.read(value, ("players",))
    if not names:
        raise Misfit("a puzzle needs at least one player", ("players",))
    for place, name in enumerate(names):
        if name in names[:place]:
            raise Misfit(f"two players are called `{name}`", ("players", place))
    return names


def _cards(value: Any) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, (list, tuple)):
        raise misfit(value, "a list of card definitions", ("cards",))
    found: list[Mapping[str, Any]] = []
    names: set[str] = set()
    for place, item in enumerate(value):
        is_tree = isinstance(item, Mapping) and item.get("kind") == "Card"
        card = dict(item) if is_tree else check_card(item, ("cards", place))
        if card["name"] in names:
            raise Misfit(f"two cards are called `{card['name']}`", ("cards", place, "name"))
        names.add(card["name"])
        found.append(card)
    return tuple(found)


def _timeline(value: Any, lines: Lines) -> tuple[Entry, ...]:
    if not isinstance(value, (list, tuple)):
        raise misfit(value, "a list of events and expectations", ("timeline",))
    return tuple(_entry(item, ("timeline", place), lines) for place, item in enumerate(value))


def _entry(data: Any, path: Path, lines: Lines) -> Entry:
    if not isinstance(data, Mapping):
        raise Misfit(f"an event is a table with one verb, not `{shown(data)}`", path)
    line = line_of(lines, path)
    if verb_of(data, path, ("expect",)) == "expect":
        table(data, path, ("expect",))
        return Entry(expect=Expectation.read(data["expect"], (*path, "expect")), line=line)
    rest = {key: value for key, value in data.items() if key != "refused"}
    refused = data.get("refused", "")
    if "refused" in data and refused not in REFUSALS:
        hint = did_you_mean(str(refused), REFUSALS)
        raise Misfit(f"`refused` takes the name of an error, not `{shown(refused)}`{hint}", (*path, "refused"))
    return Entry(event=read_event(rest, path), refused=refused, line=line)


def _entry_data(entry: Entry) -> dict[str, Any]:
    if entry.expect is not None:
        return {"expect": entry.expect.to_data()}
    data = entry.event.to_data() if entry.event is not None else {}
    return {**data, "refused": entry.refused} if entry.refused else data
