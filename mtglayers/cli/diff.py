"""The command that compares two boards, or one board in two ways."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mtglayers.model.errors import LayersError

from . import completion as completing
from .boards import is_file, moment_of
from .options import cards_option, schema_json_option
from .printing import print_json

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

    from ..presentation.moments import Moment

EXAMPLES = """\b
Examples:
  mtglayers diff puzzles/omo-and-ashaya.toml puzzles/omo-and-blood-moon.toml
  mtglayers diff puzzles/s2-gray-ogre.toml --edition 2006-07-01..newest
  mtglayers diff puzzles/s1-just-after.toml --readings default..advance
  mtglayers diff puzzles/blood-moon-life-and-limb.toml --at 2..3
  mtglayers diff "Blood Moon" "Life and Limb" Saproling --until 4 --step 1..2
  mtglayers diff Humility Opalescence --reversed
  mtglayers diff Humility Opalescence --order ..opalescence,humility
"""

_BETWEEN = ".."


@click.command(epilog=EXAMPLES, short_help="Show what differs between two boards.")
@click.argument("what", nargs=-1, required=True, metavar="FILE [FILE] | CARD...", shell_complete=completing.two_boards)
@click.option(
    "--edition",
    metavar="DATE|KEY[..DATE|KEY]",
    shell_complete=completing.twice(completing.editions),
    help="Use the rules of that day, or the edition of that key; `newest` is one.",
)
@click.option(
    "--readings",
    metavar="NAME,...[..NAME,...]",
    shell_complete=completing.twice(completing.readings),
    help="Answer open questions by these readings; `default` is one.",
)
@click.option("--at", metavar="N[..N]", help="Use the board at the N-th expectation of the puzzle.")
@click.option(
    "--until",
    metavar="LAYER[..LAYER]",
    shell_complete=completing.twice(completing.layers),
    help="Stop after that layer: 4, 7b.",
)
@click.option("--step", metavar="N[..N]", help="Use the board after that step of the layer, or of the whole solve.")
@click.option(
    "--order", metavar="ID,...[..ID,...]", shell_complete=completing.twice(completing.more_objects),
    help="Give these objects timestamps in that order, oldest first.",
)  # fmt: skip
@click.option(
    "--reversed", "turned", is_flag=True, help="Compare with the board on which everything entered in reverse."
)
@cards_option
@schema_json_option("difference")
def diff(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: str | None, until: str | None,
    step: str | None, order: str | None, turned: bool, source: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Show what differs between two boards: two puzzle files, or one file or row of CARDs in two ways.

    An option takes two values with `..` between them, one for each board; a single value applies to both, and a
    missing one is the default. Objects are the same if they have the same id. `-` marks what holds on the first
    board, `+` what holds on the second. Exit code 0, whether or not anything differs.
    """
    from mtglayers.solver.questions.compare import difference

    files = [name for name in what if is_file(name)]
    two = len(files) == 2 == len(what)
    options = {"edition": edition, "readings": readings, "at": at, "until": until, "step": step, "order": order}
    if not two and not turned and not any(_BETWEEN in (value or "") for value in options.values()):
        raise click.UsageError("give two files, or an option with two values, such as `--edition 2006-07-01..newest`")
    sides = [
        _Side((name,) if two else what, {key: _split(value)[place] for key, value in options.items()}, source)
        for place, name in enumerate(files if two else (what[0], what[0]))
    ]
    if turned:
        sides[1].turn()
    found = difference(*(side.result() for side in sides))
    called = _called(sides[0], sides[1])
    if as_json:
        from mtglayers.wire.answers import difference_data

        print_json({**difference_data(found), "called": dict(zip(("one", "other"), called, strict=True))})
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.difference(found, *called)
    page.close()


class _Side:
    """One of two boards: its moment, and its last step."""

    def __init__(self, what: Sequence[str], options: dict[str, str | None], source: Path | None) -> None:
        from ..presentation.files import STDIN, STDIN_NAME

        file = STDIN_NAME if what[0] == STDIN else what[0]
        self.of_file = is_file(what[0])
        self.name = file if self.of_file else ", ".join(what)
        self.options = options
        at = _number(options["at"], "--at", 1)
        self.moment: Moment = moment_of(
            what, at, options["edition"], options["readings"], options["until"], source, options["order"]
        )
        self.turned = False

    def turn(self) -> None:
        """Use the board on which everything entered in reverse."""
        from ..presentation.moments import reversed_board

        try:
            self.moment = self.moment.on(reversed_board(self.moment.board))
        except LayersError as error:
            raise click.UsageError(f"`--reversed` does not fit this timeline: {error}") from error
        self.turned = True

    def result(self) -> Result:
        """Return the result, up to the step asked for."""
        from ..presentation.steps import step_at

        step = _number(self.options["step"], "--step", 0)
        result = self.moment.result
        return result if step is None else step_at(result, self.options["until"], step)[0]


def _split(value: str | None) -> tuple[str | None, str | None]:
    """Return the two values of an option.

    >>> _split("2..3"), _split("..literal"), _split("7b")
    (('2', '3'), (None, 'literal'), ('7b', '7b'))
    """
    one, between, other = (value or "").partition(_BETWEEN)
    return (one or None, other or None) if between else (value or None, value or None)


def _number(value: str | None, option: str, least: int) -> int | None:
    from mtglayers.model.data.numbers import is_numeral, number_of

    if value is None:
        return None
    if not is_numeral(value) or number_of(value) < least:
        raise click.BadParameter(f"`{value}` is not a number of at least {least}", param_hint=f"`{option}`")
    return number_of(value)


def _called(one: _Side, other: _Side) -> tuple[str, str]:
    first, second = _traits(one), _traits(other)

    def called(side: _Side, mine: dict[str, str], theirs: dict[str, str]) -> str:
        different = [words for key, words in mine.items() if words and words != theirs[key]]
        return f"{side.name} ({', '.join(different)})" if different else side.name

    return called(one, first, second), called(other, second, first)


def _traits(side: _Side) -> dict[str, str]:
    result, options = side.moment.result, side.options
    names = result.readings.names()
    step = options["step"]
    of_layer = f" of layer {options['until']}" if options["until"] else ""
    return {
        "edition": f"rules {result.edition.name}",
        "readings": f"reading {', '.join(names) or 'default'}",
        "at": f"expectation {options['at']}" if options["at"] else "the end" if side.of_file else "",
        "until": f"until layer {options['until']}" if options["until"] and not step else "",
        "step": f"after step {step}{of_layer}" if step else "",
        "order": f"in the order {options['order'].replace(',', ', ')}" if options["order"] else "",
        "turned": "entered in reverse" if side.turned else "",
    }


__all__ = ["diff"]
