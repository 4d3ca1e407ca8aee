"""The command line ``mtglayers`` and its commands.

Heavy modules load inside the commands that need them, so that ``--help`` is quick.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mtglayers.version import __version__

from . import completion as completing
from .boards import exclude, is_file, moment_of, moments_of
from .cards import cards
from .compare import compare
from .completion import completion
from .depends import depends
from .diff import diff
from .draw import draw
from .explain import explain as explain_command
from .find import find
from .forge import forge
from .options import board_options, json_option, objects_option, schema_json_option
from .orders import orders
from .program import EXIT_CODES, Program
from .report import report
from .schema import schema
from .serve import serve
from .vectors import vectors
from .verdict import show_verdict
from .whatif import decides, flips, smallest, whatif

# click keeps the lines of a paragraph that begins with a backspace.
EXAMPLES = """\b
Examples:
  mtglayers solve puzzles/blood-moon-life-and-limb.toml
  mtglayers solve "Life and Limb" "Blood Moon" "Overgrown Tomb"
  mtglayers check puzzles/
"""
SOLVE_EXAMPLES = """\b
Examples:
  mtglayers solve puzzles/three-loop.toml
  mtglayers solve puzzles/blood-moon-life-and-limb.toml --story
  mtglayers solve "Blood Moon" "Urborg, Tomb of Yawgmoth" --until 4 --step 1
  mtglayers solve "Blood Moon" "Life and Limb" Saproling --steps
  mtglayers solve puzzles/three-loop.toml --edition 2006-07-01
  mtglayers solve puzzles/s1-just-after.toml --readings all
  mtglayers solve Humility Opalescence --object humility --json
  mtglayers solve Humility Opalescence --cards oracle-cards.json
"""
EDITIONS_EXAMPLES = """\b
Examples:
  mtglayers editions
  mtglayers editions 2006-07-01
  mtglayers editions --readings
"""
CHECK_EXAMPLES = """\b
Examples:
  mtglayers check puzzles/
  mtglayers check my-puzzle.toml --json
  mtglayers check --facts
"""


@click.group(
    cls=Program,
    epilog=f"{EXAMPLES}\n{EXIT_CODES}",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Solve the continuous effects on a board (rule 613), and explain their order."""


@main.command(epilog=SOLVE_EXAMPLES, short_help="Solve a board and explain it.")
@click.argument("what", nargs=-1, required=True, metavar="FILE | CARD...", shell_complete=completing.boards)
@board_options
@click.option(
    "--step",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show the board after the N-th step of the layer that `--until` names, or of the whole solve.",
)
@click.option("--steps", is_flag=True, help="Show every step: its dependencies, the choice, and what changed.")
@click.option("--story", is_flag=True, help="Show the board at each expectation of the puzzle.")
@objects_option
@click.option("--explain/--no-explain", default=True, show_default=True, help="Explain each object.")
@schema_json_option("result")
def solve(
    what: tuple[str, ...], edition: str | None, readings: str | None, until: str | None, order: str | None,
    at: int | None, step: int | None, steps: bool, story: bool, objects: tuple[str, ...], explain: bool,
    source: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Solve a board and explain it: a puzzle file, or cards by name.

    A FILE is solved as it stands at the end of its timeline. CARDs enter the battlefield in the given order,
    all under the first player's control. In JSON, `--steps` adds the changed objects to each step.
    `--readings all` reports whether the rules as written settle the board, or which outcomes they leave open.
    """
    files = [name for name in what if is_file(name)]
    if (story or at is not None) and not files:
        raise click.UsageError("`--story` and `--at` need a puzzle file")
    exclude(("--story", story), ("--at", at is not None))
    exclude(("--story", story), ("--steps", steps), ("--step", step is not None))
    if readings == "all":
        for name, given in (
            ("story", story), ("until", until), ("order", order), ("steps", steps), ("step", step is not None),
        ):  # fmt: skip
            exclude(("--readings all", True), (f"--{name}", bool(given)))
        show_verdict(moment_of(what, at, edition, source=source), as_json=as_json)
        return
    from ..presentation.moments import moment_at

    moments = moments_of(what, edition, readings, until, source, order)
    expected = [moment for moment in moments if moment.number]
    shown = (expected or moments[-1:]) if story else [moment_at(moments, at)]
    for moment in shown:
        for id in objects:
            moment.board.object(id)
    if as_json:
        from ..presentation.story import story_json

        click.echo(story_json(shown, objects, whole=story, step=step, states=steps))
        return
    from ..presentation.steps import step_at
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.heading(moments[-1].title, shown[-1].result)
    if files and not story and at is None and not objects and not steps and step is None:
        page.story(expected)
    for moment in shown:
        if story or at is not None:
            page.moment(moment, len(expected))
        if steps:
            page.steps(moment.result, moment.board, objects)
        elif step is not None:
            page.step(*step_at(moment.result, until, step), moment.board, objects)
        else:
            page.result(moment.result, moment.board, objects, explain=explain)
    page.close()


@main.command(epilog=EDITIONS_EXAMPLES, short_help="List the editions of the rules, or the readings.")
@click.argument("which", metavar="[DATE|KEY]", required=False, shell_complete=completing.editions)
@click.option("--readings", is_flag=True, help="List instead the readings of what the rules leave open.")
@json_option
def editions(which: str | None, readings: bool, as_json: bool) -> None:
    """List the dated texts of the rules, oldest first, and what each changed; or show one of them.

    A board is solved under the text in force on its date; a key names the last text of that edition.
    """
    from .editions import edition_lines, edition_list, editions_json, reading_lines, readings_json

    if which is not None and readings:
        raise click.UsageError("a date or key and `--readings` cannot be used together")
    if as_json:
        click.echo(readings_json() if readings else editions_json(which))
    else:
        found = reading_lines() if readings else edition_lines(which) if which else edition_list()
        click.echo("\n".join(found))


@main.command(epilog=CHECK_EXAMPLES, short_help="Check puzzles against their expectations.")
@click.argument("paths", nargs=-1, metavar="FILE...", shell_complete=completing.puzzles)
@click.option("--facts", is_flag=True, help="List the facts that `marks` and `player` can set, and exit.")
@json_option
def check(paths: tuple[str, ...], facts: bool, as_json: bool) -> int:
    """Check puzzles against their expectations: files, or folders of puzzles.

    A failing expectation is listed with the step that caused it. Exit code 0: all are met; 1: some fail;
    2: a file is not a puzzle.
    """
    from ..presentation.check import check_json, check_lines, checked_files, exit_code, fact_lines

    if facts:
        click.echo("\n".join(fact_lines()))
        return 0
    if not paths:
        raise click.UsageError("give at least one file or folder")
    found = checked_files(paths)
    if as_json:
        outcomes = list(found)
        click.echo(check_json(outcomes))
    else:
        outcomes = []
        for line in check_lines(found, outcomes):
            click.echo(line)
    return exit_code(outcomes)


for _command in (
    explain_command, cards, compare, completion, depends, diff, draw, orders, report, serve, schema, whatif, decides,
    smallest, flips, find, vectors, forge,
):  # fmt: skip
    main.add_command(_command)

__all__ = ["main"]

if __name__ == "__main__":
    main(prog_name="mtglayers")
