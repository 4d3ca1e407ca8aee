"""The shipped sample: what it contains, and the boards of its pairs."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec

from mtglayers import check, read_puzzle, solve
from mtglayers.atlas import sample as module
from mtglayers.atlas.build import build, manifest_of
from mtglayers.atlas.counts import counts
from mtglayers.atlas.sample import LAYERS, sample, with_board, write_sample
from mtglayers.atlas.tables import read_rows

from .test_build import AMONG


def test_the_sample_contains_what_was_written(tmp_path: Path):
    manifest = manifest_of("E25", AMONG)
    build(tmp_path, manifest)
    rows = list(read_rows(tmp_path))
    path = tmp_path / "sample.tsv"

    number = write_sample(path, manifest, rows)

    read = module.read_sample(path)
    assert (number, read.manifest, read.counts) == (len(read.rows), manifest, counts(rows))
    kept = [row for row in rows if row.depends and row.layer in LAYERS]
    assert list(read.rows) == [msgspec.structs.replace(row, boards=0, puzzle="") for row in kept]


def test_the_shipped_sample_is_small_and_has_the_classics():
    found = {(row.effect, row.on): row for row in sample().rows}

    assert module.FILE.stat().st_size < 350_000
    assert len(found) == len(sample().rows) > 1000
    assert found["Blood Moon", "Life and Limb"].objects == "a Saproling creature"
    assert {row.on for row in sample().of("Conversion")} > {"Conversion", "Blood Moon"}
    assert sample().counts.pairs == sample().manifest.pairs


def test_a_board_of_the_sample_is_found_again():
    for row in islice(sample().rows, 0, None, max(1, len(sample().rows) // 12)):
        again = with_board(row)

        assert msgspec.structs.replace(again, boards=0, puzzle="") == row
        assert check(read_puzzle(msgspec.json.decode(again.puzzle)), solve).ok
