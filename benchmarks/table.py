"""Measure every family at every size and print the table of `benchmarks/README.md`; ``--write`` puts it there.

Run from the checkout: ``python benchmarks/table.py``.
"""

from __future__ import annotations

import math
import time
import timeit
from collections.abc import Callable

from families import FAMILIES
from readme import run
from replay import replay

from mtglayers.solver.result.objects import Objects
from mtglayers.solver.solve import solve


def milliseconds(call: Callable[[], object]) -> float:
    """Return the least processor time of one call, in milliseconds, over at least half a second of calls."""
    timer = timeit.Timer(call, timer=time.process_time)
    number = max(1, int(0.05 / max(timer.timeit(1), 1e-6)))
    return min(timer.repeat(repeat=10, number=number)) / number * 1000


def exponent(sizes: list[int], values: list[float]) -> str:
    """Return the slope of log value over log size between the first and the last size; "0" for all zeros."""
    if not values[-1]:
        return "0"
    if not values[0]:
        return "-"
    slope = math.log(values[-1] / values[0]) / math.log(sizes[-1] / sizes[0])
    return f"{round(slope, 1) + 0:.1f}"  # not -0.0


def rows() -> list[str]:
    """Return the lines of the table."""
    head = "| family | n | objects | effects | steps | trials | edges | solve, ms | replay, ms | solve / replay "
    lines = [f"{head}| read, ms | read / solve |", "|---" * 12 + "|"]
    growth = ["| family | steps | trials | edges | solve time |", "|---" * 5 + "|"]
    for name, (make, sizes) in FAMILIES.items():
        columns: dict[str, list[float]] = {"steps": [], "trials": [], "edges": [], "solve": []}
        for size in sizes:
            board = make(size)
            result = solve(board)
            if replay(board, result).families != result.trace.state.families:
                raise SystemExit(f"replay of {name} {size} came out differently")
            counts = result.statistics
            took = milliseconds(lambda b=board: solve(b))
            replayed = milliseconds(lambda b=board, r=result: replay(b, r))
            read = milliseconds(lambda r=result: Objects(r.trace).values())
            for column, value in (
                ("steps", counts.steps), ("trials", counts.trials), ("edges", counts.edges), ("solve", took),
            ):  # fmt: skip
                columns[column].append(value)
            lines.append(
                f"| {name} | {size:,} | {counts.objects:,} | {counts.effects} | {counts.steps} | {counts.trials} "
                f"| {counts.edges} | {took:.2f} | {replayed:.2f} | {took / replayed:.1f} "
                f"| {read:.2f} | {read / took:.1f} |"
            )
        grown = " | ".join(exponent(list(sizes), values) for values in columns.values())
        growth.append(f"| {name} | {grown} |")
    return [*lines, "", "Exponents of growth, from the smallest to the largest size:", "", *growth]


if __name__ == "__main__":
    run("table", __doc__, rows)
