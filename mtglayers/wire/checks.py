"""Checks and errors as JSON."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from .base import Data


class FailureData(Data, frozen=True, kw_only=True):
    """An expectation that the board does not meet.

    Attributes:
        event: its place in the timeline, from 0.
        path: which expectation: "objects.saproling.power".
        line: line of the file, or null.
        expected, found: in words.
        because: the step that made it so, or null.
    """

    event: int
    path: str
    line: int | None
    expected: str
    found: str
    because: str | None


class OutcomeOfFileData(Data, frozen=True, kw_only=True):
    """How one puzzle turned out.

    Attributes:
        file: its name.
        title: of the puzzle; null where it cannot be read.
        ok: whether all expectations are met.
        error: why it is not a puzzle, or null.
        checked: how many expectations were looked at.
        failures: those that are not met.
    """

    file: str
    title: str | None
    ok: bool
    error: str | None
    checked: int
    failures: tuple[FailureData, ...]


class CheckData(Data, frozen=True, kw_only=True):
    """How puzzles turned out.

    Attributes:
        format: the number of this shape.
        files: one by one.
        summary: in words.
        ok: whether all turned out as expected.
    """

    format: int
    files: tuple[OutcomeOfFileData, ...]
    summary: str
    ok: bool


Attributes = Annotated[
    dict[str, Any],
    msgspec.Meta(extra_json_schema={"properties": {"type": {"type": "string"}}, "required": ["type"]}),
]
"""What an error says as data: `type`, the name of its class, and its attributes; docs/protocol.md lists the classes."""


class ErrorData(Data, frozen=True, kw_only=True):
    """Why a request cannot be answered.

    Attributes:
        code: a number for each class of error.
        message: one sentence in lower case.
        data: the name of its class as "type", and what it says as data: its attributes.
    """

    code: int
    message: str
    data: Attributes | UnsetType = UNSET


__all__ = ["Attributes", "CheckData", "ErrorData", "FailureData", "OutcomeOfFileData"]
