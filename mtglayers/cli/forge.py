"""The commands that read and write Forge game states: ``mtglayers forge ...``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from . import completing
from .boards import BoardArguments
from .options import board_options, examples, json_option, output_option
from .printing import say, write_text
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


@examples("mtglayers forge compare game.pzl", "mtglayers forge compare game.pzl --json")
@forge.command()
@click.argument("files", metavar="FILE.pzl...", nargs=-1, required=True, shell_complete=completing.puzzles)
@json_option
def compare(files: tuple[str, ...], as_json: bool) -> int:
    """Compare every object of game states with what Forge says about it.

    For each `game.pzl`, the file `game.json` next to it contains Forge's values, in the lists of the state:
    `{"p0battlefield": [{"name": "Grizzly Bears", "power": 3, "toughness": 3}]}`. Only the keys that are there are
    compared. The exit code is 0 if nothing differs, 1 if something differs, and 2 if a file is invalid.
    """
    import json

    import msgspec

    from mtglayers.forge import dump_of, forge_differences, read_forge
    from mtglayers.solver.wording import counted

    from ..presentation.files import print_not_carried, text_of_file

    found = []
    for file in files:
        state = read_forge(text_of_file(file), file)
        print_not_carried(state.not_carried, file)
        dump = str(Path(file).with_suffix(".json"))
        found.append((file, list(forge_differences(state, dump_of(text_of_file(dump), dump), file=dump))))
    if as_json:
        _write_json(
            {"states": [{"file": file, "differences": msgspec.to_builtins(many)} for file, many in found]}, None
        )
    else:
        for file, many in found:
            for each in many:
                values = f"Forge {json.dumps(each.forge)}, mtglayers {json.dumps(each.ours)}"
                say(f"{file}: {each.object} ({each.where}): {each.what}: {values}")
        wrong = sum(map(len, dict(found).values()))
        click.echo(f"{counted(len(found), 'state')}, {counted(wrong, 'difference')}")
    return int(any(many for _, many in found))


def _write_json(data: dict[str, Any], output: Path | None) -> None:
    from mtglayers.wire.base import FORMAT

    from ..presentation.data import json_text

    write_text(json_text({"format": FORMAT, **data}) + "\n", output)
