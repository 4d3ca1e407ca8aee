"""The documentation of the kit format, and the lists of allowed values that it describes."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.effects.ability import UnsupportedAbility
from mtglayers.model.effects.language import Ability, Amount, Condition, Filter, Operation, Selector
from mtglayers.model.effects.mana_abilities import INTRINSIC
from mtglayers.model.effects.node import Node, tag_of, to_data
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.registry import field_types, is_base
from mtglayers.model.objects.recorded_facts import FACTS, PLAYER_FACTS
from mtglayers.model.rules.edition import NEWEST, Edition
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, CARD_TYPE_FAMILY, COLOR_NAMES, EVERY_MARKERS, SUBTYPES
from mtglayers.solver.readings import READINGS
from mtglayers.wire.definitions import described

from .making import edition_of, folder_of, vector_of
from .writing import written

LISTS: Final = "lists.json"
FORMAT_FILE: Final = "FORMAT.md"
_BY_HAND: Final = Path(__file__).with_name("format.md")


@cache
def document() -> str:
    """Return the documentation of the kit format as Markdown."""
    ready: Mapping[str, Callable[[], str]] = {
        "newest": lambda: folder_of(NEWEST),
        "kinds": _kinds_text,
        "switches": _switches,
        "readings": lambda: _rows((f"`{each.name}`", each.says) for each in READINGS.values()),
        "facts": lambda: _rows((f"`{name}`", means) for name, means in FACTS.items()),
        "player_facts": lambda: _rows((f"`{name}`", means) for name, means in PLAYER_FACTS.items()),
        "mana": lambda: f"`{msgspec.json.encode(to_data(INTRINSIC['Forest'].ability)).decode()}`",
    }
    example = _example()

    def put(found: re.Match[str]) -> str:
        name = found[1]
        return ready[name]() if name in ready else f"```json\n{written(_at(example, name))}```"

    return re.sub(r"\{\{([\w.]+)\}\}", put, _BY_HAND.read_text(encoding="utf-8"))


def _example() -> Any:
    board = Board(["Ana", "Ben"], NEWEST)
    for name in ("Blood Moon", "Life and Limb"):
        board.enters(name)
    board.enters("Saproling", controller="Ben")
    return msgspec.json.decode(msgspec.json.encode(vector_of(board, "example")))


def _at(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def _switches() -> str:
    _, said = described(Edition)
    return _rows((f"`{name}`", said[name]) for name in edition_of(NEWEST).switches)


def _rows(pairs: Any) -> str:
    return "\n".join(f"* {name}: {says}" for name, says in pairs)


# --- Trees --------------------------------------------------------------------------------------------------------

_SORTS: Final = (
    ("Abilities", Ability, "The abilities of objects. A vector contains them by key in `abilities`."),
    ("Operations", Operation, "Single changes. The edition assigns the kind in parentheses to a layer."),
    ("Selectors", Selector, "The objects that a clause applies to."),
    ("Filters", Filter, "Conditions on a `Group`'s objects, which are permanents unless a filter is marked *zone*."),
    ("Conditions", Condition, "Statements that are true or false on a board."),
    ("Amounts", Amount, "Numbers that depend on the board. Some of them differ between objects."),
    ("Other parts", Node, "Parts of trees that do not belong to the kinds above."),
)


def lists_data() -> dict[str, Any]:
    """Return the lists of allowed values by name; `format.md` describes these lists."""
    return {
        "subtypes": {family: list(words) for family, words in SUBTYPES.items()},
        "families": dict(CARD_TYPE_FAMILY),  # card type -> family of its subtypes
        "every": dict(EVERY_MARKERS),  # family -> the word that means all of its subtypes
        "colors": dict(COLOR_NAMES),
        "basic_land_types": dict(BASIC_LAND_TYPES),  # 305.6: type -> mana of its ability
        "operations": {tag_of(kind): kind.kind for kind in _kinds_of(Operation)},
        "zoned": [tag_of(kind) for kind in _kinds_of(Filter) if kind.zoned],  # 109.2
    }


def _kinds_of(base: type[Any]) -> list[type[Any]]:
    return [kind for _, kind in sorted(Node.KINDS.items()) if issubclass(kind, base) and not is_base(kind)]


def _kinds_text() -> str:
    parts = []
    named: set[type[Any]] = set()
    for title, base, says in _SORTS:
        found = [kind for kind in _kinds_of(base) if kind not in named and not _is_spelled_out(kind)]
        named.update(found)
        parts += [f"### {title}", says, "\n".join(map(_kind, found))]
    return "\n\n".join(parts)


def _is_spelled_out(kind: type[Any]) -> bool:
    # Instead of a node of this kind, vectors contain its parts.
    several = "primitives" in vars(kind) and kind is not ChangeCost
    return several or kind is UnsupportedAbility


def _kind(kind: type[Any]) -> str:
    summary, _ = described(kind)
    marks = ""
    if issubclass(kind, Operation):
        marks = f" ({kind.kind})"
    elif issubclass(kind, Filter) and kind.zoned:
        marks = " *zone*"
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
    """Return a description of a field's type.

    >>> type_words(tuple[str, ...]), type_words(int | None), type_words(Literal["a", "b"])
    ('list of strings', 'number or null', '"a" or "b"')
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
        return f"list of {len(arguments)} items: {', '.join(type_words(part) for part in arguments)}"
    simple = {str: "string", int: "number", bool: "true or false", Any: "anything", None: "null", type(None): "null"}
    if found in simple:
        return simple[found]
    return f"`{found.__name__}`" if isinstance(found, type) else str(found)


def _plural(words: str) -> str:
    return f"{words}s" if words in ("string", "number") or (words.startswith("`") and words.count("`") == 2) else words


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
