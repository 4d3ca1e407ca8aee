"""The cost of copying boards, playing events and undoing them; ``--write`` puts the table into `benchmarks/README.md`.

Run from the checkout: ``python benchmarks/boards.py``.
"""

from __future__ import annotations

import tracemalloc

from families import BEAR
from readme import run
from table import milliseconds

from mtglayers.model.board.board import Board

SIZES = (100, 1_000, 10_000)


def told(events: int) -> Board:
    """Return a board on which a number of creatures entered, one after the other."""
    board = Board(("Ana", "Ben"))
    for place in range(events):
        board.enters(BEAR, controller=("Ana", "Ben")[place % 2])
    return board


def kilobytes(board: Board, copies: int = 20) -> tuple[float, float]:
    """Return the memory of a board, and of a copy with one more event."""
    tracemalloc.start()
    whole = told(len(board.events))
    alone = tracemalloc.get_traced_memory()[0]
    kept = [whole.copy() for _ in range(copies)]
    for each in kept:
        each.enters(BEAR)
    more = tracemalloc.get_traced_memory()[0] - alone
    tracemalloc.stop()
    return alone / 1024, more / 1024 / copies


def rows() -> list[str]:
    """Return the lines of the table."""
    lines = [
        "| events and objects | copy, us | copy and an event, us | an event and back, us | back to half, us "
        "| snapshot and a board of it, us | board, KB | a copy with one more event, KB |",
        "|---:" * 8 + "|",
    ]

    for size in SIZES:
        board = told(size)

        def copied(board: Board = board) -> None:
            board.copy().enters(BEAR)

        def played(board: Board = board) -> None:
            board.enters(BEAR)
            board.pop()

        times = [
            milliseconds(call) * 1000
            for call in (
                board.copy, copied, played, lambda b=board: b.copy().rewind(len(b.events) // 2),
                lambda b=board: b.snapshot().board(),
            )
        ]  # fmt: skip
        room = kilobytes(board)
        told_times = " | ".join(f"{time:,.1f}" for time in times)
        lines.append(f"| {size:,} | {told_times} | {room[0]:,.0f} | {room[1]:,.0f} |")
    return lines


if __name__ == "__main__":
    run("boards", __doc__, rows)
