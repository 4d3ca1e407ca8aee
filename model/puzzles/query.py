"""Query files, which are puzzles that contain unknowns, constraints and a required outcome."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

import msgspec

from ..board.board import Board
from ..board.replay import Act, Timeline
from ..data.positions import Lines, line_of
from ..data.record import LIST, NUMBER, TEXT, Path, WrongTypeError, table, wrong_type
from ..errors import LayersError, LimitError, UnknownCardError, UnsupportedTextError
from ..rules.vocabulary import BASIC_LAND_TYPES, CARD_TYPES, COLORS
from ..support.names import did_you_mean
from .expectation import Expectation
from .puzzle import KEYS, Puzzle, parsed, placed, puzzle_of

UNKNOWN: Final = "?"
"""The notation for an unknown value if its key determines the alternatives."""

_KEYS: Final = (*KEYS, "order", "constraints", "expect")
_CLOSED: Final[Mapping[str, tuple[Any, ...]]] = {
    "color": COLORS, "basic_land_type": tuple(BASIC_LAND_TYPES), "card_type": CARD_TYPES, "tapped": (False, True),
    "face_down": (False, True), "transformed": (False, True),
}  # fmt: skip
# Keys whose values cannot be unknown.
_KNOWN: Final = frozenset({"as", "count", "with_effect", "maybe"})
_PLAYERS: Final = ("controller", "owner", "player")
# The verb of a constraint -> its other keys.
_VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    "at_most": ("of",), "at_least": ("of",), "exactly": ("of",), "same": (), "different": (), "older": ("than",),
    "if": ("then",),
}  # fmt: skip


class Unknown(msgspec.Struct, frozen=True):
    """An unknown in a query: a value in an event, or whether an event happens.

    Attributes:
        name: the name given in the file. The default is the id of the object that the event creates; for a value, the
            path follows the id, as in `id.chosen.color`.
        values: the alternatives in the order of the file; False and True for the occurrence of an event.
        entry: the index of the event.
        path: the path of the value in the event, or () for the occurrence of the event.
    """

    name: str
    values: tuple[Any, ...]
    entry: int
    path: Path = ()


class Constraint(msgspec.Struct, frozen=True):
    """A condition that the unknowns must meet.

    Attributes:
        verb: at_most, at_least, exactly, same, different, older or if.
        names: ids of objects, or names of unknowns.
        count: the number for at_most, at_least and exactly.
        line: the line in the file, or None.
    """

    verb: str
    names: tuple[str, ...]
    count: int = 0
    line: int | None = None

    def __str__(self) -> str:
        names = [f"`{name}`" for name in self.names]
        listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        match self.verb:
            case "at_most" | "at_least" | "exactly":
                return f"{self.verb.replace('_', ' ')} {self.count} of {listed}"
            case "older":
                return f"{names[0]} is older than {names[1]}"
            case "if":
                return f"if {names[0]} is present, so is {names[1]}"
            case _:
                return f"{listed} are {'the same' if self.verb == 'same' else 'different'}"


class Query(msgspec.Struct, frozen=True):
    """The contents of a query file.

    Attributes:
        puzzle: the query as a puzzle in which every event happens and each unknown has its first value.
        unknowns: the unknowns in the order of the file.
        order: names of the objects and effects whose position in the order is unknown; None means every object and
            effect whose event allows other positions.
        constraints: the conditions that the unknowns must meet.
        expect: the required outcome.
        names: for each event, the names of the objects and effects that it creates.
        events: each event as JSON data, in which each unknown has its first value.
    """

    puzzle: Puzzle
    unknowns: tuple[Unknown, ...]
    order: tuple[str, ...] | None
    constraints: tuple[Constraint, ...]
    expect: Expectation
    names: tuple[tuple[str, ...], ...]
    events: tuple[Mapping[str, Any], ...]

    @property
    def title(self) -> str:
        """The title of the query."""
        return self.puzzle.title


def read_query(source: str | FilePath | Mapping[str, Any], file: str = "") -> Query:
    """Read a query from a file, a TOML or JSON string, or JSON data.

    `puzzles/FORMAT.md` describes the format.

    Args:
        source: a source that `read_puzzle` accepts.
        file: the name of the source in messages, if it is not a path.

    Raises:
        PuzzleError: the source is not a query; the error includes the location and the most similar known word.
        OSError: the file cannot be read.
    """
    data, name, lines = parsed(source, file)
    try:
        return _read(data, name, lines)
    except (WrongTypeError, LimitError) as error:
        raise placed(error, name, lines) from None


def _read(data: Any, file: str, lines: Lines) -> Query:
    fields = table(data, (), _KEYS)
    if "strict" in fields:
        raise WrongTypeError("`strict` is a key of a puzzle, not of a query", ("strict",))
    if "expect" not in fields:
        raise WrongTypeError("a query needs `expect`, the required outcome", ())
    timeline = fields.get("timeline", ())
    if not isinstance(timeline, (list, tuple)):
        raise wrong_type(timeline, "a list of events", ("timeline",))
    given = fields.get("players", ("A", "B"))
    players = tuple(given) if isinstance(given, (list, tuple)) and given else ("",)  # reported below
    open_places = [list(_open(entry, ("timeline", place), players)) for place, entry in enumerate(timeline)]
    first = [_filled(entry, found) for entry, found in zip(timeline, open_places, strict=True)]
    for place, entry in enumerate(first):
        for key in ("expect", "refused"):
            if isinstance(entry, Mapping) and key in entry:
                why = "it is a key of the query" if key == "expect" else "all events must be possible"
                raise WrongTypeError(
                    f"`{key}` is not allowed in a query's timeline, because {why}", ("timeline", place)
                )
    rest = {key: value for key, value in fields.items() if key in KEYS}
    # The expectation is checked as the last entry of a puzzle, with the line numbers of its own table.
    end = ("timeline", len(first))
    moved = {(*end, *path): line for path, line in lines.items() if path[:1] == ("expect",)}
    said = {"expect": fields["expect"]}
    whole = puzzle_of({**rest, "timeline": [*first, said]}, file, {**lines, **moved})
    expect = whole.timeline[-1].expect
    assert expect is not None
    puzzle = msgspec.structs.replace(whole, timeline=whole.timeline[:-1])
    acts = _acts(puzzle)
    names = tuple(act.made for act in acts)
    unknowns = tuple(_unknowns(timeline, open_places, acts))
    _check_unique(unknowns)
    events = tuple(_named(entry, act, found) for entry, act, found in zip(first, acts, open_places, strict=True))
    for unknown in unknowns:
        for value in unknown.values[1:] if unknown.path else ():
            _check_value(unknown, value, events, puzzle_of({**rest, "timeline": []}, file, lines), lines)
    known = {name for made in names for name in made}
    order = _order(fields.get("order", ()), known)
    known |= {each.name for each in unknowns if not each.path}
    constraints = tuple(_constraints(fields.get("constraints", ()), known, unknowns, lines))
    return Query(puzzle, unknowns, order, constraints, expect, names, events)


# --- Unknown places -----------------------------------------------------------------------------------------


class _Place(msgspec.Struct, frozen=True):
    path: Path
    values: tuple[Any, ...]
    name: str = ""


def _open(value: Any, where: Path, players: tuple[Any, ...], path: Path = ()) -> Iterator[_Place]:
    alternatives = isinstance(value, Mapping) and "any" in value
    if path and (value == UNKNOWN or alternatives):
        here = (*where, *path)
        key = next((part for part in reversed(path) if isinstance(part, str)), "this")
        if path[0] in _KNOWN:
            raise WrongTypeError(f"`{path[0]}` cannot be unknown", here)
        if alternatives:
            fields = table(value, here, ("any", "as"))
            values = fields["any"]
            if not isinstance(values, (list, tuple)) or not values:
                raise wrong_type(values, "a list of alternatives", (*here, "any"))
            yield _Place(path, tuple(values), TEXT.read(fields.get("as", ""), (*here, "as")))
        elif key in _PLAYERS or key in _CLOSED:
            yield _Place(path, players if key in _PLAYERS else _CLOSED[key])
        else:
            raise WrongTypeError(f"the alternatives of `{key}` are missing; write `{key} = {{ any = [...] }}`", here)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _open(item, where, players, (*path, key))
    elif isinstance(value, (list, tuple)):
        for place, item in enumerate(value):
            yield from _open(item, where, players, (*path, place))


def _filled(entry: Any, found: Sequence[_Place]) -> Any:
    if not isinstance(entry, Mapping):
        return entry
    data = copy.deepcopy({key: value for key, value in entry.items() if key != "maybe"})
    for place in found:
        put(data, place.path, place.values[0])
    return data


def put(data: Any, path: Path, value: Any) -> None:
    """Set the value at the given path in JSON data."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def _named(entry: Mapping[str, Any], act: Act, found: Sequence[_Place]) -> Mapping[str, Any]:
    # Adds explicit names if default names would depend on unknowns.
    verb = act.event.VERB
    if "as" in entry or not any(place.path[0] == verb for place in found) or verb not in ("enters", "resolves"):
        return entry
    first, *others = act.made
    return {**entry, "as": [first, *others] if others else first}


def _unknowns(timeline: Sequence[Any], found: Sequence[Sequence[_Place]], acts: Sequence[Act]) -> Iterator[Unknown]:
    for index, (entry, places, act) in enumerate(zip(timeline, found, acts, strict=True)):
        where: Path = ("timeline", index)
        subject = act.made[0] if act.made else f"event-{index + 1}"
        maybe = entry.get("maybe", False)
        if not isinstance(maybe, bool):
            raise wrong_type(maybe, "true or false", (*where, "maybe"))
        if maybe:
            yield Unknown(subject, (False, True), index)
        about = act.made[0] if act.made else act.spoken[0] if act.spoken else subject
        for place in places:
            name = place.name or f"{about}.{'.'.join(map(str, place.path))}"
            yield Unknown(name, place.values, index, place.path)


def _check_unique(unknowns: Sequence[Unknown]) -> None:
    seen: set[str] = set()
    for unknown in unknowns:
        if unknown.name in seen:
            where: Path = ("timeline", unknown.entry, *unknown.path)
            raise WrongTypeError(
                f"two unknowns are named `{unknown.name}`; give one a name with `as` beside `any`", where
            )
        seen.add(unknown.name)


def _check_value(
    unknown: Unknown, value: Any, events: Sequence[Mapping[str, Any]], empty: Puzzle, lines: Lines
) -> None:  # fmt: skip
    # Reports only unknown cards and rules text that is not understood. The search finds values that a board rejects.
    changed = copy.deepcopy(dict(events[unknown.entry]))
    put(changed, unknown.path, value)
    timeline = [*events[: unknown.entry], changed, *events[unknown.entry + 1 :]]
    data = {**empty.to_data(), "timeline": timeline}
    puzzle = puzzle_of(data, empty.file, lines)
    board = puzzle.board()
    try:
        for entry in puzzle.timeline[: unknown.entry + 1]:
            assert entry.event is not None
            board.push(entry.event)
    except (UnknownCardError, UnsupportedTextError) as error:
        raise WrongTypeError(str(error), ("timeline", unknown.entry, *unknown.path)) from None
    except LayersError:
        return


def _acts(puzzle: Puzzle) -> tuple[Act, ...]:
    board: Board = puzzle.board()
    for place in range(len(puzzle.timeline)):
        if problem := puzzle.play(board, place):
            raise puzzle.error(problem, ("timeline", place))
    try:
        return Timeline(board).acts
    except LayersError as error:
        raise puzzle.error(str(error), ("timeline",)) from error


# --- Orders and constraints ---------------------------------------------------------------------------------


def _order(value: Any, known: set[str]) -> tuple[str, ...] | None:
    if value == UNKNOWN:
        return None
    names: tuple[str, ...] = LIST.read(value, ("order",)) if value else ()
    for place, name in enumerate(names):
        _check(name, known, ("order", place), "nothing is called")
        if name in names[:place]:
            raise WrongTypeError(f"`{name}` appears twice in `order`", ("order", place))
    return names


def _constraints(
    value: Any, known: set[str], unknowns: Sequence[Unknown], lines: Lines
) -> Iterator[Constraint]:  # fmt: skip
    if not isinstance(value, (list, tuple)):
        raise wrong_type(value, "a list of constraints", ("constraints",))
    values = {unknown.name for unknown in unknowns if unknown.path}
    for place, item in enumerate(value):
        path: Path = ("constraints", place)
        if not isinstance(item, Mapping):
            raise wrong_type(item, "a table with one verb", path)
        verb = next((key for key in item if key in _VERBS), None)
        if verb is None:
            key = next(iter(item), "")
            hint = did_you_mean(str(key), _VERBS) or f"; use one of {', '.join(_VERBS)}"
            raise WrongTypeError(f"no verb in this constraint{hint}", path)
        fields = table(item, path, (verb, *_VERBS[verb]))
        missing = next((key for key in _VERBS[verb] if key not in fields), None)
        if missing is not None:
            raise WrongTypeError(f"`{missing}` is missing", path)
        yield _constraint(verb, fields, path, known, values, line_of(lines, path))


def _constraint(
    verb: str, fields: Mapping[str, Any], path: Path, known: set[str], values: set[str], line: int | None
) -> Constraint:
    if verb in ("at_most", "at_least", "exactly"):
        names: tuple[str, ...] = LIST.read(fields["of"], (*path, "of"))
        if not names:
            raise WrongTypeError("`of` must contain at least one name", (*path, "of"))
        for place, name in enumerate(names):
            _check(name, known, (*path, "of", place), "nothing is called")
        return Constraint(verb, names, NUMBER.read(fields[verb], (*path, verb)), line)
    if verb in ("same", "different"):
        names = LIST.read(fields[verb], (*path, verb))
        if len(names) < 2:
            raise WrongTypeError(f"`{verb}` must list at least two unknowns", (*path, verb))
        for place, name in enumerate(names):
            _check(name, values, (*path, verb, place), "no unknown value is called")
        return Constraint(verb, names, line=line)
    keys = (verb, *_VERBS[verb])
    names = tuple(TEXT.read(fields[key], (*path, key)) for key in keys)
    for key, name in zip(keys, names, strict=True):
        _check(name, known, (*path, key), "nothing is called")
    return Constraint(verb, names, line=line)


def _check(name: str, known: set[str], path: Path, what: str) -> None:
    if name not in known:
        hint = did_you_mean(name, sorted(known)) or f"; use one of {', '.join(sorted(known))}"
        raise WrongTypeError(f"{what} `{name}`{hint}", path)
