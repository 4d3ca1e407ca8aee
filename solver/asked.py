"""What would be, what decides and what flips, as JSON data.

The shapes, in words; `changes` and the difference are those of `solver.data`::

    what_if_data     the difference (`difference_data`) of the board as it is ("one") and as it would be ("other"), and
                       gone, taken_off, came   names; taken_off: exiled at the end, as other events need that it came
    decisive_data    object, what (a characteristic, or null), now (a sentence), kind (objects, effects)
                     sets            list of names, also (what else is gone), becomes (a sentence), changes
                     candidates size complete solves
    flips_data       object, now
                     flips           list of plain, controller, becomes, changes
                     universe        objects (words), words (family -> list); controllers; solves
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .data import FORMAT, changes_data, difference_data

if TYPE_CHECKING:
    from .flips import Flips
    from .whatif import Decisive, WhatIf


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


__all__ = ["decisive_data", "flips_data", "what_if_data"]
