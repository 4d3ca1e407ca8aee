"""Kinds of values for the facts about objects and players in events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from ..data.record import FLAG, LIST, NUMBER, TEXT, Kind, Path, WrongTypeError, defined, integral, wrong_type
from ..objects.recorded_facts import FACTS, FLAGS, LINKS, NUMBERS, PLAYER_FACTS
from ..support.names import did_you_mean


def _reader(known: Mapping[str, str], read: Callable[[str, Any, Path], Any]) -> Callable[[Any, Path], Any]:
    def read_table(value: Any, path: Path) -> tuple[tuple[str, Any], ...]:
        if not isinstance(value, Mapping):
            raise wrong_type(value, "a table of facts", path)
        found: list[tuple[str, Any]] = []
        for key, item in value.items():
            here, name = (*path, key), str(key).replace("-", "_")
            if name not in known:
                raise WrongTypeError(f"unknown fact `{key}`{did_you_mean(name, known)}", here)
            found.append((name, read(name, item, here)))
        return tuple(found)

    return read_table


def _kind_of(fact: str) -> Kind:
    return FLAG if fact in FLAGS else NUMBER if fact in NUMBERS else _LINK if fact in LINKS else LIST


def _read_link(value: Any, path: Path) -> Any:
    return value if value is False else TEXT.read(value, path)


_LINK: Final = Kind("a string or false", _read_link, lambda value: value, {"anyOf": [TEXT.schema, {"const": False}]})
"""The id of an object, or false if the object no longer has the link."""


def _facts_schema(name: str, meanings: Mapping[str, str], schema: Callable[[str], Mapping[str, Any]]) -> dict[str, str]:
    # Names can also be written with hyphens.
    properties: dict[str, Any] = {}
    for fact, meaning in meanings.items():
        properties[fact] = {"description": meaning, **schema(fact)}
        properties.setdefault(fact.replace("_", "-"), schema(fact))
    return defined(name, {"type": "object", "properties": properties, "additionalProperties": False})


def _write_facts(facts: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in facts}


_FACTS_SCHEMA: Final = _facts_schema("Facts", FACTS, lambda fact: _kind_of(fact).schema)
Facts = Annotated[
    tuple[tuple[str, Any], ...],
    Kind(
        "a table of facts", _reader(FACTS, lambda name, item, path: _kind_of(name).read(item, path)),
        _write_facts, _FACTS_SCHEMA,
    ),
]  # fmt: skip


def _player_fact(name: str, item: Any, path: Path) -> int:
    flag = PLAYER_FACTS[name].startswith("1 if ")
    number = integral(item)
    if not isinstance(number, int) or (isinstance(number, bool) and not flag):
        raise wrong_type(item, "a whole number, or true or false" if flag else "a whole number", path)
    return int(number)


PlayerFacts = Annotated[
    tuple[tuple[str, int], ...],
    Kind(
        "a table of numbers", _reader(PLAYER_FACTS, _player_fact), dict,
        _facts_schema("PlayerFacts", PLAYER_FACTS, lambda _: {"type": ["integer", "boolean"]}),
    ),
]  # fmt: skip
