"""Entries of a puzzle's timeline, which are events or expectations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from .. import errors
from ..data.record import Path, WrongTypeError, abbreviated, table
from ..errors import LayersError
from ..events.base import Event, read_event, verb_of
from ..support.names import did_you_mean
from ..support.progress import checkpoint
from .expectation import Expectation

REFUSALS: Final = tuple(
    name for name, found in vars(errors).items() if isinstance(found, type) and issubclass(found, LayersError)
)
"""Names of the errors that a refused event can raise."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of a puzzle's timeline.

    Attributes:
        event: the event, or None.
        expect: the expectations, or None.
        refused: the name of the error that the event must raise, or "" if the event must not raise an error.
        line: the first line of the entry in the file, or None.
    """

    event: Event | None = None
    expect: Expectation | None = None
    refused: str = ""
    line: int | None = None


def read_entry(data: Any, path: Path, line: int | None = None) -> Entry:
    """Return the entry described by JSON data.

    Raises:
        WrongTypeError: the data does not describe an entry.
    """
    if not isinstance(data, Mapping):
        raise WrongTypeError(f"an event must be a table with one verb, not `{abbreviated(data)}`", path)
    checkpoint("line")
    if verb_of(data, path, ("expect",)) == "expect":
        table(data, path, ("expect",))
        return Entry(expect=Expectation.read(data["expect"], (*path, "expect")), line=line)
    rest = {key: value for key, value in data.items() if key != "refused"}
    refused = data.get("refused", "")
    if "refused" in data and refused not in REFUSALS:
        hint = did_you_mean(str(refused), REFUSALS)
        raise WrongTypeError(
            f"`refused` must be the name of an error, not `{abbreviated(refused)}`{hint}", (*path, "refused")
        )
    return Entry(event=read_event(rest, path), refused=refused, line=line)


def entry_data(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON data."""
    if entry.expect is not None:
        return {"expect": entry.expect.to_data()}
    data = entry.event.to_data() if entry.event is not None else {}
    return {**data, "refused": entry.refused} if entry.refused else data
