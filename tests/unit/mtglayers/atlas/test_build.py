"""The atlas as files: stopped and resumed builds, equal bytes, and what is read back."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import msgspec
import pandas as pd
import pytest

from mtglayers import BoardDataError, UnknownLayerError, solve
from mtglayers.atlas.build import Manifest, build, file_of, manifest_of, notes, read_manifest
from mtglayers.atlas.rows import Row
from mtglayers.atlas.tables import read_rows
from mtglayers.model.puzzles.puzzle import read_puzzle
from mtglayers.solver.check.check import check
from mtglayers.solver.questions.atlas.sweep import candidates, chunk_runs

AMONG = ("Ashaya, Soul of the Wild", "Blood Moon", "Conversion", "Humility", "Life and Limb", "Opalescence")


class StoppedError(Exception):
    """The build was stopped."""


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    return manifest_of("E25", AMONG, size=3)


@pytest.fixture(scope="module")
def atlas(manifest: Manifest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("atlas") / "new"
    assert build(folder, manifest) == manifest.chunks > 2
    return folder


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def rows(folder: Path) -> list[Row]:
    return list(read_rows(folder))


def test_each_pair_has_one_row(atlas: Path, manifest: Manifest):
    found = rows(atlas)

    assert len(found) == manifest.pairs
    assert len({(row.effect, row.on) for row in found}) == len(found)
    assert {(row.effect, row.on) for row in found if row.depends} >= {
        ("Blood Moon", "Life and Limb"), ("Life and Limb", "Blood Moon"), ("Conversion", "Blood Moon"),
    }  # fmt: skip


def test_every_board_in_the_files_is_confirmed(atlas: Path):
    puzzles = [row.puzzle for row in rows(atlas) if row.depends]

    assert puzzles
    for puzzle in puzzles:
        assert check(read_puzzle(msgspec.json.decode(puzzle)), solve).ok
    assert not any(row.puzzle for row in rows(atlas) if not row.depends)


def test_a_stopped_build_is_resumed(atlas: Path, manifest: Manifest, tmp_path: Path):
    def stop(done: int, total: int, left: float) -> None:
        assert done <= total
        assert left >= 0
        raise StoppedError

    with pytest.raises(StoppedError):
        build(tmp_path, manifest, progress=stop)
    assert file_of(tmp_path, 0).exists()
    assert not file_of(tmp_path, 1).exists()
    before = file_of(tmp_path, 0).stat().st_mtime_ns

    assert build(tmp_path, manifest) == manifest.chunks - 1
    assert file_of(tmp_path, 0).stat().st_mtime_ns == before
    assert digests(tmp_path) == digests(atlas)
    assert build(tmp_path, manifest) == 0


def test_several_processes_write_the_same_bytes(atlas: Path, manifest: Manifest, tmp_path: Path):
    build(tmp_path, manifest, jobs=2)

    assert digests(tmp_path) == digests(atlas)


def test_chunks_with_the_same_second_card_are_decided_by_one_process(manifest: Manifest):
    what = manifest.edition, manifest.among, manifest.layers
    runs = chunk_runs(range(manifest.chunks), *what, manifest.size)
    first = [[candidates(*what)[number * manifest.size].on for number in run] for run in runs]

    assert [number for run in runs for number in run] == list(range(manifest.chunks))
    assert max(map(len, runs)) > 1
    assert all(len(set(cards)) == 1 for cards in first)
    assert len({cards[0] for cards in first}) == len(runs)


def test_an_atlas_of_other_cards_is_not_continued(atlas: Path):
    with pytest.raises(BoardDataError, match="another folder"):
        build(atlas, manifest_of("E25", AMONG[:2], size=5))


def test_a_folder_without_an_atlas_is_reported(tmp_path: Path):
    with pytest.raises(BoardDataError, match="contains no atlas"):
        read_manifest(tmp_path)
    (tmp_path / "_atlas.json").write_text("{}")
    with pytest.raises(BoardDataError, match="cannot read the atlas"):
        read_manifest(tmp_path)


def test_a_damaged_file_is_written_again_or_reported(atlas: Path, manifest: Manifest, tmp_path: Path):
    shutil.copytree(atlas, tmp_path, dirs_exist_ok=True)
    whole = file_of(tmp_path, 1).read_bytes()
    file_of(tmp_path, 1).write_bytes(whole[:-20])
    (tmp_path / "pairs-00002.parquet").write_bytes(b"")
    assert next(notes(tmp_path, manifest)).startswith(f"2 of {manifest.chunks} files are not built yet")
    with pytest.raises(BoardDataError, match=r"pairs-00001\.parquet`, which is damaged"):
        rows(tmp_path)
    assert build(tmp_path, manifest) == 2
    assert digests(tmp_path) == digests(atlas)

    place = whole.index(b"\x28\xb5\x2f\xfd") + 6  # in a compressed page
    file_of(tmp_path, 1).write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    with pytest.raises(BoardDataError, match=r"pairs-00001\.parquet`, which is damaged"):
        rows(tmp_path)


def test_pandas_reads_the_folder(atlas: Path, tmp_path: Path):
    """Also if a build was stopped while it wrote a file."""
    shutil.copytree(atlas, tmp_path, dirs_exist_ok=True)
    (tmp_path / ".pairs-00099.parquet.new").write_bytes(b"PAR1")
    table = pd.read_parquet(tmp_path)

    assert [Row(**values) for values in table.to_dict("records")] == rows(atlas)


def test_the_file_of_an_older_atlas_had_another_name(atlas: Path, tmp_path: Path):
    shutil.copytree(atlas, tmp_path, dirs_exist_ok=True)
    (tmp_path / "_atlas.json").rename(tmp_path / "atlas.json")

    manifest = read_manifest(tmp_path)
    assert manifest == read_manifest(atlas)
    assert build(tmp_path, manifest) == 0
    assert not (tmp_path / "atlas.json").exists()


def test_an_atlas_of_some_layers(tmp_path: Path):
    manifest = manifest_of("E25", ("Blood Moon", "Darksteel Mutation", "Goblin King", "Life and Limb"), layers=("4",))
    build(tmp_path, manifest)

    found = rows(tmp_path)
    assert {row.layers for row in found} == {"4"}
    assert {(row.effect, row.on) for row in found} >= {("Blood Moon", "Life and Limb")}
    with pytest.raises(UnknownLayerError, match="no layer `8`"):
        manifest_of("E25", AMONG, layers=("8",))


def test_rows_can_be_selected(atlas: Path):
    found = list(read_rows(atlas, effect="Blood Moon"))

    assert {row.effect for row in found} == {"Blood Moon"}
    assert found == [row for row in rows(atlas) if row.effect == "Blood Moon"]
