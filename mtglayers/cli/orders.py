"""The command that looks at all orders of timestamps at once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completion as completing
from .boards import moment_at, moments_of, whole_board_options

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.solver.questions.orders.orders import Vary

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
    help="What may be older or younger: everything, the choices of players about what entered together, or these.",
)  # fmt: skip
@click.option("--presence", is_flag=True, help="Ask the same of the board without each single permanent, too.")
@click.option(
    "--object", "objects", multiple=True, metavar="ID", shell_complete=completing.objects,
    help="Only that object; may be given more than once.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="The most walks through the layers to take.  [20000]"
)
@click.option("--json", "as_json", is_flag=True, help="JSON for programs; mtglayers.solver.order_data has its shape.")
def orders(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    vary: str, presence: bool, objects: tuple[str, ...], limit: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Solve a board in every order of its timestamps: a puzzle file, or cards by name.

    The answer says what becomes of each object, and which comparisons of timestamps decide it. Only those that can
    make a difference are looked at. What happened keeps its sense: counters are younger than what they are on, an
    Aura is younger than what it enchants. With `--presence` it also says whose absence would settle something.
    """
    from mtglayers.solver.questions.orders.orders import LIMIT, orders

    moment = moment_at(moments_of(what, edition, readings, None, source), at)
    ids = tuple(moment.board.object(id).id for id in objects)
    found = orders(
        moment.board, _vary(vary, moment.board), readings=moment.readings, presence=presence, limit=limit or LIMIT
    )
    if as_json:
        from mtglayers.solver.order_data import orders_data

        from ..presentation.data import json_text

        click.echo(json_text(orders_data(found, ids)))
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.heading(moment.title, found.outcomes[0].result)
    page.gap()
    page.lines(found.lines(ids))
    page.close()


def _vary(told: str, board: Board) -> Vary:
    """Return what may vary, as an option says it.

    Raises:
        click.BadParameter: a name stands twice.
    """
    match told:
        case "all" | "choices":
            return told
    names: Sequence[str] = [name.strip() for name in told.split(",")]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise click.BadParameter(f"`{name}` stands twice", param_hint="`--vary`")
    return [board.object(name).id if name in board.objects else name for name in names]


__all__ = ["orders"]
