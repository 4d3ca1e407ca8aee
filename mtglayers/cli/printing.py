"""How commands print: JSON, pages of paragraphs, files, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mtglayers.solver.explain.paragraphs import Line


def print_json(data: Any) -> None:
    """Print data as JSON."""
    from ..presentation.data import json_text

    click.echo(json_text(data))


def print_page(title: str, lines: Iterable[Line]) -> None:
    """Print a title and paragraphs."""
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.say(title, "title")
    page.lines(lines)
    page.close()


def write_text(text: str, output: Path | None) -> None:
    """Write a text to a file, or without one (or `-`) print it."""
    if output is None or str(output) == "-":
        click.echo(text, nl=False)
        return
    output.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"wrote {output}")


@contextmanager
def progress_bar(what: str) -> Generator[Callable[[int, int], None], None, None]:
    """Yield a function (done, total) that moves a progress bar."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, size: bar.update(task, completed=done, total=size)


__all__ = ["print_json", "print_page", "progress_bar", "write_text"]
