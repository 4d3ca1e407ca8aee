"""The command that finds boards with a desired outcome."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completing
from .options import examples, number_option, schema_json_option
from .printing import print_json, print_page, progress_bar

if TYPE_CHECKING:
    from mtglayers.solver.questions.find.find import Found


@examples(
    "mtglayers find puzzles/queries/what-keeps-it-a-forest.query.toml",
    "mtglayers find my.query.toml --smallest -o found/",
    "mtglayers find my.query.toml --first 1 --limit 1000 --json",
)
@click.command()
@click.argument("file", metavar="QUERY", shell_complete=completing.puzzles)
@number_option("--first", "Stop after N solutions.")
@click.option("--smallest", is_flag=True, help="Find only the boards with the fewest objects.")
@number_option("--limit", "Solve at most N boards.", 20_000)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Write each solution to this folder as a puzzle file.",
)  # fmt: skip
@schema_json_option("found")
def find(file: str, first: int | None, smallest: bool, limit: int, output: Path | None, as_json: bool) -> int:
    """Find boards with a desired outcome.

    A QUERY is a puzzle with unknown values and constraints between them. Timestamps, chosen colors and types, and the
    presence and controllers of cards can be unknown. puzzles/FORMAT.md describes queries. Each solution is checked by
    solving it. If there is no solution, the output names the constraints that conflict. The exit code is 1 if no board
    is found.
    """
    from mtglayers.model.puzzles.query import read_query
    from mtglayers.solver.questions.find.find import find as find_boards

    from ..presentation.files import STDIN, STDIN_NAME, text_of_file

    query = read_query(Path(file)) if file != STDIN else read_query(f"{text_of_file(file)}\n", STDIN_NAME)
    with progress_bar("no board yet") as show:
        found = find_boards(
            query, first=first, smallest=smallest, limit=limit,
            progress=lambda tried, total, number: show(tried, total, f"{number} found in {tried:,} boards"),
        )  # fmt: skip
    if as_json:
        from mtglayers.wire.answers import found_data

        print_json(found_data(found))
    else:
        print_page(query.title, found.lines())
    if output is not None:
        for line in _written(found, output, Path(file)):
            click.echo(line, err=as_json)
    return 0 if found.solutions else 1


def _written(found: Found, folder: Path, file: Path) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    stem = file.name.split(".")[0]
    for number, solution in enumerate(found.solutions, 1):
        puzzle = solution.puzzle(found.query)
        if puzzle is None:
            yield f"solution {number} cannot be written as a puzzle: no timeline of these events produces its order"
            continue
        target = folder / f"{stem}-{number}.toml"
        target.write_text(puzzle.to_toml(), encoding="utf-8", newline="\n")
        yield f"wrote {target}"
