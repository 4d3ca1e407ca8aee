"""The function that reads "The same is true for ..." sentences."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from ...effects.conditions import Exists, Is
from ...effects.filters.characteristics import With
from ...effects.keywords import Keyword
from ...effects.language import Clause, Condition, Operation, Selector
from ...effects.operations.abilities import Gain
from ...effects.operations.abilities_from_board import GainKind
from ..grammar.keywords import read_keywords
from ..printing.keywords import join
from ..words import Stop

SAME: Final = re.compile(r"The same is true for (.+)\.$")

_ANY_COLOR: Final = " from any color"

# Keywords with variants; the gained ability has the variant of the checked ability (702.11d, 702.14a, 702.16a).
_VARIED: Final = ("Hexproof", "Landwalk", "Protection")


def repeated_for(sentence: str, clause: Clause) -> list[Clause]:
    """Return a copy of `clause` for each keyword in the sentence."""
    found = SAME.match(sentence)
    items = re.split(r", and |, | and ", found[1]) if found else []
    if found is None or join(items) != found[1]:
        return []
    keywords = [keyword_named(item.removesuffix(_ANY_COLOR)) for item in items]
    first = clause.operations[0] if clause.operations else None
    if not keywords or None in keywords or not isinstance(first, Gain) or clause.condition is None:
        return []
    given = first.abilities[0]
    if clause.operations != (Gain((given,), first.word),) or not isinstance(given, Keyword):
        return []
    asked = With(given.name)
    if given != Keyword(given.name) or sum(node == asked for node in clause.condition.walk()) != 1:
        return []
    return [
        _for_keyword(clause, asked, With(keyword), first.word, item.endswith(_ANY_COLOR))
        for keyword, item in zip(keywords, items, strict=True)
        if keyword is not None
    ]


def keyword_named(item: str) -> str | None:
    """Return the name of the keyword that a word such as "flying" means, or None."""
    found = read_keywords(item)
    return found[0].name if len(found) == 1 and found[0] == Keyword(found[0].name) else None


def _for_keyword(clause: Clause, asked: With, again: With, word: str, colored: bool) -> Clause:
    assert clause.condition is not None
    condition = clause.condition.rewrite(lambda node: again if node == asked else node)
    change: Operation = Gain((Keyword(again.keyword),), word)
    if again.keyword in _VARIED and (those := _having(condition, again)) is not None:
        change = GainKind(again.keyword, those, word, colored=colored)
    elif colored:
        raise Stop
    return msgspec.structs.replace(clause, operations=(change,), condition=condition, form="same")


def _having(condition: Condition, having: With) -> Selector | None:
    match condition:
        case Is(of, (With(),)):
            return of
        case Exists(of) if having in of.children():
            return of
        case _:
            return None
