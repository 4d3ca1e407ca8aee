"""The command that solves a board in every order of its timestamps."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completion as completing
from .boards import moment_of
from .options import objects_option, schema_json_option, whole_board_options
from .printing import print_json

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.solver.questions.orders.explore import Vary

EXAMPLES = """\b
Examples:
  mtglayers orders "Blood Moon" "Life and Limb" Saproling "Overgrown Tomb"
  mtglayers orders puzzles/s3-two-enchantments-at-once.toml --vary choices
  mtglayers orders puzzles/blood-moon-life-and-limb.toml --at 3 --presence
  mtglayers orders Humility Opalescence "Magus of the Moon" --vary humility
"""


@click.command(epilog=EXAMPLES, short_help="Solve a board in every order of its timestamps.")
@click.argument("what", nargs=-1, required=True, metavar="FILE | CARD...", shell_complete=completing.boards)
@whole_board_options
@click.option(
    "--vary", default="all", show_default=True, metavar="all|choices|NAME,...",
    help="Vary everything, only what players choose for objects that entered together, or these objects.",
)  # fmt: skip
@click.option("--presence", is_flag=True, help="Also solve the board without each single permanent.")
@objects_option
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Solve at most N times.  [default: 20000]")
@schema_json_option("orders")
def orders(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    vary: str, presence: bool, objects: tuple[str, ...], limit: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Solve a board in every order of its timestamps: a puzzle file, or cards by name.

    The answer lists the outcomes of each object, and which comparisons of timestamps decide between them. Only
    comparisons that can make a difference are tried. Events stay possible: counters are younger than the permanent
    they are on, an Aura is younger than what it enchants. `--presence` adds whose absence would settle an outcome.
    """
    from mtglayers.solver.questions.orders.orders import LIMIT, orders

    moment = moment_of(what, at, edition, readings, source=source)
    ids = tuple(moment.board.object(id).id for id in objects)
    found = orders(
        moment.board, _vary(vary, moment.board), readings=moment.readings, presence=presence, limit=limit or LIMIT
    )
    if as_json:
        from mtglayers.wire.answers import orders_data

        print_json(orders_data(found, ids))
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.heading(moment.title, found.outcomes[0].result)
    page.gap()
    page.lines(found.lines(ids))
    page.close()


def _vary(given: str, board: Board) -> Vary:
    match given:
        case "all" | "choices":
            return given
    names: Sequence[str] = [name.strip() for name in given.split(",")]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise click.BadParameter(f"`{name}` is given twice", param_hint="`--vary`")
    return [board.object(name).id if name in board.objects else name for name in names]


__all__ = ["orders"]
