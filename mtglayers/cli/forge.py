"""The commands that read and write Forge game states: ``mtglayers forge ...``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from . import completion as completing
from .boards import moment_of
from .options import json_option, whole_board_options
from .printing import write_text
from .program import Commands

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


@click.group(cls=Commands, epilog=EXAMPLES, short_help="Read and write Forge game states (*.pzl).")
def forge() -> None:
    """Read and write Forge game states and Forge puzzle files (*.pzl).

    Every command that takes a puzzle file also takes a Forge file.
    """


@forge.command(epilog=READ_EXAMPLES, short_help="Print a Forge game state as a puzzle.")
@click.argument("file", metavar="FILE.pzl", shell_complete=completing.puzzles)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the puzzle to this file.")
@click.option("--leave-out", is_flag=True, help="Leave out unknown cards, and list them.")
@json_option
def read(file: str, output: Path | None, leave_out: bool, as_json: bool) -> None:
    """Print a Forge game state or puzzle file as a puzzle in TOML; `-` is standard input.

    What could not be carried over is listed on the error stream and in the puzzle's notes. In JSON, as the server's
    method `forge.read` returns it, the list is `not_carried`, and `ids` maps Forge's ids to ours.
    """
    from mtglayers.forge import read_forge, state_data

    from ..presentation.files import STDIN, STDIN_NAME, print_not_carried, text_of_file

    state = read_forge(text_of_file(file), STDIN_NAME if file == STDIN else file, leave_out=leave_out)
    if as_json:
        _write_json(state_data(state), output)
        return
    print_not_carried(state.not_carried, file, everything=True)
    write_text(state.puzzle.to_toml(), output)


@forge.command(epilog=WRITE_EXAMPLES, short_help="Print a board as a Forge puzzle file.")
@click.argument("what", nargs=-1, required=True, metavar="FILE | CARD...", shell_complete=completing.boards)
@whole_board_options
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the state to this file.")
@json_option
def write(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Print a board as a Forge puzzle file: the board at the end of a puzzle, or one with the named cards.

    What a Forge game state cannot hold is listed on the error stream; in JSON the list is `not_carried`. Forge stores
    no timestamps: where its order of listing gives a different order, the list says so.
    """
    from mtglayers.forge import text_data, write_forge

    from ..presentation.files import print_not_carried

    moment = moment_of(what, at, edition, readings, source=source)
    text, lost = write_forge(moment.board, moment.title)
    if as_json:
        _write_json(text_data(text, lost), output)
        return
    print_not_carried(lost, "", everything=True)
    write_text(text, output)


def _write_json(data: dict[str, Any], output: Path | None) -> None:
    from mtglayers.wire.base import FORMAT

    from ..presentation.data import json_text

    write_text(json_text({"format": FORMAT, **data}) + "\n", output)


__all__ = ["forge"]
