"""Measure how much faster the compiled core is, and print the table; ``--write`` puts it into the README.

Run from the checkout: ``python benchmarks/compiled.py``. The wheel is built first, which needs a C compiler. Two
processes, one for Python alone and one for the wheel, take turns at the same boards; the least processor time of each
counts, and only the ratios are meaningful. The program stops if the two give different characteristics.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from against import ROOT, rows
from readme import run


def unpacked(folder: str) -> Path:
    """Build the compiled wheel of this checkout in a folder, and return where its packages are."""
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, str(ROOT)]
    subprocess.run(build, check=True, env={**os.environ, "MTGLAYERS_COMPILED": "1"})
    (wheel,) = Path(folder).glob("*.whl")
    packages = Path(folder, "packages")
    with zipfile.ZipFile(wheel) as found:
        found.extractall(packages)
    return packages


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    with tempfile.TemporaryDirectory() as folder:
        yield from rows((ROOT, unpacked(folder)), " in Python", " compiled")


if __name__ == "__main__":
    run("compiled", __doc__, table)
