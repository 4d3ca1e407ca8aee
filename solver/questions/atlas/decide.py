"""Whether one card depends on another: a small board that demonstrates it, or none found."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from ...solve import solve
from ..dependence.layouts import id_of, is_fit
from .edges import Shown, edges_between
from .layouts import Layout, layouts, sides_of
from .pairs import Candidate


class Decision(msgspec.Struct, frozen=True):
    """Whether one card depends on another.

    Attributes:
        effect, on: the names of the two cards, of which the first may depend on the second.
        layers: the layers in which it may.
        boards: the number of boards solved.
        shown: the dependency, or None if no board that was tried has one.
        layout: the board that has it, with as few plain objects as possible, or None.
        smallest: whether no board with fewer plain objects has it, out of all boards like this one.
    """

    effect: str
    on: str
    layers: tuple[str, ...]
    boards: int
    shown: Shown | None = None
    layout: Layout | None = None
    smallest: bool = False

    def puzzle(self, edition: Edition) -> dict[str, Any] | None:
        """Return the board as a puzzle that expects the dependency, or None if there is none."""
        board = None if self.layout is None else self.layout.board(edition)
        if board is None or self.shown is None or self.layout is None:
            return None
        shown = self.shown
        expected: dict[str, Any] = {"layer": shown.layer, "effect": shown.effect, "on": shown.on}
        expected["reason"] = shown.reasons[0]
        if shown.step != 1:
            expected["step"] = shown.step
        back = {key: value for key, value in expected.items() if key != "reason"}
        back |= {"effect": shown.on, "on": shown.effect}
        both = [expected, back] if shown.loop else [expected]
        return {
            "title": f"{self.effect} depends on {self.on}",
            **({} if edition.until is None else {"edition": edition.until.isoformat()}),
            "players": list(board.players),
            "timeline": [*board.to_data()["timeline"], {"expect": {"depends": both}}],
        }


def decide(pair: Candidate, edition: Edition) -> Decision:
    """Return whether a card depends on another, with a board that has as few plain objects as possible.

    Args:
        pair: the two cards, and the layers in which the first may depend on the second.
        edition: the edition of the rules.
    """
    return _Trials(pair, edition).decide()


def decide_loop(pair: Candidate, edition: Edition) -> Decision:
    """Return whether each of two cards depends on the other on one board (613.8b), with such a board.

    The arguments are those of `decide`.
    """
    return _Trials(pair._replace(alone=False), edition, loop=True).decide()


class _Trials:
    def __init__(self, pair: Candidate, edition: Edition, *, loop: bool = False) -> None:
        self.pair, self.layers, self.edition, self.loop, self.boards = pair, pair.layers, edition, loop, 0

    def decide(self) -> Decision:
        effect, on = self.pair.effect, self.pair.on
        for sides in product(sides_of(effect, self.edition), sides_of(on, self.edition)):
            for layout in layouts(sides, alone=self.pair.alone):
                shown = self.look(layout)
                if shown is not None:
                    small, shown, least = self.smaller(layout, shown)
                    return Decision(effect, on, self.layers, self.boards, shown, small, least)
        return Decision(effect, on, self.layers, self.boards)

    def look(self, layout: Layout | None) -> Shown | None:
        """Return the dependency on a board that the rules allow, if it has one."""
        checkpoint("candidate")
        board = None if layout is None else layout.board(self.edition)
        if board is None:
            return None
        self.boards += 1
        result = solve(board, until=self.layers[-1])
        found = next((shown for shown in edges_between(result, 0, 1, self.layers) if shown.loop or not self.loop), None)
        return found if found is not None and _is_legal(board) else None

    def smaller(self, layout: Layout, shown: Shown) -> tuple[Layout, Shown, bool]:
        """Return the layout with as few plain objects as possible, and whether none with fewer has a dependency."""
        calm = layout.calm()
        if calm != layout and (found := self.look(calm)) is not None:
            layout, shown = calm, found
        number = len(layout.plains)
        first = [place for place in range(number) if f"plain-{place}" in (*shown.witness, *layout.hosts)]
        places = [*first, *(place for place in range(number) if place not in first)]
        for few in ([], *([place] for place in places)):
            if len(few) >= number:
                return layout, shown, True
            small = layout.with_plains(few)
            found = self.look(small)
            if small is not None and found is not None:
                return small, found, True
        left, best = list(range(number)), (layout, shown)
        for place in reversed(places):
            fewer = [each for each in left if each != place]
            small = layout.with_plains(fewer)
            found = self.look(small)
            if small is not None and found is not None:
                left, best = fewer, (small, found)
        return (*best, len(left) <= 2)  # all boards with fewer than two were tried


def _is_legal(board: Board) -> bool:
    result = solve(board)
    hosts = any(board.object(id_of(card)).attached_to is not None for card in (0, 1))
    return not hosts or (is_fit(board, result) and not result.illegal)
