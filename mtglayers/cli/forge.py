"""The commands that read and write Forge game states: ``mtglayers forge ...``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from . import completing
from .boards import BoardArguments
from .options import board_options, examples, json_option, output_option
from .printing import write_text
from .program import Commands


@examples("mtglayers forge read game.pzl", "mtglayers forge write puzzles/three-loop.toml", "mtglayers solve game.pzl")
@click.group(cls=Commands)
def forge() -> None:
    """Read and write Forge game states (*.pzl).

    Every command that takes a puzzle file also accepts a Forge game state or a Forge puzzle file.
    """


@examples("mtglayers forge read game.pzl -o game.toml", "mtglayers forge read game.pzl --json")
@forge.command()
@click.argument("file", metavar="FILE.pzl", shell_complete=completing.puzzles)
@output_option("Write the puzzle to this file.")
@click.option("--leave-out", is_flag=True, help="Leave out unknown cards, and list them.")
@json_option
def read(file: str, output: Path | None, leave_out: bool, as_json: bool) -> None:
    """Print a Forge game state as a puzzle.

    The puzzle is TOML; `-` reads standard input. Information that a puzzle cannot contain is printed to standard
    error and added to the puzzle's notes. With `--json`, the output has the format of the server's `forge.read`
    method: `not_carried` lists this information, and `ids` maps Forge's ids to ids in the puzzle.
    """
    from mtglayers.forge import read_forge, state_data

    from ..presentation.files import STDIN, STDIN_NAME, print_not_carried, text_of_file

    state = read_forge(text_of_file(file), STDIN_NAME if file == STDIN else file, leave_out=leave_out)
    if as_json:
        _write_json(state_data(state), output)
        return
    print_not_carried(state.not_carried, file, everything=True)
    write_text(state.puzzle.to_toml(), output)


@examples(
    "mtglayers forge write puzzles/three-loop.toml -o three-loop.pzl",
    'mtglayers forge write "Blood Moon" "Life and Limb" --json',
)
@forge.command()
@board_options(whole=True)
@output_option("Write the game state to this file.")
@json_option
def write(board: BoardArguments, output: Path | None, as_json: bool) -> None:
    """Print a board as a Forge puzzle file.

    The board is the last board of a puzzle, or a board with the named cards. Information that a Forge game state
    cannot contain is printed to standard error; JSON output lists it as `not_carried`. Forge does not store
    timestamps; if the order of its lists implies different timestamps, a note is printed.
    """
    from mtglayers.forge import text_data, write_forge

    from ..presentation.files import print_not_carried

    moment = board.moment()
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
