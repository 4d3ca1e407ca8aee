"""The command that explains why objects are what they are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completion as completing
from .boards import is_file, moment_of
from .options import board_options, objects_option, schema_json_option
from .printing import print_json

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

EXAMPLES = """\b
Examples:
  mtglayers explain puzzles/blood-moon-life-and-limb.toml saproling
  mtglayers explain puzzles/three-loop.toml --register learner
  mtglayers explain Opalescence Humility --object humility
  mtglayers explain puzzles/three-loop.toml --edition 2006-07-01 --json
"""


@click.command(epilog=EXAMPLES, short_help="Explain why objects are what they are.")
@click.argument(
    "what", nargs=-1, required=True, metavar="FILE [OBJECT...] | CARD...", shell_complete=completing.board_and_objects
)
@board_options
@objects_option
@click.option(
    "--register", type=click.Choice(("ruling", "learner")), default="ruling", show_default=True,
    help="A short ruling, or with the rules explained as they come up.",
)  # fmt: skip
@schema_json_option("explanations")
def explain(
    what: tuple[str, ...], edition: str | None, readings: str | None, until: str | None, order: str | None,
    at: int | None, source: Path | None, objects: tuple[str, ...], register: str, as_json: bool,
) -> None:  # fmt: skip
    """Explain why objects are what they are: OBJECTs of a puzzle file by their ids, or those of a row of CARDs.

    A player's name in place of an object explains what effects do to the player.

    Each explanation begins with one sentence, followed by the layers that matter: what changed, the dependencies that
    decided the order, effects that outlived their ability or never applied, and every other effect that the result
    depends on. Without an OBJECT, every object that an effect changed is explained. The last lines name the text that
    is not understood, and the readings of the rules that would give a different result.
    """
    if is_file(what[0]):
        what, objects = what[:1], (*what[1:], *objects)
    moment = moment_of(what, at, edition, readings, until, source, order)
    result = moment.result
    ids = [id if _is_player(result, id) else moment.board.object(id).id for id in dict.fromkeys(objects)]
    if as_json:
        from mtglayers.wire.answers import explanations_data

        from ..presentation.sentences import worth_telling

        print_json(explanations_data(result, ids or worth_telling(result), moment.title))
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
