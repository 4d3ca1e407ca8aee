"""The boards at each expectation of a timeline and at its end.

A board is solved when its result is first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click
import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import IllegalEventError, LayersError
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event, in_zone, zone_name
from mtglayers.model.objects.recorded_facts import LINKS
from mtglayers.model.support.names import kebab
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import counted, joined

from .files import puzzle_of

if TYPE_CHECKING:
    from mtglayers.model.puzzles.puzzle import Puzzle

Options = Mapping[str, str | None]

MOST_SOLVED = 200
"""Maximum number of solver runs to find out whether the order of the timestamps matters."""


class Moment(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A board at one point in a timeline, and its result.

    Attributes:
        title: the title of the puzzle, or the names of the cards.
        board: the board at this point.
        events: descriptions of the events since the previous moment.
        number: 1 for the first expectation; 0 if the board has no expectation.
        options: the command's edition, readings, until, order and strict; None or absent if not given.
        puzzle: the puzzle of the timeline, or None for a board without a puzzle.
    """

    title: str
    board: Board
    events: Sequence[str] = ()
    number: int = 0
    options: Options = msgspec.field(default_factory=dict)
    puzzle: Puzzle | None = None

    @cached_property
    def result(self) -> Result:
        """The solved board."""
        given, names = self.options.get("until"), [layer.name for layer in self.board.edition.layers]
        until = None if given is None else given.strip().lower()
        if until is not None and until not in names:
            raise click.BadParameter(f"unknown layer `{given}`; use one of {', '.join(names)}", param_hint="`--until`")
        order = self.options.get("order")
        try:
            stamps = order.split(",") if order else None
            return solve(self.board, readings=self.readings, until=until, order=stamps, strict=self.strict)
        except IllegalEventError as error:
            entries = () if self.puzzle is None else self.puzzle.timeline
            place = next((place for place, entry in enumerate(entries) if entry.event is error.event), None)
            if self.puzzle is None or place is None:
                raise
            raise self.puzzle.error(str(error), ("timeline", place)) from error
        except ValueError as error:
            if isinstance(error, LayersError) or not order:
                raise
            raise click.BadParameter(str(error), param_hint="`--order`") from error

    @property
    def strict(self) -> bool:
        """Whether events that are not legal are refused, as the command or the puzzle specifies."""
        return bool(self.options.get("strict")) or (self.puzzle is not None and self.puzzle.strict)

    def expect_legal(self) -> None:
        """Raise an error if an event is not legal and `strict` refuses it.

        Raises:
            IllegalEventError: an event is not legal under `strict`.
        """
        if self.strict:
            self.result.expect_legal()

    @property
    def order_matters(self) -> bool:
        """Whether another order of the timestamps has another outcome, or may have if there are too many orders."""
        from mtglayers.solver.questions.orders.open_order import OpenReadingError
        from mtglayers.solver.questions.orders.orders import orders
        from mtglayers.solver.questions.orders.partial_order import TooManyOrdersError

        try:
            return len(orders(self.board, readings=self.readings, limit=MOST_SOLVED)) > 1
        except (OpenReadingError, TooManyOrdersError):
            return True

    @property
    def readings(self) -> Any:
        """The readings that the command specifies or, if it specifies none, the puzzle's readings."""
        given = self.options.get("readings")
        if given or self.puzzle is None:
            return given
        from mtglayers.solver.check.check import readings_of

        return readings_of(self.puzzle)


def reversed_board(board: Board) -> Board:
    """Return a board on which objects that entered one after another entered in reverse order.

    Objects keep their ids, and other events keep their places on the timeline.

    Raises:
        LayersError: an object would enter attached to an object that enters after it.
    """
    named = board.under(board.edition, ())
    runs: list[list[Event]] = []
    for event in board.events:
        made = named.push(event)
        if not isinstance(event, Enters):
            runs.append([event])
            continue
        if not runs or not isinstance(runs[-1][0], Enters):
            runs.append([])
        runs[-1].insert(0, msgspec.structs.replace(event, as_=made))
    return board.under(board.edition, [event for run in runs for event in run])


def moment_of_board(board: Board, title: str = "A board") -> Moment:
    """Return a board as a moment, to be solved under the board's own edition."""
    return Moment(title, board, [event_words(event, board) for event in board.events])


def moments_of_lines(lines: Sequence[str], options: Options, cards: Sequence[Any] = ()) -> list[Moment]:
    """Return the moment at the end of the timeline that lines of notation describe.

    Args:
        lines: the lines, such as names of cards in the order in which they enter.
        options: the command's options edition, readings, until and order.
        cards: the cards that the board defines.

    Raises:
        NotationError: a line is not understood.
    """
    board = Board.of(*lines, edition=options.get("edition"), cards=cards)
    return [Moment(", ".join(lines), board, options=options)]


def moments_of_file(file: str, options: Options = MappingProxyType({})) -> list[Moment]:
    """Return the moments of a puzzle.

    The puzzle has a moment for each expectation, and one for its end if events follow the last expectation.

    Raises:
        PuzzleError: the file cannot be read, or an event is refused.
    """
    puzzle = puzzle_of(file)
    if edition := options.get("edition"):
        puzzle = msgspec.structs.replace(puzzle, edition=edition)
    if options.get("strict"):
        puzzle = msgspec.structs.replace(puzzle, strict=True)
    board = puzzle.board()
    moments: list[Moment] = []
    events: list[str] = []
    for place, entry in enumerate(puzzle.timeline):
        if entry.event is None:
            moments.append(Moment(puzzle.title, board.copy(), events, len(moments) + 1, options, puzzle))
            events = []
        else:
            _play(puzzle, board, place)
            if not entry.refused:
                events.append(event_words(entry.event, board))
    if events or not moments:
        moments.append(Moment(puzzle.title, board, events, 0, options, puzzle))
    return moments


def moment_at(moments: Sequence[Moment], at: int | None) -> Moment:
    """Return the moment of expectation `at`, or the last moment if `at` is None.

    Raises:
        click.UsageError: the puzzle has no expectation with this number.
    """
    if at is None:
        return moments[-1]
    expected = [moment for moment in moments if moment.number]
    if moments[-1].puzzle is None:
        raise click.UsageError("`--at` needs a puzzle file")
    if not expected:
        raise click.UsageError("`--at` needs an expectation, but the puzzle has none")
    if at > len(expected):
        raise click.BadParameter(
            f"the puzzle has {counted(len(expected), 'expectation')}, not {at}", param_hint="`--at`"
        )
    return expected[at - 1]


def moment_after(moment: Moment, events: int) -> Moment:
    """Return the moment after the first `events` events of a moment's timeline.

    Raises:
        click.BadParameter: the timeline has fewer events.
    """
    board = moment.board.copy()
    if events > len(board.events):
        total = counted(len(board.events), "event")
        raise click.BadParameter(f"the timeline has {total}, not {events}", param_hint="`--after`")
    board.rewind(events)
    said = [event_words(event, board) for event in board.events]
    title = f"{moment.title}: after event {events} of {len(moment.board.events)} ({said[-1]})"
    return Moment(title, board, said, options=moment.options, puzzle=moment.puzzle)


def _play(puzzle: Puzzle, board: Board, place: int) -> None:
    entry = puzzle.timeline[place]
    if entry.refused or entry.event is None:
        from mtglayers.solver.check.check import played, readings_of

        if problem := played(puzzle, board, place, solve, readings_of(puzzle) if puzzle.strict else None):
            raise puzzle.error(problem, ("timeline", place))
        return
    try:
        board.push(entry.event)
    except LayersError as error:
        raise puzzle.error(str(error), ("timeline", place)) from error


def event_words(event: Event, board: Board) -> str:
    """Return a short description of an event, such as "Saproling enters"."""
    data = event.to_data()
    verb, subject = event.VERB, data.get(event.VERB)
    match verb:
        case "enters":
            return _entering(data, subject)
        case "resolves":
            name = data.get("as")
            return f"{subject if isinstance(subject, str) else f'`{name}`' if name else 'an ability'} resolves"
        case "counters":
            put = [f"{count} {kind}" for kind, count in data.get("put", {}).items()]
            taken = [f"{count} {kind} removed" for kind, count in data.get("remove", {}).items()]
            return f"counters on {_named(subject, board)}: {joined((*put, *taken))}"
        case "player":
            return f"{subject}: {_facts(data.get('set', {}))}"
        case "marks":
            facts = data.get("set", {}).items()
            linked = {name: _named(value, board) if name in LINKS and value else value for name, value in facts}
            return f"{_named(subject, board)} is {_facts(linked)}"
        case "turn":
            return f"{subject}’s turn begins"
        case "order":
            return f"the order of timestamps is {_named(subject, board)}"
        case "ends":
            return f"the {subject} ends" if subject in ("turn", "combat") else f"`{subject}` ends"
        case "turns":
            return f"{_named(subject, board)} turns face {data.get('face')}"
        case "phases":
            return f"{_named(subject, board)} phases {data.get('direction')}"
        case "melds":
            return f"{_named(subject, board)} meld into {data.get('into')}"
        case "merges":
            return f"{_named(subject, board)} merges with {_named(data.get('with'), board)}"
        case "leaves":
            return f"{_named(subject, board)} {'leaves' if isinstance(subject, str) else 'leave'}"
        case "chooses":
            return f"a choice is made for {_named(subject, board)}"
        case "moves":
            return f"{_named(subject, board)} moves to {zone_name(str(data.get('to')))}"
        case _:
            return f"{_named(subject, board)} {verb}" + (f" to {_named(data['to'], board)}" if "to" in data else "")


def story_words(events: Sequence[str]) -> str:
    """Return descriptions of events as clauses; objects that enter consecutively share a clause."""
    said: list[str] = []
    arriving: list[str] = []
    for event in (*events, ""):
        name = event.removesuffix(" enters")
        if name != event:
            arriving.append(name)
            continue
        if arriving:
            said.append(f"{', then '.join(arriving)} enter{'s' if len(arriving) == 1 else ''}")
            arriving.clear()
        if event:
            said.append(event)
    return "; ".join(said)


def _entering(data: Mapping[str, Any], subject: Any) -> str:
    names = [subject] if isinstance(subject, (str, Mapping)) else list(subject or ())
    called = joined(name if isinstance(name, str) else str(name.get("name")) for name in names)
    many = f"{data['count']} × " if data.get("count", 1) != 1 else ""
    zone = data.get("zone", "battlefield")
    if zone != "battlefield":
        where = in_zone(zone)
        return f"{many}{called} {'is' if len(names) == 1 and not many else 'are'} {where}"
    return f"{many}{called} {'enters' if len(names) == 1 and not many else 'enter'}"


def _named(subject: Any, board: Board) -> str:
    if not isinstance(subject, str):
        return joined(_named(each, board) for each in subject or ())
    try:
        card = board.last_known(subject).card.name
    except LookupError:
        return f"`{subject}`"
    return card if kebab(card) == subject else f"`{subject}`"


def _facts(facts: Mapping[str, Any]) -> str:
    words = ((name.replace("_", " "), value) for name, value in facts.items())
    return joined(
        name if value is True else f"not {name}" if value is False else f"{name} {value}" for name, value in words
    )
