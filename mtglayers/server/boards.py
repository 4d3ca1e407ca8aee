"""The methods that change boards, and functions that find the board that a request is about."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from msgspec import UNSET

from mtglayers.model.board.board import Board
from mtglayers.model.data.admission import validate
from mtglayers.model.data.record import Path
from mtglayers.model.errors import LayersError, LimitError
from mtglayers.model.events.base import read_event
from mtglayers.model.support.progress import uninterrupted
from mtglayers.wire import BoardData

from .errors import ParamsError
from .params import Copied, Data, Made, NewBoard, Nothing, OfBoard, Pop, Popped, Push, Snapshot
from .session import Session, SessionBoard


def new_board(session: Session, params: BoardData) -> NewBoard:
    """Create and store a board, which is empty or begins with a state, and has the given timeline."""
    session.make_room()
    board, made = board_of(params)
    return NewBoard(board=session.add(board), events=len(board.events), made=made)


def push(session: Session, params: Push) -> Made:
    """Play one or more events; if one event fails, none of them take effect."""
    if (params.event is None) is (params.events is None):
        raise ParamsError("give either `event` or `events`", "event")
    with session.board(params.board) as held:
        if params.event is not None:
            made = played(held.board, (params.event,))
        else:
            made = played(held.board, params.events or (), "events")
        try:
            session.weigh(held)
        except LimitError:
            _take_back(held.board, len(made))
            raise
        return Made(events=len(held.board.events), made=made)


def pop(session: Session, params: Pop) -> Popped:
    """Undo the last events."""
    with session.board(params.board) as held:
        board, there = held.board, len(held.board.events)
        if params.count > there:
            raise ParamsError(f"the board has {there} event{'' if there == 1 else 's'}, not {params.count}", "count")
        with uninterrupted():  # all or none
            popped = tuple(board.pop().to_data() for _ in range(params.count))
        session.forget_after(held, len(board.events))
        session.weigh(held)
        return Popped(events=len(board.events), popped=popped)


def snapshot(session: Session, params: Snapshot) -> Copied:
    """Copy the current state of a board."""
    session.make_room()
    with session.board(params.board) as held:
        twin = held.board.copy()
        id = session.add(twin, held)
        session.share(held, id)
    data = BoardData(**twin.to_data()) if params.data else None
    return Copied(board=id, events=len(twin.events), data=data)


def drop(session: Session, params: OfBoard) -> Nothing:
    """Drop a board."""
    session.drop(params.board)
    return Nothing()


# --- Shared functions ---


def board_of(data: BoardData) -> tuple[Board, tuple[tuple[str, ...], ...]]:
    """Return the board that data describes, and the names of the objects that each event made.

    Raises:
        LayersError: an event is invalid or refused, or a card cannot be read.
    """
    if data.state is UNSET:
        board = Board(data.players, data.edition, data.cards)
    else:
        board = Board.from_state(data.state, edition=data.edition, cards=data.cards, players=data.players)
    return board, played(board, data.timeline, "timeline")


def played(board: Board, events: tuple[Data, ...], key: str | None = None) -> tuple[tuple[str, ...], ...]:
    """Play events on a board, and return the names of the objects that each event made.

    If an event fails, the board does not change.

    Args:
        board: the board.
        events: the events, as data.
        key: the name of the parameter that lists the events; None means that the parameter `event` contains one
            event.

    Raises:
        LimitError: an event exceeds the limits.
        LayersError: an event is invalid or refused; the `path` of the error identifies the event.
    """
    before = len(board.events)
    made: list[tuple[str, ...]] = []
    path: Path = ("event",)
    try:
        for place, event in enumerate(events):
            path = ("event",) if key is None else (key, place)
            validate(event, path)
            made.append(board.push(read_event(event, path)))
    except BaseException as error:
        _take_back(board, len(board.events) - before)
        if isinstance(error, LayersError):
            further = getattr(error, "path", ())
            vars(error)["path"] = further if further[: len(path)] == path else (*path, *further)
        raise
    return tuple(made)


def _take_back(board: Board, events: int) -> None:
    with uninterrupted():
        for _ in range(events):
            board.pop()


@contextmanager
def asked_about(session: Session, board: str | BoardData) -> Generator[tuple[Board, SessionBoard | None]]:
    """Yield a board that is given as data, or by its id.

    A board in the session is locked while it is in use, and is also yielded as a `SessionBoard`.
    """
    if isinstance(board, str):
        with session.board(board) as held:
            yield held.board, held
        return
    found = session.given.find(board)
    if found is None:
        found = board_of(board)[0]
        session.given.keep(board, found)
    yield found, None
