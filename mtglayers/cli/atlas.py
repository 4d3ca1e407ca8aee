"""The commands of the atlas: ``mtglayers atlas ...``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from . import completing
from .options import edition_option, examples, jobs_option, json_option, number_option
from .printing import print_json, print_page, progress_bar
from .program import Commands

_PATH = click.Path(path_type=Path, file_okay=False)
_FOLDER = click.argument("folder", type=_PATH, metavar="FOLDER")
_PERHAPS_FOLDER = click.argument("folder", type=_PATH, metavar="[FOLDER]", required=False)


@examples(
    'mtglayers atlas ask "Blood Moon" "Life and Limb"',
    "mtglayers atlas build atlas/",
    "mtglayers atlas top atlas/",
)
@click.group(cls=Commands)
def atlas() -> None:
    """Find out which permanents of the whole game depend on which.

    A pair of cards is tried if one card reads what the other one changes. The boards contain the two cards and, if
    necessary, plain objects, the opponent's turn, counters or many permanents.
    """


@examples(
    "mtglayers atlas build atlas/",
    'mtglayers atlas build atlas/ --among "Blood Moon" --among "Life and Limb"',
    "mtglayers atlas build atlas/ --layer 2 --layer 4",
    "mtglayers atlas build atlas/ --scheduler tcp://10.0.0.5:8786",
)
@atlas.command()
@_FOLDER
@edition_option
@click.option("--among", multiple=True, metavar="CARD", help="Consider only these cards; can be given more than once.")
@click.option("--layer", multiple=True, metavar="LAYER", help="Consider only these layers.")
@jobs_option
@click.option("--scheduler", metavar="ADDRESS", help="Use the workers of this Dask scheduler instead.")
def build(
    folder: Path, edition: str | None, among: tuple[str, ...], layer: tuple[str, ...], jobs: int, scheduler: str | None
) -> None:
    """Decide all pairs, and write them to Parquet files in a folder.

    The command can be stopped at any moment. If it is started again, it decides only the pairs that are missing.
    """
    from mtglayers.atlas.build import build as built
    from mtglayers.atlas.build import manifest_of
    from mtglayers.model.cards.search import name_of
    from mtglayers.solver.wording import counted

    with progress_bar("reading the cards") as show:
        cards = [name_of(name) for name in among]
        manifest = manifest_of(edition or "newest", cards or None, layers=layer or None)
        chunks = built(
            folder, manifest, jobs=jobs, scheduler=scheduler,
            progress=lambda done, total, left: show(done, total, f"{_time(left)} left"),
        )  # fmt: skip
    files = counted(manifest.chunks, "file")
    click.echo(f"{counted(manifest.pairs, 'pair')} in {files}, {chunks:,} new: {folder}")


@examples(
    'mtglayers atlas ask "Blood Moon" "Life and Limb"',
    'mtglayers atlas ask "Blood Moon"',
    "mtglayers atlas ask Humility --in atlas/",
)
@atlas.command()
@click.argument("one", metavar="CARD", shell_complete=completing.boards)
@click.argument("other", metavar="[CARD]", required=False, shell_complete=completing.boards)
@edition_option
@click.option("--in", "folder", type=_PATH, metavar="FOLDER", help="Look in this folder.")
@json_option
def ask(one: str, other: str | None, edition: str | None, folder: Path | None, as_json: bool) -> None:
    """Show whether two cards depend on each other, or all dependencies of one card.

    The answer for two cards is computed. The answer for one card is taken from an atlas (`--in`), or else from the
    sample that ships with the program.
    """
    from mtglayers.atlas.build import read_manifest
    from mtglayers.atlas.report import answer_lines, asked, card_lines
    from mtglayers.atlas.rows import rows_of
    from mtglayers.atlas.sample import sample
    from mtglayers.model.cards.search import name_of
    from mtglayers.model.rules.edition import edition as edition_of

    rules = edition_of(edition)
    if other is not None:
        if folder is not None:
            raise click.UsageError("give two cards, or one card and a folder with `--in`")
        if as_json:
            print_json({"answers": [_data(answer) for answer in asked(one, other, rules)]})
        else:
            print_page(f"{name_of(one)} and {name_of(other)}", answer_lines(one, other, rules))
        return
    name = name_of(one)
    rows = sample().of(name) if folder is None else rows_of(_rows(folder), name)
    if as_json:
        print_json({"answers": [_data(row) for row in rows]})
    else:
        built = None if folder is None else (folder, read_manifest(folder))
        print_page(name, card_lines(name, rows, rules, built))


@examples("mtglayers atlas loops", "mtglayers atlas loops atlas/", "mtglayers atlas loops atlas/ --triples 1000 --json")
@atlas.command()
@_PERHAPS_FOLDER
@number_option("--triples", "Try N triples of cards, those with the most dependencies first.", 100, least=0)
@json_option
def loops(folder: Path | None, triples: int, as_json: bool) -> None:
    """List the sets of cards that can wait for each other, and the pairs and triples in a loop on one board (613.8b).

    A pair or triple is tried if each of its cards depends on each other one in a layer, on boards that can differ.
    Without a folder, the dependencies are those of the sample that ships with the program.
    """
    import msgspec

    from mtglayers.atlas import graph
    from mtglayers.atlas.build import read_manifest
    from mtglayers.atlas.report import loop_lines, sample_line
    from mtglayers.atlas.sample import sample
    from mtglayers.model.rules.edition import edition as edition_of

    rules = edition_of((sample().manifest if folder is None else read_manifest(folder)).edition)
    rows = sample().rows if folder is None else [row for row in _rows(folder) if row.depends]
    groups = [*graph.pairs(rows), *graph.triples(rows)[:triples]]
    found = []
    with progress_bar("looking for boards with a loop") as show:
        for number, group in enumerate(groups, start=1):
            found.append(graph.decide_group(group, rules))
            show(number, len(groups))
    sets = graph.components(rows)
    if as_json:
        data = {"sets": [{"layer": layer, "cards": list(cards)} for layer, cards in sets]}
        print_json({**data, "loops": [msgspec.to_builtins(loop) | _puzzle(loop) for loop in found]})
    else:
        note = [] if folder is not None else [sample_line()]
        print_page(f"Loops in {folder or 'the sample'}", [*loop_lines(sets, found), *note])


@examples("mtglayers atlas top", "mtglayers atlas top atlas/ --most 50")
@atlas.command()
@_PERHAPS_FOLDER
@number_option("--most", "List N cards.", 10)
@json_option
def top(folder: Path | None, most: int, as_json: bool) -> None:
    """Count the pairs of an atlas, and list the cards with the most dependencies.

    Without a folder, the counts are those of the atlas of all cards from which the sample was made.
    """
    import msgspec

    from mtglayers.atlas.counts import MOST, counts
    from mtglayers.atlas.report import count_lines
    from mtglayers.atlas.sample import sample

    if folder is None and most > MOST:
        raise click.UsageError(f"the counts that ship with the program list {MOST} cards; give a folder to list {most}")
    found = sample().counts.top(most) if folder is None else counts(_rows(folder), most)
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        print_page(f"The atlas in {folder}" if folder is not None else "The atlas of all cards", count_lines(found))


def _rows(folder: Path) -> Any:
    from mtglayers.atlas.build import notes, read_manifest
    from mtglayers.atlas.tables import read_rows

    for note in notes(folder, read_manifest(folder)):
        click.echo(f"note: {note}", err=True)
    return read_rows(folder)


def _data(answer: Any) -> Any:
    import msgspec

    if isinstance(answer, str):
        return {"never": answer}
    return msgspec.to_builtins(answer) | _puzzle(answer)


def _puzzle(answer: Any) -> dict[str, Any]:
    import msgspec

    return {"puzzle": msgspec.json.decode(answer.puzzle) if answer.puzzle else None}


def _time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
