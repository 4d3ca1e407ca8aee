"""The command that finds boards on which one card depends on another."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completion as completing
from .boards import board_cards
from .options import cards_option, edition_option, schema_json_option
from .printing import print_json, print_page

if TYPE_CHECKING:
    from mtglayers.solver.questions.dependence.witness import Progress

EXAMPLES = """\b
Examples:
  mtglayers depends "Blood Moon" "Life and Limb"
  mtglayers depends Conversion "Blood Moon" --edition 2006-07-01
  mtglayers depends Humility Opalescence --most 2 --json
"""


@click.command(epilog=EXAMPLES, short_help="Find boards on which one card depends on another.")
@click.argument("one", metavar="CARD", shell_complete=completing.boards)
@click.argument("other", metavar="CARD", shell_complete=completing.boards)
@edition_option
@click.option(
    "--most", type=click.IntRange(min=0), default=3, show_default=True, metavar="N",
    help="Use at most N plain objects besides the two cards.",
)  # fmt: skip
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Solve at most N boards.",
)
@cards_option
@schema_json_option("witnesses")
def depends(
    one: str, other: str, edition: str | None, most: int, limit: int, source: Path | None, as_json: bool
) -> None:
    """Find boards on which an effect of one card depends on an effect of another.

    For both directions and each reason, the answer is a board with as few plain objects besides the two cards as
    possible: creatures, lands and other permanents without abilities, built from the words that the two cards read.
    If no such board shows the dependency, the answer says so: all of them were solved.
    """
    from mtglayers.solver.questions.dependence.witness import depends as witnesses_of
    from mtglayers.wire.answers import witnesses_data

    own = board_cards(source, (one, other))
    with _progress() as progress:
        found = witnesses_of(one, other, most=most, limit=limit, edition=edition, cards=own, progress=progress)
    if as_json:
        print_json(witnesses_data(found))
    else:
        print_page(" and ".join(found.cards), found.lines())


@contextmanager
def _progress() -> Generator[Progress | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("no board yet") as status:
        yield lambda size, boards: status.update(f"{boards:,} boards, now with {size} plain objects")


__all__ = ["depends"]
