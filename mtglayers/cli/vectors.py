"""The commands of the conformance kit: ``mtglayers vectors export`` and ``mtglayers vectors diff``."""

from __future__ import annotations

from pathlib import Path

import click

from . import completion as completing

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


@click.group(epilog=EXAMPLES, short_help="Write test vectors for engines; compare answers.")
def vectors() -> None:
    """Test vectors for engines in any language: boards as data, with what must come of them, and why.

    Cards are spelled out as trees, so that no English need be read. A vector tells characteristics, the order of
    effects in each layer and the dependencies before each step; an engine answers as much of it as it can say, and
    `diff` names the first step where its answer parts from ours.
    """


@vectors.command(epilog=EXPORT_EXAMPLES, short_help="Write the kit to a folder.")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("paths", nargs=-1, metavar="[FILE...]", shell_complete=completing.puzzles)
@click.option(
    "--edition", "editions", multiple=True, metavar="DATE|KEY|all", shell_complete=completing.editions,
    default=("newest",), help="Solve the boards under that edition, too; default: newest; may be given more than once.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def export(folder: Path, paths: tuple[str, ...], editions: tuple[str, ...], as_json: bool) -> None:
    """Write a vector for every expectation of puzzles: files, or folders of them; default: our own.

    A board with a line that is not understood is no vector, and none that turns on readings which its puzzle does
    not name. DIR gets the vectors by edition, an index of them by edition and clause, the format in words
    (FORMAT.md) and as JSON Schemas.
    """
    from ..conformance.kit import LeftOut, editions_named, given_boards, own_puzzles, vectors_of
    from ..conformance.kit import export as write
    from ..presentation.check import puzzle_files

    left_out: list[LeftOut] = []
    files = puzzle_files(paths or (str(own_puzzles()),))
    found = write(folder, vectors_of(given_boards(files), editions_named(editions), left_out), left_out)
    from ..conformance.summary import kit_data, kit_lines

    if as_json:
        from ..presentation.data import json_text

        click.echo(json_text(kit_data(found)))
    else:
        click.echo("\n".join(kit_lines(found)))


@vectors.command(epilog=DIFF_EXAMPLES, short_help="Say where an engine's answers part from ours.")
@click.argument("answers", metavar="ANSWERS", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--kit", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The kit that was answered; default: the vectors of our own puzzles.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def diff(answers: Path, kit: Path | None, as_json: bool) -> int:
    """Name the first step where each of an engine's answers parts from ours, and why ours is right.

    ANSWERS is a JSON file, or a folder of them: an answer, a list of them, or one in each line (.jsonl). Of a step,
    which effect applies is compared, and the dependencies before it; of objects whatever characteristics are told.
    Exit code 0: nothing differs; 1: something does; 2: a file is broken.
    """
    from ..conformance.comparing import compare, comparison_data, comparison_lines

    found = compare(answers, kit)
    if as_json:
        from ..presentation.data import json_text

        click.echo(json_text(comparison_data(found)))
    else:
        click.echo("\n".join(comparison_lines(found)))
    return int(bool(found.different))


__all__ = ["vectors"]
