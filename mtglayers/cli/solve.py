"""The command that solves a board and explains the result."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .boards import BoardArguments, exclude
from .options import (
    board_options,
    examples,
    file_option,
    number_option,
    objects_option,
    schema_json_option,
    strict_option,
)
from .printing import print_json, print_page

if TYPE_CHECKING:
    from ..presentation.moments import Moment


@examples(
    "mtglayers solve puzzles/three-loop.toml",
    "mtglayers solve puzzles/blood-moon-life-and-limb.toml --story",
    'mtglayers solve "Blood Moon" "Urborg, Tomb of Yawgmoth" --until 4 --step 1',
    'mtglayers solve "Blood Moon" "Life and Limb" Saproling --steps',
    'mtglayers solve "Turn to Frog -> Tarmogoyf; end of turn" --after 2',
    "mtglayers solve puzzles/three-loop.toml --edition 2006-07-01",
    "mtglayers solve puzzles/s1-just-after.toml --readings all",
    "mtglayers solve Humility Opalescence --object humility --json",
    "mtglayers solve Humility Opalescence --cards oracle-cards.json",
    'mtglayers solve "Darksteel Mutation -> Grizzly Bears" --save board.toml',
)
@click.command()
@board_options()
@number_option(
    "--step", "Show the board after the N-th step of the layer given by `--until`, or of the whole solve.", least=0
)
@number_option("--after", "Show the board after the N-th event of the timeline.")
@click.option("--steps", is_flag=True, help="Show every step: its dependencies, the choice, and its changes.")
@click.option("--story", is_flag=True, help="Show the board at each of the puzzle's expectations.")
@strict_option
@objects_option
@click.option("--explain/--no-explain", default=True, show_default=True, help="Explain each object.")
@file_option("--save", "Write the board to this file as a puzzle.", "FILE.toml")
@schema_json_option("result")
def solve(
    board: BoardArguments, step: int | None, after: int | None, steps: bool, story: bool, objects: tuple[str, ...],
    explain: bool, save: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Solve a board and explain it.

    Give the board as a puzzle file or as lines (docs/notation.md). A puzzle is solved at the end of its timeline. The
    simplest LINE is the name of a card, which enters the battlefield under the first player's control. In JSON,
    `--steps` adds the changed objects to each step. `--readings all` reports whether the rules as written settle the
    outcome and, if not, which outcomes are possible.
    """
    numbered = step is not None
    if (story or board.at is not None) and board.file is None:
        raise click.UsageError("`--story` and `--at` need a puzzle file")
    exclude(("--story", story), ("--at", board.at is not None), ("--after", after is not None))
    exclude(("--story", story), ("--steps", steps), ("--step", numbered))
    if board.readings == "all":
        for option in (
            ("--story", story), ("--until", board.until), ("--order", board.order), ("--steps", steps),
            ("--step", numbered), ("--after", after is not None),
        ):  # fmt: skip
            exclude(("--readings all", True), option)
        _verdict(board, as_json=as_json)
        return
    from ..presentation.moments import moment_after, moment_at

    moments = board.moments()
    if save is not None:
        _save(moments[-1], save)
    expected = [moment for moment in moments if moment.number]
    if after is not None:
        shown = [moment_after(moments[-1], after)]
    else:
        shown = (expected or moments[-1:]) if story else [moment_at(moments, board.at)]
    _check_named(shown, objects)
    if as_json:
        from mtglayers.wire.base import FORMAT

        boards = [_board_data(moment, objects, step, states=steps) for moment in shown]
        print_json({"format": FORMAT, "title": moments[-1].title, "boards": boards} if story else boards[-1])
        return
    from ..presentation.steps import step_at
    from ..presentation.text import Page

    page = Page(sys.stdout, in_order=moments[-1] if board.is_in_order else None)
    page.heading(shown[-1].title, shown[-1].result)
    if not (story or board.at is not None or after is not None or objects or steps or numbered):
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


def _check_named(shown: Sequence[Moment], objects: Sequence[str]) -> None:
    # Before anything is printed, an object that no board has is refused.
    from mtglayers.model.board.references import ids_named

    for moment in shown:
        ids_named(moment.board.objects.values(), objects)


def _save(moment: Moment, path: Path) -> None:
    from ..presentation.puzzles import as_puzzle

    path.write_text(as_puzzle(moment.board, None, moment.title, moment).to_toml(), encoding="utf-8")


def _board_data(moment: Moment, objects: Sequence[str], step: int | None, *, states: bool) -> dict[str, Any]:
    from mtglayers.model.board.references import ids_named
    from mtglayers.wire.answers import result_data

    from ..presentation.steps import step_at

    result = moment.result if step is None else step_at(moment.result, moment.options["until"], step)[0]
    data = result_data(result, moment.board, states=states)
    if objects:
        ids = ids_named(moment.board.objects.values(), objects)
        data["objects"] = [item for item in data["objects"] if item["id"] in ids]
    return data


def _verdict(board: BoardArguments, *, as_json: bool) -> None:
    from mtglayers.solver.questions.verdict import verdict
    from mtglayers.wire.answers import verdict_data

    moment = board._replace(readings=None).moment()
    found = verdict(moment.board)
    if as_json:
        print_json(verdict_data(found))
    else:
        print_page(moment.title, found.lines(), found.outcomes[0].result)
