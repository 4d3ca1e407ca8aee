"""The nodes of effect trees and their representation in files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

import msgspec
from msgspec.structs import replace

from ..rules.vocabulary import CARD_TYPES, COLORS, KEYWORDS, SUPERTYPES, ZONES
from .phrase import Phrase
from .rewording import reworded

_BY_FIELD: Final[Mapping[str, tuple[str, ...]]] = {
    "color": tuple(COLORS), "colors": tuple(COLORS), "type": CARD_TYPES, "types": CARD_TYPES,
    "supertype": SUPERTYPES, "supertypes": SUPERTYPES, "zones": ZONES, "keyword": tuple(KEYWORDS),
    "Keyword.name": tuple(KEYWORDS),
}  # fmt: skip


@cache
def closed_words(node: type[Node], field: str) -> tuple[str, ...] | None:
    """Return the valid words for a field of a node class, or None if any string is valid.

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
    """Return whether all words in a field's value are valid for the field."""
    words = closed_words(node, field)
    given = value if isinstance(value, tuple) else (value,)
    return words is None or all(word in words for word in given if isinstance(word, str))


TAGS: Final[Mapping[str, str]] = MappingProxyType({
    "CountedObjects": "TheOnly", "GameFact": "Told", "PairedCreatures": "Pair", "PlayerGroup": "Players",
    "RecordedNumber": "ToldNumber", "TextAbility": "Kept", "UnsupportedAbility": "Unread",
})  # fmt: skip
"""The names that files use for classes that have been renamed, which keep older files readable."""


class Node(msgspec.Struct, frozen=True, cache_hash=True, gc=False):  # not `Hashed`: its classes are made faster
    """An immutable value in the tree of an effect.

    The ``kind`` in JSON is the tag of the class: the tag in `TAGS` or, by default, the class name.
    """

    KINDS: ClassVar[dict[str, type[Node]]] = {}
    # 612.2: fields with words that are used as color words or subtypes and can therefore be changed.
    WORD_FIELDS: ClassVar[frozenset[str]] = frozenset({"color", "colors", "subtype", "subtypes"})
    # Fields with sentences that can contain such words.
    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset()
    # Fields for the wording of the text ("has" or "gains"), which does not change the meaning.
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset({"word", "style", "verb", "lead", "shown"})
    # The phrases for the node in Oracle text.
    phrases: ClassVar[tuple[Phrase, ...]] = ()
    # Value of a field -> its wording in Oracle text, if different.
    wording: ClassVar[Mapping[str, str]] = {}
    # Names of string fields -> regular expressions for their valid values.
    patterns: ClassVar[Mapping[str, str]] = {}
    FACTS: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        known = Node.KINDS.setdefault(tag_of(cls), cls)
        if known.__name__ != cls.__name__:
            raise TypeError(f"the classes `{known.__name__}` and `{cls.__name__}` have the same name in files")

    def facts(self) -> frozenset[str]:
        """Return the facts that the node itself reads: `FACTS`, unless they depend on its fields."""
        return self.FACTS

    def children(self) -> list[Node]:
        """Return the child nodes in the order of the fields."""
        found: list[Node] = []
        for name in fields_of_nodes(type(self)):
            found += nodes_in(getattr(self, name))
        return found

    def walk(self) -> Iterator[Node]:
        """Yield this node and all its descendants, outermost first."""
        left: list[Node] = [self]
        while left:
            node = left.pop()
            yield node
            left += reversed(node.children())

    def rewrite(self, change: Callable[[Node], Node], outside: type[Node] | None = None) -> Self:
        """Return this tree with `change` applied to every descendant, innermost first.

        Descendants of the class `outside` stay as they are.
        """

        def changed(_: str, value: Any) -> Any:
            kept = not isinstance(value, Node) or (outside is not None and isinstance(value, outside))
            return value if kept else change(value.rewrite(change, outside))

        return self._mapped(changed)

    def with_words(self, swap: Mapping[str, str]) -> Self:
        """Return this tree with color words and subtypes replaced as `swap` specifies (612.2)."""

        def changed(field: str, value: Any) -> Any:
            if isinstance(value, Node):
                return value.with_words(swap)
            if isinstance(value, str):
                if field in self.WORD_FIELDS:
                    return swap.get(value, value)
                if field in self.TEXT_FIELDS:
                    return reworded(value, swap)
            return value

        return self._mapped(changed)

    def plain(self) -> Self:
        """Return this tree in the default style, so that trees that differ only in style are equal."""
        new = self._mapped(lambda _, value: value.plain() if isinstance(value, Node) else value)
        if self.STYLE_FIELDS.isdisjoint(self.__struct_fields__):
            return new
        defaults = zip(reversed(self.__struct_fields__), reversed(self.__struct_defaults__), strict=False)
        return replace(new, **{field: value for field, value in defaults if field in self.STYLE_FIELDS})

    def _mapped(self, change: Callable[[str, Any], Any]) -> Self:
        new: dict[str, Any] = {}
        for field in self.__struct_fields__:
            value = getattr(self, field)
            fresh = _items(change, field, value)
            if fresh is not value and fresh != value:
                new[field] = fresh
        return replace(self, **new) if new else self


@cache
def fields_of_nodes(kind: type[Node]) -> dict[str, str]:
    """Return the fields of a class whose values can contain nodes, with their declared types."""
    declared: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        declared |= getattr(each, "__annotations__", {})
    return {name: declared[name] for name in kind.__struct_fields__ if not _is_plain(_item_type(declared[name]))}


@cache
def fields_besides(kind: type[Node], types: frozenset[str]) -> tuple[str, ...]:
    """Return the fields whose values can contain nodes of other than the given types, which are as in declarations."""
    return tuple(field for field, declared in fields_of_nodes(kind).items() if _item_type(declared) not in types)


def _item_type(declared: str) -> str:
    # The type of the items of a field that is declared as a tuple or may be None, or else the type itself.
    return declared.removesuffix(" | None").removeprefix("tuple[").removesuffix(", ...]")


def _is_plain(declared: str) -> bool:
    return declared in ("str", "int", "bool") or declared.startswith("Literal[")


def nodes_in(value: object) -> list[Node]:
    """Return the nodes in the value of a field."""
    if not isinstance(value, tuple):
        return [value] if isinstance(value, Node) else []
    found: list[Node] = []
    for item in value:
        if isinstance(item, Node):
            found.append(item)
        elif isinstance(item, tuple):  # the modes of a resolution
            found += nodes_in(item)
    return found


def _items(change: Callable[[str, Any], Any], field: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_items(change, field, item) for item in value)
    return change(field, value)


@lru_cache(maxsize=4096)
def marked(tree: Node, mark: str) -> bool:
    """Return whether any node in a tree has a class whose attribute `mark` is true."""
    return any(getattr(node, mark, False) for node in tree.walk())


def tag_of(node: type[Node]) -> str:
    """Return the ``kind`` that represents a node class in files."""
    return TAGS.get(node.__name__, node.__name__)


def to_data(value: Any) -> Any:
    """Return a tree as JSON data; fields with their default values are omitted."""
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
