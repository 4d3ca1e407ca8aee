"""The command that solves a board in every order of its timestamps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .boards import BoardArguments
from .options import board_options, examples, number_option, objects_option, schema_json_option
from .printing import print_json, print_page

if TYPE_CHECKING:
    from mtglayers.solver.questions.orders.explore import Vary


@examples(
    'mtglayers orders "Blood Moon" "Life and Limb" Saproling "Overgrown Tomb"',
    "mtglayers orders puzzles/s3-two-enchantments-at-once.toml --vary choices",
    "mtglayers orders puzzles/blood-moon-life-and-limb.toml --at 3 --presence",
    'mtglayers orders Humility Opalescence "Magus of the Moon" --vary humility',
    'mtglayers orders "Ann: Humility" "Ben: Opalescence" --vary players',
)
@click.command()
@board_options(whole=True)
@click.option(
    "--vary", default="all", show_default=True, metavar="all|choices|players|NAME,...",
    help="Vary all timestamps, only the players' choices for objects that entered together, only whose effects came "
    "first, or only these objects and those that these players control.",
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
    from mtglayers.model.board.references import find_player
    from mtglayers.solver.questions.orders.orders import LIMIT, orders

    moment = board.moment()
    players = moment.board.players
    ids = tuple(find_player(players, name) or moment.board.find(name).id for name in objects)
    found = orders(moment.board, _vary(vary), readings=moment.readings, presence=presence, limit=limit or LIMIT)
    if as_json:
        from mtglayers.wire.answers import orders_data

        print_json(orders_data(found, ids))
    else:
        print_page(moment.title, found.lines(ids), found.outcomes[0].result)


def _vary(given: str) -> Vary:
    if given in ("all", "choices", "players"):
        return given
    names = [name.strip() for name in given.split(",")]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise click.BadParameter(f"`{name}` is given twice", param_hint="`--vary`")
    return names
