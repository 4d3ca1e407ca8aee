"""Functions that print JSON, paragraphs and progress bars, and write files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mtglayers.model.errors import printable

if TYPE_CHECKING:
    from mtglayers.solver.explain.paragraphs import Line
    from mtglayers.solver.result.result import Result


def print_json(data: Any) -> None:
    """Print data as JSON."""
    from ..presentation.data import json_text

    click.echo(json_text(data))


def print_page(title: str, lines: Iterable[Line], result: Result | None = None) -> None:
    """Print a title, the rules of the result (if given), and paragraphs."""
    from ..presentation.text import Page

    page = Page(sys.stdout)
    if result is None:
        page.say(title, "title")
    else:
        page.heading(title, result)
        page.gap()
    page.lines(lines)
    page.close()


def write_text(text: str, output: Path | None) -> None:
    """Write text to a file; if the file is None or `-`, print the text instead."""
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
        return
    output.write_text(text, encoding="utf-8", newline="\n")
    say(f"wrote {output}")


def say(line: str) -> None:
    """Print a line; names in it, such as that of a file, can contain any character."""
    click.echo(printable(line))


@contextmanager
def progress_bar(what: str) -> Generator[Callable[..., None], None, None]:
    """Show a progress bar on a terminal.

    The context manager yields a function that takes the number of finished items, the total (None if unknown), and
    the text to show beside the bar.
    """
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def show(done: int, total: int | None, words: str = what) -> None:
            bar.update(task, completed=done, total=total, description=words)

        yield show
