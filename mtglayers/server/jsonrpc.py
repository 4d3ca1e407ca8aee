"""Functions that convert lines to JSON-RPC 2.0 requests, and answers to lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from mtglayers.model.data.admission import check_depth
from mtglayers.model.data.parsing import MalformedDataError, parse_json
from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError, LimitError
from mtglayers.model.support.names import did_you_mean
from mtglayers.wire import ErrorData

from .errors import InvalidRequestError, ParseError, failure_of
from .limits import ServerLimits

Id = str | int | float | None

_MEMBERS: Final = ("jsonrpc", "id", "method", "params")
_ENCODER: Final = msgspec.json.Encoder()
_KINDS: Final = {
    str: "a string", bool: "a Boolean", int: "a number", float: "a number", list: "a list", dict: "a JSON object",
    type(None): "null",
}  # fmt: skip


class Request(msgspec.Struct, frozen=True):
    """A JSON-RPC request or notification.

    Attributes:
        id: the id that the answer repeats; UNSET for a notification.
        method: the method's name.
        params: the parameters as JSON data, or None if the request has none.
        problem: the error if the request is invalid, else None.
    """

    id: Id | UnsetType = UNSET
    method: str = ""
    params: Any = None
    problem: LayersError | None = None


class Message(msgspec.Struct, frozen=True):
    """A line that contains one request or a batch of requests."""

    requests: tuple[Request, ...]
    batch: bool = False


def read_message(line: bytes, limits: ServerLimits) -> Message:
    """Return the requests in a line.

    If the line is invalid, the message contains one request whose `problem` is set.

    >>> read_message(b'{"jsonrpc": "2.0", "id": 1, "method": "initialize"}', ServerLimits()).requests[0].method
    'initialize'
    """
    if len(line) > limits.message:
        return problem(LimitError("bytes in a request", limits.message, len(line)))
    try:
        data = _parsed(line, limits)
    except LayersError as error:
        return problem(error)
    try:
        check_depth(data, limits.depth)
    except LimitError as error:
        return problem(error, _id_of(data) if isinstance(data, dict) else None)
    if not isinstance(data, list):
        return Message((_request(data),))
    if not data:
        return problem(InvalidRequestError("a batch must contain at least one request"))
    if len(data) > limits.batch:
        return problem(LimitError("requests in a batch", limits.batch, len(data)))
    return Message(tuple(map(_request, data)), batch=True)


def read_data(text: bytes, limits: ServerLimits) -> Any:
    """Return the JSON data in the given text.

    Raises:
        ParseError: the text is not valid JSON.
        LimitError: the data is nested too deeply, or a number has too many digits.

    >>> read_data(b'{"board": "b1"}', ServerLimits())
    {'board': 'b1'}
    """
    data = _parsed(text, limits)
    check_depth(data, limits.depth)
    return data


def problem(error: LayersError, id: Id = None) -> Message:
    """Return a message whose only request is answered with the given error."""
    return Message((Request(id=id, problem=error),))


def answer(id: Id, result: Any) -> bytes:
    """Return an answer as JSON."""
    return _ENCODER.encode({"jsonrpc": "2.0", "id": id, "result": result})


def refusal(id: Id, error: LayersError | ErrorData) -> bytes:
    """Return an answer that reports an error, as JSON."""
    failure = failure_of(error) if isinstance(error, LayersError) else error
    return _ENCODER.encode({"jsonrpc": "2.0", "id": id, "error": failure})


def line_of(answers: Sequence[bytes], *, batch: bool) -> bytes:
    r"""Return a line that contains the answers, or b"" if there are no answers.

    >>> line_of([b"1", b"2"], batch=True)
    b'[1,2]\n'
    """
    if not answers:
        return b""
    return b"[%b]\n" % b",".join(answers) if batch else answers[0] + b"\n"


# --- Reading ------------------------------------------------------------------------------------------------


def _parsed(text: bytes, limits: ServerLimits) -> Any:
    try:
        data = parse_json(text, limits.of_boards)
        if b"\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")
    except MalformedDataError as error:
        raise ParseError(str(error)) from None
    except UnicodeEncodeError:
        raise ParseError("strings must not contain unpaired surrogates") from None
    return data


# --- Requests -----------------------------------------------------------------------------------------------


def _request(data: Any) -> Request:
    if not isinstance(data, dict):
        return _no_request(None, f"a request must be a JSON object, not {_KINDS[type(data)]}")
    id = _id_of(data)
    if "id" in data and not is_id(data["id"]):
        return _no_request(None, f"`id` must be a string, a number or null, not {_KINDS[type(data['id'])]}")
    for key in data:
        if key not in _MEMBERS:
            return _no_request(id, f"unknown member `{abbreviated(key)}`{did_you_mean(key, _MEMBERS)}")
    if data.get("jsonrpc") != "2.0":
        return _no_request(id, '`jsonrpc` must be "2.0"')
    if "method" not in data:
        return _no_request(id, "`method` is missing")
    method, params = data["method"], data.get("params", {})
    if not isinstance(method, str):
        return _no_request(id, f"`method` must be a string, not {_KINDS[type(method)]}")
    if not isinstance(params, (dict, list)):
        return _no_request(id, f"`params` must be a JSON object, not {_KINDS[type(params)]}")
    return Request(id if "id" in data else UNSET, method, params)


def _no_request(id: Id, message: str) -> Request:
    return Request(id, problem=InvalidRequestError(message))


def _id_of(data: dict[str, Any]) -> Id:
    id = data.get("id")
    return id if is_id(id) else None


def is_id(id: Any) -> bool:
    """Return whether a JSON value can be a request id."""
    return id is None or (isinstance(id, (str, int, float)) and not isinstance(id, bool))
