"""The command that says why objects are what they are: for a ruling at the table, or for a learner."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completion as completing
from .boards import board_options, is_file, moment_at, moments_of

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

EXAMPLES = """\b
Examples:
  mtglayers explain puzzles/blood-moon-life-and-limb.toml saproling
  mtglayers explain puzzles/three-loop.toml --register learner
  mtglayers explain Opalescence Humility --object humility
  mtglayers explain puzzles/three-loop.toml --edition 2006-07-01 --json
"""


@click.command(epilog=EXAMPLES, short_help="Say why objects are what they are.")
@click.argument(
    "what", nargs=-1, required=True, metavar="FILE [OBJECT...] | CARD...", shell_complete=completing.board_and_objects
)
@board_options
@click.option(
    "--object", "objects", multiple=True, metavar="ID", shell_complete=completing.objects,
    help="Only that object; may be given more than once.",
)  # fmt: skip
@click.option(
    "--register", type=click.Choice(("ruling", "learner")), default="ruling", show_default=True,
    help="Short, for a ruling at the table; or with the rules explained as they come up.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="JSON for programs; mtglayers.solver.why_data tells its shape.")
def explain(
    what: tuple[str, ...], edition: str | None, readings: str | None, until: str | None, order: str | None,
    at: int | None, source: Path | None, objects: tuple[str, ...], register: str, as_json: bool,
) -> None:  # fmt: skip
    """Say why objects are what they are: the OBJECTs of a puzzle file by their ids, or those of a row of CARDs.

    A player's name in place of an object asks what effects make of the player.

    Each begins with one sentence, followed by the layers that matter: what changed, who depended on whom and why where
    that decided, what went on without its ability or never began, and every other effect that it rests on. Without
    an object, all are told that some effect changed. At the end stands which lines are not understood, and under
    which readings of the rules the board would come out differently.
    """
    if is_file(what[0]):
        what, objects = what[:1], (*what[1:], *objects)
    moment = moment_at(moments_of(what, edition, readings, until, source, order), at)
    result = moment.result
    ids = [id if _is_player(result, id) else moment.board.object(id).id for id in dict.fromkeys(objects)]
    if as_json:
        from mtglayers.solver.why_data import explanations_data

        from ..presentation.data import json_text
        from ..presentation.sentences import worth_telling

        click.echo(json_text(explanations_data(result, ids or worth_telling(result), moment.title)))
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.heading(moment.title, result)
    page.reasons(result, ids, "learner" if register == "learner" else "ruling")
    page.unread(result)
    page.open_questions(result)
    page.close()


def _is_player(result: Result, id: str) -> bool:
    return id in result.players and id not in result.objects


__all__ = ["explain"]
