"""Functions that check puzzles, and return the outcomes as text and as JSON data."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from mtglayers.model.errors import LayersError
from mtglayers.model.objects.recorded_facts import FACTS, PLAYER_FACTS
from mtglayers.model.puzzles.puzzle import Puzzle, dotted, is_query, puzzle_of_text, read_puzzle
from mtglayers.solver.check.check import Report, check
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import counted
from mtglayers.wire.base import FORMAT, data_of, plain
from mtglayers.wire.checks import CheckData, FailureData, OutcomeOfFileData

from .files import STDIN, STDIN_NAME, puzzle_of

WIDTH = 80


class Outcome(msgspec.Struct, frozen=True):
    """The result of checking one file.

    Attributes:
        file: its name.
        report: the report of the check; None if the file is not a puzzle.
        error: the reason why the file is not a puzzle, or "" if it is one.
    """

    file: str
    report: Report | None = None
    error: str = ""


def puzzle_files(paths: Iterable[str]) -> Iterator[Path]:
    """Yield the given paths, replacing each folder with the puzzles in it.

    The puzzles in a folder are its TOML and JSON files except queries, in alphabetical order.
    """
    for given in map(Path, paths):
        if given.is_dir():
            found = (path for suffix in ("toml", "json") for path in given.rglob(f"*.{suffix}"))
            yield from sorted(path for path in found if path.is_file() and not is_query(path.name))
        else:
            yield given


def checked_puzzle(source: str | Mapping[str, Any], name: str = "puzzle") -> Outcome:
    """Return the outcome of a puzzle given as TOML or JSON text, or as data.

    Args:
        source: the puzzle.
        name: its name in messages.
    """
    return _outcome(
        name, lambda: puzzle_of_text(source, name) if isinstance(source, str) else read_puzzle(source, name)
    )


def checked_files(paths: Iterable[str], *, strict: bool = False) -> Iterator[Outcome]:
    """Yield the outcome of each file; with `strict`, events that are not legal are refused in every puzzle."""
    for path in map(str, puzzle_files(paths)):
        name = STDIN_NAME if path == STDIN else Path(path).as_posix()
        yield _outcome(name, partial(puzzle_of, path, name), strict=strict)


def _outcome(name: str, read: Callable[[], Puzzle], *, strict: bool = False) -> Outcome:
    try:
        puzzle = read()
        return Outcome(name, check(msgspec.structs.replace(puzzle, strict=strict or puzzle.strict), solve))
    except LayersError as error:
        return Outcome(name, error=str(error) if str(error).startswith(name) else f"{name}: {error}")
    except OSError as error:
        return Outcome(name, error=f"{name}: {(error.strerror or str(error)).lower()}")


def check_lines(found: Iterable[Outcome], kept: list[Outcome]) -> Iterator[str]:
    """Yield lines about each file and its failures, followed by a summary.

    The outcomes are appended to `kept`.
    """
    for outcome in found:
        kept.append(outcome)
        report = outcome.report
        if report is None:
            yield f"error {outcome.error}"
        elif report.ok:
            yield f"ok    {outcome.file}: {counted(report.checked, 'expectation')}"
        else:
            yield f"FAIL  {outcome.file}: {len(report.failures)} of {counted(report.checked, 'expectation')}"
            for failure in report.failures:
                yield from _filled(str(failure), 8, 10)
    yield summary_line(kept)


def summary_line(found: Sequence[Outcome]) -> str:
    """Return a line that counts the puzzles that passed, failed and could not be read."""
    if not found:
        return "no puzzles found"
    reports = [outcome.report for outcome in found if outcome.report is not None]
    passed = sum(report.ok for report in reports)
    failed, unread = len(reports) - passed, len(found) - len(reports)
    parts = [f"{passed} pass", f"{failed} fail" if failed else "", f"{unread} cannot be read" if unread else ""]
    total = sum(report.checked for report in reports)
    return f"{counted(len(found), 'puzzle')}: {', '.join(filter(None, parts))}; {counted(total, 'expectation')}"


def exit_code(found: Sequence[Outcome]) -> int:
    """Return the exit code of a check.

    The code is 0 if every expectation is met, 1 if some expectations are not met, and 2 if a file is not a puzzle
    or if there are no files.
    """
    if not found or any(outcome.report is None for outcome in found):
        return 2
    return int(any(outcome.report is not None and not outcome.report.ok for outcome in found))


def check_data(found: Sequence[Outcome]) -> dict[str, Any]:
    """Return the outcomes as JSON data."""
    files = tuple(map(_file_data, found))
    return plain(CheckData(format=FORMAT, files=files, summary=summary_line(found), ok=exit_code(found) == 0))


def _file_data(outcome: Outcome) -> OutcomeOfFileData:
    report = outcome.report
    if report is None:
        return OutcomeOfFileData(
            file=outcome.file, title=None, ok=False, error=outcome.error, checked=0, failures=()
        )  # fmt: skip
    failures = tuple(
        data_of(FailureData, each, event=each.place, path=dotted(each.path), because=each.because or None)
        for each in report.failures
    )
    return data_of(
        OutcomeOfFileData, report, file=outcome.file, title=report.puzzle.title, error=None, failures=failures
    )  # fmt: skip


def fact_lines() -> Iterator[str]:
    """Yield the facts that events can set, each with its meaning."""
    for verb, facts in (("marks", FACTS), ("player", PLAYER_FACTS)):
        yield f"facts that `{verb}` can set:"
        width = max(map(len, facts))
        for name, meaning in facts.items():
            yield from _filled(f"{name:<{width}}  {meaning}", 2, width + 4)


def _filled(words: str, indent: int, hang: int) -> list[str]:
    return textwrap.wrap(
        words, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * hang, break_on_hyphens=False,
        break_long_words=False,
    )  # fmt: skip
