"""The command that checks puzzles against their expectations."""

from __future__ import annotations

import click

from . import completing
from .options import examples, json_option, strict_option
from .printing import print_json, say


@examples("mtglayers check puzzles/", "mtglayers check my-puzzle.toml --json", "mtglayers check --facts")
@click.command()
@click.argument("paths", nargs=-1, metavar="FILE...", shell_complete=completing.puzzles)
@click.option("--facts", is_flag=True, help="List the facts that `marks` and `player` can set, and exit.")
@strict_option
@json_option
def check(paths: tuple[str, ...], facts: bool, strict: bool, as_json: bool) -> int:
    """Check puzzles against their expectations.

    A FILE is a puzzle or a folder of puzzles. A failing expectation is listed with the step that caused the failure.
    The exit code is 0 if all expectations are met, 1 if some fail, and 2 if a file is not a puzzle.
    """
    from ..presentation.check import Outcome, check_data, check_lines, checked_files, exit_code, fact_lines

    if facts:
        click.echo("\n".join(fact_lines()))
        return 0
    if not paths:
        raise click.UsageError("give at least one file or folder")
    found = checked_files(paths, strict=strict)
    outcomes: list[Outcome] = []
    if as_json:
        outcomes += found
        print_json(check_data(outcomes))
    else:
        for line in check_lines(found, outcomes):
            say(line)
    return exit_code(outcomes)
