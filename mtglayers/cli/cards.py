"""The card commands: ``mtglayers cards ...``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from . import completing
from .options import edition_option, examples, file_option, jobs_option, json_option, number_option
from .printing import print_json, progress_bar, say
from .program import Commands

card_file = click.argument("file", metavar="CARDS.json", type=click.Path(path_type=Path))


@examples(
    'mtglayers cards show "Blood Moon"',
    'mtglayers cards search "of yawgmoth"',
    "mtglayers cards coverage oracle-cards.json",
)
@click.group(cls=Commands)
def cards() -> None:
    """Find and import cards; measure coverage."""


@examples('mtglayers cards show "Blood Moon"', 'mtglayers cards show humility "lim-dul the necromancer" --json')
@cards.command()
@click.argument("names", nargs=-1, required=True, metavar="CARD...", shell_complete=completing.cards)
@edition_option
@json_option
def show(names: tuple[str, ...], edition: str | None, as_json: bool) -> None:
    """Show facts about cards.

    For each ability, the output lists its text, the layers in which it applies, and the values that it reads and
    writes. Case and accents in names do not matter. The name of one face is enough.
    """
    from mtglayers.model.rules.edition import NEWEST
    from mtglayers.model.rules.edition import edition as edition_of

    from ..presentation.cards import card_data, card_lines, known

    rules = NEWEST if edition is None else edition_of(edition)
    found = [known(name, rules) for name in names]
    if as_json:
        print_json([card_data(each) for each in found])
    else:
        click.echo("\n\n".join("\n".join(card_lines(each)) for each in found))


@examples('mtglayers cards search "of yawgmoth"')
@cards.command()
@click.argument("part", shell_complete=completing.cards)
@json_option
def search(part: str, as_json: bool) -> int:
    """Search for cards by part of a name.

    If no name contains PART, the command lists similar names and exits with code 1.
    """
    from mtglayers.model.cards import search as catalogue
    from mtglayers.model.errors import readable

    found = catalogue.search(part)
    near = () if found else catalogue.near(part, 5)
    if as_json:
        print_json({"found": found, "near": list(near)})
        return 0 if found else 1
    for name in found:
        click.echo(name)
    if not found:
        click.echo(readable(f"no card name contains `{part}`"), err=True)
        for name in near:
            click.echo(f"similar name: {name}", err=True)
    return 0 if found else 1


@examples("mtglayers cards list --unread")
@cards.command("list")
@click.option("--unread", is_flag=True, help="Instead, list the lines of shipped cards that are not understood.")
@json_option
def list_(unread: bool, as_json: bool) -> None:
    """List all cards, or the lines that are not understood.

    The list contains the names of shipped cards and of cards imported on this computer.
    """
    from mtglayers.model.cards import search as catalogue

    from ..presentation.unread import place_words

    if unread:
        shipped = (catalogue.find(name) for name in catalogue.names())
        found = [place_words(where) for card in shipped for where in card.not_understood()]
    else:
        found = catalogue.all_names()
    if as_json:
        print_json(found)
    else:
        click.echo("\n".join(found))


@examples("mtglayers cards import oracle-cards.json", "mtglayers cards import AtomicCards.json.xz --store cards.sqlite")
@cards.command("import")
@card_file
@file_option("--store", "Write to this store instead of MTGLAYERS_CARDS or the user's own store.", "PATH")
@json_option
def import_(file: Path, store: Path | None, as_json: bool) -> None:
    """Import a card file into this computer's store.

    The file is Scryfall's bulk file or MTGJSON's AtomicCards, plain or compressed (gz, bz2, xz, zip). Its cards replace
    all previously imported cards. Shipped cards still come from the catalogue; other cards are looked up in the store
    and compiled when they are used.
    """
    from mtglayers.model.cards.store import import_file
    from mtglayers.model.cards.store_path import default_path
    from mtglayers.solver.wording import counted

    path = store or default_path()
    if path is None:
        raise click.UsageError("MTGLAYERS_CARDS is empty, so there is no store; give one with `--store`")
    with progress_bar("importing") as progress:
        found = import_file(file, path, progress)
    if as_json:
        print_json({**found._asdict(), "store": path.as_posix(), "refused": _refused(found.refused)})
        return
    say(f"imported {counted(found.cards, 'card')} from `{file}` into `{path}`")
    if found.skipped:
        click.echo(f"skipped (tokens, emblems, art): {found.skipped}")
    for name in found.again:
        say(f"skipped (duplicate): {name}")
    for name, wrong in found.refused:
        say(f"skipped (cannot be read): {name}: {wrong}")


@examples(
    "mtglayers cards build oracle-cards.json",
    "mtglayers cards build oracle-cards.json --only names.txt --out small.tsv",
)
@cards.command()
@card_file
@file_option("--only", "Include only these cards; all of them must be understood.", "NAMES.txt")
@jobs_option
@file_option("--out", "Write to this file instead of the catalogue.")
@json_option
def build(file: Path, only: Path | None, jobs: int, out: Path | None, as_json: bool) -> None:
    """Build the shipped catalogue from a card file.

    The catalogue contains the compiled facts and ability trees of every card in the file, but not the rules text. The
    same file always produces the same bytes.
    """
    from mtglayers.model.cards.catalogue.build import summary, write

    with progress_bar("compiling") as progress:
        found = write(file, only, jobs, out, progress)
    if as_json:
        unread = [{"name": name, "place": place} for name, place in found.unread]
        refused = _refused(found.refused)
        print_json({"cards": found.cards, "bytes": len(found.data), "unread": unread, "refused": refused})
    else:
        click.echo("\n".join(summary(found)))


@examples(
    "mtglayers cards coverage oracle-cards.json --top 50 --kind static",
    "mtglayers cards coverage oracle-cards.json --claims claims.jsonl",
    "mtglayers cards coverage oracle-cards.json --check floor.toml",
)
@cards.command()
@card_file
@file_option("--claims", "Compare with this list of the layers that each line affects.")
@file_option("--settled", "Accept the differences in this file, which are settled by the rules.")
@jobs_option
@number_option("--top", "List at most N templates.", 10, least=0)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(("static", "cda", "resolution", "keyword")),
    help="List only lines of this kind; can be given more than once.",
)  # fmt: skip
@file_option("--check", "Exit with code 1 if coverage is below this floor.", "FLOOR.toml")
@file_option("--write", "Write the table between its markers in this file.", "README.md")
@json_option
def coverage(
    file: Path, claims: Path | None, settled: Path | None, jobs: int, top: int, kinds: tuple[str, ...],
    check: Path | None, write: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Measure how many lines of a card file are understood.

    The file is Scryfall's bulk file or MTGJSON's AtomicCards. A line is compiled, recognized as affecting no layer,
    or not understood. Lines that are not understood are listed by template, most frequent first.
    """
    from mtglayers.coverage import measure
    from mtglayers.model.cards.sources import Source

    from ..coverage.table import below, claims_of, coverage_json, coverage_lines, read_floor, written

    if settled is not None and claims is None:
        raise click.UsageError("`--settled` needs `--claims`")
    floor = read_floor(check) if check is not None else None
    read = list(Source(file).cards())
    listed = claims_of(claims, settled) if claims is not None else None
    with progress_bar("reading cards") as progress:
        found = measure(read, jobs, lambda count: progress(count, len(read)), listed)
    if write is not None:
        write.write_text(written(write.read_text(encoding="utf-8"), found), encoding="utf-8", newline="\n")
    click.echo(coverage_json(found) if as_json else "\n".join(coverage_lines(found, top, kinds)))
    wrong = below(found, floor) if floor is not None else []
    for line in wrong:
        click.echo(f"below the floor: {line}", err=True)
    return 1 if wrong else 0


def _refused(cards: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "wrong": wrong} for name, wrong in cards]
