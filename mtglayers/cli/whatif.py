"""The commands that ask what would be: ``mtglayers whatif``, ``decides``, ``smallest`` and ``flips``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import completion as completing
from .boards import moment_at, moments_of, whole_board_options

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
    """Give a command the board that it is about."""
    argument = click.argument(
        "what", nargs=-1, required=True, metavar="FILE | CARD...", shell_complete=completing.boards
    )
    return argument(whole_board_options(command))


def _object(required: bool, words: str) -> Callable[..., Any]:
    return click.option(
        "--object", "id", required=required, metavar="ID", shell_complete=completing.objects, help=words
    )


_OF = click.option("--of", default="", metavar="WHAT", help="Only that characteristic: power, subtypes, controller ...")
_JSON = click.option(
    "--json", "as_json", is_flag=True, help="JSON for programs; mtglayers.solver.asked tells its shape."
)


@click.command(epilog=WHATIF_EXAMPLES, short_help="Say what would be different without some things, or with more.")
@_what
@click.option(
    "--without", multiple=True, metavar="ID|EFFECT", shell_complete=completing.objects,
    help="An object or effect that is left out; may be given more than once.",
)  # fmt: skip
@click.option(
    "--with", "added", multiple=True, metavar="CARD|EVENT", shell_complete=completing.cards,
    help="A card that enters after all, or an event in JSON as in a puzzle; may be given more than once.",
)  # fmt: skip
@_object(False, "Only what differs about that object.")
@_JSON
def whatif(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    without: tuple[str, ...], added: tuple[str, ...], id: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Say what would be different on a board without some objects or effects, or with more.

    An object that is left out never came, nor did anything happen that speaks of it. An effect is named as in the
    steps (`humility#1`); left out, it does not exist, and all else stays. `-` marks what is so, `+` what would be.
    """
    from mtglayers.solver.asked import what_if_data
    from mtglayers.solver.questions.whatif import what_if

    if not without and not added:
        raise click.UsageError("say what is different: `--without ID` or `--with CARD`")
    moment = _moment(what, edition, readings, at, source)
    found = what_if(moment.board, without, map(_event, added), readings=moment.readings)
    if id is not None:
        found = found.of(moment.board.object(id).id)
    if as_json:
        _echo(what_if_data(found))
        return
    said = [*(f"without {name}" for name in without), *(f"with {name}" for name in added)]
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.lines(found.notes())
    page.difference(found.difference, moment.title, ", ".join(said))
    page.close()


@click.command(epilog=DECIDES_EXAMPLES, short_help="Say what an object turns on.")
@_what
@_object(True, "The object.")
@_OF
@click.option("--effects", is_flag=True, help="Leave out single effects, in place of whole objects.")
@click.option("--size", type=click.IntRange(min=1), default=3, show_default=True, metavar="N", help="At most so many.")
@_JSON
def decides(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    id: str, of: str, effects: bool, size: int, as_json: bool,
) -> None:  # fmt: skip
    """Say what an object turns on: the smallest sets of objects without which it would be something else.

    A resolved spell or ability is left out like an object. Sets of up to three are tried.
    """
    from mtglayers.solver.asked import decisive_data
    from mtglayers.solver.questions.whatif import decisive

    moment = _moment(what, edition, readings, at, source)
    kind: Any = "effects" if effects else "objects"
    found = decisive(moment.board, id, _characteristic(of), kind, size=size, readings=moment.readings)
    if as_json:
        _echo(decisive_data(found))
    else:
        _say(moment, found.lines())


@click.command(epilog=SMALLEST_EXAMPLES, short_help="Leave out whatever an outcome does not need.")
@_what
@_object(False, "Keep what that object is.  [default: what the puzzle expects]")
@_OF
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True), metavar="FILE", default="-",
    help="The puzzle file to write.  [default: standard output]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The puzzle in JSON, for programs.")
def smallest(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    id: str | None, of: str, output: Path, as_json: bool,
) -> None:  # fmt: skip
    """Leave out whatever an outcome does not need, and write what is left as a puzzle file.

    What is kept true is the last expectation of the puzzle, or the N-th with `--at`, or with `--object` what that
    object is. Of the board that is left no single event can be left out. What was left out is told on the error
    stream.
    """
    from ..presentation.data import json_text
    from ..presentation.puzzles import smallest_puzzle

    if of and id is None:
        raise click.UsageError("`--of` needs `--object`")
    moments = moments_of(what, edition, readings, None, source)
    puzzle, said = smallest_puzzle(moments, at, id, _characteristic(of))
    click.echo(said, err=True)
    text = f"{json_text(puzzle.to_data())}\n" if as_json else puzzle.to_toml()
    if str(output) == "-":
        click.echo(text, nl=False)
        return
    output.write_text(text, encoding="utf-8", newline="\n")
    click.echo(f"wrote {output}")


@click.command(epilog=FLIPS_EXAMPLES, short_help="Say which plain object, if it came, would change an object.")
@_what
@_object(True, "The object.")
@_JSON
def flips(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: int | None, source: Path | None,
    id: str, as_json: bool,
) -> None:  # fmt: skip
    """Say which single plain object, if it came, would make an object something else.

    Tried are creatures, lands and other permanents without abilities of their own that the effects on the board
    could tell apart; the answer says which.
    """
    from mtglayers.solver.asked import flips_data
    from mtglayers.solver.questions.flips import flips as flips_of

    moment = _moment(what, edition, readings, at, source)
    found = flips_of(moment.board, id, readings=moment.readings)
    if as_json:
        _echo(flips_data(found))
    else:
        _say(moment, found.lines())


def _moment(
    what: Sequence[str], edition: str | None, readings: str | None, at: int | None, source: Path | None
) -> Moment:
    return moment_at(moments_of(what, edition, readings, None, source), at)


def _characteristic(of: str) -> str:
    from mtglayers.model.support.names import did_you_mean
    from mtglayers.solver.questions.whatif import ASKED

    name = of.strip().replace(" ", "_").replace("-", "_").replace("colour", "color")
    if name and name not in ASKED:
        hint = did_you_mean(name, ASKED) or f"; there are {', '.join(ASKED)}"
        raise click.BadParameter(f"no characteristic `{of}`{hint}", param_hint="`--of`")
    return name


def _event(text: str) -> Any:
    """Return an event of JSON, or the name of a card."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise click.BadParameter(f"`{text}` is no JSON: {error.msg}", param_hint="`--with`") from None


def _echo(data: Any) -> None:
    from ..presentation.data import json_text

    click.echo(json_text(data))


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
