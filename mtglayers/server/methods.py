"""The server's methods, which are independent of the transport.

A method is a function that takes a session and parameters, and returns an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.data.admission import validate
from mtglayers.model.data.record import Path
from mtglayers.model.errors import LayersError, LimitError
from mtglayers.model.events.base import read_event
from mtglayers.model.rules.edition import TEXTS
from mtglayers.model.support.limits import limited
from mtglayers.model.support.progress import uninterrupted
from mtglayers.solver.readings import READINGS
from mtglayers.solver.result.result import Result
from mtglayers.solver.solve import solve
from mtglayers.version import __version__
from mtglayers.wire import DOCUMENTS, BoardData, CheckData, ExplanationData, OrdersData, ResultData, WhatIfData
from mtglayers.wire.base import FORMAT, encoded
from mtglayers.wire.results import SECTIONS

from .errors import ParamsError, UnknownMethodError
from .params import (
    CardsSearch,
    Check,
    Client,
    Copied,
    Data,
    EditionSpan,
    Explain,
    ForgeRead,
    ForgeState,
    ForgeText,
    ForgeWrite,
    FoundCard,
    FoundCards,
    Initialized,
    Made,
    NewBoard,
    Nothing,
    OfBoard,
    OfRules,
    Orders,
    Pop,
    Popped,
    Push,
    ReadingWords,
    Snapshot,
    Solve,
    Walked,
    WhatIf,
)
from .session import Session, SessionBoard
from .validation import read_params

PROTOCOL: Final = 1
"""Version number of the protocol; an incompatible change increases it."""


class Method(msgspec.Struct, frozen=True):
    """A method that clients can call.

    Attributes:
        name: the name, such as "board.push".
        params: the type of the parameters.
        answer: the type of the answer.
        run: the function that takes a session and the parameters, and returns the answer.
        fills: whether the method adds boards or objects, which can exceed the limits of the session.
    """

    name: str
    params: type[msgspec.Struct]
    answer: Any
    run: Callable[[Session, Any], Any]
    fills: bool = False

    @property
    def says(self) -> str:
        """A one-sentence description of the method, for documents and listings."""
        return (self.run.__doc__ or "").partition("\n")[0]


def call(session: Session, name: str, params: Any = None) -> Any:
    """Run a method and return its answer, which `msgspec.json.encode` can encode.

    Args:
        session: the session.
        name: the name of the method.
        params: the parameters as JSON data, or None if there are none.

    Raises:
        UnknownMethodError: there is no method with this name.
        ParamsError: the method does not accept the parameters.
        LayersError: the method failed.

    >>> call(Session(), "board.new", {"timeline": [{"enters": "Mountain"}]})
    NewBoard(board='b1', events=1, made=(('mountain',),))
    """
    method = METHODS.get(name)
    if method is None:
        raise UnknownMethodError(name, tuple(METHODS))
    return perform(session, method, read_params(params, method.params))


def perform(session: Session, method: Method, params: Any) -> Any:
    """Run a method with validated parameters, and return its answer."""
    with limited(session.limits.of_boards):
        return method.run(session, params)


def initialize(session: Session, _params: Client) -> Initialized:
    """Return the server's version, editions, readings, methods, sections and limits."""
    from mtglayers.model.cards.search import names

    editions = [{"key": text.key, "since": text.since, "until": text.until} for text in TEXTS]
    return Initialized(
        name="mtglayers", version=__version__, protocol=PROTOCOL, format=FORMAT, schemas=tuple(DOCUMENTS),
        editions=msgspec.convert(msgspec.to_builtins(editions), tuple[EditionSpan, ...]),
        readings=msgspec.convert(tuple(READINGS.values()), tuple[ReadingWords, ...], from_attributes=True),
        cards=len(names()), methods={name: method.says for name, method in METHODS.items()}, sections=dict(SECTIONS),
        limits=msgspec.to_builtins(session.limits),
    )  # fmt: skip


# --- Boards ---


def new_board(session: Session, params: BoardData) -> NewBoard:
    """Create and store a board, which is empty or has the given timeline."""
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


# --- Questions ---


def solve_board(session: Session, params: Solve) -> ResultData:
    """Solve a board and return the requested sections of the result."""
    sections = tuple(SECTIONS) if "all" in params.include else params.include
    with asked_about(session, params) as (board, held):
        result = solved(session, board, params, held)
        if params.strict:
            result.expect_legal()
        data = ResultData.of(result, board, include=sections, objects=params.objects)
        if params.since is None:
            return data
        if held is None:
            raise ParamsError("`since` needs a board that is stored in this session", "since")
        asked = msgspec.structs.replace(params, board="", since=None)
        return held.versions.answer(data, encoded(asked), params.since)


def explain(session: Session, params: Explain) -> Data:
    """Explain the characteristics of an object, as data and as text."""
    from mtglayers.wire.answers import explanation_data

    with asked_about(session, params) as (board, held):
        found = solved(session, board, params, held).explain(params.object)
        return {**explanation_data(found), "text": found.text(params.width, params.register)}


def orders(session: Session, params: Orders) -> Data:
    """Solve a board for every order of its timestamps, and compare the results."""
    from mtglayers.solver.questions.orders.orders import orders as all_orders
    from mtglayers.wire.answers import orders_data

    if isinstance(params.vary, tuple):
        _once("vary", params.vary)
    with asked_about(session, params) as (board, _):
        ids = tuple(name if name in board.players else board.find(name).id for name in params.objects)
        found = all_orders(
            board, params.vary, edition=params.edition, readings=params.readings or None, presence=params.presence,
            limit=params.limit,
        )  # fmt: skip
        return orders_data(found, ids)


def what_if(session: Session, params: WhatIf) -> Data:
    """Solve a board on which objects never existed, leave or are added, and compare the results."""
    from mtglayers.solver.questions.whatif import what_if as changed
    from mtglayers.wire.answers import what_if_data

    events = []
    for place, event in enumerate(params.events):
        validate(event, ("events", place))
        events.append(read_event(event, ("events", place)))
    with asked_about(session, params) as (board, _):
        return what_if_data(changed(
            board, params.without, events, leaves=params.leaves, edition=params.edition,
            readings=params.readings or None,
        ))  # fmt: skip


def check(_session: Session, params: Check) -> Data:
    """Check whether a puzzle's expectations are met."""
    from mtglayers.presentation.check import check_data, checked_puzzle

    return check_data([checked_puzzle(params.puzzle)])


# --- Cards ---


def search_cards(_session: Session, params: CardsSearch) -> FoundCards:
    """Return the cards and tokens that a part of a name could mean, best match first."""
    from mtglayers.model.cards import search

    found = ((name, search.find(name)) for name in search.search_cards(params.text, params.limit))
    return FoundCards(cards=tuple(
        FoundCard(name=name, type_line=card.type_line, mana_cost=card.mana_cost, token=card.token)
        for name, card in found
    ))  # fmt: skip


# --- Other programs ---


def read_forge(_session: Session, params: ForgeRead) -> ForgeState:
    """Convert a Forge game state to a board, and list the parts that cannot be converted."""
    from mtglayers import forge

    try:
        state = forge.read_forge(params.text, leave_out=params.leave_out)
    except LimitError as error:
        error.path = ("text",)  # not the path inside the text
        raise
    return msgspec.convert(forge.state_data(state), ForgeState)


def write_forge(session: Session, params: ForgeWrite) -> ForgeText:
    """Convert a board to a Forge puzzle file, and list the parts that cannot be converted."""
    from mtglayers import forge

    with asked_about(session, params) as (board, _):
        text, lost = forge.write_forge(board, params.title)
    return msgspec.convert(forge.text_data(text, lost), ForgeText)


METHODS: Final[Mapping[str, Method]] = MappingProxyType({
    method.name: method
    for method in (
        Method("initialize", Client, Initialized, initialize),
        Method("board.new", BoardData, NewBoard, new_board, fills=True),
        Method("board.push", Push, Made, push, fills=True),
        Method("board.pop", Pop, Popped, pop),
        Method("board.snapshot", Snapshot, Copied, snapshot, fills=True),
        Method("board.drop", OfBoard, Nothing, drop),
        Method("solve", Solve, ResultData, solve_board),
        Method("explain", Explain, ExplanationData, explain),
        Method("orders", Orders, OrdersData, orders),
        Method("whatif", WhatIf, WhatIfData, what_if),
        Method("check", Check, CheckData, check),
        Method("cards.search", CardsSearch, FoundCards, search_cards),
        Method("forge.read", ForgeRead, ForgeState, read_forge),
        Method("forge.write", ForgeWrite, ForgeText, write_forge),
    )
})  # fmt: skip
"""Method name -> method."""


# --- Shared functions ---


def board_of(data: BoardData) -> tuple[Board, tuple[tuple[str, ...], ...]]:
    """Return the board that data describes, and the names of the objects that each event made.

    Raises:
        LayersError: an event is invalid or refused, or a card cannot be read.
    """
    board = Board(data.players, data.edition, data.cards)
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
def asked_about(session: Session, params: OfRules | ForgeWrite) -> Generator[tuple[Board, SessionBoard | None]]:
    """Yield the board that the parameters contain or identify.

    A board in the session is locked while it is in use, and is also yielded as a `SessionBoard`.
    """
    if isinstance(params.board, str):
        with session.board(params.board) as held:
            yield held.board, held
        return
    yield board_of(params.board)[0], None


def solved(session: Session, board: Board, params: Walked, held: SessionBoard | None) -> Result:
    """Solve a board and return the result; results for stored boards are stored and reused."""
    _once("order", params.order or ())
    readings = (params.readings,) if isinstance(params.readings, str) else params.readings
    asked = (params.edition, readings, params.until, params.order, params.without)
    same, last = (None, None) if held is None else session.kept(held, asked)
    if same is not None:
        return same
    result = solve(
        board, edition=params.edition, readings=params.readings or None, until=params.until, order=params.order,
        without=params.without, last=last,
    )  # fmt: skip
    if held is not None:
        session.keep(held, asked, result)
    return result


def _once(parameter: str, names: tuple[str, ...]) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ParamsError(f"`{name}` appears twice in `{parameter}`", parameter)
