"""The command that solves a board in every order of its timestamps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .boards import BoardArguments
from .options import board_options, examples, number_option, objects_option, schema_json_option
from .printing import print_json, print_page

if TYPE_CHECKING:
    from mtglayers.model.board.board import Board
    from mtglayers.solver.questions.orders.explore import Vary


@examples(
    'mtglayers orders "Blood Moon" "Life and Limb" Saproling "Overgrown Tomb"',
    "mtglayers orders puzzles/s3-two-enchantments-at-once.toml --vary choices",
    "mtglayers orders puzzles/blood-moon-life-and-limb.toml --at 3 --presence",
    'mtglayers orders Humility Opalescence "Magus of the Moon" --vary humility',
)
@click.command()
@board_options(whole=True)
@click.option(
    "--vary", default="all", show_default=True, metavar="all|choices|NAME,...",
    help="Vary all timestamps, only the players' choices for objects that entered together, or only these objects.",
)  # fmt: skip
@click.option("--presence", is_flag=True, help="Also solve the board without each of its permanents.")
@objects_option
@number_option("--limit", "Solve at most N times.  [default: 20000]")
@schema_json_option("orders")
def orders(
    board: BoardArguments, vary: str, presence: bool, objects: tuple[str, ...], limit: int | None, as_json: bool
) -> None:
    """Solve a board in every order of its timestamps.

    Give the board as a puzzle file or as card names. The output lists the outcomes of each object, and the timestamp
    comparisons that decide between them. The command tries only comparisons that can make a difference, and only orders
    that the events allow; for example, an Aura is younger than the object it enchants. With `--presence`, the output
    also lists outcomes that depend on whether a permanent is present.
    """
    from mtglayers.solver.questions.orders.orders import LIMIT, orders

    moment = board.moment()
    ids = tuple(moment.board.find(id).id for id in objects)
    found = orders(
        moment.board, _vary(vary, moment.board), readings=moment.readings, presence=presence, limit=limit or LIMIT
    )
    if as_json:
        from mtglayers.wire.answers import orders_data

        print_json(orders_data(found, ids))
    else:
        print_page(moment.title, found.lines(ids), found.outcomes[0].result)


def _vary(given: str, board: Board) -> Vary:
    if given in ("all", "choices"):
        return given
    names = [name.strip() for name in given.split(",")]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise click.BadParameter(f"`{name}` is given twice", param_hint="`--vary`")
    return [board.find(name).id if name in board.objects else name for name in names]
