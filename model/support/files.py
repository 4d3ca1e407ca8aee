"""Files that are replaced as a whole."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Generator[Path]:
    """Yield a path to write, whose file then takes the place of the one at `path`.

    Programs that have opened the old file keep it, and nobody sees a part of the new one.

    Raises:
        OSError: the file cannot be written.
    """
    draft = path.with_name(f".{path.name}.new")  # hidden, in case that it stays: programs that read a folder skip it
    yield draft
    draft.replace(path)
