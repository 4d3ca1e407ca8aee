"""The commands about states of Forge's: ``mtglayers forge ...``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from . import completion as completing
from .boards import moment_at, moments_of, whole_board_options
from .program import Commands

if TYPE_CHECKING:
    from mtglayers.forge import NotCarried

SUFFIX = ".pzl"
"""What the name of a state of Forge's ends with."""

MOST_NOTES = 12
"""How many things that were not carried over are told one by one on the error stream."""

_FORGE: Final = re.compile(r"^[ \t]*(?:\[(?:metadata|state)\]|(?:human|ai|p\d)[a-z]+=)", re.IGNORECASE | re.MULTILINE)

EXAMPLES = """\b
Examples:
  mtglayers forge read game.pzl
  mtglayers forge write puzzles/three-loop.toml
  mtglayers solve game.pzl
"""
READ_EXAMPLES = """\b
Examples:
  mtglayers forge read game.pzl -o game.toml
  mtglayers forge read game.pzl --json
"""

WRITE_EXAMPLES = """\b
Examples:
  mtglayers forge write puzzles/three-loop.toml -o three-loop.pzl
  mtglayers forge write "Blood Moon" "Life and Limb" --json
"""


@click.group(cls=Commands, epilog=EXAMPLES, short_help="Read and write states of Forge's (*.pzl).")
def forge() -> None:
    """Read and write game states and puzzle files of Forge's (*.pzl).

    Every command that takes a puzzle file takes a file of Forge's, too.
    """


@forge.command(epilog=READ_EXAMPLES, short_help="Print a state of Forge's as a puzzle.")
@click.argument("file", metavar="FILE.pzl", shell_complete=completing.puzzles)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the puzzle there.")
@click.option("--leave-out", is_flag=True, help="Leave out cards that nobody knows, and list them.")
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def read(file: str, output: Path | None, leave_out: bool, as_json: bool) -> None:
    """Print a game state or puzzle file of Forge's as a puzzle in TOML; `-` is standard input.

    What could not be carried over is listed on the error stream, and in the puzzle's notes. In JSON, which is what
    the server's `forge.read` answers, it is under `not_carried`, and `ids` has Forge's ids with ours.
    """
    from mtglayers.forge import read_forge, state_data

    from ..presentation.moments import STDIN_NAME, text_of_file

    state = read_forge(text_of_file(file), STDIN_NAME if file == "-" else file, leave_out=leave_out)
    if as_json:
        _give(_json(state_data(state)), output)
        return
    tell(state.not_carried, file, everything=True)
    _give(state.puzzle.to_toml(), output)


@forge.command(epilog=WRITE_EXAMPLES, short_help="Print a board as a puzzle file of Forge's.")
@click.argument("what", nargs=-1, required=True, metavar="FILE | CARD...", shell_complete=completing.boards)
@whole_board_options
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the state there.")
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def write(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Print a board as a puzzle file of Forge's: as it stands at the end of a puzzle, or of cards by name.

    What a state of Forge's cannot hold is listed on the error stream; in JSON it is under `not_carried`. Forge
    stores no timestamps: where its order of listing gives another order, that is among it.
    """
    from mtglayers.forge import text_data, write_forge

    moment = moment_at(moments_of(what, edition, readings, None, source), at)
    text, lost = write_forge(moment.board, moment.title)
    if as_json:
        _give(_json(text_data(text, lost)), output)
        return
    tell(lost, "", everything=True)
    _give(text, output)


def _give(text: str, output: Path | None) -> None:
    """Print a text, or write it into a file."""
    if output is None:
        click.echo(text.removesuffix("\n"))
        return
    output.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"wrote {output}")


def _json(data: dict[str, Any]) -> str:
    """Return data as JSON, with the number of its format."""
    from mtglayers.solver.data import FORMAT

    from ..presentation.data import json_text

    return json_text({"format": FORMAT, **data})


def is_forge(file: str, text: str) -> bool:
    """Return whether a text is one of Forge's: by the file's name, or for one without by its sections or keys."""
    if file != "-":
        return file.lower().endswith(SUFFIX)
    return _FORGE.search(text) is not None


def tell(notes: Iterable[NotCarried], file: str, *, everything: bool = False) -> None:
    """Say on the error stream what was not carried over: what an effect could ask for, the rest as a number."""
    found = list(notes)
    shown = [note for note in found if note.matters] if not everything else found
    for note in shown if everything else shown[:MOST_NOTES]:
        click.echo(f"not carried over: {note}", err=True)
    rest = len(found) - len(shown if everything else shown[:MOST_NOTES])
    if rest:
        click.echo(f"not carried over: {rest} more; `mtglayers forge read {file}` lists them", err=True)


__all__ = ["SUFFIX", "forge", "is_forge", "tell"]
