"""Functions that compare an engine's answers with a kit or with the shipped puzzles."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from mtglayers.model.errors import LayersError
from mtglayers.model.rules.edition import TEXTS, Edition
from mtglayers.presentation.check import puzzle_files
from mtglayers.wire.base import FORMAT
from mtglayers.wire.vectors import AnswerData, VectorData

from .answers import AnswerError, answers_in
from .diff import Difference, difference
from .kit import INDEX, VECTORS, KitError, given_boards, own_puzzles, vector_under
from .making import SpellingError, folder_of

_WIDTH: Final = 80


class NotRun(msgspec.Struct, frozen=True):
    """A vector that an engine did not run, and the reason."""

    vector: str
    reason: str


class Comparison(msgspec.Struct, frozen=True):
    """The result of comparing answers with a kit.

    Attributes:
        same: names of the vectors whose answers match the expected results.
        different: the first difference in each answer that does not match, in the order in which the answers were
            read.
        not_run: the vectors that the engine did not run.
        unanswered: the number of vectors in the kit that have no answer; None if no kit was given.
    """

    same: tuple[str, ...]
    different: tuple[Difference, ...]
    not_run: tuple[NotRun, ...]
    unanswered: int | None = None


def compare(answers: Path, kit: Path | None = None) -> Comparison:
    """Compare the answers in a file or folder with a kit.

    If no kit is given, the answers are compared with vectors made from the shipped puzzles.

    Raises:
        AnswerError: answers are missing, invalid or repeated, or do not match their vectors.
        KitError: the folder is not a kit.
        OSError: a file cannot be read.
    """
    given: dict[str, tuple[str, AnswerData]] = {}
    for file, answer in answers_in(answers):
        if answer.vector in given:
            raise AnswerError(f"{file}: `{answer.vector}` is answered twice")
        given[answer.vector] = (file, answer)
    run = {name for name, (_, answer) in given.items() if answer.not_supported is msgspec.UNSET}
    names, vector_named = _own(run) if kit is None else _of_kit(kit)
    same: list[str] = []
    different: list[Difference] = []
    not_run: list[NotRun] = []
    for name, (file, answer) in given.items():
        if not isinstance(answer.not_supported, msgspec.UnsetType):
            not_run.append(NotRun(name, answer.not_supported))
            continue
        if name not in names:
            raise AnswerError(f"{file}: there is no vector `{name}`")
        try:
            found = difference(vector_named(name), answer)
        except AnswerError as error:
            raise AnswerError(f"{file}: {error}") from None
        except LayersError:  # some of these errors are also `KeyError`s
            raise
        except KeyError as error:
            raise KitError(f"the vector `{name}` mentions `{error.args[0]}` but does not define it") from None
        if found is None:
            same.append(name)
        else:
            different.append(found)
    unanswered = None if kit is None else sum(name not in given for name in names)
    return Comparison(tuple(same), tuple(different), tuple(not_run), unanswered)


_Vectors = tuple[Collection[str], Callable[[str], VectorData]]


def _own(names: set[str]) -> _Vectors:
    folders = {folder_of(text): text for text in TEXTS}
    wanted: dict[str, list[Edition]] = {}
    for name in sorted(names):
        place, _, board = name.partition("/")
        if place in folders:
            wanted.setdefault(board, []).append(folders[place])
    found: dict[str, VectorData] = {}
    for file in puzzle_files([str(own_puzzles())]):
        if any(board.startswith(file.stem) for board in wanted):
            for given in given_boards([file]):
                for rules in wanted.get(given.name, ()):
                    try:
                        found[f"{folder_of(rules)}/{given.name}"] = vector_under(given, rules)
                    except SpellingError:
                        raise
                    except LayersError:  # the board cannot be converted to a vector
                        continue
    return found, found.__getitem__


def _of_kit(folder: Path) -> _Vectors:
    try:
        index = msgspec.json.decode((folder / INDEX).read_bytes())
        names = frozenset(map(str, index["vectors"]))
        made = index["format"]
    except (OSError, ValueError, LookupError, TypeError):
        raise KitError(f"`{folder}` is not a kit: it has no index of vectors") from None
    if made != FORMAT:
        raise KitError(f"`{folder}` is a kit in format `{made}`, not in format {FORMAT}; export it again")
    return names, partial(_vector_in, folder)


def _vector_in(folder: Path, name: str) -> VectorData:
    file = folder / VECTORS / f"{name}.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=VectorData)
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise KitError(f"{file.as_posix()}: invalid vector: {error}") from None


# --- Summaries ----------------------------------------------------------------------------------------------


def comparison_data(found: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON data."""
    return {"format": FORMAT, "ok": not found.different, **msgspec.to_builtins(found), "summary": summary(found)}


def comparison_lines(found: Comparison) -> Iterator[str]:
    """Yield the differences and a summary as lines of text."""
    for each in found.different:
        yield from _difference_lines(each)
    yield summary(found)


def summary(found: Comparison) -> str:
    """Return a phrase that counts matching, different, skipped and missing answers."""
    said = [f"{len(found.same)} the same", f"{len(found.different)} different", f"{len(found.not_run)} not run"]
    if found.unanswered is not None:
        said.append(f"{found.unanswered} unanswered")
    return ", ".join(said)


def _difference_lines(found: Difference) -> Iterator[str]:
    yield found.vector
    yield from _filled(f"{_where(found)}: theirs {_theirs(found)}, ours {_ours(found)}", 2)
    if found.because:
        head = f"layer {found.layer}, step {found.step}, {found.effect}: " if found.object else ""
        cited = f" ({found.rule})" if found.rule and found.rule not in found.because else ""
        yield from _filled(f"reason for ours: {head}{found.because}{cited}", 4)
    for hint in found.hints:
        yield from _filled(hint, 4)


def _where(found: Difference) -> str:
    return f"{found.object}, {found.what}" if found.object else f"layer {found.layer}, step {found.step}"


def _theirs(found: Difference) -> str:
    if found.what == "effect":
        return f"applies {found.theirs}" if found.theirs else "applies no other effect"
    if found.what == "edges":
        return ", ".join(found.theirs) or "lacks a dependency"
    return _value_words(found.theirs, found.what)


def _ours(found: Difference) -> str:
    if found.what == "effect":
        return found.ours or "no other effect"
    if found.what == "edges":
        return ", ".join(found.ours) or "no such dependency"
    return _value_words(found.ours, found.what)


def _value_words(value: Any, what: str) -> str:
    if isinstance(value, (list, tuple)):
        shown = ", ".join(f"“{each}”" if what == "abilities" else str(each) for each in value)
        return shown or "none"
    return "none" if value is None or value == "" else str(value)


def _filled(text: str, indent: int) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2), break_on_hyphens=False,
        break_long_words=False,
    )  # fmt: skip
