"""Measure starts as multiples of a bare start of Python, and first solves as multiples of later ones.

Run from the checkout: ``python benchmarks/start.py``; ``--write`` puts the table into `benchmarks/README.md`.
"""

from __future__ import annotations

import gc
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from readme import run

from mtglayers import Board, LayersError, solve
from mtglayers.model.cards.search import find, names
from mtglayers.model.rules.vocabulary import PERMANENT_TYPES

ROOT = Path(__file__).resolve().parent.parent
BARE = "`python -c pass`"
STARTS = {
    BARE: ("-c", "pass"),
    "`import mtglayers`": ("-c", "import mtglayers"),
    "`from mtglayers import Board, solve`": ("-c", "from mtglayers import Board, solve"),
    "`mtglayers --help`": ("-m", "mtglayers", "--help"),
    "`mtglayers solve` of three cards": ("-m", "mtglayers", "solve", "Blood Moon", "Life and Limb", "Overgrown Tomb"),
}
PERMANENTS = (200, 1000)
SEEDS = (1, 2, 4)
LATER = ("a later solve of the same board", "a solve after another permanent enters")
RUNS = 7
"""How many processes measure each ratio; the least times count."""


def started(arguments: Sequence[str], cache: str) -> float:
    """Return the processor time of a Python process with these arguments, with a cache of bytecode in a folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run_python(arguments, {"PYTHONPYCACHEPREFIX": cache})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_python(arguments: Sequence[str], settings: Mapping[str, str]) -> str:
    """Run Python with these arguments and settings of the environment, and return what it prints."""
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "benchmarks")]), **settings}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=settings, text=True).stdout


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
    """Return the processor time of one call, in which no full collection of reference cycles is due."""
    gc.collect()
    start = time.process_time()
    call()
    return time.process_time() - start


def first_and_later(count: int, seed: int) -> tuple[float, float, float]:
    """Return the processor time of the first solve of drawn permanents, and the least of later ones.

    The second time is for later solves of the same board; the third, for those after another permanent enters.
    """
    solve(permanents(PERMANENTS[0], 0))  # the modules are imported
    board = permanents(count, seed)
    first = seconds(lambda: solve(board))
    again = [seconds(lambda: solve(board)) for _ in range(5)]
    grown: list[float] = []
    for _ in range(5):
        board.enters("Grizzly Bears")
        grown.append(seconds(lambda: solve(board)))
    return first, min(again), min(grown)


def rows() -> list[str]:
    """Return the lines of the table."""
    lines = ["| what | compared with | ratio |", "|---|---|---:|"]
    with tempfile.TemporaryDirectory() as cache:
        took: dict[str, list[float]] = {name: [] for name in STARTS}
        for _ in range(RUNS + 1):  # the first run writes the bytecode
            for name, arguments in STARTS.items():
                took[name].append(started(arguments, cache))
    bare, *others = (min(found[1:]) for found in took.values())
    lines += [f"| {name} | {BARE} | {other / bare:.1f} |" for name, other in zip([*STARTS][1:], others, strict=True)]
    for count in PERMANENTS:
        for seed in SEEDS:
            program = f"from start import first_and_later; print(*first_and_later({count}, {seed}))"
            runs = [map(float, run_python(["-c", program], {}).split()) for _ in range(RUNS)]
            first, *later = map(min, zip(*runs, strict=True))
            what = f"first solve of {count:,} permanents, drawn with seed {seed}"
            for which, took_later in zip(LATER, later, strict=True):
                lines.append(f"| {what} | {which} | {first / took_later:.1f} |")
    return lines


if __name__ == "__main__":
    run("start", __doc__, rows)
