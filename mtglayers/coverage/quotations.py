"""A function that reads the quoted abilities of emblems and tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mtglayers.model.effects.language import Ability
from mtglayers.model.oracle.reading.lines import inner_abilities
from mtglayers.model.oracle.recognition.normalise import normalise

_QUOTE: Final = re.compile(r'"([^"]*)"')
# "You get an emblem with ...", "create a 1/1 token with ...", "create a token. It has ..." (111.3, 114.1)
_DESCRIBED: Final = re.compile(
    r"\b(?:emblem|tokens?)\b[^.\"]*\"[^\"]*\"(?:(?:,? and)? \"[^\"]*\")*"
    r"|\btokens?\b[^.\"]*\. (?:It|They|That token|Those tokens|The tokens?) (?:has|have) [^.\"]*\"[^\"]*\""
)
_NAME: Final = re.compile(
    r"\b[Cc]reate ([A-Z][^,\"]*), (?:an?|the) |\bnamed ([A-Z][\w'-]*(?: (?:of|the|[A-Z][\w'-]*))*)"
)


def quoted_abilities(text: str) -> Iterator[tuple[str, tuple[Ability, ...]]]:
    """Yield each quoted ability of a new emblem or token in a line, and its trees.

    >>> [said for said, _ in quoted_abilities('You get an emblem with "Creatures you control get +1/+1."')]
    ['Creatures you control get +1/+1.']
    """
    for described in _DESCRIBED.finditer(text):
        named = _NAME.findall(text[: described.end()])
        name = next(filter(None, named[-1]), "") if named else ""
        for said in _QUOTE.findall(described[0]):
            yield said, inner_abilities(normalise(said.rstrip(","), name))
