"""The kinds of tables of facts that events take: of objects, and of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from ..data.record import FLAG, LIST, NUMBER, TEXT, Kind, Path, WrongTypeError, defined, integral, wrong_type
from ..objects.recorded_facts import FACTS, FLAGS, LINKS, NUMBERS, PLAYER_FACTS
from ..support.names import did_you_mean


def _read_facts(value: Any, path: Path) -> tuple[tuple[str, Any], ...]:
    if not isinstance(value, Mapping):
        raise wrong_type(value, "a table of facts", path)
    found: list[tuple[str, Any]] = []
    for key, item in value.items():
        here, name = (*path, key), str(key).replace("-", "_")
        if name not in FACTS:
            raise WrongTypeError(f"unknown fact `{key}`{did_you_mean(name, FACTS)}", here)
        found.append((name, _kind_of(name).read(item, here)))
    return tuple(found)


def _kind_of(fact: str) -> Kind:
    return FLAG if fact in FLAGS else NUMBER if fact in NUMBERS else TEXT if fact in LINKS else LIST


def _facts_schema(name: str, meanings: Mapping[str, str], schema: Callable[[str], Mapping[str, Any]]) -> dict[str, str]:
    # Names may be written with hyphens, too.
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
    Kind("a table of facts", _read_facts, _write_facts, _FACTS_SCHEMA),
]


def _read_player_facts(value: Any, path: Path) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping):
        raise wrong_type(value, "a table of facts", path)
    found: list[tuple[str, int]] = []
    for key, item in value.items():
        here, name = (*path, key), str(key).replace("-", "_")
        if name not in PLAYER_FACTS:
            raise WrongTypeError(f"unknown fact `{key}`{did_you_mean(name, PLAYER_FACTS)}", here)
        flag = PLAYER_FACTS[name].startswith("1 if ")
        number = integral(item)
        if not isinstance(number, int) or (isinstance(number, bool) and not flag):
            raise wrong_type(item, "a whole number, or true or false" if flag else "a whole number", here)
        found.append((name, int(number)))
    return tuple(found)


PlayerFacts = Annotated[
    tuple[tuple[str, int], ...],
    Kind(
        "a table of numbers", _read_player_facts, dict,
        _facts_schema("PlayerFacts", PLAYER_FACTS, lambda _: {"type": ["integer", "boolean"]}),
    ),
]  # fmt: skip


__all__ = ["Facts", "PlayerFacts"]
