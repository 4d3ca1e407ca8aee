"""The `solve_many` function, which solves many boards in several processes."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final, Literal

from mtglayers.model.board.board import Board
from mtglayers.model.errors import LayersError, UnknownChoiceError
from mtglayers.model.rules.edition import Edition
from mtglayers.model.support.limits import Limits, limited, limits
from mtglayers.model.support.parallel import spread
from mtglayers.version import COMPILED

from .readings import Readings
from .result.result import Result
from .solve import solve

_CHUNK: Final = 20  # boards that a process receives at a time
_ERRORS: Final = ("raise", "return")


def solve_many(
    boards: Iterable[Board],
    *,
    jobs: int = 1,
    edition: str | datetime.date | Edition | None = None,
    readings: Readings | str | Iterable[str] | None = None,
    until: str | None = None,
    strict: bool = False,
    errors: Literal["raise", "return"] = "raise",
) -> Iterator[Result | LayersError]:
    """Yield the result of each board, in the order of the boards.

    Results are yielded while later boards are being solved, so a progress bar can count them.

    Args:
        boards: the boards, possibly from an unlimited iterator.
        jobs: the number of processes, which does not change the results. A script that uses several must start its
            work under ``if __name__ == "__main__":``, as with Python's `multiprocessing`. The compiled core always uses
            one process, because its results cannot be sent to another.
        edition: as for `solve`.
        readings: as for `solve`.
        until: as for `solve`.
        strict: as for `solve`.
        errors: "raise" raises the error of a board that cannot be solved, after the results of the boards before it;
            "return" yields the error in place of the result.

    Raises:
        LayersError: a board cannot be solved, unless `errors` is "return".
        LostProcessError: a process ended unexpectedly.
        UnknownChoiceError: `errors` has another value.
        ValueError: `jobs` is not a whole number that is at least 1.

    >>> anthem = Board.of("Grizzly Bears", "Glorious Anthem")
    >>> [result["grizzly-bears"].power for result in solve_many([Board.of("Grizzly Bears"), anthem])]
    [2, 3]
    """
    if errors not in _ERRORS:
        raise UnknownChoiceError("way to handle errors", errors, _ERRORS)
    if not isinstance(jobs, int) or jobs < 1:
        raise ValueError(f"`jobs` must be a whole number that is at least 1, not `{jobs}`")
    options = {"edition": edition, "readings": readings, "until": until, "strict": strict}
    several = jobs > 1 and not COMPILED
    work = partial(_solved, options, limits())
    chunks = spread(work, boards, jobs if several else 1, _CHUNK if several else 1)
    return _results(chunks, errors == "raise")


def _results(chunks: Iterable[list[Result | LayersError]], raises: bool) -> Iterator[Result | LayersError]:
    for results in chunks:
        for result in results:
            if raises and isinstance(result, LayersError):
                raise result
            yield result


def _solved(options: dict[str, Any], allowed: Limits, boards: tuple[Board, ...]) -> list[Result | LayersError]:
    found: list[Result | LayersError] = []
    with limited(allowed):  # a new process has the default limits
        for board in boards:
            try:
                found.append(solve(board, **options))
            except LayersError as error:
                found.append(error)
    return found
