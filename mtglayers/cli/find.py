"""The command that finds boards with a desired outcome."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mtglayers.model.errors import LayersError

from . import completing
from .boards import BoardArguments
from .options import examples, number_option, schema_json_option
from .printing import print_json, print_page, progress_bar

if TYPE_CHECKING:
    from mtglayers.model.puzzles.query import Query
    from mtglayers.solver.questions.find.find import Found


@examples(
    "mtglayers find puzzles/queries/what-keeps-it-a-forest.query.toml",
    "mtglayers find my.query.toml --smallest -o found/",
    "mtglayers find my.query.toml --first 1 --limit 1000 --json",
    "mtglayers find Humility Opalescence --expect 'humility.power = 1'",
)
@click.command()
@click.argument("what", nargs=-1, required=True, metavar="QUERY | LINE...", shell_complete=completing.boards)
@click.option(
    "--expect", multiple=True, metavar="TOML",
    help="For LINEs: the desired outcome, such as `humility.power = 1`; can be given more than once.",
)  # fmt: skip
@number_option("--first", "Stop after N solutions.")
@click.option("--smallest", is_flag=True, help="Find only the boards with the fewest objects.")
@number_option("--limit", "Solve at most N boards.", 20_000)
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Write each solution to this folder as a puzzle file.",
)  # fmt: skip
@schema_json_option("found")
def find(
    what: tuple[str, ...], expect: tuple[str, ...], first: int | None, smallest: bool, limit: int,
    output: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Find boards with a desired outcome.

    A QUERY is a puzzle with unknown values and constraints between them. Timestamps, chosen colors and types, and the
    presence and controllers of cards can be unknown. puzzles/FORMAT.md describes queries. For a board in LINEs, only
    the order of the timestamps is unknown. Each solution is checked by solving it. If there is no solution, the output
    names the constraints that conflict. The exit code is 1 if no board is found.
    """
    from mtglayers.solver.questions.find.find import find as find_boards

    query = _query(what, expect)
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
        for line in _written(found, output, Path(what[0] if not expect else "found")):
            click.echo(line, err=as_json)
    return 0 if found.solutions else 1


def _query(what: tuple[str, ...], expect: tuple[str, ...]) -> Query:
    from mtglayers.model.data.parsing import parse_toml
    from mtglayers.model.puzzles.query import read_query

    from ..presentation.files import STDIN, STDIN_NAME, is_file, text_of_file

    if len(what) == 1 and not expect and (is_file(what[0]) or what[0].endswith((".toml", ".json"))):
        return read_query(Path(what[0])) if what[0] != STDIN else read_query(f"{text_of_file(STDIN)}\n", STDIN_NAME)
    if not expect:
        raise click.UsageError("give a query file, or lines and `--expect`, such as `--expect 'humility.power = 1'`")
    moment = BoardArguments(what).moment()
    try:
        wanted = parse_toml("\n".join(expect))
    except LayersError as error:
        raise click.BadParameter(f"`{'; '.join(expect)}`: {error}", param_hint="`--expect`") from None
    objects = {moment.board.find(key).id: value for key, value in wanted.items() if key in moment.board}
    rest = {key: value for key, value in wanted.items() if key not in moment.board}
    if objects:
        rest["objects"] = {**objects, **rest.get("objects", {})}
    return read_query({"title": moment.title, **moment.board.to_data(), "order": "?", "expect": rest}, "--expect")


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
