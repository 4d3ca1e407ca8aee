"""The sample that ships with the package: the counts of an atlas, and dependencies of some layers without the boards.

``python -m mtglayers.atlas.sample FOLDER`` writes it from the atlas in a folder.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.solver.questions.atlas.decide import decide
from mtglayers.solver.questions.atlas.sweep import pair_of
from mtglayers.solver.questions.atlas.under_editions import with_editions

from .build import Manifest, read_manifest
from .counts import Counts, counts
from .rows import Row, rows_of
from .tables import read_rows

FILE: Final = Path(__file__).with_name("sample.tsv")

LAYERS: Final = ("1a", "1b", "2", "3", "4", "5")
"""The layers whose dependencies ship; nearly all others are in layer 6, most of them on what removes all abilities."""

_COLUMNS: Final = ("on", "effect", "layers", "layer", "reasons", "loop", "plains", "smallest", "era", "objects")


class Sample(msgspec.Struct, frozen=True):
    """Dependencies of an atlas.

    Attributes:
        manifest: what the atlas was built from.
        counts: how many pairs the whole atlas contains.
        rows: its rows with a dependency in one of `LAYERS`, ordered as in the atlas; `boards` is 0 and `puzzle` is "".
    """

    manifest: Manifest
    counts: Counts
    rows: tuple[Row, ...]

    def of(self, name: str) -> list[Row]:
        """Return the rows of a card, as `rows_of` does."""
        return rows_of(self.rows, name)


class _Head(msgspec.Struct, frozen=True):
    # The first line of the file. A row has the number of its era; an empty `on` is that of the row above.
    manifest: Manifest
    counts: Counts
    eras: tuple[tuple[str, str], ...]  # (editions, changes)


@lru_cache(maxsize=1)
def sample() -> Sample:
    """Return the sample that ships with the package."""
    return read_sample(FILE)


def read_sample(path: Path) -> Sample:
    """Read a sample that `write_sample` wrote."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = msgspec.json.decode(lines[0].removeprefix("# "), type=_Head)
    reader = csv.DictReader(lines[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    rows: list[Row] = []
    for found in reader:
        rows.append(_row(found, head, rows[-1].on if rows else ""))
    return Sample(head.manifest, head.counts, tuple(rows))


def with_board(row: Row, edition: str = "newest") -> Row:
    """Return a row of the sample with its board, which is searched for again."""
    rules = edition_of(edition)
    pair = pair_of(row.effect, row.on, rules, tuple(row.layers.split()))
    return row if pair is None else Row.of(with_editions(decide(pair, rules)), rules)


def write_sample(path: Path, manifest: Manifest, rows: Iterable[Row]) -> int:
    """Write a sample from the rows of an atlas, and return the number of dependencies in it."""
    every = list(rows)
    found = [row for row in every if row.depends and row.layer in LAYERS]
    eras = [era for era, _ in Counter((row.editions, row.changes) for row in found).most_common()]
    head = _Head(manifest, counts(every), tuple(eras))
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# {msgspec.json.encode(head).decode()}\n")
        writer = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
        writer.writerow(_COLUMNS)
        on = ""
        for row in found:
            numbers = int(row.loop), row.plains, int(row.smallest), eras.index((row.editions, row.changes))
            same = row.on == on
            on = row.on
            writer.writerow(("" if same else on, row.effect, row.layers, row.layer, row.reasons, *numbers, row.objects))
    return len(found)


def _row(found: dict[str, str], head: _Head, on: str) -> Row:
    editions, changes = head.eras[int(found["era"])]
    loop, smallest = found["loop"] == "1", found["smallest"] == "1"
    return Row(
        found["effect"], found["on"] or on, found["layers"], True, found["layer"], found["reasons"], loop,
        found["objects"], int(found["plains"]), smallest, 0, editions, changes, "",
    )  # fmt: skip


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    written = write_sample(FILE, read_manifest(folder), read_rows(folder))
    sys.stdout.write(f"{FILE}: {written:,} dependencies, {FILE.stat().st_size:,} bytes\n")
