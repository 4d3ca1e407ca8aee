"""The command that explains objects and players."""

from __future__ import annotations

import sys
from typing import Literal

import click

from . import completing
from .boards import BoardArguments
from .options import board_options, examples, objects_option, schema_json_option
from .printing import print_json


@examples(
    "mtglayers explain puzzles/blood-moon-life-and-limb.toml saproling",
    "mtglayers explain puzzles/three-loop.toml --register learner",
    "mtglayers explain Opalescence Humility humility",
    "mtglayers explain puzzles/three-loop.toml --edition 2006-07-01 --json",
)
@click.command()
@board_options("FILE [OBJECT...] | LINE... [ID]", completing.board_and_objects)
@objects_option
@click.option(
    "--register", type=click.Choice(("ruling", "learner")), default="ruling", show_default=True,
    help="Write a short ruling, or also explain the rules that it uses.",
)  # fmt: skip
@schema_json_option("explanations")
def explain(
    board: BoardArguments, objects: tuple[str, ...], register: Literal["ruling", "learner"], as_json: bool
) -> None:
    """Explain the characteristics of objects.

    An OBJECT is the id or name of an object in the puzzle file, or the name of a player. After LINEs, the ID of an
    object can follow; for a name, use `--object`.

    Each explanation begins with a one-sentence summary, followed by the layers that matter. For each layer, it lists
    the changes and the dependencies that decided the order. It also lists effects that outlived their ability or never
    applied, and every other effect that the result depends on. Without an OBJECT, every object that an effect changed
    is explained. The last lines list the events that are not legal, the text that is not understood, and the readings
    of the rules that would give a different result.
    """
    from mtglayers.model.board.references import find_player, ids_named

    if board.file is not None:
        board, objects = board._replace(what=board.what[:1]), (*board.what[1:], *objects)
    elif len(board.what) > 1 and (id := _repeated(board.what)):
        board, objects = board._replace(what=board.what[:-1]), (id, *objects)
    moment = board.moment()
    result = moment.result
    players = result.players.keys() - set(result.objects)
    named = [(find_player(tuple(players), name), name) for name in dict.fromkeys(objects)]
    there = moment.board.objects.values()
    ids = [id for player, name in named for id in ([player] if player else ids_named(there, [name]))]
    if as_json:
        from mtglayers.wire.answers import explanations_data

        from ..presentation.sentences import worth_telling

        print_json(explanations_data(result, ids or worth_telling(result), moment.title))
        return
    from ..presentation.text import Page

    page = Page(sys.stdout, in_order=moment if board.is_in_order else None)
    page.heading(moment.title, result)
    page.lacking(result)
    page.illegal(result)
    page.reasons(result, ids, register)
    page.perhaps(result)
    page.phased_out(moment.board)
    page.unread(result)
    page.open_questions(result)
    page.close()


def _repeated(lines: tuple[str, ...]) -> str:
    # The last of several lines if it is the id of an object in the lines before, as in "Humility Opalescence humility",
    # or the name of one of their players.
    from mtglayers.model.board.board import Board
    from mtglayers.model.board.lines import card_at
    from mtglayers.model.board.references import find_player
    from mtglayers.model.errors import LayersError

    last = lines[-1]
    try:
        board = Board.of(*lines[:-1])
    except LayersError:
        return ""
    if last == last.lower() and last in board.objects:
        return last
    return last if find_player(board.players, last) is not None and card_at(last, board.own_cards) is None else ""
