"""The answers of an engine: read from a file or a folder of JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from mtglayers.model.data.parsing import KeyTwiceError, once
from mtglayers.model.data.record import abbreviated, integral
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
    """Return the data of a JSON text: each key once in a table, whole numbers as such (`integral`)."""
    try:
        return json.loads(text, object_pairs_hook=once, parse_float=_number, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        wrong = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:].removesuffix(' at')}"
        raise _no_answers(file, line or error.lineno, f"{wrong} (column {error.colno})") from None
    except UnicodeDecodeError as error:
        raise _no_answers(file, line, f"this is no UTF-8 text: {error.reason} at byte {error.start}") from None
    except RecursionError:
        raise _no_answers(file, line, "it is nested too deeply") from None
    except AnswerError as error:
        raise _no_answers(file, line, str(error)) from None
    except KeyTwiceError as error:
        raise _no_answers(file, line, f"the key `{abbreviated(error.key)}` stands twice in one table") from None
    except ValueError:  # what Python says of a number of more digits than it converts
        raise _no_answers(file, line, "a number has too many digits") from None


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
            raise _no_answers(file, line, f"{where} has the {what} `{abbreviated(twice)}` twice")
    return found


def _no_answers(file: Path, line: int | None, why: str) -> AnswerError:
    return AnswerError(f"{file.as_posix()}{'' if line is None else f':{line}'}: no answers: {why}")


def _number(digits: str) -> Any:
    return integral(float(digits))


def _no_number(word: str) -> NoReturn:
    raise AnswerError(f"`{word}` is no number")


__all__ = ["AnswerError", "answers_in"]
