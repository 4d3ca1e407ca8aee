"""A board's outcomes under all readings that the rules as written admit."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.progress import checkpoint

from ..explain.paragraphs import Line, Printable
from ..readings import READINGS, Reading, Readings, admissible
from ..result.result import Result
from ..solve import solve
from ..wording import joined
from .compare import ObjectDifference, PlayerDifference, contrast_words, difference, object_lines
from .orders.explore import signature


class ReadOutcome(msgspec.Struct, frozen=True):
    """One outcome of a board under some readings.

    Attributes:
        cases: the conditions for this outcome; readings produce the outcome if they match at least one case.
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
        admitted: the readings that the edition admits, other than the default readings.
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


def verdict(board: Board, *, edition: str | datetime.date | Edition | None = None) -> Verdict:
    """Return a board's outcomes under all readings that its edition admits (B1 to B19).

    Args:
        board: the board; it is not changed.
        edition: as in `solve`.

    Raises:
        UnknownEditionError: there is no such edition.
        IllegalEventError: an event on the timeline is not possible under the edition.
    """
    rules = edition_of(edition if edition is not None else board.edition)
    if rules != board.edition:
        board = board.under(rules)
    admitted = tuple(admissible(rules))
    values = _values(admitted)
    boards: dict[Edition, Board] = {}
    found: dict[tuple[str, ...], Any] = {}
    results: dict[Any, tuple[Readings, Result]] = {}
    for combination in sorted(product(*values.values()), key=lambda each: _distance(each, values)):
        readings = Readings(**dict(zip(values, combination, strict=True)))  # type: ignore[arg-type]
        read_rules = readings.of(rules)
        played = next((each for known, each in boards.items() if known == read_rules), None)
        if played is None:
            played = boards[read_rules] = board if read_rules == board.edition else board.under(read_rules)
        result = solve(played, readings=readings)
        found[combination] = key = signature(result)
        results.setdefault(key, (readings, result))
    turning = [place for place in range(len(values)) if _turns(found, place)]
    fields = list(values)
    first = next(iter(results.values()))[1]
    outcomes = []
    for key, (readings, result) in results.items():
        cases = tuple(
            tuple((fields[place], tuple(filter(case[place].__contains__, values[fields[place]]))) for place in case)
            for case in _cases(found, key, turning, values)
        )
        changes = difference(first, result)
        count = sum(1 for each in found.values() if each == key)
        outcomes.append(ReadOutcome(cases, count, readings, result, changes.objects, changes.players))
    return Verdict(rules, admitted, len(found), tuple(fields[place] for place in turning), tuple(outcomes))


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
        for reading in READINGS.values():
            if reading.field == field and reading.name != "default":
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
    """Return the readings of a case in words.

    >>> case_words([("after", ["advance"]), ("loop", ["default", "literal"]), ("ties", ["printed"])])
    'with `advance`, with `default` or `literal` and without `ties-reversed`'
    """
    found = []
    for field, values in case:
        names = {reading.value: reading.name for reading in READINGS.values() if reading.field == field}
        if len(values) == 1 and values[0] not in names:
            found.append(f"without {joined((f'`{name}`' for name in names.values()), 'or')}")
        else:
            found.append(f"with {joined((f'`{names[value]}`' for value in values), 'or')}")
    return joined(found)
