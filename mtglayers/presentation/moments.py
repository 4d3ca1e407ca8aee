"""The boards at the expectations and the end of a timeline, solved lazily."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import click
import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError
from mtglayers.model.events.arrivals import Enters
from mtglayers.model.events.base import Event
from mtglayers.model.objects.recorded_facts import LINKS
from mtglayers.model.puzzles.puzzle import Puzzle
from mtglayers.model.support.names import kebab
from mtglayers.solver.check.check import readings_of
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import joined

from .data import counted
from .files import puzzle_of

Options = Mapping[str, str | None]


class Moment:
    """A board at one point of a timeline, and its result.

    Attributes:
        title: of the puzzle, or the cards.
        board: the board as it was.
        events: the events since the moment before, in words.
        number: 1 for the first expectation; 0 for a board at which nothing is expected.
        puzzle: the puzzle whose timeline it is on, or None.
        options: the command's edition, readings, until and order; None if not given.
    """

    def __init__(
        self, title: str, board: Board, events: Sequence[str], number: int, options: Options, readings: Any,
        puzzle: Puzzle | None = None,
    ) -> None:  # fmt: skip
        self.title = title
        self.board = board
        self.events = tuple(events)
        self.number = number
        self.puzzle = puzzle
        self.options = options
        self._readings = readings

    @cached_property
    def result(self) -> Result:
        """The board, solved."""
        until, names = self.options.get("until"), [layer.name for layer in self.board.edition.layers]
        if until is not None and until not in names:
            raise click.BadParameter(f"no layer `{until}`; there are {', '.join(names)}", param_hint="`--until`")
        order = self.options.get("order")
        try:
            return solve(
                self.board, readings=self.readings, until=until, order=order.split(",") if order else None
            )  # fmt: skip
        except ValueError as error:
            if isinstance(error, LayersError) or not order:
                raise
            raise click.BadParameter(str(error), param_hint="`--order`") from error

    @property
    def readings(self) -> Any:
        """The readings used: those of the command, else those of the puzzle."""
        return self.options.get("readings") or self._readings

    def ordered(self, order: str) -> Moment:
        """Return this moment with timestamps in the order of the comma-separated names."""
        options = {**self.options, "order": order}
        return Moment(self.title, self.board, self.events, self.number, options, self._readings, self.puzzle)

    def on(self, board: Board) -> Moment:
        """Return the same moment with another board, to be solved the same way."""
        return Moment(self.title, board, self.events, self.number, self.options, self._readings, self.puzzle)


def reversed_board(board: Board) -> Board:
    """Return a board on which consecutive objects entered in reverse order.

    Objects keep their ids, and what happened in between keeps its place.

    Raises:
        LayersError: the timeline does not allow that: something entered attached to what now comes after it.
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
    """Return the moment of a board, solved under its own rules."""
    return Moment(title, board, [event_words(event, board) for event in board.events], 0, {}, None)


def moments_of_cards(names: Sequence[str], options: Options, cards: Sequence[Any] = ()) -> list[Moment]:
    """Return the one moment of a board on which cards entered in the order given; `cards` are the board's own."""
    board = Board(edition=options["edition"], cards=cards)
    for name in names:
        board.enters(name)
    return [Moment(", ".join(names), board, (), 0, options, None)]


def moments_of_file(file: str, options: Options) -> list[Moment]:
    """Return the moments of a puzzle: its expectations, and the end if something happened after the last.

    Raises:
        PuzzleError: it cannot be read, or an event is refused.
    """
    puzzle = puzzle_of(file)
    if options["edition"]:
        puzzle = msgspec.structs.replace(puzzle, edition=options["edition"])
    readings = readings_of(puzzle)
    board = puzzle.board()
    moments: list[Moment] = []
    events: list[str] = []
    for place, entry in enumerate(puzzle.timeline):
        if entry.event is None:
            number = len(moments) + 1
            moments.append(Moment(puzzle.title, board.copy(), events, number, options, readings, puzzle))
            events = []
        else:
            _play(puzzle, board, place)
            if not entry.refused:
                events.append(event_words(entry.event, board))
    if events or not moments:
        moments.append(Moment(puzzle.title, board, events, 0, options, readings, puzzle))
    return moments


def moment_at(moments: Sequence[Moment], at: int | None) -> Moment:
    """Return the board at the N-th expectation; without a number, the last one.

    Raises:
        click.UsageError: there is no such expectation.
    """
    if at is None:
        return moments[-1]
    expected = [moment for moment in moments if moment.number]
    if not expected:
        if moments[-1].puzzle is not None:
            raise click.UsageError("`--at` needs an expectation, and the puzzle has none")
        raise click.UsageError("`--at` needs a puzzle file")
    if at > len(expected):
        raise click.BadParameter(
            f"the puzzle has {counted(len(expected), 'expectation')}, not {at}", param_hint="`--at`"
        )
    return expected[at - 1]


def _play(puzzle: Puzzle, board: Board, place: int) -> None:
    entry = puzzle.timeline[place]
    if entry.refused or entry.event is None:
        if problem := puzzle.play(board, place):
            raise puzzle.error(problem, ("timeline", place))
        return
    try:
        board.push(entry.event)
    except LayersError as error:
        raise puzzle.error(str(error), ("timeline", place)) from error


def event_words(event: Event, board: Board) -> str:
    """Return an event in few words: "Saproling enters".

    Args:
        event: the event.
        board: the board on which it has happened.
    """
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
            taken = [f"{count} {kind} fewer" for kind, count in data.get("remove", {}).items()]
            return f"counters on {_named(subject, board)}: {joined((*put, *taken))}"
        case "player":
            return f"{subject}: {_facts(data.get('set', {}))}"
        case "marks":
            told = {
                name: _named(value, board) if name in LINKS else value for name, value in data.get("set", {}).items()
            }
            return f"{_named(subject, board)} is {_facts(told)}"
        case "turn":
            return f"{subject}’s turn begins"
        case "order":
            return f"they come in the order {_named(subject, board)}"
        case "ends":
            return f"the {subject} ends" if subject in ("turn", "combat") else f"`{subject}` ends"
        case "turns":
            return f"{_named(subject, board)} turns face {data.get('face')}"
        case "phases":
            return f"{_named(subject, board)} phases {data.get('direction')}"
        case "merges":
            return f"{_named(subject, board)} merges with {_named(data.get('with'), board)}"
        case "leaves":
            return f"{_named(subject, board)} {'leaves' if isinstance(subject, str) else 'leave'}"
        case "chooses":
            return f"a choice is made for {_named(subject, board)}"
        case "moves":
            return f"{_named(subject, board)} moves to the {data.get('to')}"
        case _:
            return f"{_named(subject, board)} {verb}" + (f" to {_named(data['to'], board)}" if "to" in data else "")


def story_words(events: Sequence[str]) -> str:
    """Return sentences for events; consecutive entries share one."""
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
        where = "on the stack" if zone == "stack" else "in exile" if zone == "exile" else f"in {zone}"
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


def _facts(told: Mapping[str, Any]) -> str:
    words = ((name.replace("_", " "), value) for name, value in told.items())
    return joined(name if value is True else f"{name} {value}" for name, value in words)


__all__ = [
    "Moment", "event_words", "moment_at", "moment_of_board", "moments_of_cards", "moments_of_file", "story_words",
]  # fmt: skip
