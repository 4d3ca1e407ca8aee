"""The command that looks for the smallest boards on which one card's effect depends on another's."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import completion as completing

if TYPE_CHECKING:
    from mtglayers.solver.questions.dependence.witness import Progress

EXAMPLES = """\b
Examples:
  mtglayers depends "Blood Moon" "Life and Limb"
  mtglayers depends Conversion "Blood Moon" --edition 2006-07-01
  mtglayers depends Humility Opalescence --most 2 --json
"""


@click.command(epilog=EXAMPLES, short_help="Say on which boards one card depends on another.")
@click.argument("one", metavar="CARD", shell_complete=completing.boards)
@click.argument("other", metavar="CARD", shell_complete=completing.boards)
@click.option(
    "--edition", metavar="DATE|KEY", shell_complete=completing.editions,
    help="The rules of that day, or the edition of that key.",
)  # fmt: skip
@click.option(
    "--most", type=click.IntRange(min=0), default=3, show_default=True, metavar="N",
    help="The most plain objects beside the two cards.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), default=10_000, show_default=True, metavar="N", help="Solve so many boards."
)
@click.option(
    "--cards", "source", type=click.Path(path_type=Path), metavar="FILE",
    help="Take the CARDs from this file of cards, or store of imported ones, where it has them.",
)  # fmt: skip
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="JSON for programs; mtglayers.solver.questions.dependence.witness tells its shape.",
)
def depends(
    one: str, other: str, edition: str | None, most: int, limit: int, source: Path | None, as_json: bool
) -> None:
    """Say on which boards an effect of one card depends on one of another.

    For both directions and each reason the answer is a board with as few plain objects beside the two cards as
    will do: creatures, lands and other permanents without abilities of their own, built from the words that the two
    cards read. Or it is that there is none: all boards of that kind were solved.
    """
    from mtglayers.solver.questions.dependence.witness import depends as witnesses_of
    from mtglayers.solver.questions.dependence.witness import witnesses_data

    own = []
    if source is not None:
        from .cards_find import board_cards

        own = board_cards(source, (one, other))
    with _progress() as progress:
        found = witnesses_of(one, other, most=most, limit=limit, edition=edition, cards=own, progress=progress)
    if as_json:
        from ..presentation.data import json_text

        click.echo(json_text(witnesses_data(found)))
        return
    from ..presentation.text import Page

    page = Page(sys.stdout)
    page.say(" and ".join(found.cards), "title")
    page.lines(found.lines())
    page.close()


@contextmanager
def _progress() -> Generator[Progress | None]:
    """Yield what shows the progress on a terminal; elsewhere nothing does."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("no board yet") as status:
        yield lambda size, boards: status.update(f"{boards:,} boards, now with {size} plain objects")


__all__ = ["depends"]
