"""Nodes: the immutable values of which the trees of effects are made, and their form in files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

import msgspec

from ..rules.vocabulary import CARD_TYPES, COLORS, KEYWORDS, SUPERTYPES, ZONES

_BY_FIELD: Final[Mapping[str, tuple[str, ...]]] = {
    "color": tuple(COLORS), "colors": tuple(COLORS), "type": CARD_TYPES, "types": CARD_TYPES,
    "supertype": SUPERTYPES, "supertypes": SUPERTYPES, "zones": ZONES, "keyword": tuple(KEYWORDS),
    "Keyword.name": tuple(KEYWORDS),
}  # fmt: skip


@cache
def closed_words(node: type[Node], field: str) -> tuple[str, ...] | None:
    """Return the words that a field of a node takes; None where any text is valid.

    >>> from mtglayers.model.effects.filters.characteristics import OfColor
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
    """Return whether a field takes every word of a value."""
    words = closed_words(node, field)
    given = value if isinstance(value, tuple) else (value,)
    return words is None or all(word in words for word in given if isinstance(word, str))


TAGS: Final[Mapping[str, str]] = MappingProxyType({
    "GameFact": "Told", "PairedCreatures": "Pair", "PlayerGroup": "Players", "RecordedNumber": "ToldNumber",
    "TextAbility": "Kept", "UnsupportedAbility": "Unread",
})  # fmt: skip
"""Class -> its tag in files, where that is another name: old files stay readable."""


class Node(msgspec.Struct, frozen=True, cache_hash=True):
    """A value in an effect's tree: compared, hashed, printed, rewritten and serialised, never called.

    The tag of a class, its name unless `TAGS` has another, is the ``kind`` of its JSON form.
    """

    KINDS: ClassVar[dict[str, type[Node]]] = {}
    # 612.2: only words used as what they are can be changed; these fields hold nothing else.
    WORD_FIELDS: ClassVar[frozenset[str]] = frozenset({"color", "colors", "subtype", "subtypes"})
    # Print style: how a text says it ("has" or "gains"), for printing it back. What it does is the same.
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset({"word", "style", "verb", "lead", "shown"})

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        Node.KINDS[tag_of(cls)] = cls

    def children(self) -> Iterator[Node]:
        """Yield the nodes directly inside this one, in field order."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Node))

    def walk(self) -> Iterator[Node]:
        """Yield this node and every node below it, outermost first."""
        yield self
        for child in self.children():
            yield from child.walk()

    def rewrite(self, change: Callable[[Node], Node]) -> Self:
        """Return this tree with `change` applied to every node below it, innermost first."""
        new: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if isinstance(value, Node):
                fresh: Any = change(value.rewrite(change))
            elif isinstance(value, tuple) and any(isinstance(item, Node) for item in value):
                fresh = tuple(change(v.rewrite(change)) if isinstance(v, Node) else v for v in value)
            else:
                continue
            if fresh != value:
                new[name] = fresh
        return msgspec.structs.replace(self, **new) if new else self

    def with_words(self, swap: Mapping[str, str]) -> Self:
        """Return this tree with color and subtype words replaced as `swap` says (612.2).

        A node that keeps words inside a text overrides this.
        """
        new: dict[str, Any] = {}
        for name in self.__struct_fields__:
            value = getattr(self, name)
            fresh = value
            if isinstance(value, Node):
                fresh = value.with_words(swap)
            elif isinstance(value, tuple):
                words = name in self.WORD_FIELDS
                fresh = tuple(
                    v.with_words(swap) if isinstance(v, Node) else swap.get(v, v) if words else v for v in value
                )
            elif isinstance(value, str) and name in self.WORD_FIELDS:
                fresh = swap.get(value, value)
            if fresh != value:
                new[name] = fresh
        return msgspec.structs.replace(self, **new) if new else self

    def plain(self) -> Self:
        """Return this tree in the default print style: equal to any other that differs in style alone."""
        new: dict[str, Any] = {}
        defaults = dict(zip(reversed(self.__struct_fields__), reversed(self.__struct_defaults__), strict=False))
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name in self.STYLE_FIELDS:
                fresh = defaults[name]
            elif isinstance(value, Node):
                fresh = value.plain()
            elif isinstance(value, tuple):
                fresh = tuple(item.plain() if isinstance(item, Node) else item for item in value)
            else:
                continue
            if fresh != value:
                new[name] = fresh
        return msgspec.structs.replace(self, **new) if new else self


@lru_cache(maxsize=4096)
def marked(tree: Node, mark: str) -> bool:
    """Return whether a kind of node in a tree declares `mark` as true."""
    return any(getattr(node, mark, False) for node in tree.walk())


def tag_of(node: type[Node]) -> str:
    """Return the ``kind`` under which a class of nodes stands in files."""
    return TAGS.get(node.__name__, node.__name__)


def to_data(value: Any) -> Any:
    """Return a tree as plain JSON data; fields that hold their default are left out."""
    if isinstance(value, Node):
        data: dict[str, Any] = {"kind": tag_of(type(value))}
        defaults = value.__struct_defaults__
        required = len(value.__struct_fields__) - len(defaults)
        for place, name in enumerate(value.__struct_fields__):
            item = getattr(value, name)
            if place < required or item != defaults[place - required]:
                data[name] = to_data(item)
        return data
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    return value


__all__ = ["closed_words", "is_known"]
