"""The commands that vary a board: ``mtglayers whatif``, ``decides``, ``smallest`` and ``flips``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from . import completing
from .boards import BoardArguments
from .options import board_options, examples, number_option, output_option, schema_json_option
from .printing import print_json, print_page, write_text


def _object(help: str, *, required: bool = True) -> Callable[..., Any]:
    return click.option("--object", "id", required=required, metavar="ID", shell_complete=completing.objects, help=help)


_OF = click.option(
    "--of", default="", metavar="WHAT", help="Consider only this characteristic, such as power, subtypes or controller."
)


@examples(
    "mtglayers whatif puzzles/three-loop.toml --without conversion",
    'mtglayers whatif "Blood Moon" "Life and Limb" Saproling --with Taiga',
    "mtglayers whatif Humility Opalescence --without humility#1",
    'mtglayers whatif Tarmogoyf "Grizzly Bears" --leaves "Grizzly Bears"',
    """mtglayers whatif Humility --with '{"enters": "Wild Mongrel", "count": 2}'""",
)
@click.command()
@board_options(whole=True)
@click.option(
    "--without", multiple=True, metavar="ID|EFFECT", shell_complete=completing.objects,
    help="Leave out this object or effect; can be given more than once.",
)  # fmt: skip
@click.option(
    "--with", "added", multiple=True, metavar="CARD|EVENT", shell_complete=completing.cards,
    help="Add a card, which enters last, or an event in JSON as in a puzzle; can be given more than once.",
)  # fmt: skip
@click.option(
    "--leaves", multiple=True, metavar="ID", shell_complete=completing.objects,
    help="Put this object into its owner's graveyard; can be given more than once.",
)  # fmt: skip
@_object("Show only the differences in this object.", required=False)
@schema_json_option("what-if")
def whatif(
    board: BoardArguments, without: tuple[str, ...], added: tuple[str, ...], leaves: tuple[str, ...],
    id: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Show what changes if objects never existed, leave or are added.

    The board is solved as if an object that is left out had never entered, and events that refer to the object had not
    happened. An effect is given by the name that the steps show (`humility#1`); leaving it out does not remove its
    object. An object that leaves goes to the graveyard now; what happened earlier remains. `-` marks the original
    board; `+` marks the changed board.
    """
    from mtglayers.solver.questions.whatif import what_if
    from mtglayers.wire.answers import what_if_data

    if not without and not added and not leaves:
        raise click.UsageError("give a change: `--without ID`, `--leaves ID` or `--with CARD`")
    moment = board.moment()
    found = what_if(moment.board, without, map(_event, added), leaves=leaves, readings=moment.readings)
    if id is not None:
        found = found.of(moment.board.find(id).id)
    if as_json:
        print_json(what_if_data(found))
        return
    changes = [f"without {name}" for name in without]
    changes += [f"{name} leaves" for name in leaves]
    changes += [f"with {name}" for name in added]
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.lines(found.notes())
    page.difference(found.difference, moment.title, ", ".join(changes))
    page.lines(found.reasons())
    page.close()


@examples(
    "mtglayers decides puzzles/three-loop.toml --object plains",
    "mtglayers decides Humility Opalescence --object humility --of power",
    'mtglayers decides "Blood Moon" Conversion Taiga --object taiga --effects',
)
@click.command()
@board_options(whole=True)
@_object("The object.")
@_OF
@click.option("--effects", is_flag=True, help="Leave out single effects instead of whole objects.")
@number_option("--size", "Leave out at most N objects or effects at once.", 3)
@schema_json_option("decisive")
def decides(board: BoardArguments, id: str, of: str, effects: bool, size: int, as_json: bool) -> None:
    """Find the objects that an object depends on.

    The output lists the minimal sets of objects without which the object would be different. A resolved spell or
    ability counts as an object.
    """
    from mtglayers.solver.questions.whatif import decisive
    from mtglayers.wire.answers import decisive_data

    moment = board.moment()
    kind: Any = "effects" if effects else "objects"
    found = decisive(moment.board, id, _characteristic(of), kind, size=size, readings=moment.readings)
    if as_json:
        print_json(decisive_data(found))
    else:
        print_page(moment.title, found.lines(), moment.result)


@examples(
    "mtglayers smallest puzzles/blood-moon-life-and-limb.toml --at 2",
    "mtglayers smallest puzzles/three-loop.toml --object plains --of subtypes",
    "mtglayers smallest puzzles/three-loop.toml -o smaller.toml",
)
@click.command()
@board_options(whole=True)
@_object("Keep the characteristics of this object.  [default: the puzzle's last expectation]", required=False)
@_OF
@output_option("Write the puzzle to this file.  [default: standard output]")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle as JSON.")
def smallest(board: BoardArguments, id: str | None, of: str, output: Path | None, as_json: bool) -> None:
    """Reduce a board to the events that an outcome requires.

    The reduced board is written as a puzzle file. The outcome is the puzzle's last expectation, the N-th expectation
    with `--at`, or the characteristics of an object with `--object`. No single event of the reduced board can be left
    out. The omitted events and objects are printed to standard error.
    """
    from ..presentation.data import json_text
    from ..presentation.puzzles import smallest_puzzle

    if of and id is None:
        raise click.UsageError("`--of` needs `--object`")
    board.moment()  # `strict` may refuse an event
    puzzle, summary = smallest_puzzle(board.moments(), board.at, id, _characteristic(of))
    click.echo(summary, err=True)
    write_text(f"{json_text(puzzle.to_data())}\n" if as_json else puzzle.to_toml(), output)


@examples(
    'mtglayers flips "Blood Moon" "Life and Limb" Saproling --object saproling',
    'mtglayers flips Conversion "Blood Moon" Taiga --object taiga --json',
)
@click.command()
@board_options(whole=True)
@_object("The object.")
@schema_json_option("flips")
def flips(board: BoardArguments, id: str, as_json: bool) -> None:
    """Find plain objects that would change an object by entering.

    The command tries each creature, land and other permanent without abilities that the effects on the board can
    distinguish, and lists the ones it tried.
    """
    from mtglayers.solver.questions.flips import flips as flips_of
    from mtglayers.wire.answers import flips_data

    moment = board.moment()
    found = flips_of(moment.board, id, readings=moment.readings)
    if as_json:
        print_json(flips_data(found))
    else:
        print_page(moment.title, found.lines(), moment.result)


def _characteristic(of: str) -> str:
    from mtglayers.model.support.names import did_you_mean
    from mtglayers.solver.questions.whatif import ASKED

    name = of.strip().lower().replace(" ", "_").replace("-", "_").replace("colour", "color").removeprefix("card_")
    name = next((each for each in (name, f"{name}s", f"{name[:-1]}ies") if each in ASKED), name)
    if name and name not in ASKED:
        hint = did_you_mean(name, ASKED) or f"; use one of {', '.join(ASKED)}"
        raise click.BadParameter(f"unknown characteristic `{of}`{hint}", param_hint="`--of`")
    return name


def _event(text: str) -> Any:
    if not text.lstrip().startswith("{"):
        return text
    from mtglayers.model.data.parsing import MalformedDataError, parse_json
    from mtglayers.model.data.record import abbreviated

    try:
        return parse_json(text)
    except MalformedDataError as error:
        raise click.BadParameter(f"`{abbreviated(text)}`: {error}", param_hint="`--with`") from None
