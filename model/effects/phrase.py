"""The words of a node: phrases that its class declares for the reader and the printer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..rules.vocabulary import joined

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_NUMBER: Final = re.compile(r"\[([^|\]]*)\|([^|\]]*)\]")


class Phrase(NamedTuple):
    """One way in which cards print a node.

    Attributes:
        text: the words. ``[shares|share]`` is what differs between one thing and several. ``{what}`` is a field: one of
            the words of a `typing.Literal`, or, at the end, a further group of objects or an amount.
        means: the fields that this wording implies.
    """

    text: str
    means: Mapping[str, Any] = _NOTHING

    def inflected(self, many: bool) -> str:
        """Return the words for one thing, or for several.

        >>> Phrase("that [shares|share] a {what} with {of}").inflected(many=True)
        'that share a {what} with {of}'
        """
        return _NUMBER.sub(lambda found: found[2 if many else 1], self.text)


def said(text: str, **means: Any) -> Phrase:
    """Return a phrase and the fields that it implies.

    >>> said("with no abilities").text
    'with no abilities'
    """
    return Phrase(text, MappingProxyType(means))


class Wording(NamedTuple):
    """What abilities and players are called where an operation is described.

    Attributes:
        ability: an ability -> its words inside a sentence.
        players: the names of the players, by number.
    """

    ability: Callable[[Any], str]
    players: Sequence[str] = ()

    def abilities(self, abilities: Iterable[Any]) -> str:
        """Return several abilities as a list in words."""
        return joined(map(self.ability, abilities))
