"""A board's outcomes under all the readings that the rules admit."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import product
from math import prod
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.events.changes import Transforms, Turns
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.signatures import keywords_checked

from ..engine.choose import Choose, choose
from ..explain.paragraphs import Line, Printable
from ..readings import READINGS, Reading, Readings, admissible, tie_reading
from ..result.result import Result
from ..solve import solve_as, solve_with
from ..wording import joined
from .compare import (
    ObjectDifference,
    PlayerDifference,
    contrast_words,
    object_differences,
    object_lines,
    player_differences,
)
from .orders.explore import signature
from .orders.orders import TooManyOrdersError
from .same_choices import SameChoices, values_of
from .ties import TieOrder, tie_orders

Combination = tuple[str, ...]
"""A value for each field of `Readings` for which the edition admits several values."""

Solve = Callable[[Board, Readings, Choose], Result]
"""A function that solves a board, given readings and a function that chooses the next effect."""


class ReadOutcome(msgspec.Struct, frozen=True):
    """One outcome of a board under some readings.

    Attributes:
        cases: the conditions for this outcome; a combination of readings produces the outcome if it matches at
            least one case.
        combinations: the number of combinations of readings with this outcome.
        readings: one of these combinations, chosen to contain as many default readings as possible.
        result: the board solved with `readings`.
        objects, players: the differences from the first outcome.
    """

    cases: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]
    combinations: int
    readings: Readings
    result: Result
    objects: tuple[ObjectDifference, ...] = ()
    players: tuple[PlayerDifference, ...] = ()


class Verdict(Printable, msgspec.Struct, frozen=True):
    """A board's outcomes under all readings; true if there is only one.

    Attributes:
        edition: the edition.
        admitted: the readings that the edition admits, except the default readings, and the readings that put
            tied effects in an order with a different outcome (B13).
        combinations: the number of combinations of readings.
        turns_on: the fields of `Readings` that affect the outcome, by themselves or in combination.
        outcomes: the outcomes, beginning with that of the default readings.
    """

    edition: Edition
    admitted: tuple[Reading, ...]
    combinations: int
    turns_on: tuple[str, ...]
    outcomes: tuple[ReadOutcome, ...]

    def __bool__(self) -> bool:
        return len(self.outcomes) == 1

    @property
    def settled(self) -> bool:
        """Whether the outcome is the same under all readings."""
        return bool(self)

    def lines(self) -> tuple[Line, ...]:
        """Return the verdict as paragraphs."""
        return tuple(_lines(self))


@keywords_checked
def verdict(board: Board, *, edition: str | datetime.date | Edition | None = None) -> Verdict:
    """Return a board's outcomes under all readings that its edition admits (B1 to B19).

    They include all orders of effects with the same timestamp that no rule decides (B13).

    Args:
        board: the board; it is not changed.
        edition: as in `solve`.

    Raises:
        UnknownEditionError: no edition has this key or covers this date.
        IllegalEventError: an event on the timeline is not possible under the edition.
        TooManyOrdersError: too many effects have the same timestamp.
    """
    rules = edition_of(edition if edition is not None else board.edition)
    if rules != board.edition:
        board = board.under(rules)
    admitted = tuple(admissible(rules))
    solves = _Solves(board, rules, _values(admitted))
    values = solves.values
    admitted += tuple(tie_reading(order) for order in values["ties"] if "|" in order)
    found: dict[Combination, Any] = {}
    results: dict[Any, tuple[Readings, Result]] = {}
    for combination in sorted(solves.combinations(), key=lambda each: _distance(each, values)):
        found[combination] = key = solves.outcome(combination)
        if key not in results:
            readings = solves.readings(combination)
            results[key] = readings, solves.solved(readings)
    turning = [place for place in range(len(values)) if _turns(found, place)]
    fields = list(values)
    first = next(iter(results.values()))[1]
    number = prod(map(len, values.values()))
    outcomes = []
    for key, (readings, result) in results.items():
        cases = tuple(
            tuple((fields[place], tuple(filter(case[place].__contains__, values[fields[place]]))) for place in case)
            for case in _cases(found, key, turning, values)
        )
        count = sum(1 for each in found.values() if each == key) * number // len(found)
        outcomes.append(ReadOutcome(cases, count, readings, result, *_differing(first, result)))
    return Verdict(rules, admitted, number, tuple(fields[place] for place in turning), tuple(outcomes))


class _Explored:
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


class _Solves:
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
        self._explored: list[_Explored] = []
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
        self._explored.append(_Explored(readings, same_choices, orders))
        self._open |= same_choices.matter | same_choices.differing

    def _like(self, combination: Combination) -> _Explored:
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
    values = _values(tuple(admissible(board.edition)))
    try:
        solves = _Solves(board, board.edition, values, partial(solve_as, result))
        return len({solves.outcome(combination) for combination in solves.combinations()}) == 1
    except TooManyOrdersError:
        return False


def solved_alike(result: Result, board: Board) -> frozenset[str]:
    """Return the names of the admissible readings under which a board is certainly solved as in `result`.

    This takes one more solve. Each reading is compared with those of `result` by itself, not in combinations.
    """
    mine, readings = result.readings, tuple(admissible(board.edition))
    singles = {values_of(mine.other(each)) for each in readings}
    same_choices = _same_choices(board, mine, _values(readings))
    same_choices.leave_out(lambda other: values_of(other) not in (*singles, values_of(mine)))
    order = next(tie_orders(partial(solve_as, result, board), mine, same_choices=same_choices))
    found = _Explored(mine, same_choices, (order,))
    return frozenset(each.name for each in readings if each.field != "ties" and found.is_like(mine.other(each)))


def _same_choices(board: Board, readings: Readings, values: Mapping[str, Sequence[str]]) -> SameChoices:
    found = SameChoices(readings, values)
    if not any(isinstance(event, Transforms | Turns) for event in board.events):
        found.matter.discard("turning")
    return found


def _differing(one: Result, other: Result) -> tuple[tuple[ObjectDifference, ...], tuple[PlayerDifference, ...]]:
    if one is other:
        return (), ()
    return tuple(object_differences(one, other)), tuple(player_differences(one, other))


def _values(admitted: Sequence[Reading]) -> dict[str, tuple[str, ...]]:
    defaults = msgspec.structs.asdict(Readings())
    found: dict[str, tuple[str, ...]] = {}
    for reading in admitted:
        found[reading.field] = (*found.get(reading.field, (defaults[reading.field],)), reading.value)
    return found


def _distance(combination: Sequence[str], values: Mapping[str, Sequence[str]]) -> tuple[int, tuple[int, ...]]:
    places = tuple(known.index(value) for value, known in zip(combination, values.values(), strict=True))
    return sum(1 for place in places if place), places


def _turns(found: Mapping[tuple[str, ...], Any], place: int) -> bool:
    seen: dict[tuple[str, ...], Any] = {}
    return any(
        seen.setdefault((*combination[:place], *combination[place + 1 :]), key) != key
        for combination, key in found.items()
    )


def _cases(
    found: Mapping[tuple[str, ...], Any], key: Any, turning: Sequence[int], values: Mapping[str, Sequence[str]]
) -> list[dict[int, frozenset[str]]]:
    # Each case is made as wide as possible, so that few cases are needed.
    known = list(values.values())
    rows = {tuple(combination[place] for place in turning): each for combination, each in found.items()}
    left = [row for row, each in rows.items() if each == key]
    cases: list[list[frozenset[str]]] = []
    for row in left:
        checkpoint("candidate")
        if any(all(value in wide for value, wide in zip(row, case, strict=True)) for case in cases):
            continue
        case = [frozenset({value}) for value in row]
        for n, place in enumerate(turning):
            for value in known[place]:
                wider = [*case[:n], case[n] | {value}, *case[n + 1 :]]
                if all(rows[each] == key for each in product(*wider)):
                    case = wider
        cases.append(case)
    return [
        {place: case[n] for n, place in enumerate(turning) if len(case[n]) < len(known[place])} for case in cases
    ]  # fmt: skip


# --- Descriptions ---


def _lines(found: Verdict) -> Iterator[Line]:
    number = found.combinations
    if found.settled:
        all_readings = f"all {number:,} combinations of the readings that the rules admit"
        under = all_readings if number > 1 else "the only reading"
        yield Line("summary", f"Settled: the outcome is the same under {under}.")
        return
    outcomes = f"{len(found.outcomes)} outcomes under {number:,} combinations of readings"
    yield Line("summary", f"Not settled by the rules as written: {outcomes}.")
    for field in found.turns_on:
        for reading in found.admitted:
            if reading.field == field:
                yield Line("why", f"{reading.name} ({reading.question}): {reading.says}.", 2, 2)
    turning = dict.fromkeys(each.id for outcome in found.outcomes for each in outcome.objects)
    for place, outcome in enumerate(found.outcomes, 1):
        yield Line("layer", f"{place}. {_title(place, outcome, number)}")
        if place == 1:
            for id in turning:
                yield Line("change", outcome.result.explainer.summary(id), 2, 2)
        yield from object_lines(outcome.objects, 2)
        for player in outcome.players:
            words = joined(contrast_words(change) for change in player.changes)
            yield Line("change", f"{player.name}: {words}", 2, 2)


def _title(place: int, outcome: ReadOutcome, total: int) -> str:
    when = "; or ".join(case_words(case) for case in outcome.cases)
    own = ", including the default readings" if place == 1 else ""
    return f"{when}: {outcome.combinations:,} of {total:,} combinations{own}"


def case_words(case: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a phrase that describes the readings in a case.

    >>> case_words([("after", ["advance"]), ("loop", ["default", "literal"]), ("ties", ["printed"])])
    'with `advance`, with `default` or `literal` and with ties in printed order'
    """
    found = []
    for field, values in case:
        names = {reading.value: f"`{reading.name}`" for reading in READINGS.values() if reading.field == field}
        if field == "ties":  # this question has more answers than those with names
            names |= {"printed": "ties in printed order"}
            names |= {value: f"`{tie_reading(value).name}`" for value in values if value not in names}
        if len(values) == 1 and values[0] not in names:
            found.append(f"without {joined(names.values(), 'or')}")
        else:
            found.append(f"with {joined((names[value] for value in values), 'or')}")
    return joined(found)
