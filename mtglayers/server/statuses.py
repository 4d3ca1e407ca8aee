"""Which HTTP status tells of which error."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mtglayers.model.errors import LayersError, LimitError

from .errors import (
    CancelledError,
    InternalError,
    InvalidRequestError,
    ParseError,
    UnknownBoardError,
    UnknownMethodError,
)
from .limits import BOARDS, SECONDS, WEIGHT

STATUSES: Final[Mapping[type[LayersError], int]] = MappingProxyType({
    LayersError: 422,
    ParseError: 400,
    InvalidRequestError: 400,
    UnknownMethodError: 404,
    UnknownBoardError: 404,
    LimitError: 413,
    CancelledError: 503,
    InternalError: 500,
})  # fmt: skip
"""Class of error -> status; a class that is not named has that of the class it is made from."""

LIMITS: Final[Mapping[str, int]] = MappingProxyType(
    {
        BOARDS: 429,
        WEIGHT: 429,
        SECONDS: 422,
    }
)
"""Limit -> status, where it is another: there is no place for more now; the board is not too big."""


def status_of(error: LayersError) -> int:
    """Return the status that tells of an error.

    >>> status_of(LimitError("objects on a board", 100, 1000)), status_of(UnknownBoardError("b1"))
    (413, 404)
    """
    if isinstance(error, LimitError) and error.limit in LIMITS:
        return LIMITS[error.limit]
    return next(STATUSES[base] for base in type(error).__mro__ if base in STATUSES)


__all__ = ["LIMITS", "STATUSES", "status_of"]
