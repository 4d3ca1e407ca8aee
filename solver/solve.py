"""The `solve` function, which computes the result of a board."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Container, Iterable, Sequence
from typing import TYPE_CHECKING

from mtglayers.model.board.board import Board
from mtglayers.model.errors import UnknownLayerError, UnknownObjectError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.names import did_you_mean, nearest
from mtglayers.model.support.progress import checkpoint
from mtglayers.model.support.signatures import keywords_checked

from .engine.choose import BOARD_ORDER, Choose, TimestampOrder, choose
from .engine.effect import ResolvedEffects
from .engine.gather import Given, Sources
from .engine.layers import Run, apply_layers
from .engine.state import Snapshot, State, initial
from .engine.straight import apply_layer_straight
from .engine.timestamps import dealt
from .engine.trace import Trace
from .history.resolved import PastBoards, resolve_history
from .legality.illegal import Illegal, illegal
from .readings import ReadingError, Readings, read
from .result.result import AS_IT_IS, Asked, Result, expect_results
from .reuse.begun import Begun
from .wording import article

if TYPE_CHECKING:
    from .reuse.reuse import Reuse


@keywords_checked
def solve(
    board: Board,
    *,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    until: str | int | None = None,
    order: Sequence[str] | None = None,
    without: Collection[str] = (),
    last: Result | None = None,
    strict: bool = False,
) -> Result:
    """Return the result of a board, with the characteristics of every object.

    Args:
        board: the board; it is not changed.
        edition: a date, a key such as "E25", or an edition; by default, the edition of the board. Under another edition
            the events are replayed, since they assign the timestamps.
        readings: the name of a reading, several names, or a `Readings` object.
        until: the name of the last layer to apply; by default, all layers are applied.
        order: the names of objects, resolved effects and counters, oldest first. Their timestamps are reassigned in
            this order; the objects and values that past events locked in (611.2c, 707.2b) stay the same.
        without: the names of effects to leave out; the objects and values that past events locked in stay the same.
        last: an earlier result, preferably of almost the same board. Layers whose effects read no changed value are
            copied from it; others keep at least the order of their effects if no change can affect it. The result is
            the same; `statistics.reused` counts the steps that were taken over, and `reuse` describes each layer.
        strict: whether to refuse events that `Result.illegal` would name.

    >>> from mtglayers.model.board.board import Board
    >>> board = Board()
    >>> moon, limb = board.enters("Blood Moon"), board.enters("Life and Limb")
    >>> first = solve(board)
    >>> board.marks(moon, tapped=True)
    >>> again = solve(board, last=first)
    >>> again.statistics.reused, again.statistics.steps
    (4, 4)

    Raises:
        UnknownEditionError: the edition is unknown.
        IllegalEventError: an event is not possible under the rules of the edition, or not legal under `strict`.
        ReadingError: a reading is unknown.
        AmbiguousTimestampError: the order of two effects matters and is not specified (613.7m).
        UnknownLayerError: the edition does not have the layer `until`.
        ValueError: `order` contains a name twice.
        UnknownObjectError: a name in `order` or `without` is unknown.
        TypeError: `board` is not a `Board`, or `last` is not a `Result`.
    """
    if not isinstance(board, Board):
        raise _no_board(board)
    if last is not None:
        expect_results("solve(last=...)", last)
    result = _solve(board, edition, readings, None if until is None else str(until).lower(), order, without, last)
    expect_known_ties(result, board)
    if without and not result.effect_names().keys() >= set(without):  # some effects exist only because of others
        known = _solve(board, edition, readings, order=order).effect_names()
        for name in sorted(set(without) - known.keys()):
            raise UnknownObjectError(name, nearest(name, known), "effect")
    if strict:
        result.expect_legal()
    return result


def _no_board(given: object) -> TypeError:
    kind = type(given).__name__
    hint = "; `Board.of(...)` reads lines" if isinstance(given, str | list | tuple) else ""
    return TypeError(f"`solve` expects a Board, not {article(kind)} {kind}{hint}")


def expect_known_ties(result: Result, board: Board) -> None:
    """Raise an error if a name in the reading `ties` is not that of an effect.

    An effect may not exist under the given order, so the object that it comes from is enough.

    Raises:
        ReadingError: a name is unknown.
    """
    for name in result.trace.readings.tied:
        source, there = re.split("[#<+]", name)[0], result.effect_names()
        if name not in there and source not in board.effects:
            try:
                board.last_known(source)
            except UnknownObjectError:
                raise ReadingError(f"`ties` names an unknown effect `{name}`{did_you_mean(name, there)}") from None


def illegal_in(
    board: Board, edition: Edition, readings: Readings | str | Iterable[str] | None = None, first: int = 0
) -> tuple[Illegal, ...]:
    """Return the parts of a board's events that are not legal, from the event `first` on."""
    return illegal(past_boards(board, edition, read(readings)), first)


def past_boards(board: Board, edition: Edition, readings: Readings) -> PastBoards:
    """Return the boards at earlier points of a board's timeline, solved when needed."""
    return PastBoards(board, edition, readings, _state_of)


def solve_without(board: Board, readings: Readings | str | Iterable[str] | None, effects: Collection[str]) -> Result:
    """Solve a board, ignoring the named effects.

    Names that are unknown have no effect.
    """
    return _solve(board, None, readings, without=effects)


def solve_with(board: Board, readings: Readings, chooser: Choose) -> Result:
    """Solve a board and its earlier boards with a function that chooses the next effect."""
    return _solve(board, None, readings, chooser=chooser)


def solve_as(result: Result, board: Board, readings: Readings, chooser: Choose = choose) -> Result:
    """Solve a board with the arguments of an earlier solve."""
    last = result.trace.layers[-1].name
    until = last if last in {layer.name for layer in result.edition.layers} else None
    return _solve(board, None, readings, until, result.asked.order, result.asked.without, chooser=chooser)


def _solve(
    board: Board, edition: str | datetime.date | Edition | None, readings: Readings | str | Iterable[str] | None,
    until: str | None = None, order: Sequence[str] | None = None, without: Collection[str] = (),
    last: Result | None = None, chooser: Choose = choose,
) -> Result:  # fmt: skip
    readings = read(readings)
    plain = edition_of(edition if edition is not None else board.edition)
    rules = readings.of(plain)
    replays = rules != board.edition
    if replays:
        board = board.under(rules) if last is None else last.replayed(board, rules)
    if chooser is not choose:
        board = board.unsettled()  # the function also chooses on the boards of past events
    if until is not None and until not in (names := [layer.name for layer in rules.layers]):
        raise UnknownLayerError(until, names, f" in edition {rules.key}")
    stamps = dealt(board, order) if order is not None else {}
    how = TimestampOrder(stamps, chooser, chooser, frozenset(without))
    resolved = history_of(board, rules, readings, how, last)
    asked = Asked(None if order is None else tuple(order), how.without)
    return solve_resolved(
        board, rules, readings, resolved, until, how, last=last, plain=plain, asked=asked, replays=replays
    )


def history_of(
    board: Board, rules: Edition, readings: Readings, how: TimestampOrder = BOARD_ORDER, last: Result | None = None
) -> ResolvedEffects:
    """Return the objects and values that past events on a board locked in."""
    return resolve_history(board, rules, readings, _state_of, how=how, last=last, later=how.past is choose)


def solve_resolved(
    board: Board, rules: Edition, readings: Readings, resolved: ResolvedEffects, until: str | None = None,
    how: TimestampOrder = BOARD_ORDER, *, last: Result | None = None, plain: Edition | None = None,
    asked: Asked = AS_IT_IS, replays: bool = False,
) -> Result:  # fmt: skip
    """Return the result for a board whose past events have been resolved.

    Layers are applied up to and including `until`; layers that are unaffected by changes since `last` are copied
    from `last`.
    """
    world = Snapshot.of(board, resolved.static_copies, resolved.tapped, resolved.ended, resolved.entered, how.stamps)
    begun = Begun.of(world, how)
    reuse = None if last is None else _reuse(last, rules, readings, how, world)
    start = initial(board, world) if reuse is None else reuse.start(board, world, begun)
    earlier, changed = (None, 0) if reuse is None else (reuse.sources, reuse.changed)
    sources = Sources(Given.of(board, world, readings, resolved, how.stamps), how.without, earlier, changed)
    trace = _traced(Trace(rules, readings, start), sources, how.chooser, reuse or apply_layer_straight, until)
    sources.forget_last()
    return Result(trace, sources, board, edition=plain, asked=asked, replays=replays, begun=begun, reuse=reuse)


def solve_again(result: Result, named: Container[str]) -> Result:
    """Solve a result's board again, applying only the named effects.

    The last layer to apply, and the objects and values that past events locked in, stay the same.
    """
    trace, sources = result.trace, result.sources.only(named)
    chooser = choose if result.begun is None else result.begun.how.chooser
    fresh = Trace(trace.edition, trace.readings, trace.start)
    return result.of(_traced(fresh, sources, chooser, apply_layer_straight, trace.layers[-1].name), sources)


def _state_of(
    board: Board, edition: Edition, readings: Readings, resolved: ResolvedEffects, until: str | None = None,
    how: TimestampOrder = BOARD_ORDER, wider: State | None = None,
) -> State:  # fmt: skip
    world = Snapshot.of(board, resolved.static_copies, resolved.tapped, resolved.ended, resolved.entered, how.stamps)
    start = initial(board, world, wider)
    sources = Sources(Given.of(board, world, readings, resolved, how.stamps), how.without)
    return _traced(Trace(edition, readings, start), sources, how.chooser, apply_layer_straight, until).state


def _reuse(last: Result, rules: Edition, readings: Readings, how: TimestampOrder, world: Snapshot) -> Reuse | None:
    if how.chooser is not choose or last.begun is None or last.begun.how != how:
        return None
    from .reuse.reuse import Reuse, comparable

    if not comparable(last.trace, last.sources, rules, readings, world):
        return None
    return Reuse(last.trace, last.sources, last.begun, last.bases, world)


def _traced(trace: Trace, sources: Sources, choose: Choose, run: Run, until: str | None) -> Trace:
    checkpoint("solve")
    layers = (*trace.edition.layers, *trace.edition.after)  # 613.1, then 613.10 and 613.11
    if until is not None:
        layers = layers[: [layer.name for layer in layers].index(until) + 1]
    return apply_layers(trace, layers, sources, choose, run)
