"""Which board a command is about: the arguments and options that commands share, and the boards they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import completion as completing

if TYPE_CHECKING:
    from ..presentation.moments import Moment

SUFFIXES = (".toml", ".json", ".pzl")
STDIN = "-"
"""The name that stands for standard input."""

_BOARD_OPTIONS = (
    click.option(
        "--edition",
        metavar="DATE|KEY",
        shell_complete=completing.editions,
        help="The rules of that day or key; `newest` is one.",
    ),
    click.option(
        "--readings",
        metavar="NAME,...",
        shell_complete=completing.readings,
        help="How open questions are read; `mtglayers editions --readings` lists them.",
    ),
    click.option("--until", metavar="LAYER", shell_complete=completing.layers, help="End with that layer: 4, 7b."),
    click.option(
        "--at", type=click.IntRange(min=1), metavar="N", help="The board at the N-th expectation of the puzzle."
    ),
    click.option(
        "--cards",
        "source",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Take the CARDs from this file of cards, or store of imported ones, where it has them.",
    ),
)


_ORDER = click.option(
    "--order", metavar="ID,...", shell_complete=completing.more_objects,
    help="The timestamps of these objects in that order, oldest first.",
)  # fmt: skip


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say which board it is about, and under which rules."""
    for option in reversed((*_BOARD_OPTIONS[:3], _ORDER, *_BOARD_OPTIONS[3:])):
        command = option(command)
    return command


def whole_board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the same options but `--until`: it is about boards that are solved whole."""
    for option in reversed((*_BOARD_OPTIONS[:2], *_BOARD_OPTIONS[3:])):
        command = option(command)
    return command


def is_file(name: str) -> bool:
    """Return whether an argument is meant as a file: it is one, it looks like one, or it is `-`."""
    from mtglayers.model.cards.search import shipped_card

    if name == STDIN or name.lower().endswith(SUFFIXES):
        return True
    return bool(name) and Path(name).exists() and shipped_card(name) is None  # a folder may be called Forest


def moments_of(
    what: Sequence[str],
    edition: str | None = None,
    readings: str | None = None,
    until: str | None = None,
    source: Path | None = None,
    order: str | None = None,
) -> list[Moment]:
    """Return the boards that a command's arguments mean: those of one puzzle file, or the one of the cards named.

    Raises:
        click.UsageError: the arguments do not go together.
    """
    from ..presentation.moments import moments_of_cards, moments_of_file

    files = [name for name in what if is_file(name)]
    if files and len(what) > 1:
        raise click.UsageError(
            f"give one file or the names of cards: `{files[0]}` is a file among {len(what)} arguments"
        )
    if source is not None and files:
        raise click.UsageError("`--cards` needs the names of cards: a puzzle has its own")
    options = {"edition": edition, "readings": readings, "until": until, "order": order}
    return moments_of_file(files[0], options) if files else moments_of_cards(what, options, _own(source, what))


def moment_at(moments: Sequence[Moment], at: int | None) -> Moment:
    """Return the board at the N-th expectation, or without a number the last one.

    Raises:
        click.BadParameter: there is no such expectation.
    """
    from ..presentation.data import counted

    if at is None:
        return moments[-1]
    expected = [moment for moment in moments if moment.number]
    if not expected:
        if moments[-1].puzzle is not None:
            raise click.UsageError("`--at` needs an expectation, and the puzzle has none")
        raise click.UsageError("`--at` needs a puzzle file")
    if at > len(expected):
        raise click.BadParameter(
            f"the puzzle has {counted(len(expected), 'expectation')}, not {at}", param_hint="`--at`"
        )
    return expected[at - 1]


def exclude(*options: tuple[str, bool]) -> None:
    """Refuse options of which at most one can be given.

    Args:
        options: (its name, whether it was given).

    Raises:
        click.UsageError: two of them are.
    """
    given = [f"`{name}`" for name, is_given in options if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} exclude each other")


def _own(source: Path | None, names: Sequence[str]) -> list[Any]:
    if source is None:
        return []
    from .cards_find import board_cards

    return board_cards(source, names)


__all__ = ["board_options", "exclude", "is_file", "moment_at", "moments_of", "whole_board_options"]
