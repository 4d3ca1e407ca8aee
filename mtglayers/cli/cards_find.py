"""The commands ``mtglayers cards show``, ``search``, ``list``, ``import`` and ``build``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from . import completion as completing
from .options import json_option
from .printing import print_json, progress_bar

SHOW_EXAMPLES = """\b
Examples:
  mtglayers cards show "Blood Moon"
  mtglayers cards show humility "lim-dul the necromancer" --json
"""
SEARCH_EXAMPLES = """\b
Examples:
  mtglayers cards search "of yawgmoth"
"""
LIST_EXAMPLES = """\b
Examples:
  mtglayers cards list --unread
"""
IMPORT_EXAMPLES = """\b
Examples:
  mtglayers cards import oracle-cards.json
  mtglayers cards import AtomicCards.json.xz --store cards.sqlite
"""
BUILD_EXAMPLES = """\b
Examples:
  mtglayers cards build oracle-cards.json
  mtglayers cards build oracle-cards.json --only names.txt --out small.tsv
"""

FILE = click.Path(path_type=Path)


@click.command(epilog=SHOW_EXAMPLES, short_help="Show what is known about cards.")
@click.argument("names", nargs=-1, required=True, metavar="CARD...", shell_complete=completing.cards)
@click.option(
    "--edition",
    metavar="DATE|KEY",
    shell_complete=completing.editions,
    help="Show the layers of that day's rules, or of the edition of that key.",
)
@json_option
def show(names: tuple[str, ...], edition: str | None, as_json: bool) -> None:
    """Show what is known about cards: facts, and for each ability its text, layers, and what it reads and writes.

    Upper and lower case and accents make no difference; the name of a face is enough.
    """
    from mtglayers.model.rules.edition import NEWEST
    from mtglayers.model.rules.edition import edition as text_of

    from ..presentation.cards import card_data, card_lines, known

    rules = NEWEST if edition is None else text_of(edition)
    found = [known(name, rules) for name in names]
    if as_json:
        print_json([card_data(each) for each in found])
        return
    click.echo("\n\n".join("\n".join(card_lines(each)) for each in found))


@click.command(epilog=SEARCH_EXAMPLES, short_help="Search cards by part of a name.")
@click.argument("part", shell_complete=completing.cards)
@json_option
def search(part: str, as_json: bool) -> int:
    """List the cards with PART in their names, or, if there are none, the cards with similar names.

    Exit code 1: no name contains PART.
    """
    from mtglayers.model.cards import search as catalogue

    found = catalogue.search(part)
    near = () if found else catalogue.near(part, 5)
    if as_json:
        print_json({"found": found, "near": list(near)})
    else:
        for name in found:
            click.echo(name)
        if not found:
            click.echo(f"no card has `{part}` in its name", err=True)
            for name in near:
                click.echo(f"near: {name}", err=True)
    return 0 if found else 1


@click.command("list", epilog=LIST_EXAMPLES, short_help="List all cards, or the lines that are not understood.")
@click.option("--unread", is_flag=True, help="List instead the lines of shipped cards that are not understood.")
@json_option
def list_(unread: bool, as_json: bool) -> None:
    """List the names of all cards: those that are shipped, and those imported on this computer."""
    from mtglayers.model.cards import search as catalogue
    from mtglayers.model.cards.catalogue.shipped import not_understood

    from ..presentation.cards import place_words
    from ..presentation.data import json_text

    if unread:
        cards = (catalogue.find(name) for name in catalogue.names())
        found = [place_words(where) for card in cards for where in not_understood(card)]
    else:
        found = catalogue.all_names()
    click.echo(json_text(found) if as_json else "\n".join(found))


@click.command("import", epilog=IMPORT_EXAMPLES, short_help="Import a card file into this computer's store.")
@click.argument("file", metavar="CARDS.json", type=FILE)
@click.option(
    "--store", type=FILE, metavar="PATH", help="The store to write instead of MTGLAYERS_CARDS or the user's own."
)
@json_option
def import_(file: Path, store: Path | None, as_json: bool) -> None:
    """Import a card file: Scryfall's bulk file or MTGJSON's AtomicCards, plain or compressed (gz, bz2, xz, zip).

    It replaces what was imported before. Shipped cards are still taken from the catalogue; a name that the catalogue
    lacks is looked up in the store and compiled when it is used.
    """
    from mtglayers.model.cards.store import default_path, import_file

    path = store or default_path()
    if path is None:
        raise click.UsageError("MTGLAYERS_CARDS is empty: no store is set; name one with `--store`")
    with progress_bar("importing") as progress:
        found = import_file(file, path, progress)
    if as_json:
        print_json({**found._asdict(), "store": path.as_posix(), "refused": _refused(found.refused)})
        return
    click.echo(f"imported {found.cards} cards from `{file}` into `{path}`")
    if found.skipped:
        click.echo(f"skipped (tokens, emblems, art): {found.skipped}")
    for name in found.again:
        click.echo(f"skipped (duplicate): {name}")
    for name, wrong in found.refused:
        click.echo(f"skipped (cannot be read): {name}: {wrong}")


@click.command(epilog=BUILD_EXAMPLES, short_help="Build the shipped catalogue from a card file.")
@click.argument("file", metavar="CARDS.json", type=FILE)
@click.option(
    "--only", type=FILE, metavar="NAMES.txt", help="Include only these cards; all of them must be understood."
)
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default=True, metavar="N")
@click.option("--out", type=FILE, metavar="FILE", help="Write to this file instead of the catalogue.")
@json_option
def build(file: Path, only: Path | None, jobs: int, out: Path | None, as_json: bool) -> None:
    """Build the shipped catalogue: compiled facts and trees of every card of a file, without its sentences.

    The same file always gives the same bytes.
    """
    from mtglayers.model.cards.catalogue.build import summary, write

    from ..presentation.data import json_text

    with progress_bar("compiling") as progress:
        found = write(file, only, jobs, out, progress)
    unread = [{"name": name, "place": place} for name, place in found.unread]
    data = {"cards": found.cards, "bytes": len(found.data), "unread": unread, "refused": _refused(found.refused)}
    click.echo(json_text(data) if as_json else "\n".join(summary(found)))


def _refused(cards: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "wrong": wrong} for name, wrong in cards]


COMMANDS = (show, search, list_, import_, build)
