"""The fields of trees that take words of a closed list: a colour, a card type, a zone, a keyword."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ..rules.vocabulary import CARD_TYPES, COLORS, KEYWORDS, SUPERTYPES, ZONES

if TYPE_CHECKING:
    from .node import Node

_BY_FIELD: Final[Mapping[str, tuple[str, ...]]] = {
    "color": tuple(COLORS), "colors": tuple(COLORS), "type": CARD_TYPES, "types": CARD_TYPES,
    "supertype": SUPERTYPES, "supertypes": SUPERTYPES, "zones": ZONES, "keyword": tuple(KEYWORDS),
    "Keyword.name": tuple(KEYWORDS),
}  # fmt: skip


@cache
def closed_words(node: type[Node], field: str) -> tuple[str, ...] | None:
    """Return the words that a field of a kind of node takes, or None where any text will do.

    >>> from mtglayers.model.effects.filters.basic import OfColor
    >>> closed_words(OfColor, "color")
    ('W', 'U', 'B', 'R', 'G')
    """
    words = _BY_FIELD.get(f"{node.__name__}.{field}", _BY_FIELD.get(field))
    if words is None:
        return None
    fields, defaults = node.__struct_fields__, node.__struct_defaults__
    place = fields.index(field) - len(fields) + len(defaults)
    default = defaults[place] if place >= 0 else None
    return (*words, default) if isinstance(default, str) and default not in words else words


def is_known(node: type[Node], field: str, value: Any) -> bool:
    """Return whether every word of a field's value is one that it takes; what is no word is not looked at."""
    words = closed_words(node, field)
    given = value if isinstance(value, tuple) else (value,)
    return words is None or all(word in words for word in given if isinstance(word, str))


__all__ = ["closed_words", "is_known"]
