"""The command that writes a puzzle as a single HTML page."""

from __future__ import annotations

from pathlib import Path

import click

from .boards import BoardArguments
from .options import board_options, examples, output_option
from .printing import print_json


@examples(
    "mtglayers report puzzles/blood-moon-life-and-limb.toml -o report.html",
    "mtglayers report puzzles/three-loop.toml --edition 2006-07-01",
    "mtglayers report Humility Opalescence -o - > humility.html",
)
@click.command()
@board_options()
@output_option("Write to this file; `-` is standard output.  [default: named after the puzzle, in the current folder]")
@click.option("--json", "as_json", is_flag=True, help="Print the file name, size and title of the page as JSON.")
def report(board: BoardArguments, output: Path | None, as_json: bool) -> None:
    """Write a puzzle as a single HTML page.

    The page contains the story, the last board, an explanation of each object, every layer step by step, and the puzzle
    file. It needs no other files. With `--at` the story ends at the given expectation. Card names can be given instead
    of a puzzle file.
    """
    if as_json and str(output) == "-":
        raise click.UsageError("`--json` and `-o -` cannot be used together")
    from mtglayers.html import report_html
    from mtglayers.model.support.names import kebab

    from ..presentation.files import STDIN, text_of_file
    from ..presentation.moments import moment_at

    moments = board.moments()
    last = moment_at(moments, board.at)
    file = board.file
    given = Path(file) if file is not None and file != STDIN else None
    text = text_of_file(file) if file is not None else ""
    page = report_html(moments[: moments.index(last) + 1], text, given.name if given else "")
    if str(output) == "-":
        click.echo(page, nl=False)
        return
    name = given.stem if given else kebab(last.title)[:60].strip("-") or "report"
    target = output or Path(f"{name}.html")
    target.write_text(page, encoding="utf-8", newline="\n")
    if as_json:
        from mtglayers.wire.base import FORMAT

        print_json({"format": FORMAT, "file": str(target), "bytes": target.stat().st_size, "title": last.title})
    else:
        click.echo(f"wrote {target}")
