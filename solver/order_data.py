"""All orders of a board as JSON data.

The shape, in words::

    format        the number of the shape of all JSON data (`solver.data.FORMAT`)
    edition       its name
    readings      names of the readings that are not the default
    varied        names of what may be older or younger than something, as on the board
    deciding      those of them whose order matters
    total         the number of orders
    solves        walks through the layers that it took
    outcomes      list; each has
                  orders          how many orders lead to it
                  present         whether the board's own does
                  cases           lists of [older, younger]: it comes about where all pairs of some case hold
                  order           an order that leads to it, oldest first
                  objects         id -> the object in one sentence, of those that do not come out the same everywhere
    gone          ids of the permanents whose absence was looked at; empty if that was not asked
    objects       id -> what can become of it; each has
                  words           the object in one sentence
                  sentence        the same with the condition
                  orders present  as for outcomes
                  outcomes        numbers of the outcomes that have it, from 1
                  cases           list of pairs, there (ids), gone (an id or null)
    players       name -> the same for what effects make of a player
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .data import FORMAT
from .questions.orders.wording import fate_words, sayer

if TYPE_CHECKING:
    from .questions.orders.orders import Orders, Outcome
    from .questions.orders.outcomes import ObjectOutcomes
    from .questions.orders.wording import Called


def orders_data(found: Orders, objects: Sequence[str] = ()) -> dict[str, Any]:
    """Return all orders as JSON data; the module's docstring tells the shape.

    Args:
        found: the orders.
        objects: tell of these objects alone; default: all.
    """
    here = found.outcomes[0].result
    said = sayer(found)
    turning = [id for id in objects or here if len(found.of(id)) > 1]
    return {
        "format": FORMAT,
        "edition": here.edition.name,
        "readings": list(here.readings.names()),
        "varied": list(found.varied),
        "deciding": list(found.deciding),
        "total": found.total,
        "solves": found.solves,
        "outcomes": [_outcome(outcome, turning) for outcome in found],
        "gone": [world.gone for world in found.worlds if world.gone],
        "objects": {id: [_fate(fate, said) for fate in found.of(id)] for id in objects or here},
        "players": {} if objects else {
            name: [_fate(fate, said) for fate in found.of_player(name)] for name in here.players
        },
    }  # fmt: skip


def _outcome(outcome: Outcome, turning: Sequence[str]) -> dict[str, Any]:
    return {
        "orders": outcome.orders,
        "present": outcome.present,
        "cases": [[list(pair) for pair in case] for case in outcome.cases],
        "order": list(outcome.order),
        "objects": {id: outcome.result.explainer.summary(id) for id in turning},
    }


def _fate(fate: ObjectOutcomes, said: Called) -> dict[str, Any]:
    return {
        "words": fate.words,
        "sentence": fate_words(fate, said),
        "orders": fate.orders,
        "present": fate.present,
        "outcomes": list(fate.outcomes),
        "cases": [
            {"pairs": [list(pair) for pair in case.pairs], "there": list(case.there), "gone": case.gone or None}
            for case in fate.cases
        ],
    }


__all__ = ["orders_data"]
