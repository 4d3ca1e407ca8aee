"""The format of a state, in which an engine describes a board without its timeline."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Final, get_args

import msgspec

from ..cards.card import Card
from ..data.record import (
    LIST,
    NUMBERS,
    TEXT,
    TEXTS,
    Kind,
    Path,
    Record,
    WrongTypeError,
    abbreviated,
    integral,
    many,
    mapping,
    of_record,
    one_of,
    wrong_type,
)
from ..effects.copiable import Copiable
from ..effects.language import Ability, Clause
from ..effects.registry import from_data
from ..effects.view import Choices
from ..errors import BoardDataError, LayersError
from ..events.fields import NAMED, Chosen, Text, Texts
from ..objects.recorded_facts import FLAGS, LINKS
from ..objects.recorded_facts import NUMBERS as NUMBERED
from ..rules.edition import Origin
from ..rules.vocabulary import COLORS, ZONES, admit_mana_cost, color_of
from ..support.names import did_you_mean

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")
_SIZE: Final = re.compile(r"[0-9*+-]{1,20}")


def _read_number(value: Any, path: Path) -> int:
    value = integral(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(value, "a whole number", path)
    return value


def _read_size(value: Any, path: Path) -> int | str:
    if isinstance(value, str) and _SIZE.fullmatch(value.strip()):
        return value.strip()
    return _read_number(value, path)


def _unchanged(value: Any) -> Any:
    return value


_NUMBER: Final = Kind("a whole number", _read_number, _unchanged, {"type": ["integer", "string"]})
_SIZES: Final = Kind(
    'a number, or a printed value such as "1+*"', _read_size, _unchanged, {"type": ["integer", "string"]}
)
_COLORS: Final = many(one_of(COLORS, color_of), bare=False)

Number = Annotated[int | None, _NUMBER]
Size = Annotated[int | str | None, _SIZES]
Maybe = Annotated[str | None, TEXT]


def _tree(of: type[Any], what: str, schema: str) -> Kind:
    def read(value: Any, path: Path) -> Any:
        if isinstance(value, of):
            return value
        tree = value.get("tree", value) if isinstance(value, Mapping) else value
        if not isinstance(tree, Mapping) or "kind" not in tree:
            raise wrong_type(value, what, path)
        try:
            found = from_data(dict(tree), ".".join(map(str, path)))
        except BoardDataError as error:
            raise WrongTypeError(str(error), path) from None
        if not isinstance(found, of):
            raise wrong_type(tree["kind"], what, (*path, "kind"))
        for node in found.walk():
            if isinstance(node, Copiable):
                admit_mana_cost(node.mana_cost)
        return found

    return Kind(what, read, _unchanged, {"$ref": f"#/$defs/{schema}"})


def _read_ability(value: Any, path: Path) -> Any:
    return value if isinstance(value, str) else _ABILITY_TREE.read(value, path)


_ABILITY_TREE: Final = _tree(Ability, "an ability as a tree", "Ability")
_CLAUSE: Final = _tree(Clause, "a clause as a tree", "tree.Clause")
_COPIED_TREE: Final = _tree(Copiable, "copiable values as a tree", "tree.Copiable")
_TABLE_ENTRY: Final = Kind(
    "an ability as a tree", _ABILITY_TREE.read, _unchanged,
    {
        "anyOf": [
            _ABILITY_TREE.schema,
            {"type": "object", "properties": {"tree": _ABILITY_TREE.schema}, "required": ["tree"]},
        ]
    },
)  # fmt: skip
_ABILITY: Final = Kind(
    "an ability: its key in `abilities`, its text or a tree", _read_ability, _unchanged,
    {"anyOf": [TEXT.schema, *_TABLE_ENTRY.schema["anyOf"]]},
)  # fmt: skip


class GivenRecord(Record, frozen=True, kw_only=True):
    """A part of a state. The value null means the same as leaving the key out."""

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """Return the JSON Schema, in which every key that can be left out can also be null."""
        found = super().schema()
        nullable = {key: {"anyOf": [value, {"type": "null"}]} for key, value in found["properties"].items()}
        return {**found, "properties": {**nullable, **{key: found["properties"][key] for key in found["required"]}}}


class PrintedValues(GivenRecord, frozen=True, kw_only=True):
    """The values of an object before layer 1 (613.1). A key that is left out means an empty or missing value."""

    WHAT = "value"

    name: Text = ""
    mana_cost: Text = ""
    mana_value: Number = None
    colors: Annotated[tuple[str, ...] | None, _COLORS] = None
    supertypes: Annotated[tuple[str, ...], LIST] = ()
    types: Annotated[tuple[str, ...], LIST] = ()
    subtypes: Annotated[tuple[str, ...], LIST] = ()
    abilities: Annotated[tuple[Any, ...], many(_ABILITY, bare=False)] = ()
    keywords: Annotated[tuple[str, ...], LIST] = ()
    power: Size = None
    toughness: Size = None
    loyalty: Size = None
    defense: Size = None


def _read_copied(value: Any, path: Path) -> Any:
    given = isinstance(value, Mapping) and "kind" not in value
    return PrintedValues.read(value, path) if given else _COPIED_TREE.read(value, path)


_COPIED: Final = Kind(
    "copied values", _read_copied, _unchanged,
    {"anyOf": [{"$ref": "#/$defs/PrintedValues"}, _COPIED_TREE.schema]},
)  # fmt: skip


class PlacedCounter(Record, frozen=True, kw_only=True):
    """The counters of one kind on an object, and the timestamp that they share (613.7c)."""

    kind: Text
    count: Annotated[int, _NUMBER] = 1
    timestamp: Number = None


def _read_counters(value: Any, path: Path) -> tuple[PlacedCounter, ...]:
    if isinstance(value, Mapping):
        pairs = mapping(_NUMBER).read(value, path)
        return tuple(PlacedCounter(kind=kind, count=count) for kind, count in pairs)
    if not isinstance(value, (list, tuple)):
        raise wrong_type(value, "a table of numbers, or a list of tables with kind, count and timestamp", path)
    return tuple(PlacedCounter.read(each, (*path, place)) for place, each in enumerate(value))


_COUNTERS: Final = Kind(
    "counters", _read_counters, _unchanged,
    {
        "anyOf": [
            {"type": "object", "additionalProperties": _NUMBER.schema},
            {"type": "array", "items": {"$ref": "#/$defs/PlacedCounter"}},
        ]
    },
)  # fmt: skip
_VALUES: Final = of_record(PrintedValues)


class StateObject(GivenRecord, frozen=True, kw_only=True):
    """An object of a state. Its values come from `card` or from `values`."""

    id: Text
    number: Number = None
    timestamp: Number = None
    first_timestamp: Number = None
    zone: Annotated[str, one_of(ZONES)] = "battlefield"
    owner: Maybe = None
    controller: Maybe = None
    card: Annotated[str | Card | None, NAMED] = None
    face: Maybe = None
    components: Annotated[tuple[str | Card, ...], many(NAMED, bare=False)] = ()
    values: Annotated[PrintedValues | None, _VALUES] = None
    copy: Annotated[PrintedValues | None, _VALUES] = None
    attached_to: Maybe = None
    attached_player: Maybe = None
    facts: Texts = ()
    numbers: Annotated[tuple[tuple[str, int], ...], mapping(_NUMBER, (*NUMBERED, "attacks_player"), "number")] = ()
    links: Annotated[tuple[tuple[str, tuple[str, ...]], ...], mapping(TEXTS, LINKS, "link")] = ()
    counters: Annotated[tuple[PlacedCounter, ...], _COUNTERS] = ()
    choices: Chosen = Choices()
    x: Number = None


class StateEffect(GivenRecord, frozen=True, kw_only=True):
    """An effect of a state that no ability on the board generates. Its clauses come from `text` or from `clauses`."""

    name: Text
    origin: Annotated[str, one_of(get_args(Origin))] = "resolved"
    timestamp: Annotated[int, _NUMBER]
    key: Annotated[tuple[int, ...], NUMBERS] = ()
    text: Maybe = None
    clauses: Annotated[tuple[Clause, ...], many(_CLAUSE, bare=False)] = ()
    objects: Annotated[tuple[str, ...] | None, TEXTS] = None
    source: Maybe = None
    source_name: Maybe = None
    source_ability: Number = None
    you: Maybe = None
    targets: Texts = ()
    target_players: Texts = ()
    x: Number = None
    choices: Chosen = Choices()
    told: Annotated[tuple[str, ...] | None, TEXTS] = None
    ability: Maybe = None

    @property
    def is_carried(self) -> bool:
        """Whether the effect is a fact of its source, such as a copy or a sticker."""
        return self.origin not in ("resolved", "static")


class StatePlayer(Record, frozen=True, kw_only=True):
    """A player of a state, with facts such as `life`."""

    name: Text
    ring_timestamp: Number = None
    facts: Annotated[tuple[tuple[str, int], ...], mapping(_NUMBER)] = ()


def _read_player(value: Any, path: Path) -> StatePlayer:
    if not isinstance(value, (str, Mapping)):
        raise wrong_type(value, "a name, or a table with `name` and `facts`", path)
    return StatePlayer(name=value) if isinstance(value, str) else StatePlayer.read(value, path)


_PLAYER: Final = Kind("a player", _read_player, _unchanged, {"anyOf": [TEXT.schema, {"$ref": "#/$defs/StatePlayer"}]})


class BoardState(GivenRecord, frozen=True, kw_only=True):
    """A state: the objects and effects on a board just before layer 1."""

    players: Annotated[tuple[StatePlayer, ...], many(_PLAYER, bare=False)] = ()
    active_player: Maybe = None
    abilities: Annotated[tuple[tuple[str, Ability], ...], mapping(_TABLE_ENTRY)] = ()
    # An entry that is no table is None.
    objects: Annotated[tuple[StateObject | None, ...], many(of_record(StateObject), bare=False)] = ()
    effects: Annotated[tuple[StateEffect | None, ...], many(of_record(StateEffect), bare=False)] = ()
    copied: Annotated[tuple[tuple[str, Any], ...], mapping(_COPIED)] = ()
    unsupported: Annotated[tuple[tuple[str, tuple[str, ...]], ...], mapping(TEXTS)] = ()


NAMELESS: Final = "\0"
"""The id of an object, or the name of an effect, that is missing or not valid."""

Problems = list[tuple[Path, str]]
"""The entries of a state that are not valid: the path of each, and what is wrong."""

_INSIDE: Final[Mapping[tuple[type[Record], str], type[Record]]] = {
    (BoardState, "objects"): StateObject,
    (BoardState, "effects"): StateEffect,
    (StateObject, "values"): PrintedValues,
    (StateObject, "copy"): PrintedValues,
}


def read_all(record: type[Record], data: Any, path: Path, problems: Problems) -> Any:
    """Return the record that the valid entries of JSON data describe, or None if it is not a table; note every problem.

    An entry that is needed but not valid is `NAMELESS` or 0 in the record.
    """
    keys = record.keys()
    if not isinstance(data, Mapping):
        problems.append((path, f"must be a table, not `{abbreviated(data)}`"))
        return None
    fields: dict[str, Any] = {}
    for key, value in data.items():
        here = (*path, key)
        if key not in keys:
            problems.append((here, _unknown(record, str(key), value)))
            continue
        field, kind = keys[key]
        if value is None:  # the same as leaving it out
            continue
        inside = _INSIDE.get((record, key))
        listed = record is BoardState
        if inside is None or not isinstance(value, (list, tuple) if listed else Mapping):
            read = _read(kind, value, here, problems)
            if read is not None:
                fields[field] = read
        elif not listed:
            fields[field] = read_all(inside, value, here, problems)
        else:
            fields[field] = tuple(read_all(inside, item, (*here, n), problems) for n, item in enumerate(value))
    needed = [key for key, (field, _) in keys.items() if field in _required(record) and field not in fields]
    problems += [(path, f"`{key}` is missing") for key in needed if data.get(key) is None]
    fields |= {keys[key][0]: 0 if key == "timestamp" else NAMELESS for key in needed}
    return record(**fields)


def attempt(problems: Problems, path: Path, read: Callable[[], Any]) -> Any:
    """Return `read()`, or note the problem with an entry and return None."""
    try:
        return read()
    except (LayersError, ValueError) as error:
        further = tuple(getattr(error, "path", ()))
        problems.append((further if further[: len(path)] == path else path, str(error)))
        return None


def _read(kind: Kind, value: Any, path: Path, problems: Problems) -> Any:
    found: Problems = []
    read = attempt(found, path, lambda: kind.read(value, path))
    if found and isinstance(value, (list, tuple)) and len(value) > 1 and _is_of_lists(kind):
        found = [
            ((*path, place, *where[len(path) + 1 :]), says)
            for place, item in enumerate(value)
            for where, says in _problems(kind, [item], path)
        ] or found
    elif found and isinstance(value, Mapping) and kind.schema.get("type") == "object":
        found = [
            ((*path, key) if where == path else where, says)
            for key, item in value.items()
            for where, says in _problems(kind, {key: item}, path)
        ] or found
    problems += found
    return read


def _is_of_lists(kind: Kind) -> bool:
    return any(each.get("type") == "array" for each in (kind.schema, *kind.schema.get("anyOf", ())))


def _problems(kind: Kind, value: Any, path: Path) -> Problems:
    found: Problems = []
    attempt(found, path, lambda: kind.read(value, path))
    return found


def _unknown(record: type[Record], key: str, value: Any) -> str:
    if record is StateObject and key in _PRINTED:
        return f"write `{key}` in `values`"
    if record is StateObject and key.replace("-", "_") in {*FLAGS, "token", "face_down"} and isinstance(value, bool):
        return f'write "{_FACT_WORDS.get(key, key)}" in the list `facts`' if value else "leave it out"
    if record is StateObject and key in LINKS:
        return f"write `{key}` in `links`"
    if record is PrintedValues and key in ("type_line", "oracle_text"):
        return f"`values` has no `{key}`; use `card` with `name`, `type_line` and `oracle_text` instead of `values`"
    return f"unknown {record.WHAT} `{abbreviated(key)}`{did_you_mean(key, record.keys())}"


_PRINTED: Final = frozenset(PrintedValues.keys())
_FACT_WORDS: Final = {"face_down": "face-down"}


@cache
def _required(record: type[Record]) -> frozenset[str]:
    return frozenset(info.name for info in msgspec.structs.fields(record) if info.required)
