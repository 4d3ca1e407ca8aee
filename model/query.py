"""Query files: a puzzle in which some things are unknown, constraints between them, and the outcome looked for."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any, Final

import msgspec

from .board import Board
from .errors import LayersError, PuzzleError
from .expectation import Expectation
from .naming import did_you_mean
from .puzzle import KEYS, Puzzle, dotted, parsed, puzzle_of
from .puzzle_lines import Lines, line_of
from .record import LIST, NUMBER, TEXT, Misfit, Path, misfit, table
from .replay import Act, Timeline
from .vocabulary import BASIC_LAND_TYPES, CARD_TYPES, COLORS

UNKNOWN: Final = "?"
"""What stands for an unknown value whose alternatives are clear."""

_KEYS: Final = (*KEYS, "order", "constraints", "expect")
_CLOSED: Final[Mapping[str, tuple[Any, ...]]] = {
    "color": COLORS, "basic_land_type": tuple(BASIC_LAND_TYPES), "card_type": CARD_TYPES, "tapped": (False, True),
    "face_down": (False, True), "transformed": (False, True),
}  # fmt: skip
_PLAYERS: Final = ("controller", "owner", "player")
# The keys of constraints: the verb, and what else it takes.
_VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    "at_most": ("of",), "at_least": ("of",), "exactly": ("of",), "same": (), "different": (), "older": ("than",),
    "if": ("then",),
}  # fmt: skip


class Unknown(msgspec.Struct, frozen=True):
    """Something that a query leaves open.

    Attributes:
        name: what it is called: an object's id where it is open whether that is there, `id.controller`,
            `id.chosen.color`, or the name that the file gives it.
        values: what it can be, in the order of the file; False and True for whether something is there.
        entry: the index of the event.
        path: the keys that lead to it in the event; () for whether the event happens.
    """

    name: str
    values: tuple[Any, ...]
    entry: int
    path: Path = ()


class Constraint(msgspec.Struct, frozen=True):
    """What must hold between unknowns.

    Attributes:
        verb: at_most, at_least, exactly, same, different, older, if.
        names: of what it speaks: ids of objects, or names of unknowns.
        count: the number, for the first three.
        line: the line of the file where it stands, or None.
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
                return f"if {names[0]} is there, {names[1]} is"
            case _:
                return f"{listed} are {'the same' if self.verb == 'same' else 'different'}"


class Query(msgspec.Struct, frozen=True):
    """A query file, read.

    Attributes:
        puzzle: the query as a puzzle without expectations: everything is there, unknowns have their first value.
        unknowns: what is open, in the order of the file.
        order: names of what may have come at any other moment; None: everything that the events allow to.
        constraints: what must hold between unknowns.
        expect: the outcome that is looked for.
        names: for each event, what it brings.
    """

    puzzle: Puzzle
    unknowns: tuple[Unknown, ...]
    order: tuple[str, ...] | None
    constraints: tuple[Constraint, ...]
    expect: Expectation
    names: tuple[tuple[str, ...], ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.puzzle.title


def read_query(source: str | FilePath | Mapping[str, Any], file: str = "") -> Query:
    """Return the query of a file, of a TOML or JSON text, or of JSON data; `puzzles/FORMAT.md` tells the format.

    Args:
        source: as for `read_puzzle`.
        file: what to call the source in messages, if it is no path.

    Raises:
        PuzzleError: anything that is no query, with file, line or path, and the nearest right word.
        OSError: the file cannot be read.
    """
    data, name, lines = parsed(source, file)
    try:
        return _read(data, name, lines)
    except Misfit as error:
        raise PuzzleError(str(error), name, line_of(lines, error.path), dotted(error.path)) from None


def _read(data: Any, file: str, lines: Lines) -> Query:
    fields = table(data, (), _KEYS)
    if "expect" not in fields:
        raise Misfit("a query needs `expect`: the outcome that is looked for", ())
    timeline = fields.get("timeline", ())
    if not isinstance(timeline, (list, tuple)):
        raise misfit(timeline, "a list of events", ("timeline",))
    open_places = [list(_open(entry, ("timeline", place))) for place, entry in enumerate(timeline)]
    for index, found in enumerate(open_places):
        for each in found:
            if each.values is None and each.path[-1] not in (*_PLAYERS, *_CLOSED):
                key = each.path[-1]
                message = f"the alternatives of `{key}` are not clear; give them with `{key} = {{ any = [...] }}`"
                raise Misfit(message, ("timeline", index, *each.path))
    first = [_filled(entry, found) for entry, found in zip(timeline, open_places, strict=True)]
    for place, entry in enumerate(first):
        for key in ("expect", "refused"):
            if key in entry:
                why = "it stands by itself" if key == "expect" else "its events are to happen"
                raise Misfit(f"a query takes no `{key}` in its timeline: {why}", ("timeline", place))
    rest = {key: value for key, value in fields.items() if key in KEYS}
    # The expectation is checked as the last entry of a puzzle; its lines are those of the table of its own.
    end = ("timeline", len(first))
    moved = {(*end, *path): line for path, line in lines.items() if path[:1] == ("expect",)}
    whole = puzzle_of({**rest, "timeline": [*first, {"expect": fields["expect"]}]}, file, {**lines, **moved})
    expect = whole.timeline[-1].expect
    assert expect is not None
    puzzle = msgspec.structs.replace(whole, timeline=whole.timeline[:-1])
    acts = _acts(puzzle)
    names = tuple(act.made for act in acts)
    unknowns = tuple(_unknowns(timeline, open_places, acts, puzzle))
    _check_unique(unknowns)
    known = {name for made in names for name in made} | {each.name for each in unknowns if not each.path}
    order = _order(fields.get("order", ()), {name for made in names for name in made})
    constraints = tuple(_constraints(fields.get("constraints", ()), known, unknowns, lines))
    return Query(puzzle, unknowns, order, constraints, expect, names)


# --- Unknown places -----------------------------------------------------------------------------------------


class _Place(msgspec.Struct, frozen=True):
    """A place of an event where something is unknown: its path there, its values (None: by its key), its name."""

    path: Path
    values: tuple[Any, ...] | None
    name: str


def _open(value: Any, where: Path, path: Path = ()) -> Iterator[_Place]:
    """Yield the unknown places of an event's data."""
    if value == UNKNOWN and path:
        yield _Place(path, None, "")
    elif isinstance(value, Mapping) and "any" in value and path:
        fields = table(value, (*where, *path), ("any", "as"))
        values = fields["any"]
        if not isinstance(values, (list, tuple)) or not values:
            raise misfit(values, "a list of alternatives", (*where, *path, "any"))
        yield _Place(path, tuple(values), TEXT.read(fields.get("as", ""), (*where, *path, "as")))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _open(item, where, (*path, key))
    elif isinstance(value, (list, tuple)):
        for place, item in enumerate(value):
            yield from _open(item, where, (*path, place))


def _filled(entry: Any, found: Sequence[_Place]) -> Any:
    """Return an event's data without `maybe`, unknown places with a value that can be read."""
    if not isinstance(entry, Mapping):
        return entry
    data = copy.deepcopy({key: value for key, value in entry.items() if key != "maybe"})
    for place in found:
        put(data, place.path, place.values[0] if place.values else None)
        if not place.values:
            _drop(data, place.path)
    return data


def put(data: Any, path: Path, value: Any) -> None:
    """Put a value into JSON data at a path."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def _drop(data: Any, path: Path) -> None:
    """Take the key at a path away, and tables that are empty then."""
    tables = [data]
    for key in path[:-1]:
        tables.append(tables[-1][key])
    for parent, key in zip(reversed(tables), reversed(path), strict=True):
        if isinstance(parent, list):
            raise Misfit(f"`{UNKNOWN}` cannot stand in a list; give the alternatives with `any`", path)
        if key == path[-1] or not parent[key]:
            del parent[key]


def _unknowns(
    timeline: Sequence[Any], found: Sequence[Sequence[_Place]], acts: Sequence[Act], puzzle: Puzzle
) -> Iterator[Unknown]:
    for index, (entry, places, act) in enumerate(zip(timeline, found, acts, strict=True)):
        where: Path = ("timeline", index)
        subject = act.made[0] if act.made else f"event-{index + 1}"
        maybe = entry.get("maybe", False)
        if not isinstance(maybe, bool):
            raise misfit(maybe, "true or false", (*where, "maybe"))
        if maybe:
            yield Unknown(subject, (False, True), index)
        about = act.made[0] if act.made else act.spoken[0] if act.spoken else subject
        for place in places:
            values = place.values if place.values is not None else _by_key(place.path[-1], puzzle)
            name = place.name or f"{about}.{'.'.join(map(str, place.path))}"
            yield Unknown(name, values, index, place.path)


def _by_key(key: Any, puzzle: Puzzle) -> tuple[Any, ...]:
    return puzzle.players if key in _PLAYERS else _CLOSED[key]


def _check_unique(unknowns: Sequence[Unknown]) -> None:
    seen: set[str] = set()
    for unknown in unknowns:
        if unknown.name in seen:
            where: Path = ("timeline", unknown.entry, *unknown.path)
            raise Misfit(f"two unknowns are called `{unknown.name}`; give one a name with `as` beside `any`", where)
        seen.add(unknown.name)


def _acts(puzzle: Puzzle) -> tuple[Act, ...]:
    """Return the events as they happen where everything is there."""
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
            raise Misfit(f"`{name}` stands twice in this order", ("order", place))
    return names


def _constraints(
    value: Any, known: set[str], unknowns: Sequence[Unknown], lines: Lines
) -> Iterator[Constraint]:  # fmt: skip
    if not isinstance(value, (list, tuple)):
        raise misfit(value, "a list of constraints", ("constraints",))
    values = {unknown.name for unknown in unknowns if unknown.path}
    for place, item in enumerate(value):
        path: Path = ("constraints", place)
        if not isinstance(item, Mapping):
            raise misfit(item, "a table with one verb", path)
        verb = next((key for key in item if key in _VERBS), None)
        if verb is None:
            key = next(iter(item), "")
            hint = did_you_mean(str(key), _VERBS) or f"; it is one of {', '.join(_VERBS)}"
            raise Misfit(f"no verb in this constraint{hint}", path)
        fields = table(item, path, (verb, *_VERBS[verb]))
        missing = next((key for key in _VERBS[verb] if key not in fields), None)
        if missing is not None:
            raise Misfit(f"`{missing}` is missing", path)
        yield _constraint(verb, fields, path, known, values, line_of(lines, path))


def _constraint(
    verb: str, fields: Mapping[str, Any], path: Path, known: set[str], values: set[str], line: int | None
) -> Constraint:
    if verb in ("at_most", "at_least", "exactly"):
        names: tuple[str, ...] = LIST.read(fields["of"], (*path, "of"))
        for place, name in enumerate(names):
            _check(name, known, (*path, "of", place), "nothing is called")
        return Constraint(verb, names, NUMBER.read(fields[verb], (*path, verb)), line)
    if verb in ("same", "different"):
        names = LIST.read(fields[verb], (*path, verb))
        if len(names) < 2:
            raise Misfit(f"`{verb}` takes at least two unknowns", (*path, verb))
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
        hint = did_you_mean(name, sorted(known)) or f"; there are {', '.join(sorted(known))}"
        raise Misfit(f"{what} `{name}`{hint}", path)


__all__ = ["UNKNOWN", "Constraint", "Query", "Unknown", "put", "read_query"]
