"""The output of the command line for checked puzzles."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from mtglayers.model.errors import LayersError
from mtglayers.model.objects.recorded_facts import FACTS, PLAYER_FACTS
from mtglayers.model.puzzles.puzzle import dotted, is_query, read_puzzle
from mtglayers.solver.check.check import Report, check
from mtglayers.solver.solve import solve
from mtglayers.wire.base import FORMAT

from .data import counted, json_text
from .files import STDIN, STDIN_NAME, puzzle_of

WIDTH = 80


class Outcome(msgspec.Struct, frozen=True):
    """The result of checking one file.

    Attributes:
        file: its name.
        report: what the check found; None where the file is not a puzzle.
        error: what is wrong with the file, or "".
    """

    file: str
    report: Report | None = None
    error: str = ""


def puzzle_files(paths: Iterable[str]) -> Iterator[Path]:
    """Yield files as given, and for a folder every TOML and JSON file below it, by name; queries are not puzzles."""
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
        name: what to call it.
    """
    try:
        # A text of one line could be taken for a path.
        return Outcome(name, check(read_puzzle(f"{source}\n" if isinstance(source, str) else source, name), solve))
    except LayersError as error:
        return Outcome(name, error=_named(error, name))


def checked_files(paths: Iterable[str]) -> Iterator[Outcome]:
    """Yield the outcome of each file."""
    for path in puzzle_files(paths):
        name = STDIN_NAME if str(path) == STDIN else path.as_posix()
        try:
            yield Outcome(name, check(puzzle_of(str(path), name), solve))
        except LayersError as error:
            yield Outcome(name, error=_named(error, name))
        except OSError as error:
            yield Outcome(name, error=f"{name}: {(error.strerror or str(error)).lower()}")


def _named(error: LayersError, name: str) -> str:
    return str(error) if str(error).startswith(name) else f"{name}: {error}"


def check_lines(found: Iterable[Outcome], kept: list[Outcome]) -> Iterator[str]:
    """Yield a line for each file, its failures below it, and a summary; the outcomes go to `kept`."""
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
    """Return how many puzzles passed, failed and could not be read."""
    if not found:
        return "no puzzles found"
    reports = [outcome.report for outcome in found if outcome.report is not None]
    passed = sum(1 for report in reports if report.ok)
    said = [f"{passed} pass"]
    if len(reports) > passed:
        said.append(f"{len(reports) - passed} fail")
    if len(found) > len(reports):
        said.append(f"{len(found) - len(reports)} cannot be read")
    total = sum(report.checked for report in reports)
    return f"{counted(len(found), 'puzzle')}: {', '.join(said)}; {counted(total, 'expectation')}"


def exit_code(found: Sequence[Outcome]) -> int:
    """Return 0 where every expectation is met, 1 where some fail, 2 where no puzzle was found."""
    if not found or any(outcome.report is None for outcome in found):
        return 2
    return int(any(outcome.report is not None and not outcome.report.ok for outcome in found))


def check_json(found: Sequence[Outcome]) -> str:
    """Return the outcomes as JSON."""
    return json_text(check_data(found))


def check_data(found: Sequence[Outcome]) -> dict[str, Any]:
    """Return the outcomes as JSON data."""
    files = []
    for outcome in found:
        report = outcome.report
        files.append({
            "file": outcome.file,
            "title": None if report is None else report.puzzle.title,
            "ok": report is not None and report.ok,
            "error": outcome.error or None,
            "checked": 0 if report is None else report.checked,
            "failures": [] if report is None else [
                {
                    "event": failure.place, "path": dotted(failure.path), "line": failure.line,
                    "expected": failure.expected, "found": failure.found, "because": failure.because or None,
                }
                for failure in report.failures
            ],
        })  # fmt: skip
    return {"format": FORMAT, "files": files, "summary": summary_line(found), "ok": exit_code(found) == 0}


def fact_lines() -> Iterator[str]:
    """Yield the closed lists of facts, each with what it means."""
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
