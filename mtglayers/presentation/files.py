"""Functions that read boards from puzzles, Forge game states and standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from mtglayers.model.errors import PuzzleError
from mtglayers.model.support.patterns import lazy_pattern

if TYPE_CHECKING:
    from mtglayers.forge import NotCarried
    from mtglayers.model.puzzles.puzzle import Puzzle

FORGE_SUFFIX: Final = ".pzl"
SUFFIXES: Final = (".toml", ".json", FORGE_SUFFIX)
STDIN: Final = "-"
STDIN_NAME: Final = "standard input"

MAX_NOTES: Final = 12
"""Maximum number of notes that are printed about a Forge game state."""

_FORGE: Final = lazy_pattern(r"^[ \t]*(?:\[(?:metadata|state)\]|(?:human|ai|p\d)[a-z]+=)", re.IGNORECASE | re.MULTILINE)


def is_file(name: str) -> bool:
    """Return whether an argument is `-`, a name with a known suffix, or an existing path."""
    from mtglayers.model.cards.search import shipped_card

    if name == STDIN or name.lower().endswith(SUFFIXES):
        return True
    try:
        exists = bool(name) and Path(name).exists()
    except OSError:  # too long for a name
        return False
    return exists and shipped_card(name) is None  # a folder can be named Forest


def is_forge(file: str, text: str) -> bool:
    """Return whether a file is a Forge game state.

    A file is recognized by its name; standard input is recognized by its content.
    """
    if file != STDIN:
        return file.lower().endswith(FORGE_SUFFIX)
    return _FORGE.search(text) is not None


def puzzle_of(file: str, name: str = "") -> Puzzle:
    """Return the puzzle in a file, or on standard input for `-`.

    The file can be a puzzle or a Forge game state.

    Args:
        file: the path of the file.
        name: its name in messages; by default, the path.

    Raises:
        PuzzleError: the file cannot be read.
        OSError: the file does not exist or cannot be opened.
    """
    from mtglayers.model.puzzles.puzzle import puzzle_of_text, read_puzzle

    if file != STDIN and not file.lower().endswith(FORGE_SUFFIX):
        return read_puzzle(Path(file), name)  # a `Path` is always read as a file
    text = text_of_file(file)
    if is_forge(file, text):
        return _puzzle_of_forge(text, file, name or (STDIN_NAME if file == STDIN else file))
    return puzzle_of_text(text, name or STDIN_NAME)


def _puzzle_of_forge(text: str, file: str, name: str) -> Puzzle:
    from mtglayers.forge import read_forge

    state = read_forge(text, name)
    printed: set[str] = click.get_current_context().find_root().meta.setdefault("mtglayers.forge", set())
    if name not in printed:
        printed.add(name)
        print_not_carried(state.not_carried, file)
    return state.puzzle


def text_of_file(file: str) -> str:
    """Return the text of a file, or of standard input for `-`.

    Standard input is read only once, even if a command names `-` several times.

    Raises:
        PuzzleError: the text is not UTF-8.
        OSError: the file does not exist or cannot be opened.
    """
    kept = click.get_current_context().find_root().meta if file == STDIN else {}
    if STDIN_NAME not in kept:
        from mtglayers.model.data.parsing import MalformedDataError, decoded

        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
        try:
            kept[STDIN_NAME] = decoded(data)
        except MalformedDataError as error:
            raise PuzzleError(str(error), STDIN_NAME if file == STDIN else file) from None
    text: str = kept[STDIN_NAME]
    return text


def print_not_carried(notes: Iterable[NotCarried], file: str, *, everything: bool = False) -> None:
    """Print notes to standard error about information that was not carried over.

    Args:
        notes: the notes.
        file: the Forge file, for the hint about the remaining notes.
        everything: whether to print every note; otherwise only the first notes that could matter to an effect.
    """
    found = list(notes)
    shown = found if everything else [note for note in found if note.matters][:MAX_NOTES]
    for note in shown:
        click.echo(f"not carried over: {note}", err=True)
    if rest := len(found) - len(shown):
        click.echo(f"not carried over: {rest} more; `mtglayers forge read {file}` lists them", err=True)
