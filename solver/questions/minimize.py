"""Minimal boards on which a condition holds, found by delta debugging of a timeline."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.board.replay import Replayed, Thing, Timeline
from mtglayers.model.data.record import WrongTypeError
from mtglayers.model.errors import IllegalEventError, LayersError
from mtglayers.model.puzzles.entry import Entry
from mtglayers.model.puzzles.expectation import NONE, Expectation
from mtglayers.model.puzzles.names import check_names
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.progress import checkpoint

from ..check.abilities import fits
from ..check.check import Failure, failures
from ..readings import Readings
from ..result.result import Result
from ..solve import solve
from ..wording import ability_text

Holds = Expectation | Mapping[str, Any] | Callable[[Result], bool]
"""A condition, given as an expectation, its JSON data (a puzzle's `expect` table), or a function of a result."""

LIMIT = 2_000
"""Default maximum number of boards that `smallest` solves."""


class NotHoldingError(LayersError, ValueError):
    """The condition does not hold on the original board.

    Attributes:
        failures: the expectations that the original board does not meet.
    """

    def __init__(self, failures: tuple[Failure, ...] = ()) -> None:
        self.failures = failures
        why = f": {failures[0]}" if failures else ""
        super().__init__(f"the condition does not hold on the original board{why}")


class Smallest(msgspec.Struct, frozen=True):
    """A minimal board on which a condition holds.

    Attributes:
        board: the board.
        gone: names of the objects and effects that were removed from the original board.
        events: the pair (number of events on the original timeline, number of remaining events).
        minimal: whether every remaining event is known to be needed; false if the limit was reached.
        solves: the number of boards solved.
    """

    board: Board
    gone: tuple[str, ...]
    events: tuple[int, int]
    minimal: bool
    solves: int


def smallest(
    board: Board,
    holds: Holds,
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    limit: int = LIMIT,
) -> Smallest:
    """Remove as many events from a board as possible while a condition holds.

    Removing any of the remaining events would make the condition fail. A different selection of events might be
    even smaller. Events that mention an object are removed together with the event that creates the object.
    Objects that entered together are removed one by one.

    Args:
        board: the original board; it is not changed.
        holds: an expectation or a function of a result; it does not hold on a board that cannot be solved.
        edition: as in `solve`.
        readings: as in `solve`.
        limit: the maximum number of boards to solve; `minimal` is false if it is reached.

    Raises:
        NotHoldingError: the condition does not hold on the original board.
        IllegalEventError: `holds` is not the data of an expectation.

    >>> board = Board(players=["Ana", "Ben"])
    >>> ids = [board.enters(card) for card in ("Humility", "Life and Limb", "Grizzly Bears", "Blood Moon",
    ...                                          "Saproling")]
    >>> found = smallest(board, {"objects": {"saproling": {"subtypes_include": ["Mountain"]}}})
    >>> list(found.board.objects), found.gone
    (['life-and-limb', 'blood-moon', 'saproling'], ('humility', 'grizzly-bears'))
    """
    if edition is not None:
        board = board.under(edition_of(edition))
    test = _test(board, holds, readings)
    wrong = test(board)
    if wrong is None or wrong:
        raise NotHoldingError(wrong or ())
    search = _Search(board, test, limit)
    best = search.run()
    there = {*best.board.objects, *best.board.effects}
    gone = tuple(name for name in (*board.objects, *board.effects) if name not in there)
    return Smallest(best.board, gone, (len(board.events), len(best.board.events)), search.complete, search.solves)


def as_it_is(result: Result, id: str, what: str = "") -> Expectation:
    """Return the expectation that an object keeps its characteristics, or just `what`.

    If the object has abilities whose text is not known, only the other abilities are expected.

    Raises:
        UnknownObjectError: no object has this id.
    """
    found = result[id]
    wanted: dict[str, Any] = {"exists": True}
    for key in (what,) if what else _KEYS:
        value = getattr(found, key)
        if key == "abilities":
            texts = [ability_text(ability, found.name) for ability in value]
            known = [text for each, text in zip(value, texts, strict=True) if fits(each, text, found.name)]
            if known != texts and not what:
                wanted["has"] = known
                continue
            value = texts
        elif isinstance(value, tuple):
            value = list(value)
        if value is not None or key not in ("controller", "tapped"):  # these two keys do not accept "none"
            wanted[key] = NONE if value is None else value
    return Expectation.read({"objects": {found.id: wanted}}, ("expect",))


_KEYS = ("name", "controller", "colors", "supertypes", "types", "subtypes", "abilities", "power", "toughness")

Test = Callable[[Board], "tuple[Failure, ...] | None"]
"""A function that returns the expectations that a board fails, or None if a condition is false."""


def _test(board: Board, holds: Holds, readings: Readings | str | Iterable[str] | None) -> Test:
    if isinstance(holds, Mapping):
        try:
            holds = Expectation.read(dict(holds), ("expect",))
        except WrongTypeError as error:
            raise IllegalEventError(holds, str(error)) from None
    if isinstance(holds, Expectation):
        expected = holds
        named = _is_named(board, expected)

        def unmet(less: Board) -> tuple[Failure, ...] | None:
            wrong = failures(less, expected, solve, readings)
            return wrong if wrong or not named or _is_named(less, expected) else None

        return unmet
    is_met = holds
    return lambda board: () if is_met(solve(board, readings=readings)) else None


def _is_named(board: Board, expect: Expectation) -> bool:
    timeline = (*(Entry(event=event) for event in board.events), Entry(expect=expect))
    try:
        check_names(board.players, board.to_data()["cards"], timeline)
    except WrongTypeError:
        return False
    return True


class _Search:
    """A search by delta debugging (Zeller and Hildebrandt 2002), which removes large parts first."""

    def __init__(self, board: Board, test: Test, limit: int) -> None:
        self._timeline = Timeline(board)
        self._test = test
        self._limit = limit
        self._known: dict[frozenset[Thing], Replayed | None] = {}
        self.solves = 1
        self.complete = True

    def run(self) -> Replayed:
        """Return a minimal board on which the condition holds."""
        left = list(self._timeline.things())
        left_out: frozenset[Thing] = frozenset()
        best = self._timeline.without(())
        parts = 2
        while left and self.complete:
            size = max(1, len(left) // parts)
            for start in range(0, len(left), size):
                chunk = left[len(left) - start - size if start + size < len(left) else 0 : len(left) - start]
                found = self._try(left_out | set(chunk))
                if found is not None:
                    left_out |= frozenset(chunk)
                    best = found
                    left = [thing for thing in left if thing not in chunk]
                    parts = max(2, parts - 1)
                    break
            else:
                if size == 1:
                    break
                parts = min(len(left), parts * 2)
        return best

    def _try(self, left_out: frozenset[Thing]) -> Replayed | None:
        checkpoint("candidate")
        if left_out not in self._known:
            if self.solves >= self._limit:
                self.complete = False
                return None
            self._known[left_out] = self._played(left_out)
        return self._known[left_out]

    def _played(self, left_out: frozenset[Thing]) -> Replayed | None:
        try:
            replayed = self._timeline.without(left_out)
            self.solves += 1
            wrong = self._test(replayed.board)
        except LayersError:
            return None
        return replayed if wrong is not None and not wrong else None
