"""Whether one card depends on another: a small board that demonstrates it, or none found."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import msgspec

from mtglayers.model.cards.search import find
from mtglayers.model.rules.edition import Edition

from ..dependence.layouts import id_of
from ..editions import RuleChange
from .edges import Shown, edges_between
from .layouts import Layout, layouts, shaped, sides_together
from .pairs import Candidate
from .trials import Trials

_PLACE: Final = re.compile(rf"\b{id_of(0)}#\d+")


class Span(msgspec.Struct, frozen=True):
    """Consecutive editions under which a board shows a dependency.

    Attributes:
        since, until: the first day, and the last day or None.
    """

    since: datetime.date
    until: datetime.date | None

    def __str__(self) -> str:
        return f"{self.since}..{self.until or ''}"


class Turn(msgspec.Struct, frozen=True):
    """The first day of an edition under which a board no longer shows a dependency, or shows it again.

    Attributes:
        since: the day.
        changes: the minimal sets of rule changes, each of which is sufficient for the difference.
    """

    since: datetime.date
    changes: tuple[tuple[RuleChange, ...], ...]

    def __str__(self) -> str:
        words = (" and ".join(change.field for change in each) for each in self.changes)
        return f"{self.since} {' or '.join(words)}".strip()


class Decision(msgspec.Struct, frozen=True):
    """Whether one card depends on another.

    Attributes:
        effect, on: the names of the two cards, of which the first may depend on the second.
        layers: the layers in which it may.
        boards: the number of boards solved.
        shown: the dependency, or None if no board that was tried has one.
        layout: the board that has it, with as few plain objects as possible, or None.
        smallest: whether no board with fewer plain objects has it, out of all boards like this one.
        spans: the editions under which the board has it, if asked (`with_editions`).
        turns: the rule changes with which that began or ended, if asked.
    """

    effect: str
    on: str
    layers: tuple[str, ...]
    boards: int
    shown: Shown | None = None
    layout: Layout | None = None
    smallest: bool = False
    spans: tuple[Span, ...] = ()
    turns: tuple[Turn, ...] = ()

    def of(self, effect: str, on: str) -> Decision:
        """Return the same decision for a pair of cards that differs in nothing that matters."""
        if self.layout is None or self.shown is None:
            return msgspec.structs.replace(self, effect=effect, on=on)
        layout = msgspec.structs.replace(self.layout, cards=(effect, on))
        places = dict(zip(_places(self.effect), _places(effect), strict=True))
        name = _PLACE.sub(lambda found: places[found[0]], self.shown.effect)
        shown = msgspec.structs.replace(self.shown, effect=name)
        return msgspec.structs.replace(self, effect=effect, on=on, layout=layout, shown=shown)

    def puzzle(self, edition: Edition) -> dict[str, Any] | None:
        """Return the board as a puzzle that expects the dependency, or None if there is none."""
        shown = self.shown
        if shown is None or self.layout is None:
            return None
        expected: dict[str, Any] = {"layer": shown.layer, "effect": shown.effect, "on": shown.on}
        expected["reason"] = shown.reasons[0]
        if shown.step != 1:
            expected["step"] = shown.step
        back = {key: value for key, value in expected.items() if key != "reason"}
        back |= {"effect": shown.on, "on": shown.effect}
        both = [expected, back] if shown.loop else [expected]
        return puzzle_of(f"{self.effect} depends on {self.on}", self.layout, edition, {"depends": both})


def _places(name: str) -> Iterator[str]:
    # The abilities of a first card that have effects, as they are named; others can stand between them.
    for place, ability in enumerate(find(name).faces[0].abilities, start=1):
        if ability.clauses():
            yield f"{id_of(0)}#{place}"


def decide(pair: Candidate, edition: Edition) -> Decision:
    """Return whether a card depends on another, with a board that has as few plain objects as possible.

    Args:
        pair: the two cards, and the layers in which the first may depend on the second.
        edition: the edition of the rules.
    """
    trials = Trials(edition, pair.layers[-1], lambda result: next(edges_between(result, 0, 1, pair.layers), None))
    together = list(sides_together((pair.effect, pair.on), edition))
    as_they_are = (layouts(sides, alone=pair.alone) for sides in together)
    for boards in chain(as_they_are, map(shaped, together)):
        found = trials.first(boards)
        if found is not None:
            return Decision(pair.effect, pair.on, pair.layers, trials.boards, found[1], found[0], found[2])
    return Decision(pair.effect, pair.on, pair.layers, trials.boards)


def puzzle_of(title: str, layout: Layout, edition: Edition, expected: dict[str, Any]) -> dict[str, Any] | None:
    """Return a board as a puzzle with expectations, or None if the rules do not allow the board."""
    board = layout.board(edition)
    if board is None:
        return None
    return {
        "title": title,
        **({} if edition.until is None else {"edition": edition.until.isoformat()}),
        "players": list(board.players),
        "timeline": [*board.to_data()["timeline"], {"expect": expected}],
    }
