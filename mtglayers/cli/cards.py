"""The commands about cards: ``mtglayers cards ...``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .cards_find import COMMANDS
from .options import json_option
from .printing import progress_bar
from .program import Commands

if TYPE_CHECKING:
    from mtglayers.coverage import Coverage

EXAMPLES = """\b
Examples:
  mtglayers cards show "Blood Moon"
  mtglayers cards search "of yawgmoth"
  mtglayers cards coverage oracle-cards.json
"""
COVERAGE_EXAMPLES = """\b
Examples:
  mtglayers cards coverage oracle-cards.json --top 50 --kind static
  mtglayers cards coverage oracle-cards.json --claims claims.jsonl
  mtglayers cards coverage oracle-cards.json --check floor.toml
"""


@click.group(cls=Commands, epilog=EXAMPLES, short_help="Find and import cards; measure coverage.")
def cards() -> None:
    """Find, import and inspect cards; measure how many are understood."""


@cards.command(epilog=COVERAGE_EXAMPLES, short_help="Measure how many lines of a card file are understood.")
@click.argument("file", metavar="CARDS.json", type=click.Path(path_type=Path))
@click.option(
    "--claims",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A list of the layers that lines touch, to compare with.",
)
@click.option(
    "--settled",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Differences from that list that the rules settle.",
)
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default=True, metavar="N")
@click.option(
    "--top", type=click.IntRange(min=0), default=10, show_default=True, metavar="N", help="List at most N templates."
)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(("static", "cda", "resolution", "keyword")),
    help="List only lines of that kind; may be given more than once.",
)  # fmt: skip
@click.option(
    "--check",
    type=click.Path(path_type=Path),
    metavar="FLOOR.toml",
    help="Exit with code 1 where coverage is below that floor.",
)
@click.option(
    "--write",
    type=click.Path(path_type=Path),
    metavar="README.md",
    help="Write the table between its marks in that file.",
)
@json_option
def coverage(
    file: Path, claims: Path | None, settled: Path | None, jobs: int, top: int, kinds: tuple[str, ...],
    check: Path | None, write: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Measure how many lines of a card file are understood: Scryfall's bulk file or MTGJSON's AtomicCards.

    A line is compiled, recognised as touching no layer, or not understood. Lines that are not understood are listed
    by template, most frequent first.
    """
    from ..coverage.table import below, coverage_json, coverage_lines, read_floor, written

    if settled is not None and claims is None:
        raise click.UsageError("`--settled` needs `--claims`")
    floor = read_floor(check) if check is not None else None
    found = _measured(file, claims, settled, jobs)
    if write is not None:
        write.write_text(written(write.read_text(encoding="utf-8"), found), encoding="utf-8", newline="\n")
    click.echo(coverage_json(found) if as_json else "\n".join(coverage_lines(found, top, kinds)))
    wrong = below(found, floor) if floor is not None else []
    for line in wrong:
        click.echo(f"below the floor: {line}", err=True)
    return 1 if wrong else 0


def _measured(file: Path, claims: Path | None, settled: Path | None, jobs: int) -> Coverage:
    from mtglayers.coverage import measure
    from mtglayers.model.cards.sources import Source

    from ..coverage.table import claims_of

    pile = list(Source(file).cards())
    listed = claims_of(claims, settled) if claims is not None else None
    with progress_bar("reading cards") as progress:
        return measure(pile, jobs, lambda count: progress(count, len(pile)), listed)


for _command in COMMANDS:
    cards.add_command(_command)
