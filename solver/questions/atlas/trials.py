"""Boards solved until one shows what is asked, and then with as few plain objects as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from mtglayers.model.board.board import Board
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.progress import checkpoint

from ...result.result import Result
from ...solve import solve
from ..dependence.layouts import id_of, is_fit
from .layouts import Layout


class Sight(Protocol):
    """What a board shows."""

    @property
    def witness(self) -> tuple[str, ...]:
        """The ids of the objects for which it exists."""
        ...


Seen = TypeVar("Seen", bound=Sight)


class Trials(Generic[Seen]):
    """Solves boards and counts them.

    Attributes:
        boards: the number of boards solved.
    """

    def __init__(self, edition: Edition, until: str, seen: Callable[[Result], Seen | None]) -> None:
        """Prepare trials.

        Args:
            edition: the edition of the rules.
            until: the last layer to solve.
            seen: a function that returns what the result of a board shows.
        """
        self.boards = 0
        self._edition, self._until, self._seen = edition, until, seen

    def first(self, layouts: Iterable[Layout]) -> tuple[Layout, Seen, bool] | None:
        """Return the first board that shows it, with as few plain objects as possible, or None.

        The third item is whether no such board with fewer plain objects shows it.
        """
        for layout in layouts:
            seen = self.look(layout)
            if seen is not None:
                return self.smaller(layout, seen)
        return None

    def look(self, layout: Layout | None) -> Seen | None:
        """Return what a board shows, if the rules allow the board."""
        checkpoint("candidate")
        board = None if layout is None else layout.board(self._edition)
        if board is None or layout is None:
            return None
        self.boards += 1
        found = self._seen(solve(board, until=self._until))
        return found if found is not None and _is_legal(board, layout) else None

    def smaller(self, layout: Layout, seen: Seen) -> tuple[Layout, Seen, bool]:
        """Return the board with as few plain objects as possible, and whether none with fewer shows it."""
        calm = layout.calm()
        if calm != layout and (found := self.look(calm)) is not None:
            layout, seen = calm, found
        number = len(layout.plains)
        needed = {*seen.witness, *layout.hosts, *layout.starts, *layout.picked}
        first = [place for place in range(number) if f"plain-{place}" in needed]
        places = [*first, *(place for place in range(number) if place not in first)]
        for few in ([], *([place] for place in places)):
            if len(few) >= number:
                return layout, seen, True
            small = layout.with_plains(few)
            found = self.look(small)
            if small is not None and found is not None:
                return small, found, True
        left, best = list(range(number)), (layout, seen)
        for place in reversed(places):
            fewer = [each for each in left if each != place]
            small = layout.with_plains(fewer)
            found = self.look(small)
            if small is not None and found is not None:
                left, best = fewer, (small, found)
        return (*best, len(left) <= 2)  # all boards with fewer than two were tried


def _is_legal(board: Board, layout: Layout) -> bool:
    result = solve(board)
    attached = [id for id in map(id_of, layout.order) if board.object(id).attached_to is not None]
    made = layout.shape.aura() is not None
    if made and any("Creature" in result[id].types for id in attached):  # 301.5c, 303.4d: it would not stay attached
        return False
    return not (attached or made) or (is_fit(board, result) and not result.illegal)
