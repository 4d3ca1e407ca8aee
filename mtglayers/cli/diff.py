"""The command that compares two boards, or one board under two editions, readings, orders, or at two moments."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mtglayers.model.errors import LayersError

from . import completion as completing
from .boards import STDIN, is_file, moment_at, moments_of

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


@click.command(epilog=EXAMPLES, short_help="Say what differs between two boards.")
@click.argument("what", nargs=-1, required=True, metavar="FILE [FILE] | CARD...", shell_complete=completing.two_boards)
@click.option(
    "--edition",
    metavar="DATE|KEY[..DATE|KEY]",
    shell_complete=completing.twice(completing.editions),
    help="The rules of that day or key; `newest` is one.",
)
@click.option(
    "--readings",
    metavar="NAME,...[..NAME,...]",
    shell_complete=completing.twice(completing.readings),
    help="How open questions are read; `default` is one.",
)
@click.option("--at", metavar="N[..N]", help="The board at the N-th expectation of the puzzle.")
@click.option(
    "--until",
    metavar="LAYER[..LAYER]",
    shell_complete=completing.twice(completing.layers),
    help="End with that layer: 4, 7b.",
)
@click.option("--step", metavar="N[..N]", help="The board after that step of the layer, or of the whole walk.")
@click.option(
    "--order", metavar="ID,...[..ID,...]", shell_complete=completing.twice(completing.more_objects),
    help="The timestamps of these objects in that order, oldest first.",
)  # fmt: skip
@click.option("--reversed", "turned", is_flag=True, help="The other board is that on which things entered in reverse.")
@click.option(
    "--cards", "source", type=click.Path(path_type=Path), metavar="FILE",
    help="Take the CARDs from this file of cards, or store of imported ones, where it has them.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="JSON for programs; mtglayers.solver.data tells its shape.")
def diff(
    what: tuple[str, ...], edition: str | None, readings: str | None, at: str | None, until: str | None,
    step: str | None, order: str | None, turned: bool, source: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Say what differs between two boards: two puzzle files, or one file or row of CARDs looked at in two ways.

    An option takes two values with `..` between them, first that of the one board, then that of the other; a single
    value goes for both, and a missing one is the default. Objects are the same if they have the same id. `-` marks
    what is so on the one board, `+` what is so on the other. Exit code 0, whether or not anything differs.
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
        from mtglayers.solver.data import difference_data

        from ..presentation.data import json_text

        click.echo(json_text({**difference_data(found), "called": dict(zip(("one", "other"), called, strict=True))}))
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.difference(found, *called)
    page.close()


class _Side:
    """One of two boards: its moment, and the step up to which it is solved."""

    def __init__(self, what: Sequence[str], options: dict[str, str | None], source: Path | None) -> None:
        moments = moments_of(what, options["edition"], options["readings"], options["until"], source, options["order"])
        file = "standard input" if what[0] == STDIN else what[0]
        self.of_file = is_file(what[0])
        self.name = file if self.of_file else ", ".join(what)
        self.options = options
        self.moment: Moment = moment_at(moments, _number(options["at"], "--at", 1))
        self.turned = False

    def turn(self) -> None:
        """Go over to the board on which things entered in reverse."""
        from ..presentation.moments import reversed_board

        try:
            self.moment = self.moment.on(reversed_board(self.moment.board))
        except LayersError as error:
            raise click.UsageError(f"`--reversed` does not fit this timeline: {error}") from error
        self.turned = True

    def result(self) -> Result:
        """Return the board solved, as it stood after the step asked for."""
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
        raise click.BadParameter(f"`{value}` is no number of {least} or more", param_hint=f"`{option}`")
    return number_of(value)


def _called(one: _Side, other: _Side) -> tuple[str, str]:
    """Return what the two sides are called: the file or cards, and in what else they differ."""
    first, second = _traits(one), _traits(other)

    def called(side: _Side, mine: dict[str, str], theirs: dict[str, str]) -> str:
        told = [words for key, words in mine.items() if words and words != theirs[key]]
        return f"{side.name} ({', '.join(told)})" if told else side.name

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
