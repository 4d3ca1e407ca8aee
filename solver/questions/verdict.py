"""A board's outcomes under all the readings that the rules admit."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.signatures import keywords_checked

from ..explain.paragraphs import Line, Printable
from ..readings import READINGS, Reading, Readings, admissible, tie_reading
from ..result.result import Result
from ..wording import joined
from .compare import (
    ObjectDifference,
    PlayerDifference,
    contrast_words,
    object_differences,
    object_lines,
    player_differences,
)
from .under_readings import Combination, Solves, values_admitted


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
    solves = Solves(board, rules, values_admitted(admitted))
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


def _differing(one: Result, other: Result) -> tuple[tuple[ObjectDifference, ...], tuple[PlayerDifference, ...]]:
    if one is other:
        return (), ()
    return tuple(object_differences(one, other)), tuple(player_differences(one, other))


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
