"""Building the atlas: chunks of pairs, each a file, in any number of processes."""

from __future__ import annotations

import hashlib
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from mtglayers.model.cards.search import FILE
from mtglayers.model.data.parsing import parse_json
from mtglayers.model.errors import BoardDataError, MissingLibraryError, UnknownLayerError
from mtglayers.model.rules.edition import NEWEST
from mtglayers.model.rules.edition import edition as edition_of
from mtglayers.model.support.files import replacing
from mtglayers.model.support.parallel import spread
from mtglayers.solver.questions.atlas.sweep import SIZE, candidates, chunk_runs, decide_chunk
from mtglayers.solver.wording import counted, joined
from mtglayers.version import __version__

from .rows import Row
from .tables import is_whole, write_rows

FORMAT: Final = 2
"""The version of the files' columns."""

MANIFEST: Final = "_atlas.json"
"""The name of the file of the manifest; programs that read a folder of Parquet files skip names that begin so."""

_OLDER: Final = "atlas.json"

Progress = Callable[[int, int, float], None]
"""A function that receives the number of decided pairs, the number of all pairs, and the seconds that are left."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an atlas was built from; the same manifest always has the same files.

    Attributes:
        format: the version of the columns.
        program: the version of the program.
        cards: a digest of the catalogue.
        edition: the first day of the rules.
        pairs: the number of pairs.
        size: the number of pairs in a chunk.
        among: the names of the only cards that were considered, or None for all.
        layers: the names of the only layers that were considered, or None for all.
    """

    format: int
    program: str
    cards: str
    edition: str
    pairs: int
    size: int
    among: tuple[str, ...] | None = None
    layers: tuple[str, ...] | None = None

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.pairs // self.size)


def manifest_of(
    edition: str, among: Sequence[str] | None = None, size: int = SIZE, layers: Sequence[str] | None = None
) -> Manifest:
    """Return what an atlas of the shipped catalogue would be built from.

    Raises:
        UnknownLayerError: the edition has no layer with one of the names.
    """
    rules = edition_of(edition)
    known = [layer.name for layer in (*rules.layers, *rules.after)]
    for name in layers or ():
        if name not in known:
            raise UnknownLayerError(name, tuple(known))
    chosen = None if layers is None else tuple(name for name in known if name in layers)
    day = rules.since.isoformat()
    only = None if among is None else tuple(sorted(set(among)))
    return Manifest(FORMAT, __version__, _digest(), day, len(candidates(day, only, chosen)), size, only, chosen)


def build(
    folder: Path, manifest: Manifest, *, jobs: int = 1, scheduler: str | None = None, progress: Progress | None = None
) -> int:
    """Decide the pairs whose chunks are missing or damaged in a folder, and return the number of written chunks.

    A build can be stopped at any moment and started again. A chunk is written as a whole or not at all.

    Args:
        folder: the folder, which is created if necessary.
        manifest: what to build; see `manifest_of`.
        jobs: the number of processes on this machine.
        scheduler: the address of a Dask scheduler whose workers decide the chunks instead.
        progress: a function that is called after each chunk. Several processes each decide all chunks with the same
            second card before these are written.

    Raises:
        BoardDataError: the folder contains an atlas that was built from something else.
        MissingLibraryError: pyarrow, or Dask for a cluster, is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _claim(folder, manifest)
    missing = _missing(folder, manifest)
    start, done = time.monotonic(), 0
    work = partial(_decided, manifest)
    runs = chunk_runs(missing, *_what(manifest))
    jobs = min(jobs, len(runs))
    if jobs < 2 and scheduler is None:
        runs = [(number,) for number in missing]
    found = _on_cluster(scheduler, work, runs) if scheduler else _on_this_machine(work, runs, jobs)
    for number, rows in found:
        write_rows(file_of(folder, number), rows)
        done += 1
        if progress is not None:
            left = len(missing) - done
            progress(manifest.pairs - left * manifest.size, manifest.pairs, (time.monotonic() - start) / done * left)
    return done


def file_of(folder: Path, number: int) -> Path:
    """Return the path of a chunk."""
    return folder / f"pairs-{number:05}.parquet"


def read_manifest(folder: Path) -> Manifest:
    """Return what the atlas in a folder was built from.

    Raises:
        BoardDataError: the folder contains no atlas, or one that this program cannot read.
    """
    path = _manifest_file(folder)
    if not path.is_file():
        raise BoardDataError(f"`{folder}` contains no atlas; `mtglayers atlas build {folder}` builds one")
    try:
        return msgspec.convert(parse_json(path.read_bytes()), Manifest)
    except msgspec.ValidationError as error:
        raise BoardDataError(f"cannot read the atlas in `{folder}`: {error}") from error


def notes(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is missing in an atlas, and whether the program or its cards have changed since it was built."""
    missing = len(_missing(folder, manifest))
    if missing:
        verb = "is" if missing == 1 else "are"
        command = _command(folder, manifest)
        yield f"{missing:,} of {counted(manifest.chunks, 'file')} {verb} not built yet; `{command}` continues"
    if (manifest.program, manifest.cards) != (__version__, _digest()):
        yield f"`{folder}` was built with another catalogue or version of the program ({manifest.program})"


def _missing(folder: Path, manifest: Manifest) -> list[int]:
    sizes = [min(manifest.size, manifest.pairs - number * manifest.size) for number in range(manifest.chunks)]
    return [number for number, rows in enumerate(sizes) if not is_whole(file_of(folder, number), rows)]


def _command(folder: Path, manifest: Manifest) -> str:
    words = ["mtglayers atlas build", str(folder)]
    words += [] if manifest.edition == NEWEST.since.isoformat() else [f"--edition {manifest.edition}"]
    words += [f"--layer {layer}" for layer in manifest.layers or ()]
    words += [f"--among {_quoted(name)}" for name in manifest.among or ()]
    return " ".join(words)


def _quoted(name: str) -> str:
    return shlex.quote(name) if '"' in name else f'"{name}"'


def _digest() -> str:
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]


def _manifest_file(folder: Path) -> Path:
    older = folder / _OLDER
    return older if older.exists() else folder / MANIFEST


def _claim(folder: Path, manifest: Manifest) -> None:
    path = folder / MANIFEST
    if _manifest_file(folder).exists():
        there = read_manifest(folder)
        if there != manifest:
            other = joined(_differences(there, manifest))
            raise BoardDataError(
                f"`{folder}` contains an atlas with {other}, of `{_command(folder, there)}`; use another folder"
            )
        _manifest_file(folder).replace(path)
        return
    with replacing(path) as draft:
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def _differences(one: Manifest, other: Manifest) -> list[str]:
    words = {
        "format": "other columns", "program": f"version {one.program} of the program", "cards": "another catalogue",
        "edition": "other rules", "among": "other `--among`", "layers": "other `--layer`", "size": "other chunks",
    }  # fmt: skip
    found = [said for field, said in words.items() if getattr(one, field) != getattr(other, field)]
    return found or ["other pairs"]


Run = tuple[int, ...]
"""The numbers of chunks that one process decides."""

Work = Callable[[tuple[Run, ...]], list[tuple[int, list[Row]]]]


def _what(manifest: Manifest) -> tuple[str, tuple[str, ...] | None, tuple[str, ...] | None, int]:
    return manifest.edition, manifest.among, manifest.layers, manifest.size


def _decided(manifest: Manifest, runs: tuple[Run, ...]) -> list[tuple[int, list[Row]]]:
    rules, what = edition_of(manifest.edition), _what(manifest)
    numbers = (number for run in runs for number in run)
    return [(number, [Row.of(each, rules) for each in decide_chunk(number, *what)]) for number in numbers]


def _on_this_machine(work: Work, runs: Sequence[Run], jobs: int) -> Iterator[tuple[int, list[Row]]]:
    for found in spread(work, runs, jobs, size=1):
        yield from found


def _on_cluster(scheduler: str, work: Work, runs: Sequence[Run]) -> Iterator[tuple[int, list[Row]]]:
    # A run whose worker is lost is decided again by another one.
    try:
        from dask.distributed import Client, as_completed
    except ImportError as error:
        raise MissingLibraryError("building on a cluster", "mtglayers[cluster]") from error
    with Client(scheduler, set_as_default=False) as client:
        futures = [client.submit(work, (run,), pure=False) for run in runs]
        finished = as_completed(futures, loop=client.loop, with_results=True)
        del futures
        for future, found in finished:
            future.release()
            yield from found
