"""The solves of a board under combinations of readings; those that lead to the same choices are solved together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import product
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.events.changes import Transforms, Turns
from mtglayers.model.rules.edition import Edition

from ..engine.choose import Choose, choose
from ..readings import Reading, Readings, admissible
from ..result.result import Result
from ..result.signature import signature
from ..solve import solve_as, solve_with
from .orders.partial_order import TooManyOrdersError
from .same_choices import SameChoices, values_of
from .ties import TieOrder, tie_orders

Combination = tuple[str, ...]
"""A value for each field of `Readings` for which the edition admits several values."""

Solve = Callable[[Board, Readings, Choose], Result]
"""A function that solves a board, given readings and a function that chooses the next effect."""


class Explored:
    """A solve for each order of ties, and the readings that lead to the same solves."""

    def __init__(self, readings: Readings, same_choices: SameChoices, orders: Sequence[TieOrder]) -> None:
        self.readings = readings
        self.same_choices = same_choices
        self.only = len(orders) == 1
        self._orders = orders

    def is_like(self, readings: Readings) -> bool:
        """Return whether the given readings lead to the same solves."""
        same = all(getattr(readings, field) == getattr(self.readings, field) for field in self.same_choices.matter)
        return same and values_of(readings) in self.same_choices.choosing

    @cached_property
    def outcome(self) -> Any:
        """The outcome with ties in printed order."""
        return signature(self._orders[0].result)

    @cached_property
    def ties(self) -> dict[Any, str]:
        """The other outcomes, each with an order of ties."""
        found = {signature(each.result): each.readings.ties for each in self._orders[1:]}
        return {key: order for key, order in found.items() if key != self.outcome}


class Solves:
    """The solves of a board under combinations of readings.

    The values of "ties" are extended by an order for each outcome that no other value has.
    """

    def __init__(
        self, board: Board, rules: Edition, values: dict[str, tuple[str, ...]], solve: Solve = solve_with
    ) -> None:
        self._board = board
        self._solve = solve
        self._rules = rules
        self._boards: dict[Edition, Board] = {}
        self._known: dict[Readings, Any] = {}
        self._explored: list[Explored] = []
        self.values = values
        self._place = list(values).index("ties")
        self._open: set[str] = set()  # the fields that matter to an explored combination, except "ties"
        self._explore_all()
        printed, *others = values["ties"]
        for combination in self.combinations():
            for key, order in self._like(combination).ties.items():
                if key not in (self.outcome(self._with(combination, other)) for other in others):
                    others.append(order)
        self.values = {**values, "ties": (printed, *others)}
        if any(known.ties for known in self._explored):
            self._open.add("ties")

    def combinations(self) -> Iterator[Combination]:
        """Yield the combinations of the values that could matter, with the default values of all other fields."""
        return product(*(values if field in self._open else values[:1] for field, values in self.values.items()))

    def _explore_all(self) -> None:
        fresh = True
        while fresh:
            fresh = False
            for combination in self.combinations():
                readings = self.readings(combination)
                if not any(known.is_like(readings) for known in self._explored):
                    self._explore(readings)
                    fresh = True

    def _explore(self, readings: Readings) -> None:
        same_choices = _same_choices(self._board, readings, self.values)
        same_choices.leave_out(lambda other: any(known.is_like(other) for known in self._explored))
        orders = list(tie_orders(partial(self._solve, self._on(readings)), readings, same_choices=same_choices))
        self._explored.append(Explored(readings, same_choices, orders))
        self._open |= same_choices.matter | same_choices.differing

    def _like(self, combination: Combination) -> Explored:
        readings = self.readings(combination)
        return next(known for known in self._explored if known.is_like(readings))

    def _with(self, combination: Combination, ties: str) -> Combination:
        return (*combination[: self._place], ties, *combination[self._place + 1 :])

    def readings(self, combination: Combination) -> Readings:
        """Return the readings of a combination."""
        return Readings(**dict(zip(self.values, combination, strict=True)))  # type: ignore[arg-type]

    def outcome(self, combination: Combination) -> Any:
        """Return a value that is equal for combinations with the same outcome."""
        like = self._like(combination)
        if like.only and len(self._explored) == 1:
            return None  # the only outcome
        ties = combination[self._place]
        if ties == "printed" or not like.ties:
            return like.outcome
        same = msgspec.structs.replace(like.readings, ties=ties)
        if same not in self._known:
            self._known[same] = signature(self.solved(same))
        return self._known[same]

    def solved(self, readings: Readings) -> Result:
        """Return the result under the given readings."""
        return self._solve(self._on(readings), readings, choose)

    def _on(self, readings: Readings) -> Board:
        rules = readings.of(self._rules)
        played = next((each for known, each in self._boards.items() if known == rules), None)
        if played is None:
            played = self._boards[rules] = self._board if rules == self._board.edition else self._board.under(rules)
        return played


def is_settled(result: Result, board: Board) -> bool:
    """Return whether the result is the same under all readings that the board's edition admits.

    The board is solved with the arguments of `result`. If too many effects have the same timestamp, return False.
    """
    values = values_admitted(tuple(admissible(board.edition)))
    try:
        solves = Solves(board, board.edition, values, partial(solve_as, result))
        return len({solves.outcome(combination) for combination in solves.combinations()}) == 1
    except TooManyOrdersError:
        return False


def solved_alike(result: Result, board: Board) -> frozenset[str]:
    """Return the names of the admissible readings under which a board is certainly solved as in `result`.

    This takes one more solve. Each reading is compared with those of `result` by itself, not in combinations.
    """
    mine, readings = result.readings, tuple(admissible(board.edition))
    singles = {values_of(mine.other(each)) for each in readings}
    same_choices = _same_choices(board, mine, values_admitted(readings))
    same_choices.leave_out(lambda other: values_of(other) not in (*singles, values_of(mine)))
    order = next(tie_orders(partial(solve_as, result, board), mine, same_choices=same_choices))
    found = Explored(mine, same_choices, (order,))
    return frozenset(each.name for each in readings if each.field != "ties" and found.is_like(mine.other(each)))


def _same_choices(board: Board, readings: Readings, values: Mapping[str, Sequence[str]]) -> SameChoices:
    found = SameChoices(readings, values)
    if not any(isinstance(event, Transforms | Turns) for event in board.events):
        found.matter.discard("turning")
    return found


def values_admitted(admitted: Sequence[Reading]) -> dict[str, tuple[str, ...]]:
    """Return the default value and the admitted values of each field of `Readings` that has several."""
    defaults = msgspec.structs.asdict(Readings())
    found: dict[str, tuple[str, ...]] = {}
    for reading in admitted:
        found[reading.field] = (*found.get(reading.field, (defaults[reading.field],)), reading.value)
    return found
