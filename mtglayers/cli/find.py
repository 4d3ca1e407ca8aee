"""The command that finds boards with a wanted outcome."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completion as completing
from .options import schema_json_option
from .printing import print_json, print_page

if TYPE_CHECKING:
    from mtglayers.solver.questions.find.find import Found, Progress

EXAMPLES = """\b
Examples:
  mtglayers find puzzles/queries/what-keeps-it-a-forest.query.toml
  mtglayers find my.query.toml --smallest -o found/
  mtglayers find my.query.toml --first 1 --limit 1000 --json
"""


@click.command(epilog=EXAMPLES, short_help="Find boards with a wanted outcome.")
@click.argument("file", metavar="QUERY", shell_complete=completing.puzzles)
@click.option("--first", type=click.IntRange(min=1), metavar="K", help="Stop after K solutions.")
@click.option("--smallest", is_flag=True, help="Find only the boards with the fewest objects.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    metavar="N",
    help="Solve at most N boards.",
)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Write each solution to this folder as a puzzle file.",
)  # fmt: skip
@schema_json_option("found")
def find(
    file: str, first: int | None, smallest: bool, limit: int, output: Path | None, as_json: bool
) -> int:  # fmt: skip
    """Find boards with a wanted outcome: a QUERY is a puzzle in which some things are unknown.

    Timestamps, chosen colors and types, which cards are present and who controls them can be unknown, with
    constraints between them; puzzles/FORMAT.md describes how. Each solution is checked by solving it. If there is no
    solution, the answer names the constraints that conflict. Exit code 1: no board was found.
    """
    from mtglayers.model.puzzles.query import read_query
    from mtglayers.solver.questions.find.find import find as find_boards

    from ..presentation.files import STDIN, STDIN_NAME, text_of_file

    query = read_query(Path(file)) if file != STDIN else read_query(f"{text_of_file(file)}\n", STDIN_NAME)
    with _progress() as progress:
        found = find_boards(query, first=first, smallest=smallest, limit=limit, progress=progress)
    if as_json:
        from mtglayers.wire.answers import found_data

        print_json(found_data(found))
    else:
        print_page(query.title, found.lines())
    if output is not None:
        for line in _written(found, output, Path(file)):
            click.echo(line, err=as_json)
    return 0 if found.solutions else 1


@contextmanager
def _progress() -> Generator[Progress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("0 found")

        def show(tried: int, total: int, found: int) -> None:
            bar.update(task, completed=tried, total=total, description=f"{found} found")

        yield show


def _written(found: Found, folder: Path, file: Path) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    stem = file.name.split(".")[0]
    for number, solution in enumerate(found.solutions, 1):
        puzzle = solution.puzzle(found.query)
        if puzzle is None:
            yield f"solution {number} cannot be written as a puzzle: no timeline of these events has its order"
            continue
        target = folder / f"{stem}-{number}.toml"
        target.write_text(puzzle.to_toml(), encoding="utf-8", newline="\n")
        yield f"wrote {target}"


__all__ = ["find"]
