"""Minimal boards as puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.errors import BoardDataError
from mtglayers.model.puzzles.entry import Entry
from mtglayers.model.puzzles.expectation import Expectation
from mtglayers.model.puzzles.puzzle import Puzzle
from mtglayers.model.support.names import fold
from mtglayers.solver.questions.minimize import Smallest, as_it_is, smallest
from mtglayers.solver.wording import counted, joined

from .moments import Moment, moment_at


def smallest_puzzle(moments: Sequence[Moment], at: int | None, id: str | None, what: str) -> tuple[Puzzle, str]:
    """Return a minimal puzzle for an outcome, and a summary of what was left out.

    Args:
        moments: the boards of a command.
        at: the number of an expectation, from 1; by default, the last.
        id: the object that must not change; if not given, the expectation must still be met instead.
        what: the only characteristic that must not change, or "" for all.
    """
    moment = moment_at(moments, at)
    if id is None and at is None and moment.puzzle is not None:
        moment = next((each for each in reversed(moments) if each.number), moment)
    expect = as_it_is(moment.result, moment.board.find(id).id, what) if id else _expected(moment)
    found = smallest(moment.board, expect, readings=moment.readings)
    return as_puzzle(found.board, expect, f"{moment.title} (reduced)", moment), _left_out(found)


def as_puzzle(board: Board, expect: Expectation | None, title: str, moment: Moment | None = None) -> Puzzle:
    """Return a board as a puzzle that ends with an expectation, if one is given.

    Cards that no event names are left out.

    Args:
        board: the board.
        expect: the expectation, or None.
        title: the title of the puzzle.
        moment: the moment whose readings the puzzle uses.

    Raises:
        BoardDataError: the board begins with a state.
    """
    if board.start is not None:
        raise BoardDataError("a puzzle cannot begin with a state, only with an empty board")
    data = board.to_data()
    named = {fold(text) for event in data["timeline"] for text in _texts(event)}
    timeline = (
        *(Entry(event=event) for event in board.events),
        *(() if expect is None else (Entry(expect=expect),)),
    )
    return Puzzle(
        title=title,
        edition="" if board.edition.until is None else data["edition"],
        readings=_readings(moment),
        players=board.players,
        cards=tuple(card for card in data["cards"] if named.intersection(map(fold, _names(card)))),
        timeline=timeline,
    )


def _expected(moment: Moment) -> Expectation:
    if moment.puzzle is None or not moment.number:
        raise click.UsageError("give the outcome to keep: `--object ID`, or a puzzle file with an expectation")
    expected = [entry.expect for entry in moment.puzzle.timeline if entry.expect is not None]
    return expected[moment.number - 1]


def _readings(moment: Moment | None) -> tuple[tuple[str, Any], ...]:
    if moment is None:
        return ()
    named = moment.options.get("readings")
    if named:
        return tuple((name.strip(), True) for name in named.split(","))
    return moment.puzzle.readings if moment.puzzle is not None else ()


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)


def _names(card: Mapping[str, Any] | Card) -> Iterator[str]:
    if isinstance(card, Card):
        yield card.name
        yield from (face.name for face in card.faces)
        return
    yield str(card["name"])
    for face in card.get("faces" if "kind" in card else "card_faces", ()):
        yield str(face["name"])


def _left_out(found: Smallest) -> str:
    before, after = found.events
    gone = f"; objects left out: {joined(f'`{name}`' for name in found.gone)}" if found.gone else ""
    bound = "" if found.minimal else "; the limit was reached before everything was tried"
    solved = f"{counted(found.solves, 'board')} solved"
    return f"{before - after} of {counted(before, 'event')} left out, {solved}{gone}{bound}"
