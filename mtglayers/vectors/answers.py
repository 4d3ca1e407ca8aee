"""The answers of an engine: read from a file or a folder of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from mtglayers.model.errors import LayersError
from mtglayers.wire.vectors import AnswerData

LINES: Final = ".jsonl"


class AnswerError(LayersError, ValueError):
    """A file that holds no answers, or an answer to no vector."""


def answers_in(path: Path) -> Iterator[tuple[str, AnswerData]]:
    """Yield the file's name and each answer of a file, or of every JSON file below a folder, by name.

    A file has one answer, or a list of them; one that ends in `.jsonl` has one in each line.

    Raises:
        AnswerError: a file holds something else, or there is none.
        OSError: a file cannot be read.
    """
    files = [path]
    if path.is_dir():
        files = sorted(each for suffix in (".json", LINES) for each in path.rglob(f"*{suffix}") if each.is_file())
        if not files:
            raise AnswerError(f"there is no JSON file in `{path}`")
    for file in files:
        for answer in _read(file):
            yield file.as_posix(), answer


def _read(file: Path) -> tuple[AnswerData, ...]:
    data = file.read_bytes()
    try:
        if file.suffix == LINES:
            return tuple(msgspec.json.decode(line, type=AnswerData) for line in data.splitlines() if line.strip())
        if data.lstrip()[:1] == b"[":
            return msgspec.json.decode(data, type=tuple[AnswerData, ...])
        return (msgspec.json.decode(data, type=AnswerData),)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise AnswerError(f"{file.as_posix()}: no answers: {str(error)[:1].lower()}{str(error)[1:]}") from None


__all__ = ["AnswerError", "answers_in"]
