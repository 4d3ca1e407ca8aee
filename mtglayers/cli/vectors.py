"""The commands for test vectors: ``mtglayers vectors export`` and ``mtglayers vectors diff``."""

from __future__ import annotations

from pathlib import Path

import click

from . import completing
from .options import examples, json_option
from .printing import print_json


@examples("mtglayers vectors export kit/", "mtglayers vectors diff answers/ --kit kit/")
@click.group()
def vectors() -> None:
    """Write test vectors for engines, and compare answers.

    A test vector is a board as data, for engines in any language, with the expected result and its reasons. Cards are
    written as trees, so that an engine does not have to read English. The result contains the characteristics, the
    order of effects in each layer and the dependencies before each step. An engine's answer can contain only part of
    this; `diff` shows the first step at which the answer differs.
    """


@examples(
    "mtglayers vectors export kit/",
    "mtglayers vectors export kit/ --edition all",
    "mtglayers vectors export kit/ puzzles/three-loop.toml --edition 2006-07-01",
)
@vectors.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("paths", nargs=-1, metavar="[FILE...]", shell_complete=completing.puzzles)
@click.option(
    "--edition", "editions", multiple=True, metavar="DATE|KEY|all", shell_complete=completing.editions,
    default=("newest",), help="Solve the boards under this edition; can be given more than once.  [default: newest]",
)  # fmt: skip
@json_option
def export(folder: Path, paths: tuple[str, ...], editions: tuple[str, ...], as_json: bool) -> None:
    """Write the test vectors of puzzles to a folder.

    A FILE is a puzzle or a folder of puzzles; the default is the shipped puzzles. Every expectation becomes a vector. A
    board is left out if a line is not understood, or if its result depends on readings that its puzzle does not name.
    The command writes to DIR: the vectors, grouped by edition; an index by edition and clause; and a description of the
    format as text (FORMAT.md) and as JSON Schemas.
    """
    from ..conformance.kit import LeftOut, editions_named, given_boards, kit_data, kit_lines, own_puzzles, vectors_of
    from ..conformance.kit import export as write
    from ..presentation.check import puzzle_files

    left_out: list[LeftOut] = []
    files = puzzle_files(paths or (str(own_puzzles()),))
    found = write(folder, vectors_of(given_boards(files), editions_named(editions), left_out), left_out)
    if as_json:
        print_json(kit_data(found))
    else:
        click.echo("\n".join(kit_lines(found)))


@examples("mtglayers vectors diff answers/ --kit kit/", "mtglayers vectors diff answers.json --json")
@vectors.command()
@click.argument("answers", metavar="ANSWERS", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--kit", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The kit that the answers belong to.  [default: the vectors of the shipped puzzles]",
)  # fmt: skip
@json_option
def diff(answers: Path, kit: Path | None, as_json: bool) -> int:
    """Show where an engine's answers differ from the vectors.

    For each answer, the first step that differs is shown, with the reason for the expected result. ANSWERS is a file or
    a folder. A .json file contains an answer or a list of answers; a .jsonl file contains one answer per line. Steps
    are compared by the effect that applies and the dependencies before it, objects by the characteristics in the
    answer. The exit code is 0 if no answer differs, 1 if an answer differs, and 2 if a file is invalid.
    """
    from ..conformance.comparing import compare, comparison_data, comparison_lines

    found = compare(answers, kit)
    if as_json:
        print_json(comparison_data(found))
    else:
        click.echo("\n".join(comparison_lines(found)))
    return int(bool(found.different))
