"""The kinds of nodes, and the conversion of JSON data to trees."""

from __future__ import annotations

import typing
from types import UnionType
from typing import Any, Final

import msgspec

from ..data.admission import validate
from ..data.record import integral
from ..errors import BoardDataError
from . import ability, conditions, copiable, keywords, players, selectors
from .amounts import arithmetic, base, counting
from .amounts import players as amounts_among_players
from .filters import characteristics, combinators, comparisons, status, whereabouts
from .node import Node, is_known
from .operations import (
    abilities,
    abilities_from_board,
    becomes,
    colors,
    control,
    copying,
    costs,
    players_and_rules,
    power_toughness,
    stickers,
    text,
    types,
)
from .operations import keywords as operations_on_keywords

MODULES = (
    selectors, conditions, ability, keywords, copiable, players,
    base, arithmetic, counting, amounts_among_players,
    characteristics, combinators, comparisons, status, whereabouts,
    copying, control, text, types, colors, abilities, abilities_from_board, operations_on_keywords, becomes,
    power_toughness, stickers, players_and_rules, costs,
)  # fmt: skip
"""Modules that define kinds of nodes and thereby add them to `Node.KINDS`."""

_SHOWN: Final = 200
"""Maximum number of characters of a value in an error message."""
_TYPES: Final[dict[type[Node], dict[str, Any]]] = {}


def from_data(data: Any, path: str = "$") -> Any:
    """Return the tree described by JSON data from `to_data`.

    Raises:
        BoardDataError: a kind or field is unknown, or a value is of the wrong type.
        LimitError: the data exceeds the limits.
    """
    validate(data)
    return _from_data(data, path)


def _from_data(data: Any, path: str) -> Any:
    if isinstance(data, list):
        return tuple(_from_data(item, f"{path}[{i}]") for i, item in enumerate(data))
    if not isinstance(data, dict):
        return integral(data)
    kind = data.get("kind")
    node = Node.KINDS.get(kind) if isinstance(kind, str) else None
    if node is None or is_base(node):
        raise BoardDataError(f"unknown kind `{_short(kind)}` at {path}")
    fields = field_types(node)
    values: dict[str, Any] = {}
    for name, item in data.items():
        if name == "kind":
            continue
        if name not in fields:
            raise BoardDataError(f"`{kind}` has no field `{_short(name)}` at {path}")
        values[name] = _from_data(item, f"{path}.{name}")
        if not _fits(values[name], fields[name]) or not is_known(node, name, values[name]):
            raise BoardDataError(f"`{_short(repr(item))}` is not a valid value for `{kind}.{name}` at {path}")
    if missing := next(
        (info.name for info in msgspec.structs.fields(node) if info.required and info.name not in values), ""
    ):
        raise BoardDataError(f"`{kind}` needs the field `{missing}` at {path}")
    return node(**values)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def is_base(node: type[Node]) -> bool:
    """Return whether a kind is only a base class, such as "Selector"."""
    return node.__name__.startswith("_") or (not node.__struct_fields__ and bool(node.__subclasses__()))


def field_types(node: type[Node]) -> dict[str, Any]:
    """Return the type of every field of a node class, keyed by field name."""
    if node not in _TYPES:
        hints = typing.get_type_hints(node, localns=dict(Node.KINDS))
        _TYPES[node] = {name: hints[name] for name in node.__struct_fields__}
    return _TYPES[node]


def _fits(value: Any, expected: Any) -> bool:
    origin = typing.get_origin(expected)
    if origin in (typing.Union, UnionType):
        return any(_fits(value, option) for option in typing.get_args(expected))
    if origin is typing.Literal:
        return value in typing.get_args(expected)
    if origin is tuple:
        arguments = typing.get_args(expected)
        if not isinstance(value, tuple):
            return False
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return all(_fits(item, arguments[0]) for item in value)
        return len(value) == len(arguments) and all(map(_fits, value, arguments))
    if expected is None or expected is type(None):
        return value is None
    if expected is Any:
        return True
    if expected is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(expected, type) and isinstance(value, expected)
