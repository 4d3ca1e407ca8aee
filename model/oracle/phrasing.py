"""Functions that read and print the phrases that filters and operations declare."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from ..effects.language import Amount, Filter, Operation, Selector
from ..effects.node import Node
from ..effects.phrase import Phrase
from ..effects.registry import field_types
from ..support.patterns import lazy_pattern

_SIGNS: Final = {"[": "(?:", "|": "|", "]": ")"}
_SLOT: Final = lazy_pattern(r"\{(\w+)\}")
WHO: Final[Mapping[str, str]] = {
    "you": "you", "opponents": "your opponents", "an opponent": "an opponent", "each player": "each player",
    "target player": "target player", "that player": "that player", "enchanted player": "enchanted player",
}  # fmt: skip
"""The phrase for each field value that represents players."""


class Form(msgspec.Struct, frozen=True):
    """A phrase that a filter or operation class declares.

    Attributes:
        kind: the class.
        phrase: the phrase.
        words: for each field, a mapping from word to value, or None if the field stores the word itself.
        inner: the field for the group or amount after the phrase, or "" for a complete phrase.
        asks: the kind of the `inner` field, "selector" or "amount", or "" for a complete phrase.
    """

    kind: type[Filter | Operation]
    phrase: Phrase
    words: Mapping[str, Mapping[str, str] | None]
    inner: str
    asks: str

    @property
    def in_noun_row(self) -> bool:
        """Whether the phrase is an adjective or a noun."""
        return issubclass(self.kind, Filter) and self.kind.place == "before"

    @property
    def pattern(self) -> str:
        """The phrase as a regular expression with a group for each field."""
        return "".join(self.pieces(named=True))

    @property
    def source(self) -> str:
        """The phrase as a regular expression without capturing groups."""
        return "".join(self.pieces(named=False))

    def pieces(self, named: bool) -> Iterator[str]:
        """Yield the parts of the regular expression for the phrase."""
        text = self.phrase.text.removesuffix(f"{{{self.inner}}}").rstrip()
        for place, part in enumerate(re.split(r"(\{\w+\}|[\[|\]])", text)):
            if not place % 2:
                yield re.escape(part)
            elif part in _SIGNS:
                yield _SIGNS[part]
            else:
                name = part[1:-1]
                words = self.words[name]
                known = map(re.escape, sorted(words, key=len, reverse=True)) if words else (self.kind.patterns[name],)
                yield f"({f'?P<{name}>' if named else '?:'}{'|'.join(known)})"


def _kinds(base: type[Node]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


@cache
def forms(base: type[Filter | Operation]) -> tuple[Form, ...]:
    """Return all phrases that the subclasses of `base` declare."""
    found: list[Form] = []
    for kind in _kinds(base):
        if "phrases" not in vars(kind):
            continue
        hints = field_types(kind)
        for phrase in kind.phrases:
            words: dict[str, Mapping[str, str] | None] = {}
            inner = asks = ""
            for name in _SLOT.findall(phrase.text):
                hint = hints[name]
                if isinstance(hint, type) and issubclass(hint, Selector | Amount):
                    inner, asks = name, "amount" if issubclass(hint, Amount) else "selector"
                elif hint is str:
                    words[name] = None
                else:
                    values = typing.get_args(hint)
                    words[name] = {kind.wording.get(v, WHO.get(v, v.replace("_", " "))): v for v in values}
            found.append(Form(kind, phrase, words, inner, asks))
    return tuple(found)


def terminal(base: type[Filter | Operation], asks: str, having: str = "", lead: str = "with") -> str:
    """Return a pattern for phrases whose inner field has the given kind.

    With `having` or another `lead`, these are the phrases that begin with `lead`, and `having` replaces this word.
    """
    sources = dict.fromkeys(form.source for form in forms(base) if form.asks == asks and not form.in_noun_row)
    if having or lead != "with":
        begin = re.escape(lead)
        sources = {having + source[len(begin) :]: None for source in sources if source.startswith(begin)}
    return f"(?:{'|'.join(sorted(sources, key=len, reverse=True))})(?![a-z])" if sources else "(?!)"


def adjectives() -> Iterator[tuple[str, str, Filter]]:
    """Yield a (singular, plural, filter) tuple for each declared adjective and noun."""
    for form in forms(Filter):
        if form.in_noun_row and issubclass(form.kind, Filter):
            yield form.phrase.inflected(False), form.phrase.inflected(True), form.kind(**form.phrase.means)


@lru_cache(maxsize=4096)
def read(base: type[Filter | Operation], text: str, asks: str = "") -> tuple[Form, Mapping[str, Any]] | None:
    """Return the form that matches a phrase, and the values of the form's fields."""
    for form in forms(base):
        if form.asks == asks and (found := re.fullmatch(form.pattern, text)):
            fields = {name: (form.words[name] or {}).get(word, word) for name, word in found.groupdict().items()}
            return form, {**form.phrase.means, **fields}
    return None


def declared_phrase(node: Filter | Operation, many: bool) -> tuple[str, Node | None] | None:
    """Return the phrase for a node, and the group or amount that follows the phrase."""
    for form in forms(Filter if isinstance(node, Filter) else Operation):
        if type(node) is not form.kind:
            continue
        settled = {**_defaults(form.kind), **form.phrase.means}
        said = {*form.words, form.inner}
        if any(getattr(node, name) != value for name, value in settled.items() if name not in said | {"first"}):
            continue
        text = form.phrase.inflected(many)
        for name, words in form.words.items():
            value = getattr(node, name)
            word = value if words is None else next((word for word, meant in words.items() if meant == value), None)
            if not word:
                break
            text = text.replace(f"{{{name}}}", word)
        else:
            inner = getattr(node, form.inner) if form.inner else None
            return text.removesuffix(f"{{{form.inner}}}").rstrip(), inner
    return None


def _defaults(kind: type[Node]) -> dict[str, Any]:
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
