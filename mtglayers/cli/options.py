"""Arguments, options and examples that commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from . import completing
from .boards import BoardArguments

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
C = TypeVar("C", bound=click.Command)

edition_option: Final[Decorator] = click.option(
    "--edition", metavar="DATE|KEY", shell_complete=completing.editions,
    help="Use the rules of this date, or the edition with this key, or `newest`.",
)  # fmt: skip
cards_option: Final[Decorator] = click.option(
    "--cards", "source", type=click.Path(path_type=Path), metavar="FILE",
    help="Look up cards first in this card file or store of imported cards.",
)  # fmt: skip
objects_option: Final[Decorator] = click.option(
    "--object", "objects", multiple=True, metavar="ID", shell_complete=completing.objects,
    help="Show only this object; can be given more than once.",
)  # fmt: skip
json_option: Final[Decorator] = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
_READINGS: Final[Decorator] = click.option(
    "--readings", metavar="NAME,...", shell_complete=completing.readings,
    help="Answer open questions with these readings; `mtglayers editions --readings` lists them.",
)  # fmt: skip
_UNTIL: Final[Decorator] = click.option(
    "--until", metavar="LAYER", shell_complete=completing.layers, help="Stop after this layer, such as 4 or 7b."
)
_ORDER: Final[Decorator] = click.option(
    "--order", metavar="ID,...", shell_complete=completing.more_objects,
    help="Give these objects timestamps in this order, oldest first.",
)  # fmt: skip


strict_option: Final[Decorator] = click.option(
    "--strict", is_flag=True, help="Refuse targets, copies, attachments and the like that are not legal."
)


def examples(*lines: str) -> Callable[[C], C]:
    """Return a decorator that adds examples to a command's help."""

    def with_examples(command: C) -> C:
        # click keeps the lines of a paragraph that begins with a backspace.
        text = "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))
        command.epilog = f"{text}\n\n{command.epilog or ''}"
        return command

    return with_examples


def board_options(
    metavar: str = "FILE | LINE...", complete: completing.Completer = completing.boards, *, whole: bool = False
) -> Decorator:
    """Return a decorator that adds the argument and the options that specify a board.

    The command receives them as one `BoardArguments`.

    Args:
        metavar: the name of the argument in the help text.
        complete: the completer for the argument.
        whole: whether to leave out `--until` and `--order`.
    """
    argument = click.argument("what", nargs=-1, required=True, metavar=metavar, shell_complete=complete)
    at = number_option("--at", "Use the board at the puzzle's N-th expectation.")
    some = [] if whole else [_UNTIL, _ORDER]
    options: list[Decorator] = [argument, edition_option, _READINGS, *some, at, cards_option]
    names = set(BoardArguments._fields)

    def with_board(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(**given: Any) -> Any:
            board = BoardArguments(**{name: given.pop(name) for name in names & given.keys()})
            return command(board, **given)

        found: Callable[..., Any] = called
        for option in reversed(options):
            found = option(found)
        return found

    return with_board


def number_option(name: str, help: str, default: int | None = None, least: int = 1) -> Decorator:
    """Return an option whose value is a number that is not less than `least`."""
    return click.option(
        name, type=click.IntRange(min=least), default=default, show_default=default is not None, metavar="N", help=help
    )


jobs_option: Final = number_option("--jobs", "Use N processes.", os.cpu_count() or 1)


def file_option(name: str, help: str, metavar: str = "FILE") -> Decorator:
    """Return an option whose value is the path of a file."""
    return click.option(name, type=click.Path(path_type=Path), metavar=metavar, help=help)


def output_option(help: str) -> Decorator:
    """Return the option `-o`, whose value is a file to write, or `-` for standard output."""
    path = click.Path(dir_okay=False, path_type=Path, allow_dash=True)
    return click.option("-o", "--output", type=path, metavar="FILE", help=help)


def schema_json_option(schema: str) -> Decorator:
    """Return the option `--json` for output that a JSON Schema describes."""
    help = f"Print JSON for programs; `mtglayers schema {schema}` describes it."
    return click.option("--json", "as_json", is_flag=True, help=help)
