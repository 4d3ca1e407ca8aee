"""Comparison of the solver's answer about a game state with what Forge says about the same objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from mtglayers.model.data.parsing import MalformedDataError, parse_json
from mtglayers.model.data.record import abbreviated, integral
from mtglayers.model.errors import PuzzleError
from mtglayers.model.support.names import did_you_mean
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import counted

from .lines import list_of, player_named
from .state import ForgeState

_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "name": (str, "a string"), "type_line": (str, "a string"), "colors": (str, "a string"),
    "controller": (str, "a string"), "power": (int, "a number"), "toughness": (int, "a number"),
    "loyalty": (int, "a number"), "keywords": (list, "a list of strings"),
}  # fmt: skip
"""Key of an object in a dump -> the type of its value, and how a message names it."""


class ForgeDifference(msgspec.Struct, frozen=True):
    """A characteristic of an object that differs.

    Attributes:
        object: the id of the object on the board.
        where: the list in the file, and the place in it, such as "p0battlefield 2".
        what: the characteristic.
        forge: Forge's value.
        ours: the solver's value.
    """

    object: str
    where: str
    what: str
    forge: Any
    ours: Any


def dump_of(text: str, file: str = "") -> dict[tuple[int, str], list[Any]]:
    """Return the lists in what Forge says about the objects of a state, by player and zone.

    Raises:
        PuzzleError: the text is not a JSON object whose keys are those of lists in a state.
    """
    try:
        data = parse_json(text.encode(errors="surrogatepass"), number=integral)
    except MalformedDataError as error:
        raise PuzzleError(str(error), file) from None
    if not isinstance(data, dict):
        raise PuzzleError("a JSON object is needed, with a list of objects for each zone", file)
    found: dict[tuple[int, str], list[Any]] = {}
    for key, objects in data.items():
        place = list_of(key)
        if place is None:
            raise PuzzleError(f"`{abbreviated(key)}` is not a list of a state, such as `p0battlefield`", file)
        if not isinstance(objects, list):
            raise PuzzleError(f"`{abbreviated(key)}` must be a list of objects", file)
        found[place] = objects
    return found


def forge_differences(
    state: ForgeState, dump: Mapping[tuple[int, str], list[Any]], result: Result | None = None, file: str = ""
) -> Iterator[ForgeDifference]:
    """Yield each characteristic that the dump gives and the solver's answer does not have.

    Args:
        state: the game state.
        dump: what Forge says about the objects of the state.
        result: the solver's answer; by default, the board of the state is solved.
        file: the name of the dump to use in messages.

    Raises:
        PuzzleError: the dump has other objects than the state, or a value of the wrong type.

    >>> from mtglayers.forge import read_forge
    >>> state = read_forge("humanbattlefield=Glorious Anthem;Grizzly Bears")
    >>> dump = dump_of('{"humanbattlefield": [null, {"power": 2, "toughness": 3, "colors": "G"}]}')
    >>> [(each.object, each.what, each.forge, each.ours) for each in forge_differences(state, dump)]
    [('grizzly-bears', 'power', 2, 3)]
    """
    result = result or solve(state.board())
    listed = {(player, zone): ids for player, zone, ids in state.lists}
    for (player, zone), objects in dump.items():
        key, ids = f"p{player}{zone}", listed.get((player, zone), ())
        if len(objects) != len(ids):
            raise PuzzleError(f"`{key}` has {counted(len(ids), 'object')} in the state, not {len(objects)}", file)
        for place, (id, given) in enumerate(zip(ids, objects, strict=True), 1):
            if given is None:
                continue
            where = f"{key} {place}"
            _check(given, where, file)
            if id not in result:
                yield ForgeDifference(id, where, "exists", True, False)
                continue
            for what, theirs in given.items():
                ours = _ours(result, id, what)
                if _comparable(what, theirs, state) != _comparable(what, ours, state):
                    yield ForgeDifference(id, where, what, theirs, ours)


def _check(given: Any, where: str, file: str) -> None:
    if not isinstance(given, dict):
        raise PuzzleError(f"{where} must be a JSON object or null", file)
    for what, value in given.items():
        if what not in _KINDS:
            raise PuzzleError(f"{where}: unknown key `{abbreviated(what)}`{did_you_mean(what, tuple(_KINDS))}", file)
        kind, words = _KINDS[what]
        parts = value if isinstance(value, list) else ()
        if type(value) is not kind or not all(isinstance(each, str) for each in parts):
            raise PuzzleError(f"{where}: `{what}` must be {words}", file)


def _ours(result: Result, id: str, what: str) -> Any:
    value: Any = getattr(result[id], what)
    if what == "colors":
        return "".join(value)
    return list(value) if what == "keywords" else value


def _comparable(what: str, value: Any, state: ForgeState) -> Any:
    if what == "colors":
        return frozenset(value.upper()) - {"C"}
    if what == "keywords":
        return frozenset(word.casefold() for word in value)
    if what == "type_line":
        return frozenset(value.casefold().replace("—", "-").split()) - {"-"}
    if what == "controller":
        players = state.puzzle.players
        number = player_named(value, len(players))
        return value if number is None or value in players else players[number]
    return value
