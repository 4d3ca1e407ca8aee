"""JSON types for checks and errors."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from .base import Data


class FailureData(Data, frozen=True, kw_only=True):
    """An expectation that the board does not meet.

    Attributes:
        event: the index of the timeline entry, from 0.
        path: the path of the expectation, such as "objects.saproling.power".
        line: the line number in the file, or null.
        expected: a description of the expected value.
        found: a description of the actual value.
        because: the step that set the actual value, or null.
        comparable: false if the values cannot be compared, such as the text of an ability that the catalogue does not
            have.
    """

    event: int
    path: str
    line: int | None
    expected: str
    found: str
    because: str | None
    comparable: bool


class OutcomeOfFileData(Data, frozen=True, kw_only=True):
    """The result of checking one puzzle.

    Attributes:
        file: the file name.
        title: the title of the puzzle; null if the file is not a puzzle.
        ok: whether all expectations are met.
        error: the reason why the file is not a puzzle, or null.
        checked: number of checked expectations.
        failures: the expectations that are not met.
    """

    file: str
    title: str | None
    ok: bool
    error: str | None
    checked: int
    failures: tuple[FailureData, ...]


class CheckData(Data, frozen=True, kw_only=True):
    """The results of checking several puzzles.

    Attributes:
        files: the result for each file.
        summary: a one-sentence summary of the results.
        ok: whether all expectations of all puzzles are met.
    """

    format: int
    files: tuple[OutcomeOfFileData, ...]
    summary: str
    ok: bool


Attributes = Annotated[
    dict[str, Any],
    msgspec.Meta(extra_json_schema={"properties": {"type": {"type": "string"}}, "required": ["type"]}),
]
"""The attributes of an error, and the name of its class as `type`; docs/protocol.md lists the classes."""


class ErrorData(Data, frozen=True, kw_only=True):
    """The error that a request caused.

    Attributes:
        code: the number of the error class.
        message: one sentence, without an initial capital letter or a final period.
        data: the attributes of the error, and the name of its class as "type".
    """

    code: int
    message: str
    data: Attributes | UnsetType = UNSET


__all__ = ["Attributes", "CheckData", "ErrorData", "FailureData", "OutcomeOfFileData"]
