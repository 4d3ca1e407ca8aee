"""Targets as they were before the events of the text that names them.

The events of the first instructions of a text can precede its own event (608.2c).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from mtglayers.model.cards.board_changes import changes_of
from mtglayers.model.events.arrivals import Moves
from mtglayers.model.events.changes import Attaches, Counters, Detaches, Flips, Marks, Transforms, Turns
from mtglayers.model.events.departures import Phases
from mtglayers.model.events.resolution import Resolves
from mtglayers.model.objects.gameobject import ResolvedEffect

from ..history.last_known import departure
from .moment import Moment
from .target_places import resolving

_MOVES: Final = frozenset({"arriving", "destruction", "elsewhere", "zones"})  # changes that move objects
_ALTERS: Final = frozenset({
    "attaching", "counters", "faces", "in combat", "other counters", "phasing", "status", "suspected", "tapped",
    "untapped",
})  # fmt: skip
_STAYS: Final = (Attaches, Counters, Detaches, Flips, Marks, Phases, Transforms, Turns)
"""Events that change an object where it is, as the changes in `_ALTERS` do."""


def as_it_was(number: int, event: Resolves, now: Moment, effect: ResolvedEffect) -> Iterator[tuple[int, Moment]]:
    """Yield a target as it is before the event that names it, and as it was before what the text itself does to it."""
    if (left := departure(number, now.index, now.past)) is not None:
        now = _moment(left, now)  # 608.2h
    yield number, now
    changes = {kind for ability, name in resolving(event, effect, now.board) if ability is not None
               for part in changes_of(ability, name).all for kind in part}  # fmt: skip
    if changes & _ALTERS:
        earlier = reversed(now.board.events[max(now.board.by_number(number).entered + 1, 0) : now.index])
        done = sum(1 for _ in takewhile(lambda each: isinstance(each, _STAYS), earlier))
        yield from ((number, _moment(now.index - back, now)) for back in range(1, done + 1))
    if changes & _MOVES:
        yield from _before_it_moved(number, now)


def _moment(index: int, now: Moment) -> Moment:
    return Moment(now.past, index, now.effect, now.printed)


def _before_it_moved(number: int, now: Moment) -> Iterator[tuple[int, Moment]]:
    # The events of earlier instructions can precede that of the text, which then names what its target became.
    found, last = now.board.by_number(number), now.index
    while found.entered >= 0 and not any(
        isinstance(event, Resolves) for event in now.board.events[found.entered : last]
    ):
        event, then = now.board.events[found.entered], _moment(found.entered, now)
        was = then.number(event.moves) if isinstance(event, Moves) else found.was
        if was is None:
            return
        yield was, then
        found, last = now.board.by_number(was), found.entered
