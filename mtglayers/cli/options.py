"""Options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from . import completion as completing

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

edition_option: Final[Decorator] = click.option(
    "--edition", metavar="DATE|KEY", shell_complete=completing.editions,
    help="Use the rules of that day, or the edition of that key; `newest` is one.",
)  # fmt: skip
cards_option: Final[Decorator] = click.option(
    "--cards", "source", type=click.Path(path_type=Path), metavar="FILE",
    help="Look the CARDs up in this card file, or store of imported cards, first.",
)  # fmt: skip
order_option: Final[Decorator] = click.option(
    "--order", metavar="ID,...", shell_complete=completing.more_objects,
    help="Give these objects timestamps in that order, oldest first.",
)  # fmt: skip
objects_option: Final[Decorator] = click.option(
    "--object", "objects", multiple=True, metavar="ID", shell_complete=completing.objects,
    help="Show only that object; may be given more than once.",
)  # fmt: skip
json_option: Final[Decorator] = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
_READINGS: Final[Decorator] = click.option(
    "--readings", metavar="NAME,...", shell_complete=completing.readings,
    help="Answer open questions by these readings; `mtglayers editions --readings` lists them.",
)  # fmt: skip
_UNTIL: Final[Decorator] = click.option(
    "--until", metavar="LAYER", shell_complete=completing.layers, help="Stop after that layer: 4, 7b."
)
_AT: Final[Decorator] = click.option(
    "--at", type=click.IntRange(min=1), metavar="N", help="Use the board at the N-th expectation of the puzzle."
)


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name a board and its rules."""
    return _with(command, edition_option, _READINGS, _UNTIL, order_option, _AT, cards_option)


def whole_board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the same options for commands that solve all layers."""
    return _with(command, edition_option, _READINGS, _AT, cards_option)


def schema_json_option(schema: str) -> Decorator:
    """Return `--json` for output that a JSON Schema describes."""
    help = f"Print JSON for programs; `mtglayers schema {schema}` describes it."
    return click.option("--json", "as_json", is_flag=True, help=help)


def _with(command: Callable[..., Any], *options: Decorator) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


__all__ = [
    "board_options", "cards_option", "edition_option", "json_option", "objects_option", "order_option",
    "schema_json_option", "whole_board_options",
]  # fmt: skip
