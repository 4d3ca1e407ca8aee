"""Functions that read sentences that repeat, continue or replace the one before, as in "The same is true for ..."."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from ...effects.conditions import Exists, Is, Not, all_of
from ...effects.filters.characteristics import With
from ...effects.keywords import Keyword
from ...effects.language import Clause, Condition, Operation, Selector
from ...effects.operations.abilities import Gain
from ...effects.operations.abilities_from_board import GainKind, GainOne
from ...effects.operations.becomes import Becomes, HasSizeAndTypesOf
from ...effects.operations.power_toughness import SetPT
from ...errors import UnsupportedTextError
from ...rules.vocabulary import CARD_TYPES, families
from ..grammar.keywords import read_keywords
from ..printing.complements import usual
from ..printing.keywords import join
from ..printing.nouns import a
from ..words import Stop

STILL_A: Final = re.compile(r"It's still an? ([A-Z]\w+)\.")
_STILL: Final = re.compile(r"(?:(?:It|He|She)'s still (an?) ((?:[A-Z]\w+ )?)(\w+)|They're still (\w+)s)\.$")
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


def with_creature_type(clause: Clause, type: str, sentence: str) -> Clause:
    # "It's still a Shapeshifter."
    operations = tuple(
        msgspec.structs.replace(each, still=type) if isinstance(each, HasSizeAndTypesOf) else each
        for each in clause.operations
    )
    if operations == clause.operations:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    return msgspec.structs.replace(clause, operations=operations)


def still_of(sentence: str) -> str:
    """Return the types in a sentence such as "It's still a land."; empty for other sentences."""
    found = _STILL.match(sentence)
    if found is None or (found[2] and not families(found[2].strip())):
        return ""
    type = (found[3] or found[4]).capitalize()
    fits = not found[1] or found[1] == a(found[2] or type)
    return type if type in CARD_TYPES and fits else ""


def add_still(parts: list[Clause], type: str, sentence: str) -> None:
    """Apply "It's still a land." to the last clause with "becomes".

    Raises:
        UnsupportedTextError: no clause contains "becomes".
    """
    for place in range(len(parts) - 1, -1, -1):
        if any(isinstance(operation, Becomes) for operation in parts[place].operations):
            parts[place] = with_still(parts[place], type, sentence)
            return
    raise UnsupportedTextError(sentence, (0, len(sentence)))


def with_still(clause: Clause, type: str, sentence: str) -> Clause:
    """Apply "It's still a land." to the first "becomes" in a clause."""
    operations = list(clause.operations)
    for place, operation in enumerate(operations):
        if isinstance(operation, Becomes) and not operation.keeps:
            style = operation.style or usual(operation)
            mark = {"He": "wm", "She": "wf"}.get(sentence.partition("'")[0], "w")
            style = f"{style} {mark}" if "|" in style else f"{style}|{mark}"
            kept = re.match(r"It's still an? ([A-Z]\w+) ", sentence)
            if kept and any("land" in families(word) for word in operation.subtypes):  # 305.7
                raise UnsupportedTextError(sentence, (0, len(sentence)))
            still = (type, *(kept.groups() if kept else ()))
            operations[place] = msgspec.structs.replace(operation, keeps="still", still=still, style=style)
            return msgspec.structs.replace(clause, operations=tuple(operations))
    raise UnsupportedTextError(sentence, (0, len(sentence)))


# --- What a sentence replaces ---


def replaced(last: list[Clause], condition: Condition | None, sentence: str) -> list[Clause]:
    """Return the replaced clauses, limited to cases in which the given condition is false.

    Raises:
        UnsupportedTextError: there is no condition.
    """
    if condition is None:
        place = sentence.index("instead")
        raise UnsupportedTextError(sentence, (place, place + len("instead")))
    return [
        msgspec.structs.replace(clause.marked("replaced"), condition=all_of(clause.condition, Not(condition)))
        for clause in last
    ]


def takes_both(found: list[Clause]) -> bool:
    """Return whether a sentence gives both abilities of the choice before, as in "they gain both instead"."""
    return any(isinstance(each, Gain) and each.style == "both" for clause in found for each in clause.operations)


def with_both(found: list[Clause], last: list[Clause], sentence: str) -> tuple[list[Clause], list[Clause]]:
    """Return the previous clauses, whose choice of an ability has a condition now, and the clauses that give both.

    Raises:
        UnsupportedTextError: there is no condition, or the previous sentence does not end with the choice.
    """
    *rest, choice = last[-1].operations
    condition = found[0].condition
    if condition is None or not isinstance(choice, GainOne) or last[-1].condition is not None:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    form = "and elided replaced" if rest else f"{last[-1].form} replaced"
    one = msgspec.structs.replace(last[-1], operations=(choice,), condition=Not(condition), form=form.strip())
    first = [msgspec.structs.replace(last[-1].marked("untimed"), operations=tuple(rest))] if rest else []
    return [*last[:-1], *first, one], [each.marked("anew") for each in replacing(found, [one], sentence)]


def replacing(found: list[Clause], last: list[Clause], sentence: str) -> list[Clause]:
    """Return the clauses after copying the duration of the sentence that they replace.

    Raises:
        UnsupportedTextError: the clauses replace only part of the previous sentence.
    """
    if not any(clause.relation == "instead" for clause in found):
        return found
    if any(clause.condition is None for clause in found):
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    if not last:  # the clauses replace an instruction
        return [found[0].marked("anew"), *found[1:]]
    done = {type(operation) for clause in found for operation in clause.operations}
    done |= {GainOne} if Gain in done else set()
    durations = {clause.duration for clause in last}
    if _overrides(found, last):
        return [found[0].marked("anew"), *found[1:]]  # it applies after the first sentence, whose numbers it replaces
    if {type(operation) for clause in last for operation in clause.operations} - done or len(durations) > 1:
        raise UnsupportedTextError(sentence, (0, len(sentence)))
    (duration,) = durations
    if duration and duration != "while":
        return [
            clause if clause.duration
            else msgspec.structs.replace(clause.marked("untimed"), duration=duration)
            for clause in found
        ]  # fmt: skip
    return found


def _overrides(found: list[Clause], last: list[Clause]) -> bool:
    """Return whether clauses only set both numbers of the object that the last clauses set, in "becomes a 4/3 ..."."""
    sets = [operation for clause in found for operation in clause.operations]
    became = [operation for clause in last for operation in clause.operations]
    same = len({clause.duration for clause in (*found, *last)}) == 1
    return (
        same
        and all(isinstance(each, SetPT) and each.power is not None and each.toughness is not None for each in sets)
        and len(became) == 1
        and isinstance(became[0], Becomes)
        and became[0].power is not None
    )
