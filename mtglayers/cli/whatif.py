"""The commands about other boards: ``mtglayers whatif``, ``decides``, ``smallest`` and ``flips``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import completion as completing
from .boards import moment_of, moments_of
from .options import schema_json_option, whole_board_options
from .printing import print_json, write_text

if TYPE_CHECKING:
    from mtglayers.solver.explain.paragraphs import Line

    from ..presentation.moments import Moment

WHATIF_EXAMPLES = """\b
Examples:
  mtglayers whatif puzzles/three-loop.toml --without conversion
  mtglayers whatif "Blood Moon" "Life and Limb" Saproling --with Taiga
  mtglayers whatif Humility Opalescence --without humility#1
  mtglayers whatif Humility --with '{"enters": "Wild Mongrel", "count": 2}'
"""
DECIDES_EXAMPLES = """\b
Examples:
  mtglayers decides puzzles/three-loop.toml --object plains
  mtglayers decides Humility Opalescence --object humility --of power
  mtglayers decides "Blood Moon" Conversion Taiga --object taiga --effects
"""
SMALLEST_EXAMPLES = """\b
Examples:
  mtglayers smallest puzzles/blood-moon-life-and-limb.toml --at 2
  mtglayers smallest puzzles/three-loop.toml --object plains --of subtypes
  mtglayers smallest puzzles/three-loop.toml -o smaller.toml
"""
FLIPS_EXAMPLES = """\b
Examples:
  mtglayers flips "Blood Moon" "Life and Limb" Saproling --object saproling
  mtglayers flips Conversion "Blood Moon" Taiga --object taiga --json
"""


def _what(command: Callable[..., Any]) -> Callable[..., Any]:
    argument = click.argument(
        "what", nargs=-1, required=True, metavar="FILE | CARD...", shell_complete=completing.boards
    )
    return argument(whole_board_options(command))


def _object(required: bool, words: str) -> Callable[..., Any]:
    return click.option(
        "--object", "id", required=required, metavar="ID", shell_complete=completing.objects, help=words
    )


_OF = click.option(
    "--of", default="", metavar="WHAT", help="Look at only that characteristic: power, subtypes, controller ..."
)


@click.command(epilog=WHATIF_EXAMPLES, short_help="Show what changes without some objects, or with more.")
@_what
@click.option(
    "--without", multiple=True, metavar="ID|EFFECT", shell_complete=completing.objects,
    help="Leave out that object or effect; may be given more than once.",
)  # fmt: skip
@click.option(
    "--with", "added", multiple=True, metavar="CARD|EVENT", shell_complete=completing.cards,
    help="Add a card, which enters last, or an event in JSON as in a puzzle; may be given more than once.",
)  # fmt: skip
@_object(False, "Show only what differs about that object.")
@schema_json_option("what-if")
def whatif(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    without: tuple[str, ...], added: tuple[str, ...], id: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Show what would be different on a board without some objects or effects, or with more.

    An object that is left out never entered, and events that refer to it did not happen. An effect is named as in the
    steps (`humility#1`); if it is left out, everything else stays. `-` marks what is, `+` what would be.
    """
    from mtglayers.solver.questions.whatif import what_if
    from mtglayers.wire.answers import what_if_data

    if not without and not added:
        raise click.UsageError("name a change: `--without ID` or `--with CARD`")
    moment = moment_of(what, at, edition, readings, source=source)
    found = what_if(moment.board, without, map(_event, added), readings=moment.readings)
    if id is not None:
        found = found.of(moment.board.object(id).id)
    if as_json:
        print_json(what_if_data(found))
        return
    changes = [*(f"without {name}" for name in without), *(f"with {name}" for name in added)]
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.lines(found.notes())
    page.difference(found.difference, moment.title, ", ".join(changes))
    page.close()


@click.command(epilog=DECIDES_EXAMPLES, short_help="Find what an object depends on.")
@_what
@_object(True, "The object.")
@_OF
@click.option("--effects", is_flag=True, help="Leave out single effects instead of whole objects.")
@click.option("--size", type=click.IntRange(min=1), default=3, show_default=True, metavar="N",
              help="Leave out at most N at once.")  # fmt: skip
@schema_json_option("decisive")
def decides(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    id: str, of: str, effects: bool, size: int, as_json: bool,
) -> None:  # fmt: skip
    """Find what an object depends on: the smallest sets of objects without which it would be different.

    A resolved spell or ability counts as an object. Sets of up to three are tried.
    """
    from mtglayers.solver.questions.whatif import decisive
    from mtglayers.wire.answers import decisive_data

    moment = moment_of(what, at, edition, readings, source=source)
    kind: Any = "effects" if effects else "objects"
    found = decisive(moment.board, id, _characteristic(of), kind, size=size, readings=moment.readings)
    if as_json:
        print_json(decisive_data(found))
    else:
        _say(moment, found.lines())


@click.command(epilog=SMALLEST_EXAMPLES, short_help="Reduce a board to what an outcome needs.")
@_what
@_object(False, "Keep the outcome of that object.  [default: what the puzzle expects]")
@_OF
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True), metavar="FILE", default="-",
    help="Write the puzzle to this file.  [default: standard output]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle as JSON.")
def smallest(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    id: str | None, of: str, output: Path, as_json: bool,
) -> None:  # fmt: skip
    """Leave out everything that an outcome does not need, and write the rest as a puzzle file.

    The outcome is the last expectation of the puzzle, or the N-th with `--at`, or with `--object` the characteristics
    of that object. No single event of the new board can be left out. What was left out is listed on the error stream.
    """
    from ..presentation.data import json_text
    from ..presentation.puzzles import smallest_puzzle

    if of and id is None:
        raise click.UsageError("`--of` needs `--object`")
    moments = moments_of(what, edition, readings, None, source)
    puzzle, summary = smallest_puzzle(moments, at, id, _characteristic(of))
    click.echo(summary, err=True)
    write_text(f"{json_text(puzzle.to_data())}\n" if as_json else puzzle.to_toml(), output)


@click.command(epilog=FLIPS_EXAMPLES, short_help="Find plain objects that would change an object.")
@_what
@_object(True, "The object.")
@schema_json_option("flips")
def flips(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    id: str, as_json: bool,
) -> None:  # fmt: skip
    """Find single plain objects that would change an object if they entered.

    The command tries creatures, lands and other permanents without abilities that the effects on the board can tell
    apart, and lists what it tried.
    """
    from mtglayers.solver.questions.flips import flips as flips_of
    from mtglayers.wire.answers import flips_data

    moment = moment_of(what, at, edition, readings, source=source)
    found = flips_of(moment.board, id, readings=moment.readings)
    if as_json:
        print_json(flips_data(found))
    else:
        _say(moment, found.lines())


def _characteristic(of: str) -> str:
    from mtglayers.model.support.names import did_you_mean
    from mtglayers.solver.questions.whatif import ASKED

    name = of.strip().replace(" ", "_").replace("-", "_").replace("colour", "color")
    if name and name not in ASKED:
        hint = did_you_mean(name, ASKED) or f"; there are {', '.join(ASKED)}"
        raise click.BadParameter(f"no characteristic `{of}`{hint}", param_hint="`--of`")
    return name


def _event(text: str) -> Any:
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise click.BadParameter(f"`{text}` is not valid JSON: {error.msg}", param_hint="`--with`") from None


def _say(moment: Moment, lines: Sequence[Line]) -> None:
    from ..presentation.sentences import rules_words
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.say(moment.title, "title")
    page.say(rules_words(moment.result))
    page.gap()
    page.lines(lines)
    page.close()


__all__ = ["decides", "flips", "smallest", "whatif"]
