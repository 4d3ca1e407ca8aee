"""The command that compares two boards, or two solutions of one board."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mtglayers.model.errors import LayersError

from ..presentation.files import STDIN, STDIN_NAME, is_file
from . import completing
from .boards import BoardArguments
from .options import cards_option, examples, schema_json_option, strict_option
from .printing import print_json

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

    from ..presentation.moments import Moment


@examples(
    "mtglayers diff puzzles/omo-and-ashaya.toml puzzles/omo-and-blood-moon.toml",
    "mtglayers diff puzzles/s2-gray-ogre.toml --edition 2006-07-01..newest",
    "mtglayers diff puzzles/s1-just-after.toml --readings default..advance",
    "mtglayers diff puzzles/blood-moon-life-and-limb.toml --at 2..3",
    'mtglayers diff "Blood Moon" "Life and Limb" Saproling --until 4 --step 1..2',
    "mtglayers diff Humility Opalescence --reversed",
    "mtglayers diff Humility Opalescence --order ..opalescence,humility",
)
@click.command()
@click.argument("what", nargs=-1, required=True, metavar="FILE [FILE] | LINE...", shell_complete=completing.two_boards)
@click.option(
    "--edition", metavar="DATE|KEY[..DATE|KEY]", shell_complete=completing.twice(completing.editions),
    help="Use the rules of this date, or the edition with this key, or `newest`.",
)  # fmt: skip
@click.option(
    "--readings", metavar="NAME,...[..NAME,...]", shell_complete=completing.twice(completing.readings),
    help="Answer open questions with these readings; `default` selects the default readings.",
)  # fmt: skip
@click.option("--at", metavar="N[..N]", help="Use the board at the puzzle's N-th expectation.")
@click.option(
    "--until", metavar="LAYER[..LAYER]", shell_complete=completing.twice(completing.layers),
    help="Stop after this layer, such as 4 or 7b.",
)  # fmt: skip
@click.option("--step", metavar="N[..N]", help="Use the board after this step of the layer, or of the whole solve.")
@click.option(
    "--order", metavar="ID,...[..ID,...]", shell_complete=completing.twice(completing.more_objects),
    help="Give these objects timestamps in this order, oldest first.",
)  # fmt: skip
@click.option(
    "--reversed", "backwards", is_flag=True, help="Compare with the board whose objects entered in reverse order."
)
@cards_option
@strict_option
@schema_json_option("difference")
def diff(
    what: tuple[str, ...], source: Path | None, backwards: bool, strict: bool, as_json: bool, **options: str | None
) -> None:  # fmt: skip
    """Show the differences between two boards.

    Give two puzzle files, or one board (a file or LINEs) and options that solve it in two ways. An option takes two
    values separated by `..`, one for each board. A single value applies to both boards; a missing value means the
    default. Objects are matched by id. `-` marks a line that is true only for the first board; `+` marks a line that is
    true only for the second board. The exit code is 0 even if the boards differ.
    """
    from mtglayers.solver.questions.compare import difference

    two = len(what) == 2 and all(map(is_file, what))
    if not two and not backwards and not any(".." in (value or "") for value in options.values()):
        raise click.UsageError("give two files, or an option with two values, such as `--edition 2006-07-01..newest`")
    one, other = (
        _Side(
            (what[place],) if two else what,
            {key: _split(value)[place] for key, value in options.items()},
            source,
            strict,
        )
        for place in (0, 1)
    )
    if backwards:
        other.reverse()
    found = difference(one.result(), other.result())
    names = one.name_beside(other), other.name_beside(one)
    if as_json:
        from mtglayers.wire.answers import difference_data

        print_json({**difference_data(found), "called": dict(zip(("one", "other"), names, strict=True))})
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.difference(found, *names)
    page.close()


class _Side:
    def __init__(
        self, what: Sequence[str], options: Mapping[str, str | None], source: Path | None, strict: bool
    ) -> None:  # fmt: skip
        given = dict(options)
        self.step = _number(given.pop("step"), "--step", 0)
        at = _number(given.pop("at"), "--at", 1)
        self.board = BoardArguments(tuple(what), **given, at=at, source=source, strict=strict)
        self.moment: Moment = self.board.moment()
        self.backwards = False

    def reverse(self) -> None:
        import msgspec

        from ..presentation.moments import reversed_board

        try:
            self.moment = msgspec.structs.replace(self.moment, board=reversed_board(self.moment.board))
        except LayersError as error:
            raise click.UsageError(f"`--reversed` cannot be used with this timeline: {error}") from error
        self.backwards = True

    def result(self) -> Result:
        from ..presentation.steps import step_at

        result = self.moment.result
        return result if self.step is None else step_at(result, self.board.until, self.step)[0]

    def name_beside(self, other: _Side) -> str:
        """Return a name that contains the file or cards and the options that differ."""
        file = self.board.file
        name = ", ".join(self.board.what) if file is None else STDIN_NAME if file == STDIN else file
        theirs = other._traits()
        different = [words for key, words in self._traits().items() if words and words != theirs[key]]
        return f"{name} ({', '.join(different)})" if different else name

    def _traits(self) -> dict[str, str]:
        result, board = self.moment.result, self.board
        of_layer = f" of layer {board.until}" if board.until else ""
        return {
            "edition": f"rules {result.edition.name}",
            "readings": f"reading {', '.join(result.readings.names()) or 'default'}",
            "at": f"expectation {board.at}" if board.at else "the end" if board.file else "",
            "until": f"until layer {board.until}" if board.until and self.step is None else "",
            "step": f"after step {self.step}{of_layer}" if self.step is not None else "",
            "order": f"in the order {board.order.replace(',', ', ')}" if board.order else "",
            "reversed": "entered in reverse order" if self.backwards else "",
        }


def _split(value: str | None) -> tuple[str | None, str | None]:
    """Return the two values of an option.

    >>> _split("2..3"), _split("..literal"), _split("7b")
    (('2', '3'), (None, 'literal'), ('7b', '7b'))
    """
    one, between, other = (value or "").partition("..")
    return (one or None, other or None) if between else (value or None, value or None)


def _number(value: str | None, option: str, least: int) -> int | None:
    from mtglayers.model.data.numbers import is_numeral, number_of

    if value is None:
        return None
    if not is_numeral(value) or number_of(value) < least:
        raise click.BadParameter(f"`{value}` must be a number, at least {least}", param_hint=f"`{option}`")
    return number_of(value)
