"""Objects that a text names and that may have left before its effects begin (608.2h)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from ..effects.amounts.counting import NumberOf
from ..effects.choices import spoken
from ..effects.filters.combinators import Other
from ..effects.language import Clause
from ..effects.operations.copying import BecomeCopy
from ..effects.players import ControllerOf
from ..effects.selectors import ChosenObject, Target
from ..objects.gameobject import GameObject
from ..objects.tables import Tables

_ASKED: Final = (NumberOf, ControllerOf)  # what a text can ask of an object that it does not change


@lru_cache(maxsize=4096)  # asked several times for each event
def last_known_words(clauses: tuple[Clause, ...]) -> Mapping[int | None, str]:
    """Return the words for the objects of which a text needs only what they were last.

    Another object becomes a copy of them, or the text asks for their numbers or controllers. The keys are the indices
    of targets; None stands for a chosen object.
    """
    nodes = [node for clause in clauses for node in spoken(clause)]
    found: dict[int | None, str] = {}
    for of in (operation.of for operation in nodes if isinstance(operation, BecomeCopy)):
        if isinstance(of, Target) and of.group is None and of.word:
            found[of.index] = of.word
        elif isinstance(of, ChosenObject):
            found[None] = of.word
    asked = [node.of for node in nodes if isinstance(node, _ASKED) and isinstance(node.of, Target)]
    apart = [node.than for node in nodes if isinstance(node, Other) and isinstance(node.than, Target)]
    only = Counter(of.index for of in (*asked, *apart))
    meant = Counter(node.index for node in nodes if isinstance(node, Target))
    for of in asked:
        if only[of.index] == meant[of.index]:
            found[of.index] = of.word if of.word.startswith("that ") else "that permanent"
    return found


def as_last_known(tables: Tables, name: str, word: str) -> GameObject:
    """Return an object as a text needs it that calls it `word`, even if it has left.

    Raises:
        UnknownObjectError: no object with the id has ever existed.
    """
    found = tables.last_known(name)
    # 109.2: "that creature" is a permanent; the card that it became is a new object (400.7).
    if word.startswith(("that ", "the ")) and not word.endswith((" card", " spell")) and found.was is not None:
        return tables.objects[found.was]
    return found
