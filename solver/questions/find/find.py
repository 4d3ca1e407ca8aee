"""The search for boards with the outcome of a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import prod
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.puzzles.entry import Entry
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.puzzle import Puzzle
from mtglayers.model.puzzles.query import Constraint, Query
from mtglayers.model.support.progress import checkpoint

from ...check.check import readings_of
from ...explain.paragraphs import Line, Printable
from ...result.result import Result
from ...wording import counted, joined, sentence
from ..orders.orders import called
from ..orders.outcomes import Case
from ..orders.wording import condition_words
from .candidates import CandidateBoards
from .constraints import Rule, TooManyTriesError, Values, assignments
from .goal import Goal, OutcomeTest
from .irrelevant import irrelevant_unknowns

LIMIT = 20_000
"""Default maximum number of boards that `find` solves."""

Progress = Callable[[int, int, int], None]
"""A function that receives the numbers of assignments tried, of all assignments, and of solutions."""


class Solution(msgspec.Struct, frozen=True):
    """A board with the outcome of a query.

    Attributes:
        values: pairs (unknown, value) for the unknowns that were searched and whose event happens.
        cases: the timestamp orders that produce the outcome, as sets of pairs (older, younger). An order produces
            the outcome if it contains every pair of at least one case; an empty case means every order. () if no
            order was open.
        order: an order that produces the outcome, oldest first; () if no order was open.
        board: the board; its own timestamps are in this order if `ordered` is true.
        ordered: whether the events could be rearranged for `order`; if not, the board is solved with `order`.
        result: the board solved in `order`.
    """

    values: tuple[tuple[str, Any], ...]
    cases: tuple[tuple[tuple[str, str], ...], ...]
    order: tuple[str, ...]
    board: Board
    ordered: bool
    result: Result

    @property
    def there(self) -> tuple[str, ...]:
        """The optional objects and effects that are present."""
        return tuple(name for name, value in self.values if value is True)

    def words(self) -> str:
        """Return the solution as one line of text."""
        values = dict(self.values)
        words = [
            _value_words(name, value)
            for name, value in self.values
            if not (value is True and f"{name}.enters" in values)
        ]
        return "; ".join((*words, *self._order_words())) or "the board as given"

    def _order_words(self) -> Iterator[str]:
        if any(not case for case in self.cases):
            yield "in every open order"
        elif self.cases:
            said = condition_words([Case(case) for case in self.cases[:_MANY]], partial(called, self.result))
            more = len(self.cases) - _MANY
            yield f"{said}, or {counted(more, 'more case')}" if more > 0 else said

    def puzzle(self, query: Query) -> Puzzle | None:
        """Return the solution as a puzzle, or None if no timeline produces its order."""
        if not self.ordered:
            return None
        timeline = (*(Entry(event=event) for event in self.board.events), Entry(expect=query.expect))
        title = f"{query.title} ({self.words()})"
        return msgspec.structs.replace(query.puzzle, title=title, timeline=timeline, file="", lines={})


_MANY = 3


class Found(Printable, msgspec.Struct, frozen=True):
    """The answer to a query.

    Attributes:
        query: the query.
        solutions: the solutions, ordered by the values of the unknowns; if `smallest` was true, only the solutions
            with the fewest objects and effects.
        complete: whether all solutions were found.
        bounded: whether the search ended because of the limit on boards.
        tried: the number of assignments tried.
        total: the number of assignments, ignoring constraints.
        solves: the number of boards solved.
        fixed: pairs (unknown, value) for the unknowns that were not searched because nothing reads them.
        clash: if there is no solution, constraints and expectations that contradict each other.
        clash_minimal: whether `clash` is known to be minimal.
        refused: the number of assignments for which an event was refused, and the reason for the first one.
    """

    query: Query
    solutions: tuple[Solution, ...]
    complete: bool
    bounded: bool
    tried: int
    total: int
    solves: int
    fixed: tuple[tuple[str, Any], ...] = ()
    clash: tuple[str, ...] = ()
    clash_minimal: bool = True
    refused: tuple[int, str] = (0, "")

    def lines(self) -> tuple[Line, ...]:
        """Return the answer as paragraphs."""
        found = [Line("summary", sentence(self._summary()))]
        found += [Line("change", f"{n}. {each.words()}", 2, 3) for n, each in enumerate(self.solutions, 1)]
        if self.clash:
            found.append(Line("summary", "These cannot hold together:" if len(self.clash) > 1 else "This cannot hold:"))
            found += [Line("change", f"- {words}", 2, 2) for words in self.clash]
            if not self.clash_minimal:
                found.append(Line("detail", "The limit was reached, so some of them may not be needed.", 2, 2))
        if self.refused[0]:
            many = "1 assignment is" if self.refused[0] == 1 else f"{self.refused[0]:,} assignments are"
            found.append(Line("detail", f"{many} not possible: {self.refused[1]}.", 0, 2))
        if self.fixed:
            fixed = joined(_value_words(name, value) for name, value in self.fixed)
            found.append(Line("detail", f"Values that nothing reads were not searched: {fixed}.", 0, 2))
        return tuple(found)

    def _summary(self) -> str:
        what = counted(len(self.solutions), "solution") if self.solutions else "no solution"
        most = counted(self.total, "assignment")
        work = f"{self.tried:,} of at most {most} tried, {counted(self.solves, 'board')} solved"
        if self.bounded:
            return f"{what} found before the limit was reached: {work}"
        return f"{what}{'' if self.complete else ', after which the search ended'}: {work}"


def find(
    query: Query,
    *,
    first: int | None = None,
    smallest: bool = False,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Found:
    """Return the boards that produce the outcome of a query.

    Args:
        query: the query.
        first: the number of solutions after which the search ends; by default, all.
        smallest: whether to return only the solutions with the fewest optional objects and effects.
        limit: the maximum number of boards to solve.
        progress: called after each assignment.

    Raises:
        PuzzleError: a reading does not exist, or a card definition cannot be read.
    """
    return _Search(query, limit, progress).run(first, smallest=smallest)


class _Search:
    def __init__(self, query: Query, limit: int, progress: Progress | None) -> None:
        self.query = query
        self.boards = CandidateBoards(query)
        self.fixed = irrelevant_unknowns(query)
        self._limit, self._readings = limit, readings_of(query.puzzle)
        self._goal = Goal(query, self._readings, limit)
        self._progress = progress
        self.tried = self._found = 0
        self._refused = (0, "")
        open_to = [unknown for unknown in query.unknowns if unknown.name not in self.fixed]
        self.domains = {unknown.name: self.boards.values(unknown) for unknown in open_to}
        self.total = prod(len(unknown.values) for unknown in open_to)

    def run(self, first: int | None, *, smallest: bool) -> Found:
        solutions: list[Solution] = []
        complete = True
        for solution in self._smallest() if smallest else self._all():
            if first is not None and len(solutions) == first:
                complete = False
                break
            solutions.append(solution)
        bounded, solves, refused = self._goal.spent, self._goal.solves, self._refused
        ranks = {unknown.name: unknown.values for unknown in self.query.unknowns}
        solutions.sort(key=lambda each: [ranks[name].index(value) for name, value in each.values])
        clash, minimal = self._clash() if not solutions and not bounded else ((), True)
        return Found(
            self.query, tuple(solutions), complete and not bounded, bounded, self.tried, self.total, solves,
            tuple(self.fixed.items()), clash, minimal, refused,
        )  # fmt: skip

    def _all(self, count: int | None = None) -> Iterator[Solution]:
        rules = list(self._rules(self.query.constraints, self.query.expect))
        maybe = tuple(name for name in self.domains if self.boards.is_presence(name))
        if count is not None:
            rules.append(Rule(maybe, lambda *there: sum(there) == count, count, count))
        seen: set[object] = set()
        for values in self._assignments(rules):
            checkpoint("candidate")
            whole = {**values, **self.fixed}
            key = self.boards.key(whole)
            if key in seen:
                continue
            seen.add(key)
            self.tried += 1
            if self._progress is not None:
                self._progress(self.tried, self.total, self._found)
            found = self._test(whole, self.query.constraints)
            if self._goal.spent:
                return
            if found is not None:
                self._found += 1
                yield self._solution(whole, found)

    def _assignments(self, rules: Sequence[Rule]) -> Iterator[dict[str, Any]]:
        try:
            for values in assignments(self.domains, rules):
                if not self._goal.may_try():
                    return
                yield values
        except TooManyTriesError:
            self._goal.spent = True

    def _smallest(self) -> Iterator[Solution]:
        most = sum(1 for name in self.domains if self.boards.is_presence(name))
        for count in range(most + 1):
            found = False
            for solution in self._all(count):
                found = True
                yield solution
            if found or self._goal.spent:
                return

    def _test(
        self, values: Values, constraints: Sequence[Constraint], expect: Expectation | None = None
    ) -> OutcomeTest | None:  # fmt: skip
        try:
            board = self.boards.played(values)
        except LayersError as error:
            self._refused = (self._refused[0] + 1, self._refused[1] or str(error))
            return None
        older = [each.names for each in constraints if each.verb == "older"]
        return self._goal.test(board, [(one, other) for one, other in older], expect)

    def _solution(self, values: Values, found: OutcomeTest) -> Solution:
        board, order = found.board, found.order
        ordered = self.boards.ordered(values, order) if order else None
        holds = ordered is not None and self._goal.holds(ordered)
        if ordered is not None and holds:
            board = ordered
        searched = tuple((name, values[name]) for name in self.domains if values[name] is not None)
        return Solution(
            searched, found.cases, order, board, holds or not order, self._goal.solved(board, () if holds else order)
        )

    def _rules(self, constraints: Sequence[Constraint], expect: Expectation) -> Iterator[Rule]:
        yield from self.boards.rules(self.domains)
        yield from self.boards.required(expect, self.domains)
        for each in constraints:
            rule = self.boards.rule(each, self.fixed, self.domains)
            if rule is not None:
                yield rule

    # --- Clashes ------------------------------------------------------------------------------------------------

    def _clash(self) -> tuple[tuple[str, ...], bool]:
        # The search for clashes has the same limit again, divided equally.
        needed: list[Constraint | Expectation] = [*self.query.constraints, *single(self.query.expect)]
        share, minimal = max(1, self._limit // len(needed)), True
        for each in list(needed):
            rest = [other for other in needed if other is not each]
            self._goal = Goal(self.query, self._readings, share)
            satisfiable = self._is_satisfiable(rest)
            if satisfiable is False:
                needed = rest
            minimal = minimal and satisfiable is not None
        return tuple(map(clash_words, needed)), minimal

    def _is_satisfiable(self, needed: Sequence[Constraint | Expectation]) -> bool | None:
        constraints = [each for each in needed if isinstance(each, Constraint)]
        expect = merged([each for each in needed if isinstance(each, Expectation)])
        rules = list(self._rules(constraints, expect))
        for values in self._assignments(rules):
            checkpoint("candidate")
            found = self._test({**values, **self.fixed}, constraints, expect)
            if self._goal.spent:
                return None
            if found is not None:
                return True
        return None if self._goal.spent else False


def _value_words(name: str, value: Any) -> str:
    if isinstance(value, bool) and "." not in name:
        return f"{name} is present" if value else f"no {name}"
    said = value.get("name", value) if isinstance(value, Mapping) else value
    about, _, key = name.rpartition(".")
    if key == "enters":
        return f"{about} is {said}"
    return f"{name} = {str(said).lower() if isinstance(value, bool) else said}"


def clash_words(needed: Constraint | Expectation) -> str:
    """Describe a constraint or a single expectation."""
    if isinstance(needed, Constraint):
        where = f" (line {needed.line})" if needed.line else ""
        return f"{needed}{where}"
    return f"expected: {_flat(needed.to_data())}"


def _flat(data: Any) -> str:
    path: list[str] = []
    while isinstance(data, Mapping) and len(data) == 1:
        key, data = next(iter(data.items()))
        path.append(str(key))
    if isinstance(data, list):
        data = data[0] if len(data) == 1 and isinstance(data[0], Mapping) else data
    value = (
        ", ".join(f"{key} = {value}" for key, value in data.items())
        if isinstance(data, Mapping)
        else f"[{', '.join(map(str, data))}]" if isinstance(data, list) else str(data)
    )  # fmt: skip
    return f"{'.'.join(path)} = {value}"


def single(expect: Expectation) -> Iterator[Expectation]:
    """Split an expectation into expectations of one value each."""
    data = expect.to_data()
    for key, value in data.items():
        if key in ("objects", "players", "readings", "order"):
            for name, inner in value.items():
                parts = inner.items() if key in ("objects", "players") else [(None, inner)]
                for what, wanted in parts:
                    yield _read({key: {name: inner if what is None else {what: wanted}}})
        elif isinstance(value, list) and value and key != "unsupported":
            yield from (_read({key: [each]}) for each in value)
        else:
            yield _read({key: value})


def merged(parts: Sequence[Expectation]) -> Expectation:
    """Return one expectation that combines several expectations."""
    data: dict[str, Any] = {}
    for part in parts:
        _merge(data, part.to_data())
    return _read(data)


def _merge(into: dict[str, Any], data: Mapping[str, Any]) -> None:
    for key, value in data.items():
        if isinstance(value, Mapping):
            _merge(into.setdefault(key, {}), value)
        elif isinstance(value, list) and key in into:
            into[key] = [*into[key], *value]
        else:
            into[key] = value


_read = partial(Expectation.read, path=("expect",))
