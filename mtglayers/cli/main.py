"""The ``mtglayers`` command line.

Each command imports large modules only when it runs, so that ``--help`` is fast.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from mtglayers.version import __version__

from . import completing
from .boards import BoardArguments, exclude
from .cards import cards
from .compare import compare
from .completion import completion
from .depends import depends
from .diff import diff
from .draw import draw
from .explain import explain as explain_command
from .find import find
from .forge import forge
from .options import board_options, examples, json_option, number_option, objects_option, schema_json_option
from .orders import orders
from .printing import print_json, print_page
from .program import EXIT_CODES, Program
from .report import report
from .schema import schema
from .serve import serve
from .vectors import vectors
from .whatif import decides, flips, smallest, whatif

if TYPE_CHECKING:
    from ..presentation.moments import Moment


@examples(
    "mtglayers solve puzzles/blood-moon-life-and-limb.toml",
    'mtglayers solve "Life and Limb" "Blood Moon" "Overgrown Tomb"',
    "mtglayers check puzzles/",
)
@click.group(
    cls=Program, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Solve the continuous effects on a board (rule 613), and explain their order."""


@examples(
    "mtglayers solve puzzles/three-loop.toml",
    "mtglayers solve puzzles/blood-moon-life-and-limb.toml --story",
    'mtglayers solve "Blood Moon" "Urborg, Tomb of Yawgmoth" --until 4 --step 1',
    'mtglayers solve "Blood Moon" "Life and Limb" Saproling --steps',
    "mtglayers solve puzzles/three-loop.toml --edition 2006-07-01",
    "mtglayers solve puzzles/s1-just-after.toml --readings all",
    "mtglayers solve Humility Opalescence --object humility --json",
    "mtglayers solve Humility Opalescence --cards oracle-cards.json",
)
@main.command()
@board_options()
@number_option(
    "--step", "Show the board after the N-th step of the layer given by `--until`, or of the whole solve.", least=0
)
@click.option("--steps", is_flag=True, help="Show every step: its dependencies, the choice, and its changes.")
@click.option("--story", is_flag=True, help="Show the board at each of the puzzle's expectations.")
@objects_option
@click.option("--explain/--no-explain", default=True, show_default=True, help="Explain each object.")
@schema_json_option("result")
def solve(
    board: BoardArguments, step: int | None, steps: bool, story: bool, objects: tuple[str, ...], explain: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Solve a board and explain it.

    Give the board as a puzzle file or as card names. A puzzle is solved at the end of its timeline. CARDs enter the
    battlefield in the given order, all under the first player's control. In JSON, `--steps` adds the changed objects to
    each step. `--readings all` reports whether the rules as written settle the outcome, or which outcomes they leave
    open.
    """
    numbered = step is not None
    if (story or board.at is not None) and board.file is None:
        raise click.UsageError("`--story` and `--at` need a puzzle file")
    exclude(("--story", story), ("--at", board.at is not None))
    exclude(("--story", story), ("--steps", steps), ("--step", numbered))
    if board.readings == "all":
        for option in (
            ("--story", story), ("--until", board.until), ("--order", board.order), ("--steps", steps),
            ("--step", numbered),
        ):  # fmt: skip
            exclude(("--readings all", True), option)
        _verdict(board, as_json=as_json)
        return
    from ..presentation.moments import moment_at

    moments = board.moments()
    expected = [moment for moment in moments if moment.number]
    shown = (expected or moments[-1:]) if story else [moment_at(moments, board.at)]
    for moment in shown:
        for id in objects:
            moment.board.object(id)
    if as_json:
        from mtglayers.wire.base import FORMAT

        boards = [_board_data(moment, objects, step, states=steps) for moment in shown]
        print_json({"format": FORMAT, "title": moments[-1].title, "boards": boards} if story else boards[-1])
        return
    from ..presentation.steps import step_at
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.heading(moments[-1].title, shown[-1].result)
    if not (story or board.at is not None or objects or steps or numbered):
        page.story(expected)
    for moment in shown:
        if story or board.at is not None:
            page.moment(moment, len(expected))
        if steps:
            page.steps(moment.result, moment.board, objects)
        elif step is not None:
            page.step(*step_at(moment.result, board.until, step), moment.board, objects)
        else:
            page.result(moment.result, moment.board, objects, explain=explain)
    page.close()


def _board_data(moment: Moment, objects: Sequence[str], step: int | None, *, states: bool) -> dict[str, Any]:
    from mtglayers.wire.answers import result_data

    from ..presentation.steps import step_at

    result = moment.result if step is None else step_at(moment.result, moment.options["until"], step)[0]
    data = result_data(result, moment.board, states=states)
    if objects:
        ids = {moment.board.object(id).id for id in objects}
        data["objects"] = [item for item in data["objects"] if item["id"] in ids]
    return data


def _verdict(board: BoardArguments, *, as_json: bool) -> None:
    from dataclasses import replace

    from mtglayers.solver.questions.verdict import verdict
    from mtglayers.wire.answers import verdict_data

    moment = replace(board, readings=None).moment()
    found = verdict(moment.board)
    if as_json:
        print_json(verdict_data(found))
    else:
        print_page(moment.title, found.lines(), found.outcomes[0].result)


@examples("mtglayers editions", "mtglayers editions 2006-07-01", "mtglayers editions --readings")
@main.command()
@click.argument("which", metavar="[DATE|KEY]", required=False, shell_complete=completing.editions)
@click.option("--readings", is_flag=True, help="Instead, list the readings for questions that the rules leave open.")
@json_option
def editions(which: str | None, readings: bool, as_json: bool) -> None:
    """List the editions of the rules, or the readings.

    The list contains the dated texts of the rules and their changes, oldest first. With a DATE or KEY, one text is
    shown in full. A board is solved under the text that applied on its date; a key selects the last text of its
    edition.
    """
    from .editions import edition_lines, edition_list, editions_data, reading_lines, readings_data

    if which is not None and readings:
        raise click.UsageError("a date or key and `--readings` cannot be used together")
    if as_json:
        print_json(readings_data() if readings else editions_data(which))
    else:
        found = reading_lines() if readings else edition_lines(which) if which else edition_list()
        click.echo("\n".join(found))


@examples("mtglayers check puzzles/", "mtglayers check my-puzzle.toml --json", "mtglayers check --facts")
@main.command()
@click.argument("paths", nargs=-1, metavar="FILE...", shell_complete=completing.puzzles)
@click.option("--facts", is_flag=True, help="List the facts that `marks` and `player` can set, and exit.")
@json_option
def check(paths: tuple[str, ...], facts: bool, as_json: bool) -> int:
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
    found = checked_files(paths)
    outcomes: list[Outcome] = []
    if as_json:
        outcomes += found
        print_json(check_data(outcomes))
    else:
        for line in check_lines(found, outcomes):
            click.echo(line)
    return exit_code(outcomes)


for _command in (
    explain_command, cards, compare, completion, depends, diff, draw, orders, report, serve, schema, whatif, decides,
    smallest, flips, find, vectors, forge,
):  # fmt: skip
    main.add_command(_command)
