"""Count the solves of ``verdict`` and compare its time with that of a solve; ``--write`` puts the table in the README.

Run from the checkout: ``python benchmarks/verdict.py``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import families
from readme import run
from reuse import commander

from mtglayers.model.board.board import Board
from mtglayers.model.support.progress import watched
from mtglayers.presentation.moments import moments_of_file
from mtglayers.solver.questions.verdict import verdict
from mtglayers.solver.solve import solve

PUZZLES = Path(__file__).parent.parent / "puzzles"

BOARDS: dict[str, Callable[[], Board]] = {
    "lords 24": lambda: families.lords(24),
    "type changers 15": lambda: families.type_changers(15),
    "loop 8": lambda: families.loop(8),
    "loop 16": lambda: families.loop(16),
    "ashaya 13": lambda: families.ashaya(13),
    "tokens 1,000": lambda: families.tokens(1_000),
    "a game of four": commander,
    **{
        name: (lambda name=name: moments_of_file(str(PUZZLES / f"{name}.toml"))[-1].board)
        for name in (
            "twelve-effects-from-six-players", "a-loop-member-waits-for-an-outsider", "machine-gods-effigy",
            "s0-two-humilities", "s1-just-after",
        )
    },
}  # fmt: skip


def rows() -> list[str]:
    """Return the lines of the table."""
    lines = [
        "| board | combinations | outcomes | solves | solve, ms | verdict, ms | verdict / solve |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, make in BOARDS.items():
        board = make()
        done: list[str] = []
        with watched(done.append):
            found = verdict(board)
        one, all_readings = _least(lambda board=board: solve(board)), _least(lambda board=board: verdict(board))
        lines.append(
            f"| {name} | {found.combinations:,} | {len(found.outcomes)} | {done.count('solve')} "
            f"| {one * 1000:.2f} | {all_readings * 1000:.1f} | {all_readings / one:.0f} |"
        )
    return lines


def _least(work: Callable[[], object], times: int = 20) -> float:
    took = []
    for _ in range(times):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return min(took)


if __name__ == "__main__":
    run("verdict", __doc__, rows)
