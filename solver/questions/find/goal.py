"""Tests whether boards have a query's outcome, in their own order and in other orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.query import Query
from mtglayers.model.support.progress import checkpoint

from ...check.check import failures
from ...engine.timestamps import bearers, named
from ...readings import Readings, read
from ...result.result import Result
from ...solve import solve
from ..orders.explore import Leaf, explore, possible
from ..orders.minimal_cases import deciding
from ..orders.open_order import OpenReadingError
from ..orders.partial_order import OlderThan, Poset

Older = Sequence[tuple[str, str]]
"""Pairs (older, younger) of names whose order is required if both are present."""

TRIES_A_SOLVE = 10
"""Maximum number of assignments tried per board allowed; several can make the same board."""


class OutcomeTest(msgspec.Struct, frozen=True):
    """A board that produces the outcome of a query.

    Attributes:
        board: the board.
        cases: as in `Solution`; () if no order is open.
        order: an order that produces the outcome, oldest first; () if no order is open.
    """

    board: Board
    cases: tuple[tuple[tuple[str, str], ...], ...] = ()
    order: tuple[str, ...] = ()


class Goal:
    """Tests boards for the outcome of a query, and counts the boards solved.

    Attributes:
        solves: the number of boards solved.
        spent: whether the limit was reached; if so, the last return value of `test` is not valid.
    """

    def __init__(self, query: Query, readings: Readings | None, limit: int) -> None:
        self._query = query
        self._readings = readings
        self._limit = limit
        self.solves = 0
        self.spent = False
        self._tries = 0

    def test(self, board: Board, older: Older, expect: Expectation | None = None) -> OutcomeTest | None:
        """Return the board with an order that produces the outcome, or None if there is none.

        Args:
            board: the board.
            older: the pairs of names whose order is required.
            expect: the outcome; by default, the outcome that the query asks for.
        """
        wanted = self._query.expect if expect is None else expect
        stamps = {name: stamp for stamp, name in bearers(board).items()}
        pairs = [(stamps[one], stamps[other]) for one, other in older if one in stamps and other in stamps]
        if self._query.order == ():
            right = all(one < other for one, other in pairs)
            return OutcomeTest(board) if right and self._is_so(board, wanted) else None
        known = self._known(board, pairs)
        if known is None:
            return None
        found = self._in_orders(board, known, wanted)
        if found is None or self.spent:
            return None
        cases, order = found
        names = bearers(board)
        named_cases = tuple(tuple((names[one], names[other]) for one, other in sorted(case)) for case in cases)
        return OutcomeTest(board, named_cases, named(order, board))

    def may_try(self) -> bool:
        """Count an assignment and return whether the limit allows it."""
        self._tries += 1
        self.spent = self.spent or self._tries > TRIES_A_SOLVE * self._limit
        return not self.spent

    def holds(self, board: Board) -> bool:
        """Return whether a board has the outcome of the query in its own order."""
        return not failures(board, self._query.expect, solve, self._readings)

    def solved(self, board: Board, order: tuple[str, ...]) -> Result:
        """Solve a board with timestamps in the given order; () keeps its order."""
        return solve(board, readings=self._readings, order=order or None)

    def _known(self, board: Board, pairs: Sequence[OlderThan]) -> Poset | None:
        # None if no order is possible.
        there = set(bearers(board).values())
        names = self._query.order
        known = possible(board, "all" if names is None else [name for name in names if name in there])
        try:
            for older, younger in pairs:
                known.add(older, younger)
        except ValueError:
            return None
        return known

    def _may_solve(self) -> bool:
        self.spent = self.spent or self.solves >= self._limit
        self.solves += not self.spent
        return not self.spent

    def _is_so(self, board: Board, expect: Expectation, order: tuple[str, ...] | None = None) -> bool:
        def solver(asked: Board, readings: Any = None) -> Result:
            return solve(asked, readings=readings, order=order)

        return self._may_solve() and not failures(board, expect, solver, self._readings)

    def _in_orders(
        self, board: Board, known: Poset, expect: Expectation
    ) -> tuple[list[frozenset[OlderThan]], tuple[int, ...]] | None:  # fmt: skip
        try:
            leaves = list(self._leaves(board, known))
        except OpenReadingError:
            leaves = []
        except LayersError:
            return None
        if leaves and not needs_the_process(expect):
            met = [leaf for leaf in leaves if not failures(board, expect, _answering(leaf.result))]
            mine = [frozenset(leaf.asked) for leaf in met]
            others = [frozenset(leaf.asked) for leaf in leaves if leaf not in met]
            orders = (known.extended(sorted(case)).extension() for case in mine)
        else:
            tried = self._orders(known, leaves)
            tests = [(order, self._is_so(board, expect, named(order, board))) for order in tried]
            mine, others = (
                [frozenset(combinations(order, 2)) for order, so in tests if so is wanted] for wanted in (True, False)
            )
            orders = (order for order, so in tests if so)
        first = next(iter(sorted(orders, key=_unlike)), None)
        return None if first is None else (deciding(mine, others, known), first)

    def _leaves(self, board: Board, known: Poset) -> Iterator[Leaf]:
        readings = read(self._readings)
        rules = readings.of(board.edition)
        played = board if rules == board.edition else board.under(rules)
        for leaf in explore(played, rules, readings, known):
            if not self._may_solve():
                return
            yield leaf

    def _orders(self, known: Poset, leaves: Sequence[Leaf]) -> Iterator[tuple[int, ...]]:
        acting = {stamp for leaf in leaves for step in leaf.result.steps for stamp in step.applied.key[:3]}
        labels = [stamp for stamp in known.labels if stamp in acting or not leaves]
        for order in extensions(known.restricted(labels)):
            if self.spent:
                return
            yield order


def extensions(known: Poset) -> Iterator[tuple[int, ...]]:
    """Yield every total order that extends a partial order.

    >>> list(extensions(Poset([1, 2, 3], [(1, 3)])))
    [(1, 2, 3), (1, 3, 2), (2, 1, 3)]
    """

    def grown(taken: tuple[int, ...], left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        checkpoint("candidate")
        if not left:
            yield taken
        for label in left:
            if not any(known.is_older(other, label) for other in left if other != label):
                yield from grown((*taken, label), tuple(other for other in left if other != label))

    yield from grown((), known.labels)


def needs_the_process(expect: Expectation) -> bool:
    """Return whether an expectation mentions steps of the solve, not only the result."""
    return any(
        getattr(expect, key) not in ((), None)
        for key in ("depends", "independent", "loops", "not_loops", "order", "not_applied", "readings", "ambiguous")
    )


def _answering(result: Result) -> Any:
    def solver(board: Board, readings: Any = None) -> Result:
        del board, readings
        return result

    return solver


def _unlike(order: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    # A sort key that places orders close to the board's own first.
    return sum(1 for one, other in pairwise(order) if one > other), order
