"""The command that writes a puzzle as one HTML page."""

from __future__ import annotations

from pathlib import Path

import click

from . import completion as completing
from .boards import is_file, moments_of
from .options import board_options
from .printing import print_json

EXAMPLES = """\b
Examples:
  mtglayers report puzzles/blood-moon-life-and-limb.toml -o report.html
  mtglayers report puzzles/three-loop.toml --edition 2006-07-01
  mtglayers report Humility Opalescence -o - > humility.html
"""


@click.command(epilog=EXAMPLES, short_help="Write a puzzle as one HTML page.")
@click.argument("what", nargs=-1, required=True, metavar="FILE | CARD...", shell_complete=completing.boards)
@board_options
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True), metavar="FILE",
    help="Write to this file; `-` is standard output.  [default: named after the puzzle, here]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON about what was written (file, bytes, title).")
def report(
    what: tuple[str, ...], edition: str | None, readings: str | None, until: str | None, order: str | None,
    at: int | None, source: Path | None, output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Write a puzzle as one HTML page: a puzzle file, or cards by name.

    The page has the story, the last board, an explanation of each object, every layer step by step, and the puzzle
    itself. It is one file that loads nothing else, to be opened in a browser, sent or printed. With `--at` the story
    ends at that expectation.
    """
    if as_json and str(output) == "-":
        raise click.UsageError("`--json` and `-o -` cannot be used together")
    from mtglayers.html import report_html

    from ..presentation.files import STDIN, text_of_file
    from ..presentation.moments import moment_at

    moments = moments_of(what, edition, readings, until, source, order)
    last = moment_at(moments, at)
    moments = moments[: moments.index(last) + 1]
    given = Path(what[0]) if is_file(what[0]) and what[0] != STDIN else None
    text = text_of_file(what[0]) if is_file(what[0]) else ""
    page = report_html(moments, text, given.name if given else "")
    if str(output) == "-":
        click.echo(page, nl=False)
        return
    target = output or Path(f"{_name(moments[-1].title, given)}.html")
    target.write_text(page, encoding="utf-8", newline="\n")
    if as_json:
        from mtglayers.wire.base import FORMAT

        print_json({"format": FORMAT, "file": str(target), "bytes": target.stat().st_size, "title": last.title})
        return
    click.echo(f"wrote {target}")


def _name(title: str, file: Path | None) -> str:
    from mtglayers.model.support.names import kebab

    return file.stem if file else kebab(title)[:60].strip("-") or "report"


__all__ = ["report"]
