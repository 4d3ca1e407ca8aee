"""The commands for test vectors: ``mtglayers vectors export`` and ``mtglayers vectors diff``."""

from __future__ import annotations

from pathlib import Path

import click

from . import completion as completing
from .options import json_option
from .printing import print_json

EXAMPLES = """\b
Examples:
  mtglayers vectors export kit/
  mtglayers vectors diff answers/ --kit kit/
"""
EXPORT_EXAMPLES = """\b
Examples:
  mtglayers vectors export kit/
  mtglayers vectors export kit/ --edition all
  mtglayers vectors export kit/ puzzles/three-loop.toml --edition 2006-07-01
"""
DIFF_EXAMPLES = """\b
Examples:
  mtglayers vectors diff answers/ --kit kit/
  mtglayers vectors diff answers.json --json
"""


@click.group(epilog=EXAMPLES, short_help="Write test vectors for engines, and compare answers.")
def vectors() -> None:
    """Write test vectors for engines in any language: boards as data, with the expected result and its reasons.

    Cards are spelled out as trees, so that an engine need not read English. A vector holds characteristics, the order
    of effects in each layer and the dependencies before each step. An engine answers as much of this as it can, and
    `diff` names the first step where its answer differs from ours.
    """


@vectors.command(epilog=EXPORT_EXAMPLES, short_help="Write the kit to a folder.")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("paths", nargs=-1, metavar="[FILE...]", shell_complete=completing.puzzles)
@click.option(
    "--edition", "editions", multiple=True, metavar="DATE|KEY|all", shell_complete=completing.editions,
    default=("newest",), help="Solve the boards under that edition; default: newest; may be given more than once.",
)  # fmt: skip
@json_option
def export(folder: Path, paths: tuple[str, ...], editions: tuple[str, ...], as_json: bool) -> None:
    """Write a vector for every expectation of puzzles: files, or folders of them; default: the shipped puzzles.

    A board is left out if a line is not understood, or if its result depends on readings that its puzzle does not
    name. DIR gets the vectors by edition, an index of them by edition and clause, and the format as text (FORMAT.md)
    and as JSON Schemas.
    """
    from ..conformance.kit import LeftOut, editions_named, given_boards, own_puzzles, vectors_of
    from ..conformance.kit import export as write
    from ..presentation.check import puzzle_files

    left_out: list[LeftOut] = []
    files = puzzle_files(paths or (str(own_puzzles()),))
    found = write(folder, vectors_of(given_boards(files), editions_named(editions), left_out), left_out)
    from ..conformance.summary import kit_data, kit_lines

    if as_json:
        print_json(kit_data(found))
    else:
        click.echo("\n".join(kit_lines(found)))


@vectors.command(epilog=DIFF_EXAMPLES, short_help="Show where an engine's answers differ from ours.")
@click.argument("answers", metavar="ANSWERS", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--kit", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The kit that was answered; default: the vectors of the shipped puzzles.",
)  # fmt: skip
@json_option
def diff(answers: Path, kit: Path | None, as_json: bool) -> int:
    """Show the first step where each of an engine's answers differs from ours, and why ours is right.

    ANSWERS is a JSON file, or a folder of them: an answer, a list of answers, or one answer per line (.jsonl). A step
    is compared by the effect that applies and the dependencies before it, an object by the characteristics given.
    Exit code 0: nothing differs; 1: something does; 2: a file is invalid.
    """
    from ..conformance.comparing import compare, comparison_data, comparison_lines

    found = compare(answers, kit)
    if as_json:
        print_json(comparison_data(found))
    else:
        click.echo("\n".join(comparison_lines(found)))
    return int(bool(found.different))


__all__ = ["vectors"]
