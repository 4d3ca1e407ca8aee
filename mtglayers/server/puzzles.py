"""The methods that read and write puzzles, and reports about boards."""

from __future__ import annotations

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.puzzles.puzzle import Puzzle, puzzle_of, puzzle_of_text
from mtglayers.wire import BoardData

from .boards import asked_about
from .params import OfPuzzle, OfTitle, PuzzleBoard, PuzzleText, ReportPage
from .session import Session


def read_puzzle(_session: Session, params: OfPuzzle) -> PuzzleBoard:
    """Return the board at the end of a puzzle's timeline, with the puzzle's expectations as stops."""
    from mtglayers.solver.check.check import readings_of

    text = params.puzzle
    puzzle = puzzle_of_text(text) if isinstance(text, str) else puzzle_of(text)
    events, stops = [], []
    objects: tuple[str, ...] = ()
    for entry in puzzle.timeline:
        if entry.event is not None and not entry.refused:
            events.append(entry.event.to_data())
        elif entry.expect is not None:
            stops.append(len(events))
            objects = tuple(name for name, _ in entry.expect.objects) or objects
    readings = readings_of(puzzle)
    data = msgspec.structs.replace(BoardData.of(puzzle.board()), timeline=tuple(events))
    return PuzzleBoard(
        title=puzzle.title, notes=puzzle.notes, board=data, readings=() if readings is None else readings.names(),
        stops=tuple(dict.fromkeys(stops)), objects=objects,
    )  # fmt: skip


def write_puzzle(session: Session, params: OfTitle) -> PuzzleText:
    """Convert a board to a puzzle file."""
    with asked_about(session, params.board) as (board, _):
        puzzle = _puzzle(board, params)
    return PuzzleText(toml=puzzle.to_toml(), puzzle=puzzle.to_data())


def report(session: Session, params: OfTitle) -> ReportPage:
    """Return a self-contained page about a board, as `mtglayers report` writes it."""
    from mtglayers.html import report_html
    from mtglayers.presentation.moments import Moment, event_words

    with asked_about(session, params.board) as (given, _):
        board = given.copy()
    puzzle = _puzzle(board, params)
    moment = Moment(puzzle.title, board, [event_words(event, board) for event in board.events], puzzle=puzzle)
    return ReportPage(html=report_html([moment], puzzle.to_toml(), "board.toml"))


def _puzzle(board: Board, params: OfTitle) -> Puzzle:
    from mtglayers.presentation.puzzles import as_puzzle

    readings = (params.readings,) if isinstance(params.readings, str) else params.readings
    named = tuple((name, True) for name in readings)
    return msgspec.structs.replace(as_puzzle(board, None, params.title), readings=named)
