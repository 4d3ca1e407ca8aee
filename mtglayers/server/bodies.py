"""Requests and answers as bodies in JSON, as HTTP and the engine in the browser exchange them."""

from __future__ import annotations

from typing import Any

import msgspec

from mtglayers.model.errors import LayersError, LimitError

from .errors import InvalidRequestError, failure_of
from .jsonrpc import read_data
from .limits import ANSWER, ServerLimits
from .methods import Method, perform
from .session import Session
from .validation import read_params


def read_body(method: Method, body: bytes, limits: ServerLimits) -> Any:
    """Return the parameters in the body of a request.

    Raises:
        LayersError: the body is not a JSON object with the parameters of the method.
    """
    data = read_data(body, limits) if body else {}
    if not isinstance(data, dict):
        raise InvalidRequestError("the body must be a JSON object with the parameters")
    return read_params(data, method.params)


def answer_body(session: Session, method: Method, params: Any) -> bytes:
    """Run a method, and return the body of its answer.

    Raises:
        LayersError: the method failed, or its answer is too long.
    """
    data = msgspec.json.encode(perform(session, method, params))
    if len(data) > session.limits.answer and not method.fills:  # the client must be notified of a change
        raise LimitError(ANSWER, session.limits.answer, len(data))
    return data


def refusal_body(error: LayersError) -> bytes:
    """Return the body of an answer that is an error."""
    return msgspec.json.encode({"error": failure_of(error)})
