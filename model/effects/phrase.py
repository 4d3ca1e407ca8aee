"""Phrases that node classes declare so that Oracle text can be read and printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from ..rules.vocabulary import joined
from ..support.patterns import lazy_pattern
from ..support.records import Record

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_NUMBER: Final = lazy_pattern(r"\[([^|\]]*)\|([^|\]]*)\]")


class Phrase(Record, frozen=True):
    """A phrase that expresses a node on cards.

    Attributes:
        text: the phrase. ``[shares|share]`` lists the singular and plural forms. ``{what}`` represents the value of
            a field: a word from a `typing.Literal` or, at the end, a group of objects or an amount.
        means: the values of fields that the phrase implies.
    """

    text: str
    means: Mapping[str, Any] = _NOTHING

    def inflected(self, many: bool) -> str:
        """Return the text in the singular or the plural.

        >>> Phrase("that [shares|share] a {what} with {of}").inflected(many=True)
        'that share a {what} with {of}'
        """
        return _NUMBER.sub(lambda found: found[2 if many else 1], self.text)


def said(text: str, **means: Any) -> Phrase:
    """Return a phrase with the given text and implied fields.

    >>> said("with no abilities").text
    'with no abilities'
    """
    return Phrase(text, MappingProxyType(means))


class Wording(Record, frozen=True):
    """The names that descriptions of operations use for abilities and players.

    Attributes:
        ability: a function that returns the name of an ability inside a sentence.
        players: the names of the players, by number.
    """

    ability: Callable[[Any], str]
    players: Sequence[str] = ()

    def abilities(self, abilities: Iterable[Any]) -> str:
        """Return the names of the abilities, joined with commas and "and"."""
        return joined(map(self.ability, abilities))
