"""Functions that read an engine's answers from a JSON file or a folder of JSON files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from mtglayers.model.data.parsing import MalformedDataError, parse_json
from mtglayers.model.data.record import abbreviated, integral
from mtglayers.model.errors import LayersError, LimitError
from mtglayers.wire.vectors import AnswerData

LINES: Final = ".jsonl"
"""Suffix of files that contain one answer per line."""


class AnswerError(LayersError, ValueError):
    """Answers are missing, invalid or repeated, or an answer does not match its vector."""


def answers_in(path: Path) -> Iterator[tuple[str, AnswerData]]:
    """Yield pairs (file name, answer) for the answers in a file or folder.

    A file contains one answer or a list of answers; a file with the suffix `.jsonl` contains one answer per line.
    Folders are searched for JSON files, including those in subfolders.

    Raises:
        AnswerError: a file contains anything but answers, or the folder has no JSON files.
        OSError: a file cannot be read.
    """
    files = [path]
    if path.is_dir():
        files = sorted(each for suffix in (".json", LINES) for each in path.rglob(f"*{suffix}") if each.is_file())
        if not files:
            raise AnswerError(f"no JSON files in `{path}`")
    for file in files:
        for answer in _read(file):
            yield file.as_posix(), answer


def _read(file: Path) -> Iterator[AnswerData]:
    data = file.read_bytes()
    if file.suffix == LINES:
        for number, line in enumerate(data.split(b"\n"), 1):
            if line.strip():
                yield _answer(_parsed(line, file, number), file, number)
        return
    found = _parsed(data, file)
    if not isinstance(found, list):
        yield _answer(found, file)
        return
    for place, each in enumerate(found):
        yield _answer(each, file, at=f"$[{place}]")


def _parsed(text: bytes, file: Path, line: int | None = None) -> Any:
    try:
        return parse_json(text, number=integral)
    except (MalformedDataError, LimitError) as error:
        raise _no_answers(file, line or getattr(error, "line", None), str(error)) from None


def _answer(data: Any, file: Path, line: int | None = None, at: str = "$") -> AnswerData:
    try:
        found = msgspec.convert(data, AnswerData)
    except msgspec.ValidationError as error:
        said = str(error).replace("at `$", f"at `{at}")
        raise _no_answers(file, line, f"{said[:1].lower()}{said[1:]}") from None
    where = f"`{abbreviated(found.vector)}`"
    for what, names in (
        ("object", [] if found.objects is msgspec.UNSET else [each.id for each in found.objects]),
        ("layer", [] if found.layers is msgspec.UNSET else [each.name for each in found.layers]),
    ):
        if twice := next((name for name, many in Counter(names).items() if many > 1), None):
            raise _no_answers(file, line, f"{where} contains the {what} `{abbreviated(twice)}` twice")
    return found


def _no_answers(file: Path, line: int | None, why: str) -> AnswerError:
    return AnswerError(f"{file.as_posix()}{'' if line is None else f':{line}'}: invalid answers: {why}")
