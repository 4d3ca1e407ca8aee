"""The commands that find cards, import them and build the catalogue: ``mtglayers cards show`` and others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click

from mtglayers.model.errors import UnknownCardError

from . import completion as completing

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


@click.command(epilog=SHOW_EXAMPLES, short_help="Show what is known of cards.")
@click.argument("names", nargs=-1, required=True, metavar="CARD...", shell_complete=completing.cards)
@click.option(
    "--edition",
    metavar="DATE|KEY",
    shell_complete=completing.editions,
    help="The layers of that day's rules, or of the edition of that key.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def show(names: tuple[str, ...], edition: str | None, as_json: bool) -> None:
    """Show what is known of cards: facts, and of each ability its English, its layers, what it reads and writes.

    A name goes in any case, with or without accents; the name of a face will do.
    """
    from mtglayers.model.rules.edition import NEWEST
    from mtglayers.model.rules.edition import edition as text_of

    from ..presentation.cards import card_data, card_lines, known
    from ..presentation.data import json_text

    rules = NEWEST if edition is None else text_of(edition)
    found = [known(name, rules) for name in names]
    if as_json:
        click.echo(json_text([card_data(each) for each in found]))
        return
    click.echo("\n\n".join("\n".join(card_lines(each)) for each in found))


@click.command(epilog=SEARCH_EXAMPLES, short_help="Search cards by part of a name.")
@click.argument("part", shell_complete=completing.cards)
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def search(part: str, as_json: bool) -> int:
    """List the cards with PART in their names, or, if there are none, those whose names resemble it.

    Exit code 1: there are none.
    """
    from mtglayers.model.cards import search as catalogue

    from ..presentation.data import json_text

    found = catalogue.search(part)
    near = () if found else catalogue.near(part, 5)
    if as_json:
        click.echo(json_text({"found": found, "near": list(near)}))
    else:
        for name in found:
            click.echo(name)
        if not found:
            click.echo(f"no card has `{part}` in its name", err=True)
            for name in near:
                click.echo(f"near: {name}", err=True)
    return 0 if found else 1


@click.command("list", epilog=LIST_EXAMPLES, short_help="List all cards, or the lines that are not understood.")
@click.option("--unread", is_flag=True, help="List the lines of cards that ship which are not understood, instead.")
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def list_(unread: bool, as_json: bool) -> None:
    """List the names of all cards: those that ship, and those imported into the store of this machine."""
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


@click.command("import", epilog=IMPORT_EXAMPLES, short_help="Import a file of cards into the store of this machine.")
@click.argument("file", metavar="CARDS.json", type=FILE)
@click.option("--store", type=FILE, metavar="PATH", help="The store, in place of MTGLAYERS_CARDS or the user's own.")
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def import_(file: Path, store: Path | None, as_json: bool) -> None:
    """Import a file of cards: Scryfall's bulk file or MTGJSON's AtomicCards, plain or packed (gz, bz2, xz, zip).

    What was imported before makes way for it. Cards that ship are still taken from the catalogue; a name that the
    catalogue lacks is looked up in the store and compiled then.
    """
    from mtglayers.model.cards.store import default_path, import_file

    path = store or default_path()
    if path is None:
        raise click.UsageError("MTGLAYERS_CARDS is empty: there is no store; give one with `--store`")
    with watched("importing") as progress:
        found = import_file(file, path, progress)
    if as_json:
        from ..presentation.data import json_text

        refused = _refused(found.refused)
        click.echo(json_text({**found._asdict(), "store": path.as_posix(), "refused": refused}))
        return
    click.echo(f"{found.cards} cards from `{file}` are in `{path}`")
    if found.skipped:
        click.echo(f"{found.skipped} entries are no cards: tokens, emblems, art")
    for name in found.again:
        click.echo(f"again, passed over: {name}")
    for name, wrong in found.refused:
        click.echo(f"cannot be read, left out: {name}: {wrong}")


@click.command(epilog=BUILD_EXAMPLES, short_help="Build the catalogue that ships from a file of cards.")
@click.argument("file", metavar="CARDS.json", type=FILE)
@click.option("--only", type=FILE, metavar="NAMES.txt", help="Only these cards, all of which must be understood.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default=True, metavar="N")
@click.option("--out", type=FILE, metavar="FILE", help="Where to write, in place of the catalogue itself.")
@click.option("--json", "as_json", is_flag=True, help="JSON for programs.")
def build(file: Path, only: Path | None, jobs: int, out: Path | None, as_json: bool) -> None:
    """Build the catalogue that ships: compiled facts and trees of every card of a file, none of its sentences.

    The same file builds to the same bytes.
    """
    from mtglayers.model.cards.catalogue.build import summary, write

    from ..presentation.data import json_text

    with watched("compiling") as progress:
        found = write(file, only, jobs, out, progress)
    unread = [{"name": name, "place": place} for name, place in found.unread]
    data = {"cards": found.cards, "bytes": len(found.data), "unread": unread, "refused": _refused(found.refused)}
    click.echo(json_text(data) if as_json else "\n".join(summary(found)))


def _refused(cards: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "wrong": wrong} for name, wrong in cards]


@contextmanager
def watched(what: str) -> Generator[Callable[[int, int], None], None, None]:
    """Yield what a reader tells how far it is: a progress bar, where somebody watches."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, size: bar.update(task, completed=done, total=size)


def board_cards(path: Path, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return those of these cards that a file of cards or a store has, in Scryfall's shape.

    Raises:
        LayersError: it is neither.
    """
    from mtglayers.model.cards.sources import Source
    from mtglayers.model.cards.store import Store
    from mtglayers.model.support.names import fold

    with path.open("rb") as stream:
        stored = stream.read(15) == b"SQLite format 3"
    if stored:
        with closing(Store(path)) as store:
            found = [store.data(name) for name in names]
        return list({str(card["name"]): card for card in found if card is not None}.values())
    wanted = {fold(name) for name in names}
    cards = [card for card in Source(path).cards() if wanted & _keys(card)]
    full = {fold(card["name"]) for card in cards}
    for name in names:
        if fold(name) not in full and len(shared := [card["name"] for card in cards if fold(name) in _keys(card)]) > 1:
            raise UnknownCardError(name, shared)
    return cards


def _keys(card: dict[str, Any]) -> set[str]:
    from mtglayers.model.support.names import fold

    return {fold(each["name"]) for each in (card, *card.get("card_faces", ()))}


COMMANDS = (show, search, list_, import_, build)
