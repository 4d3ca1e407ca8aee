"""Functions that convert an error to the code, message and data that a client receives.

JSON-RPC 2.0 defines the codes -32700 and -32603 to -32600. The codes -32099 to -32000 are specific to mtglayers.
The code -32800 means that a request was cancelled.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from mtglayers.model import errors as model
from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError, LimitError
from mtglayers.model.events.base import Event
from mtglayers.model.support.names import did_you_mean, nearest
from mtglayers.solver.questions.orders.open_order import OpenReadingError
from mtglayers.solver.questions.orders.partial_order import TooManyOrdersError
from mtglayers.solver.readings import ReadingError

from ..wire import ErrorData
from .limits import BOARDS, SECONDS, WEIGHT


class ParseError(model.LayersError, ValueError):
    """A message that is not valid JSON."""


class InvalidRequestError(model.LayersError, ValueError):
    """JSON data that is not a valid request."""


class UnknownMethodError(model.LayersError, LookupError):
    """A request for a method that does not exist.

    Attributes:
        method: the method name in the request.
        nearest: similar method names, the most similar first.
    """

    def __init__(self, method: str, known: Sequence[str]) -> None:
        self.method = method
        self.nearest = nearest(method, known)
        super().__init__(f"unknown method `{abbreviated(method)}`{did_you_mean(method, known)}")


class ParamsError(model.LayersError, ValueError):
    """Parameters that a method does not accept.

    Attributes:
        parameter: the path of the parameter; "" if the error does not concern a single parameter.
    """

    def __init__(self, message: str, parameter: str = "") -> None:
        self.parameter = parameter
        super().__init__(message)


class InternalError(model.LayersError, RuntimeError):
    """An unexpected error, which the server records in its log as an incident.

    Attributes:
        incident: the identifier of the incident in the log.
    """

    def __init__(self, incident: str) -> None:
        self.incident = incident
        super().__init__(f"internal error; see incident {incident} in the server's log")


class UnknownBoardError(model.LayersError, LookupError):
    """A request that names a board that does not exist in the session.

    Attributes:
        board: the board id in the request.
        nearest: similar ids, the most similar first.
    """

    def __init__(self, board: str, known: Sequence[str] = ()) -> None:
        self.board = board
        self.nearest = nearest(board, known)
        super().__init__(f"unknown board `{abbreviated(board)}`{did_you_mean(board, known)}")


class LostBoardError(UnknownBoardError):
    """A request that names a board that was lost, because the process that stored it ended unexpectedly."""

    def __init__(self, board: str) -> None:
        super().__init__(board)
        said = f"the board `{abbreviated(board)}` is lost, because the process that stored it ended unexpectedly"
        self.args = (said,)


class WorkerError(model.LostProcessError):
    """A request that was not answered, because the process that worked on it ended unexpectedly."""

    def __init__(self, message: str = "the process that worked on the request ended unexpectedly; try again") -> None:
        super().__init__(message)


class CancelledError(model.LayersError, RuntimeError):
    """A request that was cancelled by the client or by a shutdown of the server."""


CODES: Final[Mapping[type[Exception], int]] = MappingProxyType({
    ParseError: -32700,
    InvalidRequestError: -32600,
    UnknownMethodError: -32601,
    ParamsError: -32602,
    InternalError: -32603,
    model.LayersError: -32000,
    model.UnknownCardError: -32001,
    model.UnsupportedTextError: -32002,
    model.AmbiguousTimestampError: -32003,
    model.IllegalEventError: -32004,
    model.PuzzleError: -32005,
    model.UnknownEditionError: -32006,
    model.UnknownObjectError: -32007,
    model.UnknownLayerError: -32008,
    model.UnknownStepError: -32009,
    model.UnknownChoiceError: -32010,
    model.MissingLibraryError: -32011,
    model.BoardDataError: -32012,
    ReadingError: -32013,
    OpenReadingError: -32014,
    TooManyOrdersError: -32015,
    model.LimitError: -32016,
    UnknownBoardError: -32017,
    model.NotationError: -32018,
    model.StateError: -32019,
    model.LostProcessError: -32020,
    CancelledError: -32800,
})  # fmt: skip
"""Error class -> code; a class that is not listed uses the code of its base class."""


def failure_of(error: model.LayersError) -> ErrorData:
    """Return the data that a client receives for an error.

    >>> failure = failure_of(UnknownBoardError("b2", ["b1"]))
    >>> failure.code, failure.message, failure.data
    (-32017, 'unknown board `b2`', {'type': 'UnknownBoardError', 'board': 'b2', 'nearest': []})
    """
    data = {name: _plain(value) for name, value in vars(error).items() if name != "message" and name[0] != "_"}
    near = getattr(error, "nearest", None)  # some errors compute it on demand
    if near is not None:
        data["nearest"] = _plain(near)
    return ErrorData(code=code_of(type(error)), message=str(error), data={"type": type(error).__name__, **data})


def incident_line(incident: str, where: str, error: Exception) -> str:
    """Return a log line for an unexpected error, including the end of its traceback.

    Args:
        incident: the identifier of the incident.
        where: the method that was called.
        error: the error.
    """
    places = [f"{Path(each.filename).name}:{each.lineno}" for each in traceback.extract_tb(error.__traceback__)[-3:]]
    what = " ".join(f"{abbreviated(where)}: {type(error).__name__}: {error}".split())[:500]
    return f"incident {incident}: {what} ({' '.join(places)})"


def code_of(error: type[model.LayersError]) -> int:
    """Return the code of the given error class."""
    return next(CODES[base] for base in error.__mro__ if base in CODES)


_ECHOED: Final = 1000
"""Maximum length of a request string that an error repeats in full."""


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= _ECHOED else abbreviated(value)
    if isinstance(value, Event):
        return value.to_data()
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    try:
        return msgspec.to_builtins(value)
    except TypeError:
        return abbreviated(repr(value))


STATUSES: Final[Mapping[type[LayersError], int]] = MappingProxyType({
    LayersError: 422,
    ParseError: 400,
    InvalidRequestError: 400,
    UnknownMethodError: 404,
    UnknownBoardError: 404,
    LimitError: 413,
    CancelledError: 503,
    WorkerError: 503,
    InternalError: 500,
})  # fmt: skip
"""Error class -> HTTP status; a class that is not listed uses the status of its base class."""

LIMITS: Final[Mapping[str, int]] = MappingProxyType({BOARDS: 429, WEIGHT: 429, SECONDS: 422})
"""Limit -> HTTP status, for limits whose status is not the status of `LimitError`."""


def status_of(error: LayersError) -> int:
    """Return the HTTP status of an error.

    >>> status_of(LimitError("objects on a board", 100, 1000)), status_of(UnknownBoardError("b1"))
    (413, 404)
    """
    if isinstance(error, LimitError) and error.limit in LIMITS:
        return LIMITS[error.limit]
    return next(STATUSES[base] for base in type(error).__mro__ if base in STATUSES)
