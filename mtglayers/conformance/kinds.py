"""The kinds of trees, as their classes document them: a part of the documentation."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from mtglayers.model.effects.ability import UnsupportedAbility
from mtglayers.model.effects.language import Ability, Amount, Condition, Filter, Operation, Selector
from mtglayers.model.effects.node import Node, tag_of, to_data
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.registry import field_types, is_base
from mtglayers.wire.definitions import described

from .lists import kinds_of

_SORTS: Final = (
    ("Abilities", Ability, "What an object has. A vector's `abilities` has their keys."),
    ("Operations", Operation, "One change each, of the kind in brackets, which the edition places in a layer."),
    ("Selectors", Selector, "Which objects a clause applies to."),
    ("Filters", Filter, "What a `Group` asks of each object. *Says where*: without such a filter it means permanents."),
    ("Conditions", Condition, "What is true or false on a board."),
    ("Amounts", Amount, "Numbers, asked of the board, some of each object by itself."),
)


def kinds_text() -> str:
    """Return the description of every kind of tree, by category."""
    parts = []
    named: set[type[Any]] = set()
    for title, base, says in _SORTS:
        found = [kind for kind in kinds_of(base) if not _is_spelled_out(kind)]
        named.update(found)
        parts.append("\n\n".join((f"### {title}", says, "\n".join(_kind(kind) for kind in found))))
    rest = [kind for _, kind in sorted(Node.KINDS.items()) if kind not in named and not is_base(kind)]
    rest = [kind for kind in rest if not _is_spelled_out(kind)]
    parts.append("\n\n".join(("### Others", "What the others consist of.", "\n".join(map(_kind, rest)))))
    return "\n\n".join(parts)


def _is_spelled_out(kind: type[Any]) -> bool:
    """Return whether a kind is never in a vector, which has its parts instead."""
    several = "primitives" in vars(kind) and kind is not ChangeCost
    return several or kind is UnsupportedAbility


def _kind(kind: type[Any]) -> str:
    summary, _ = described(kind)
    marks = ""
    if issubclass(kind, Operation):
        marks = f" ({kind.kind})"
    elif issubclass(kind, Filter) and kind.zoned:
        marks = " *Says where.*"
    lines = [f"* **`{tag_of(kind)}`**{marks} {_sentence(summary)}"]
    lines += [f"  - {line}" for line in _fields(kind)]
    return "\n".join(lines)


def _sentence(words: str) -> str:
    return words.strip().replace("~", "`~`").replace("*", "\\*")


def _fields(kind: type[Any]) -> Iterator[str]:
    _, said = described(kind)
    said = {**_comments(kind), **said}
    known = field_types(kind)
    required = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    for place, name in enumerate(kind.__struct_fields__):
        default = f", default {_shown(kind.__struct_defaults__[place - required])}" if place >= required else ""
        means = said.get(name, "")
        yield f"`{name}`: {type_words(known[name])}{default}" + (f"; {_sentence(means)}" if means else "")


def _shown(value: Any) -> str:
    return f"`{msgspec.json.encode(to_data(value)).decode()}`"


def type_words(found: Any) -> str:
    """Return the type of a field in words.

    >>> type_words(tuple[str, ...]), type_words(int | None), type_words(Literal["a", "b"])
    ('list of texts', 'number or null', '"a" or "b"')
    """
    origin, arguments = typing.get_origin(found), typing.get_args(found)
    if origin in (typing.Union, types.UnionType):
        parts = [type_words(part) for part in arguments]
        return " or ".join(dict.fromkeys(parts))
    if origin is Literal:
        return " or ".join(f'"{word}"' for word in arguments)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return f"list of {_plural(type_words(arguments[0]))}"
        return f"list of {len(arguments)}: {', '.join(type_words(part) for part in arguments)}"
    if found in (None, type(None)):
        return "null"
    simple = {str: "text", int: "number", bool: "true or false", Any: "anything"}
    return simple.get(found) or f"`{found.__name__}`" if isinstance(found, type) or found in simple else str(found)


def _plural(words: str) -> str:
    return f"{words}s" if words in ("text", "number") or (words.startswith("`") and words.count("`") == 2) else words


_FIELD: Final = re.compile(r"^    (\w+): [^#\n]*#\s*(.+?)\s*$", re.MULTILINE)


def _comments(kind: type[Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, Node) and base is not Node:
            try:
                found |= dict(_FIELD.findall(inspect.getsource(base)))
            except OSError:  # installed without its source
                continue
    return found
