"""What would be, what decides, what flips and what was found, as JSON data.

The shapes, in words; `changes` and the difference are those of `solver.data`::

    what_if_data     the difference (`difference_data`) of the board as it is ("one") and as it would be ("other"), and
                       gone, taken_off, came   names; taken_off: exiled at the end, as other events need that it came
    decisive_data    object, what (a characteristic, or null), now (a sentence), kind (objects, effects)
                     sets            list of names, also (what else is gone), becomes (a sentence), changes
                     candidates size complete solves
    flips_data       object, now
                     flips           list of plain, controller, becomes, changes
                     universe        objects (words), words (family -> list); controllers; solves
    found_data       title; complete, bounded, tried, total, solves
                     solutions       list of values (unknown -> value), cases (lists of pairs [older, younger]), order,
                                       words, ordered (whether a timeline has that order)
                     fixed           unknown -> value: what nothing reads
                     clash           where there is no solution: what cannot hold together; clash_minimal
                     refused         number of assignments with an event that is refused, and why the first
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .data import FORMAT, changes_data, difference_data

if TYPE_CHECKING:
    from .questions.find.find import Found
    from .questions.flips import Flips
    from .questions.whatif import Decisive, WhatIf


def what_if_data(found: WhatIf) -> dict[str, Any]:
    """Return what would be as JSON data."""
    names = {"gone": list(found.gone), "taken_off": list(found.taken_off), "came": list(found.came)}
    return {**difference_data(found.difference), **names}


def decisive_data(found: Decisive) -> dict[str, Any]:
    """Return what an object turns on as JSON data."""
    return {
        "format": FORMAT,
        "object": found.object,
        "what": found.what or None,
        "now": found.now,
        "kind": found.kind,
        "sets": [
            {
                "names": list(each.names),
                "also": list(each.also),
                "becomes": each.becomes,
                "changes": changes_data(each.changes),
            }
            for each in found.sets
        ],
        "candidates": found.candidates,
        "size": found.size,
        "complete": found.complete,
        "solves": found.solves,
    }


def flips_data(found: Flips) -> dict[str, Any]:
    """Return what would make an object something else as JSON data."""
    return {
        "format": FORMAT,
        "object": found.object,
        "now": found.now,
        "flips": [
            {
                "plain": each.plain,
                "controller": each.controller,
                "becomes": each.becomes,
                "changes": changes_data(each.changes),
            }
            for each in found.flips
        ],
        "universe": {
            "objects": [each.words for each in found.universe.objects],
            "words": {family: list(words) for family, words in found.universe.words},
        },
        "controllers": list(found.controllers),
        "solves": found.solves,
    }


def found_data(found: Found) -> dict[str, Any]:
    """Return what came of a query as JSON data."""
    return {
        "format": FORMAT,
        "title": found.query.title,
        "complete": found.complete,
        "bounded": found.bounded,
        "tried": found.tried,
        "total": found.total,
        "solves": found.solves,
        "solutions": [
            {
                "values": dict(each.values),
                "cases": [[list(pair) for pair in case] for case in each.cases],
                "order": list(each.order),
                "words": each.words(),
                "ordered": each.ordered,
            }
            for each in found.solutions
        ],
        "fixed": dict(found.fixed),
        "clash": list(found.clash),
        "clash_minimal": found.clash_minimal,
        "refused": {"number": found.refused[0], "why": found.refused[1] or None},
    }


__all__ = ["decisive_data", "flips_data", "found_data", "what_if_data"]
