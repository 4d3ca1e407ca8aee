"""Measure starts as multiples of a bare start of Python, and first solves as multiples of later ones.

Run from the checkout: ``python benchmarks/start.py``; ``--write`` puts the table into `benchmarks/README.md`.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from readme import run

from mtglayers import Board, LayersError, solve
from mtglayers.model.cards.search import find, names
from mtglayers.model.rules.vocabulary import PERMANENT_TYPES

ROOT = Path(__file__).resolve().parent.parent
STARTS = {
    "`import mtglayers`": ("-c", "import mtglayers"),
    "`from mtglayers import Board, solve`": ("-c", "from mtglayers import Board, solve"),
    "`mtglayers --help`": ("-m", "mtglayers", "--help"),
    "`mtglayers solve` of three cards": ("-m", "mtglayers", "solve", "Blood Moon", "Life and Limb", "Overgrown Tomb"),
}
PERMANENTS = (200, 1000)
SEEDS = (1, 2, 4)


def started(arguments: tuple[str, ...], cache: str, runs: int = 7) -> float:
    """Return the least processor time of a Python process with these arguments, with a warm cache of bytecode."""
    settings = {**os.environ, "PYTHONPYCACHEPREFIX": cache, "PYTHONPATH": str(ROOT)}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    found = []
    for _ in range(runs + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, cwd=ROOT, env=settings)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found[1:])


def permanents(count: int, seed: int) -> Board:
    """Return a board on which different permanents of the catalogue, drawn at random, entered one by one."""
    board = Board()
    for name in random.Random(seed).sample(names(), len(names())):
        if len(board.events) == count:
            break
        if set(find(name).faces[0].types) & set(PERMANENT_TYPES):
            with suppress(LayersError):
                board.enters(name)
    return board


def seconds(call: Callable[[], object]) -> float:
    """Return the processor time of one call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def rows() -> list[str]:
    """Return the lines of the table."""
    lines = ["| what | compared with | ratio |", "|---|---|---:|"]
    with tempfile.TemporaryDirectory() as cache:
        bare = started(("-c", "pass"), cache)
        for name, arguments in STARTS.items():
            lines.append(f"| {name} | `python -c pass` | {started(arguments, cache) / bare:.1f} |")
    solve(permanents(PERMANENTS[0], 0))  # the modules are imported
    for count in PERMANENTS:
        for seed in SEEDS:
            board = permanents(count, seed)
            first = seconds(lambda board=board: solve(board))  # type: ignore[misc]
            later = min(seconds(lambda board=board: solve(board)) for _ in range(5))  # type: ignore[misc]
            what = f"first solve of {count:,} permanents, drawn with seed {seed}"
            lines.append(f"| {what} | a later solve | {first / later:.1f} |")
    return lines


if __name__ == "__main__":
    run("start", __doc__, rows)
